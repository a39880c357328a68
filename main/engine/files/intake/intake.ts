import { Worker } from 'node:worker_threads';
import { fail } from '#contract/failure';
import type { IntakeMessage, IntakeReply } from './intake-thread';
import type { ReceivedFile } from './hashing-writer';

/** The sink of a download: a hash and an open file. */
export interface Intake {
  /** Takes ownership of a chunk. Resolves when the next chunk may be sent; fails as writing does. */
  writeChunk(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Call after the last chunk; returns what was written. */
  end(): Promise<ReceivedFile>;
  /** Resolves when nothing is being written, so that the file can be closed. */
  stop(): Promise<void>;
}

/** Creates an intake that writes to the open file `fd`. */
export type IntakeOf = (fd: number) => Intake;

/** Maximum number of bytes waiting to be written, before backpressure. */
const MAX_WAITING_BYTES = 4_194_304;

/**
 * Runs intakes in worker threads, so that the engine receives the next chunk, and serves the window, while
 * one is hashed and written. `entry` is the bundled intake-thread.
 */
export const intakeIn =
  (entry: string | URL): IntakeOf =>
  (fd) => {
    const worker = new Worker(entry, { env: {}, argv: [], name: 'intake', workerData: { fd } });
    let waitingBytes = 0;
    let received: ReceivedFile | undefined;
    let firstError: Error | undefined;
    let wake = (): void => undefined;
    const failWith = (error: Error): void => {
      firstError ??= error;
      wake();
    };
    worker.on('message', (reply: IntakeReply) => {
      if ('processed' in reply) waitingBytes -= reply.processed;
      else if ('received' in reply) ({ received } = reply);
      else failWith(Object.assign(new Error(reply.failed.message), reply.failed));
      wake();
    });
    worker.on('error', (error) => failWith(fail('engine-lost', { cause: 'the intake stopped' }, error)));
    worker.on('exit', () => failWith(fail('engine-lost', { cause: 'the intake ended early' })));
    const nextReply = (): Promise<void> => {
      if (firstError) return Promise.reject(firstError);
      return new Promise((resolve) => (wake = resolve));
    };
    const send = (sent: IntakeMessage): void => worker.postMessage(sent, sent === 'end' ? [] : [sent]);
    return {
      async writeChunk(chunk) {
        const { buffer, byteLength } = chunk;
        waitingBytes += byteLength;
        // A view of a larger buffer is copied, because the rest may be in use.
        send(buffer.byteLength === byteLength ? buffer : chunk.slice().buffer);
        while (waitingBytes > MAX_WAITING_BYTES) await nextReply();
        if (firstError) throw firstError;
      },
      async end() {
        send('end');
        while (received === undefined) await nextReply();
        return received;
      },
      async stop() {
        await worker.terminate();
      },
    };
  };
