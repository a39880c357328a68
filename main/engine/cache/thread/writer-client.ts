import { Worker } from 'node:worker_threads';
import { fail, FailureError } from '../../../../preload/contract/failure';
import {
  everyCall,
  type Opened,
  type PageInHand,
  type StartedWriter,
  type Stored,
  type WriterCalls,
  type WriterThread,
} from './writer';
import type { Asking, Reply } from './writer-protocol';

interface Waiting {
  readonly meta?: (value: Awaited<PageInHand['meta']>) => void;
  readonly done: (value: unknown) => void;
  readonly failed: (error: FailureError) => void;
}

/**
 * Starts the writer thread and opens the cache in it. `entry` is the bundled writer-thread, `keyHex` 64 hex digits;
 * the key is sent as a message, so that no list of processes and no environment shows it.
 * Rejects with the failures of opening (cache-unreadable, newer-data, disk-full) or `engine-lost`.
 */
export async function startWriter(entry: string | URL, file: string, keyHex: string): Promise<StartedWriter> {
  const worker = new Worker(entry, { env: {}, argv: [], name: 'cache writer' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: FailureError | undefined;

  const end = (cause: string): void => {
    ended ??= fail('engine-lost', { cause });
    for (const { failed } of waiting.values()) failed(ended);
    waiting.clear();
  };
  worker.on('error', (error: unknown) => {
    end(`the cache writer stopped: ${error instanceof Error ? error.name : 'no error'}`);
  });
  worker.on('exit', (code) => end(`the cache writer ended (${code})`));
  worker.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.id);
    if (!asked) return;
    if (reply.kind === 'meta') {
      asked.meta?.(reply.meta);
      return;
    }
    waiting.delete(reply.id);
    if (reply.kind === 'failed') asked.failed(new FailureError(reply.failure));
    else asked.done(reply.kind === 'stored' ? reply.stored : reply.value);
  });

  const send = (asking: Asking, answer: Waiting, transfer: ArrayBuffer[] = []): void => {
    if (ended) {
      answer.failed(ended);
      return;
    }
    const id = ++last;
    waiting.set(id, answer);
    worker.postMessage({ ...asking, id }, transfer);
  };
  const ask = (asking: Asking): Promise<unknown> =>
    new Promise((done, failed) => send(asking, { done, failed }));
  const method =
    <M extends keyof WriterCalls>(name: M) =>
    (...args: Parameters<WriterCalls[M]>) =>
      ask({ kind: 'call', method: name, args }) as Promise<ReturnType<WriterCalls[M]>>;

  const writer: WriterThread = {
    ...everyCall(method),
    page(place, bytes) {
      let meta!: (value: Awaited<PageInHand['meta']>) => void;
      let noMeta!: (error: FailureError) => void;
      const known = new Promise<Awaited<PageInHand['meta']>>((resolve, reject) => {
        meta = resolve;
        noMeta = reject;
      });
      const stored = new Promise<Stored>((resolve, reject) => {
        const failed = (error: FailureError): void => {
          noMeta(error);
          reject(error);
        };
        send({ kind: 'page', place, bytes }, { meta, failed, done: (value) => resolve(value as Stored) }, [
          bytes,
        ]);
      });
      // Whoever hears of the failure by the one need not listen to the other.
      known.catch(() => undefined);
      stored.catch(() => undefined);
      return { meta: known, stored };
    },
    async close() {
      if (!ended) await ask({ kind: 'close' }).catch(() => undefined);
      await worker.terminate();
    },
  };

  try {
    const opened = (await ask({ kind: 'open', file, keyHex })) as Opened;
    return { ...writer, ...opened, isEnded: () => ended !== undefined };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
