import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../../common/error-code';
import { Receiving, type Received } from './receiving';

/** Messages to the thread: a chunk, or the end. */
export type Sent = ArrayBuffer | 'end';
/** Messages from the thread: bytes processed, the result, or an error. */
export type Told =
  | { readonly taken: number }
  | { readonly received: Received }
  | { readonly failed: { readonly code: string; readonly message: string } };

/** Worker thread that hashes and writes a download. Bundled to out/main/intake.js. */
if (!parentPort) throw new Error('An intake runs in a worker thread.');
const port = parentPort;
const receiving = new Receiving((workerData as { fd: number }).fd);
let isOver = false;

const tell = (told: Told): void => port.postMessage(told);
const failed = (error: unknown): void => {
  isOver = true;
  tell({ failed: { code: codeOf(error), message: error instanceof Error ? error.message : String(error) } });
};

port.on('message', (sent: Sent) => {
  if (isOver) return;
  if (sent === 'end') {
    receiving.end().then((received) => tell({ received }), failed);
    return;
  }
  try {
    const taken = sent.byteLength;
    receiving.take(new Uint8Array(sent));
    sent.transfer(0); // freed now; garbage collection would be late
    tell({ taken });
  } catch (error) {
    failed(error);
  }
});
