import { indexedRefresh } from './bare-refresh';

/** A competing program on the same computer: stores all lists of a service repeatedly until it is killed. */
const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
console.log('storing');
for (;;) await indexedRefresh(baseUrl, apiKey);
