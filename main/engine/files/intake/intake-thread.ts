import { parentPort, workerData } from 'node:worker_threads';
import { errorCodeOf } from '#common/error-code';
import { HashingWriter, type ReceivedFile } from './hashing-writer';

/** Messages to the thread: a chunk, or the end. */
export type IntakeMessage = ArrayBuffer | 'end';
/** Messages from the thread: bytes processed, the result, or an error. */
export type IntakeReply =
  | { readonly processed: number }
  | { readonly received: ReceivedFile }
  | { readonly failed: { readonly code: string; readonly message: string } };

/** Worker thread that hashes and writes a download. Bundled to out/main/intake.js. */
if (!parentPort) throw new Error('An intake runs in a worker thread.');
const port = parentPort;
const writer = new HashingWriter((workerData as { fd: number }).fd);
let isOver = false;

const reply = (message: IntakeReply): void => port.postMessage(message);
const fail = (error: unknown): void => {
  isOver = true;
  reply({
    failed: { code: errorCodeOf(error), message: error instanceof Error ? error.message : String(error) },
  });
};

port.on('message', (message: IntakeMessage) => {
  if (isOver) return;
  if (message === 'end') {
    writer.end().then((received) => reply({ received }), fail);
    return;
  }
  try {
    const processed = message.byteLength;
    writer.write(new Uint8Array(message));
    message.transfer(0); // freed now; garbage collection would be late
    reply({ processed });
  } catch (error) {
    fail(error);
  }
});
