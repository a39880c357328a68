import { parentPort } from 'node:worker_threads';
import { fail, failureOf, type Failure } from '#contract/failure';
import { DAMAGE_CODE } from '../../sqlite/integrity';
import { openWriter } from '../ingest/writer';
import { unpackRecords } from '../../wire/packed-records';
import {
  buffersOfPage,
  type CacheWriter,
  type OpenedCache,
  type PageTarget,
  type ParsedPage,
  type StoredPageCounts,
  type WriterCalls,
} from './writer';
import { yieldToReaders } from './reader-priority';
import type { WriterReply, WriterRequest } from './writer-protocol';

/**
 * Worker thread that owns the writing side of the cache: storing a page is long synchronous work that must
 * not block the engine's other calls.
 */
if (!parentPort) throw new Error('The cache writer runs as a worker thread.');
const port = parentPort;
let writer: CacheWriter | undefined;
let yieldNow: () => void = () => undefined;

const reply = (message: WriterReply): void => port.postMessage(message);

function requireWriter(): CacheWriter {
  if (!writer) throw fail('no-connection');
  return writer;
}

function storePage({ run, resource, generation, position }: PageTarget, page: ParsedPage): StoredPageCounts {
  yieldNow();
  try {
    return requireWriter().put(run, resource, generation, unpackRecords(page.records), position, page.rows);
  } finally {
    // Frees the buffers now; many megabytes would otherwise wait for garbage collection.
    for (const buffer of buffersOfPage(page)) buffer.transfer(0);
  }
}

function handleRequest(request: WriterRequest): unknown {
  switch (request.kind) {
    case 'open':
      yieldNow = yieldToReaders(request.priority);
      writer = openWriter(request.file, request.keyHex, yieldNow);
      return {
        wasRebuilt: writer.wasRebuilt,
        wasHistoryReplaced: writer.wasHistoryReplaced,
      } satisfies OpenedCache;
    case 'close':
      writer?.close();
      writer = undefined;
      return undefined;
    case 'call': {
      // Both sides share the call's type, so these are the method's own arguments.
      const calls = requireWriter() as unknown as Record<keyof WriterCalls, (...args: unknown[]) => unknown>;
      return calls[request.method](...request.args);
    }
    case 'store':
      return storePage(request.target, request.page);
  }
}

port.on('message', (request: WriterRequest) => {
  const { id } = request;
  try {
    reply({ id, kind: 'done', value: handleRequest(request) });
  } catch (error) {
    reply({ id, kind: 'failed', failure: storageFailure(error) });
  }
  if (request.kind === 'close') port.close();
});

/** Converts errors of SQLite and the file system that the user can act on. */
function storageFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) return { kind: 'disk-full', cause: code };
  if (DAMAGE_CODE.test(code)) return { kind: 'cache-unreadable', cause: code };
  const problem = failureOf(error);
  // Hides messages of SQLite or JSON.parse, which may quote a record.
  return problem.kind === 'unexpected'
    ? { kind: 'unexpected', cause: code || 'the cache writer failed' }
    : problem;
}
