import { workerData } from 'node:worker_threads';
import type { ThreadRole } from './writer-protocol';

/** Entry of the cache's worker threads; bundled to out/main/writer.js. */
const { role } = workerData as ThreadRole;
await (role === 'pages' ? import('./page-thread') : import('./writer-thread'));
