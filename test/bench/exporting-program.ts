// Exports 100,000 rows as the app does, and by a bare export; prints the milliseconds of each round.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createReader } from '#engine/cache/query/reader';
import { recordBytesOf } from '#engine/cache/schema/nightly-dates';
import { openWriter } from '#engine/cache/ingest/writer';
import type { OutputRow } from '#engine/files/tables/output-table';
import { saveTable, type TableFormat } from '#engine/files/tables/save-table';
import { csvChunks } from '#engine/files/tables/write-csv';
import { workbookChunks } from '#engine/files/tables/write-workbook';
import { zipChunks } from '#engine/files/zip/write';
import { exportColumns } from '#engine/records/export/columns';
import { exportRows } from '#engine/records/export/rows';
import { createNames } from '#engine/records/names/names';
import { StandingExports } from '#engine/features/standing-exports/standing-exports';
import { openEncrypted } from '#engine/sqlite/open-database';
import { Store } from '#main/demo/store';
import { demoHousehold } from '#main/demo/data/households';
import type { Cell, Query } from '#contract/query';
import { columnsOf } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { collectGarbage } from '../support/collect-garbage';

const ACCOUNTS = 100_000;
/** Number of alternating rounds of export and baseline, without the warm-up. */
const ROUNDS = 7;
const PAGE = 10_000;
const KEY = '5a'.repeat(32);
const COLUMNS = columnsOf(resourceNamed('accounts'))
  .filter(({ shown }) => shown)
  .map(({ name }) => name);
const APP_COLUMNS = exportColumns(
  resourceNamed('accounts'),
  COLUMNS,
  (resource) => resource === 'households',
);
const QUERY: Query = {
  resource: 'accounts',
  search: '',
  filters: [],
  sort: { field: 'name', descending: false },
};

/** Milliseconds of each round, and the peak bytes of an export above those at its start. */
export type ExportTimes = Record<
  TableFormat,
  {
    readonly appTimes: number[];
    readonly baselines: number[];
    /** A bare export of the same cells, with the codes, labels, names and quotes that the app writes. */
    readonly sameCells: number[];
    /** The same rows as a standing export, which replaces its own file. */
    readonly standing: number[];
    readonly peak: number;
  }
>;

const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-export-'));

function fill(file: string): void {
  const store = new Store({
    seed: 7,
    accounts: ACCOUNTS,
    application: 'production',
    day: 0,
    clock: () => new Date(),
  });
  const writer = openWriter(file, KEY);
  const put = (resource: ResourceName, count: number, textOf: (index: number) => string) => {
    const run = writer.startRun([resource], '2026-01-02T03:04:05.000Z');
    const generation = writer.beginPass(run, resource);
    for (let start = 0, page = 1; start < count; start += PAGE, page += 1) {
      const texts = Array.from({ length: Math.min(PAGE, count - start) }, (_, index) =>
        textOf(start + index),
      );
      writer.put(run, resource, generation, recordBytesOf(resource, texts), { source: 0, page, limit: PAGE });
    }
    writer.finishPass(run, resource, generation, { asOf: '2026-01-02T03:04:05.000Z', uncertain: false });
    writer.finishRun(run, 'done', '2026-01-02T03:05:00.000Z', '{}');
  };
  const ids = store.accounts.allIds();
  put('accounts', ids.length, (index) => store.accounts.text(ids[index] ?? 0) ?? '');
  put('households', store.book.families, (index) => JSON.stringify(demoHousehold(store.book, index)));
  writer.close();
}

const bareStatement = (db: ReturnType<typeof openEncrypted>) =>
  db.prepare<[], Cell[]>(`SELECT ${COLUMNS.join(', ')} FROM accounts ORDER BY name COLLATE NOCASE`).raw();

async function writeBare(file: string, content: AsyncIterable<Uint8Array> | Iterable<string>): Promise<void> {
  const handle = await fs.open(file, 'w');
  for await (const chunk of content) await handle.writeFile(chunk);
  await handle.sync();
  await handle.close();
}

/** Writes the same rows, read by one statement in order, unchanged: without guard, labels or names. */
async function exportBare(cache: string, file: string, format: TableFormat): Promise<void> {
  const db = openEncrypted(cache, KEY, { readonly: true });
  const lines = function* (): Generator<string> {
    let text = '';
    let count = 0;
    for (const row of bareStatement(db).iterate()) {
      text +=
        format === 'csv'
          ? `${row.join(',')}\r\n`
          : `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${String(cell)}</t></is></c>`).join('')}</row>`;
      count += 1;
      if (count % 500 > 0) continue;
      yield text;
      text = '';
    }
    yield text;
  };
  await writeBare(file, format === 'csv' ? lines() : zipChunks([{ name: 'sheet1.xml', content: lines() }]));
  db.close();
}

/**
 * Writes the cells that the app writes, with its formatting, but reads and orders them by one statement, serves no
 * other requests and does not replace a file atomically. The app's list is in order already.
 */
async function exportSameCells(cache: string, file: string, format: TableFormat): Promise<void> {
  const db = openEncrypted(cache, KEY, { readonly: true });
  const table = (await names.all('households', ACCOUNTS)) ?? new Map<string, string>();
  const rows = function* (): Generator<OutputRow[]> {
    let batch: OutputRow[] = [];
    for (const cells of bareStatement(db).iterate()) {
      batch.push(
        APP_COLUMNS.map(({ cellIndex, contextIndex = -1, cell }) =>
          cell(cells[cellIndex] ?? null, table, cells[contextIndex] ?? null),
        ),
      );
      if (batch.length < 500) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  };
  const output = { name: 'Accounts', columns: APP_COLUMNS, rows: rows() };
  await writeBare(file, (format === 'csv' ? csvChunks : workbookChunks)(output, { rows: 0, cut: 0 }));
  db.close();
}

const cache = path.join(folder, 'cache.db');
fill(cache);
const reader = createReader(cache, KEY);
const service = { call: () => Promise.reject(new Error('no network')) };
const names = createNames({ reader, service, clock: { now: () => 0 } });
reader.window({ query: QUERY, columns: [], offset: 0, limit: 1 }); // sorts the displayed list

const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
const { resource: _accounts, ...viewQuery } = QUERY;
const view = workspace.views.save({ resource: 'accounts', name: 'All accounts', query: viewQuery });
const standingExports = new StandingExports({
  reader,
  workspace,
  names,
  closed: new AbortController().signal,
  now: () => new Date(),
  isForbidden: () => false,
});

async function exportManually(format: TableFormat): Promise<void> {
  const selected = reader.selection({ query: QUERY, selection: { kind: 'all', except: [] } });
  const rows = exportRows(selected.batches(COLUMNS, 500), APP_COLUMNS, names);
  await saveTable(path.join(folder, `own.${format}`), format, {
    name: 'Accounts',
    columns: APP_COLUMNS,
    rows,
  });
}

async function measure(format: TableFormat): Promise<ExportTimes[TableFormat]> {
  const appTimes: number[] = [];
  const standing: number[] = [];
  const { id } = standingExports.add({
    source: { kind: 'view', resource: 'accounts', view: view.id },
    format,
    folder,
    afterRefresh: false,
  });
  const baselines: number[] = [];
  const sameCells: number[] = [];
  let peak = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    await collectGarbage(); // each export's time includes its own garbage only
    const began = performance.now();
    await exportBare(cache, path.join(folder, 'bare'), format);
    const baseline = performance.now() - began;
    await collectGarbage();
    const beganSame = performance.now();
    await exportSameCells(cache, path.join(folder, 'same'), format);
    const same = performance.now() - beganSame;
    const ms = { manual: 0, standing: 0 };
    for (const variant of round % 2 === 0
      ? (['manual', 'standing'] as const)
      : (['standing', 'manual'] as const)) {
      await collectGarbage();
      const memoryBefore = process.memoryUsage.rss();
      const watch = setInterval(() => {
        if (variant === 'manual') peak = Math.max(peak, process.memoryUsage.rss() - memoryBefore);
      }, 10);
      const start = performance.now();
      await (variant === 'manual' ? exportManually(format) : standingExports.run(id));
      ms[variant] = performance.now() - start;
      clearInterval(watch);
    }
    if (workspace.standingExports.find(id).last?.how !== 'done') throw new Error('It was not written.');
    const sizeOf = (name: string) => statSync(path.join(folder, name)).size;
    if (format === 'csv' && sizeOf('same') !== sizeOf('own.csv')) throw new Error('The cells differ.');
    if (round === 0) continue; // the first round includes compilation
    standing.push(ms.standing);
    baselines.push(baseline);
    sameCells.push(same);
    appTimes.push(ms.manual);
  }
  return { appTimes, baselines, sameCells, standing, peak };
}

const times: ExportTimes = { csv: await measure('csv'), xlsx: await measure('xlsx') };
reader.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(times));
