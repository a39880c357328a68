import { Worker } from 'node:worker_threads';
import { fail, FailureError } from '#contract/failure';
import {
  buffersOfPage,
  callsThrough,
  type OpenedCache,
  type StartedWriter,
  type StoredPageCounts,
  type WriterCalls,
  type WriterThread,
} from './writer';
import { ReaderPriority } from './reader-priority';
import type { RequestBody, WriterReply, ThreadRole } from './writer-protocol';

interface PendingCall {
  readonly done: (value: unknown) => void;
  readonly failed: (error: FailureError) => void;
}

/**
 * Starts the writer thread and opens the cache in it. `entry` is the bundled cache-thread; `keyHex` is 64 hex
 * digits, sent as a message so that no process list or environment shows it. `priority`: list requests have
 * priority over storing pages, but over no other call. Rejects as opening does (cache-unreadable,
 * history-unreadable, newer-data, disk-full) or with `engine-lost`.
 */
export async function startWriter(
  entry: string | URL,
  file: string,
  keyHex: string,
  priority = new ReaderPriority(),
): Promise<StartedWriter> {
  const worker = new Worker(entry, {
    env: {},
    argv: [],
    name: 'cache writer',
    workerData: { role: 'writer' } satisfies ThreadRole,
  });
  const pendingCalls = new Map<number, PendingCall>();
  let lastId = 0;
  let ended: FailureError | undefined;

  const end = (cause: string): void => {
    ended ??= fail('engine-lost', { cause });
    for (const { failed } of pendingCalls.values()) failed(ended);
    pendingCalls.clear();
  };
  worker.on('error', (error: unknown) => {
    end(`the cache writer stopped: ${error instanceof Error ? error.name : 'no error'}`);
  });
  worker.on('exit', (code) => end(`the cache writer ended (${code})`));
  worker.on('message', (reply: WriterReply) => {
    const pendingCall = pendingCalls.get(reply.id);
    if (!pendingCall) return;
    pendingCalls.delete(reply.id);
    if (reply.kind === 'failed') pendingCall.failed(new FailureError(reply.failure));
    else pendingCall.done(reply.value);
  });

  const send = (requestBody: RequestBody, caller: PendingCall, transfer: ArrayBuffer[] = []): void => {
    if (ended) {
      caller.failed(ended);
      return;
    }
    const id = ++lastId;
    pendingCalls.set(id, caller);
    if (requestBody.kind !== 'store') priority.release();
    worker.postMessage({ ...requestBody, id }, transfer);
  };
  const sendRequest = (requestBody: RequestBody, transfer?: ArrayBuffer[]): Promise<unknown> =>
    new Promise((done, failed) => send(requestBody, { done, failed }, transfer));
  const method =
    <M extends keyof WriterCalls>(name: M) =>
    (...args: Parameters<WriterCalls[M]>) =>
      sendRequest({ kind: 'call', method: name, args }) as Promise<ReturnType<WriterCalls[M]>>;

  const writer: WriterThread = {
    ...callsThrough(method),
    store: (target, page) =>
      sendRequest({ kind: 'store', target, page }, buffersOfPage(page)) as Promise<StoredPageCounts>,
    async close() {
      if (!ended) await sendRequest({ kind: 'close' }).catch(() => undefined);
      await worker.terminate();
    },
  };

  try {
    const opened = (await sendRequest({
      kind: 'open',
      file,
      keyHex,
      priority: priority.shared,
    })) as OpenedCache;
    return { ...writer, ...opened, isEnded: () => ended !== undefined };
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
