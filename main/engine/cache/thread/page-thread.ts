import { parentPort, workerData } from 'node:worker_threads';
import { failureOf, type Failure } from '../../../../preload/contract/failure';
import type { ResourceName } from '../../../../preload/contract/resources';
import { packed, unpacked } from '../../wire/packed-records';
import { checkFilter } from '../../wire/filter-check';
import { readPage } from '../../wire/page';
import { dataDatesOf } from '../data-dates';
import { pageRows } from '../page-rows';
import { tables } from '../schema';
import { givingWay } from './right-of-way';
import { buffersOf, type Reading, type ReadPage } from './writer';
import type { PageReply, PageRequest, PagesRole } from './writer-protocol';

/**
 * Worker thread that parses pages and builds the rows of new records while the writer thread stores earlier
 * ones.
 */
if (!parentPort) throw new Error('Pages are read in a worker thread.');
const port = parentPort;
const giveWay = givingWay((workerData as PagesRole).way);
const rowsOf = new Map(tables.map((table) => [table.name, pageRows(table, giveWay)]));
const dates = new Map<ResourceName, readonly string[]>(tables.map(({ name }) => [name, dataDatesOf(name)]));

function read({ resource, fills, filter }: Reading, bytes: ArrayBuffer): ReadPage {
  const page = readPage(bytes, dates.get(resource));
  const filterCheck = filter && checkFilter(page.records, filter);
  const records = packed(page.records, giveWay);
  return {
    meta: { ...page.meta, count: page.records.count },
    records,
    ...(filterCheck ? { filterCheck } : {}),
    ...(fills ? { rows: rowsOf.get(resource)?.(unpacked(records)) } : {}),
  };
}

/** Hides the message of an unexpected error, which may quote a record. */
function failureOfPage(error: unknown): Failure {
  const failure = failureOf(error);
  return failure.kind === 'unexpected' ? { kind: 'unexpected', cause: 'a page could not be read' } : failure;
}

port.on('message', ({ id, how, bytes }: PageRequest) => {
  let page: ReadPage;
  try {
    page = read(how, bytes);
  } catch (error) {
    port.postMessage({ id, failure: failureOfPage(error) } satisfies PageReply);
    return;
  }
  port.postMessage({ id, page } satisfies PageReply, buffersOf(page));
});
