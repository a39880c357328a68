import { workerData } from 'node:worker_threads';
import type { ThreadRole } from './writer-protocol';

/** Where every thread of the cache begins. Bundled to out/main/writer.js. */
const { role } = workerData as ThreadRole;
await (role === 'pages' ? import('./page-thread') : import('./writer-thread'));
