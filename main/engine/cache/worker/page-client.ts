import { Worker } from 'node:worker_threads';
import { fail, FailureError } from '#contract/failure';
import { ReaderPriority } from './reader-priority';
import type { PageParseOptions, PageReader, ParsedPage } from './writer';
import type { PageReply, ParsePageRequest, ThreadRole } from './writer-protocol';

interface PendingPage {
  readonly done: (page: ParsedPage) => void;
  readonly failed: (error: FailureError) => void;
}

/** A worker thread that parses pages; the first page starts it. */
export class PageThread implements PageReader {
  readonly #entry: string | URL;
  readonly #priority: ReaderPriority;
  readonly #pendingPages = new Map<number, PendingPage>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** `entry` is the bundled cache-thread; `priority` carries the priority of list requests. */
  constructor(entry: string | URL, priority = new ReaderPriority()) {
    this.#entry = entry;
    this.#priority = priority;
  }

  read(options: PageParseOptions, bytes: ArrayBuffer): Promise<ParsedPage> {
    return new Promise((done, failed) => {
      const id = ++this.#lastId;
      this.#pendingPages.set(id, { done, failed });
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, options, bytes } satisfies ParsePageRequest, [bytes]);
    });
  }

  /** Ends the thread. Pages in progress fail with `engine-lost`; the next page starts a new thread. */
  async end(): Promise<void> {
    const ending = this.#worker;
    if (!ending) return;
    this.#handleLoss(ending, 'the page reader was ended');
    await ending.terminate();
  }

  #start(): Worker {
    const workerData: ThreadRole = { role: 'pages', priority: this.#priority.shared };
    const started = new Worker(this.#entry, { env: {}, argv: [], name: 'page reader', workerData });
    started.on('error', (error: unknown) =>
      this.#handleLoss(
        started,
        `the page reader stopped: ${error instanceof Error ? error.name : 'no error'}`,
      ),
    );
    started.on('exit', (code) => this.#handleLoss(started, `the page reader ended (${code})`));
    started.on('message', (reply: PageReply) => {
      const pendingPage = this.#pendingPages.get(reply.id);
      this.#pendingPages.delete(reply.id);
      if ('failure' in reply) pendingPage?.failed(new FailureError(reply.failure));
      else pendingPage?.done(reply.page);
    });
    return started;
  }

  #handleLoss(lostWorker: Worker, cause: string): void {
    if (this.#worker !== lostWorker) return;
    this.#worker = undefined;
    for (const { failed } of this.#pendingPages.values()) failed(fail('engine-lost', { cause }));
    this.#pendingPages.clear();
  }
}
