import { indexedRefresh } from './bare-refresh';

/** Another program on the same computer: stores all lists of a service again and again, until it is ended. */
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
console.log('storing');
for (;;) await indexedRefresh(baseUrl, apiKey);
