import { parentPort, workerData } from 'node:worker_threads';
import { failureOf, type Failure } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import { packRecords, unpackRecords } from '../../wire/packed-records';
import { checkFilter, countMatches } from '../../wire/filter-check';
import { readPage } from '../../wire/page';
import { nightlyDateNames } from '../schema/nightly-dates';
import { pageRowBuilder } from '../ingest/page-rows';
import { cacheTables } from '../schema/schema';
import { yieldToReaders } from './reader-priority';
import { buffersOfPage, type PageParseOptions, type ParsedPage } from './writer';
import type { PageReply, ParsePageRequest, PagesRole } from './writer-protocol';

/**
 * Worker thread that parses pages and builds the rows of new records while the writer thread stores earlier
 * ones.
 */
if (!parentPort) throw new Error('Pages are read in a worker thread.');
const port = parentPort;
const yieldNow = yieldToReaders((workerData as PagesRole).priority);
const rowBuilders = new Map(cacheTables.map((table) => [table.name, pageRowBuilder(table, yieldNow)]));
const dateNames = new Map<ResourceName, readonly string[]>(
  cacheTables.map(({ name }) => [name, nightlyDateNames(name)]),
);

function read(
  { resource, isFirstFill, filter, recentFilter }: PageParseOptions,
  bytes: ArrayBuffer,
): ParsedPage {
  const page = readPage(bytes, dateNames.get(resource));
  const filterCheck = filter && checkFilter(page.records, filter);
  const records = packRecords(page.records, yieldNow);
  return {
    meta: { ...page.meta, count: page.records.count },
    records,
    ...(filterCheck ? { filterCheck } : {}),
    ...(recentFilter ? { recentCount: countMatches(page.records, recentFilter) } : {}),
    ...(isFirstFill ? { rows: rowBuilders.get(resource)?.(unpackRecords(records)) } : {}),
  };
}

/** Hides the message of an unexpected error, which may quote a record. */
function failureOfPage(error: unknown): Failure {
  const failure = failureOf(error);
  return failure.kind === 'unexpected' ? { kind: 'unexpected', cause: 'a page could not be read' } : failure;
}

port.on('message', ({ id, options, bytes }: ParsePageRequest) => {
  let page: ParsedPage;
  try {
    page = read(options, bytes);
  } catch (error) {
    port.postMessage({ id, failure: failureOfPage(error) } satisfies PageReply);
    return;
  }
  port.postMessage({ id, page } satisfies PageReply, buffersOfPage(page));
});
