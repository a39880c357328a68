import { Worker } from 'node:worker_threads';
import { fail, FailureError } from '#contract/failure';
import { ReaderPriority } from './reader-priority';
import type { PageReader, ParsedPage } from './writer';
import type { PageReply, ParsePageRequest, ThreadRole } from './writer-protocol';

/** A worker thread that parses pages, started on demand. */
export interface PageThread extends PageReader {
  /** Ends the thread. Pages in progress fail with `engine-lost`; the next page starts a new thread. */
  end(): Promise<void>;
}

interface PendingPage {
  readonly done: (page: ParsedPage) => void;
  readonly failed: (error: FailureError) => void;
}

/**
 * Returns a client that starts the thread with the first page. `entry` is the bundled cache-thread; `priority`
 * carries the priority of list requests.
 */
export function startPageThread(entry: string | URL, { shared } = new ReaderPriority()): PageThread {
  let worker: Worker | undefined;
  const pendingPages = new Map<number, PendingPage>();
  let lastId = 0;

  const handleLoss = (lostWorker: Worker, cause: string): void => {
    if (worker !== lostWorker) return;
    worker = undefined;
    for (const { failed } of pendingPages.values()) failed(fail('engine-lost', { cause }));
    pendingPages.clear();
  };
  const start = (): Worker => {
    const workerData: ThreadRole = { role: 'pages', priority: shared };
    const started = new Worker(entry, { env: {}, argv: [], name: 'page reader', workerData });
    started.on('error', (error: unknown) =>
      handleLoss(started, `the page reader stopped: ${error instanceof Error ? error.name : 'no error'}`),
    );
    started.on('exit', (code) => handleLoss(started, `the page reader ended (${code})`));
    started.on('message', (reply: PageReply) => {
      const pendingPage = pendingPages.get(reply.id);
      pendingPages.delete(reply.id);
      if ('failure' in reply) pendingPage?.failed(new FailureError(reply.failure));
      else pendingPage?.done(reply.page);
    });
    return started;
  };

  return {
    read: (options, bytes) =>
      new Promise((done, failed) => {
        const id = ++lastId;
        pendingPages.set(id, { done, failed });
        worker ??= start();
        worker.postMessage({ id, options, bytes } satisfies ParsePageRequest, [bytes]);
      }),
    async end() {
      const ending = worker;
      if (!ending) return;
      handleLoss(ending, 'the page reader was ended');
      await ending.terminate();
    },
  };
}
