import { parentPort, workerData } from 'node:worker_threads';
import { codeOf } from '../../../common/error-code';
import { Receiving, type Received } from './receiving';

/** What the thread is sent: a piece, or that there is none any more. */
export type Sent = ArrayBuffer | 'end';
/** What it tells: bytes that it has taken, all that came, or what went wrong. */
export type Told =
  | { readonly taken: number }
  | { readonly received: Received }
  | { readonly failed: { readonly code: string; readonly message: string } };

/** The thread that hashes and writes what a download brings. Bundled to out/main/intake.js. */
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
    sent.transfer(0); // given back at once: a collector that has to find it comes late
    tell({ taken });
  } catch (error) {
    failed(error);
  }
});
