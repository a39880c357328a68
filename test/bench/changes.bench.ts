import { test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHistoryReader } from '#engine/history/history-reader';
import { openHistoryWriter } from '#engine/history/history-writer';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { ChangeFilter } from '#contract/features/changes/calls';
import { note, report } from './numbers';

const REFRESHES = 100;
const CHANGES = 2_000;
const KEY = '5a'.repeat(32);
const CUSTODIANS = ['SWB', 'NFS', 'PER', 'FPR', 'MLT'];
const FIELDS = ['status', 'city', 'advisor_code', 'name', 'required_cash'];
const KINDS = ['changed', 'changed', 'changed', 'new', 'removed'] as const;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-changes-'));
});

function fill(file: string): void {
  const writer = openHistoryWriter(file, KEY);
  for (let run = 1; run <= REFRESHES; run += 1) {
    const at = new Date(Date.UTC(2026, 5, run, 6)).toISOString();
    const changes = Array.from({ length: CHANGES }, (_, n) => ({
      seq: run * CHANGES + n,
      run,
      at,
      resource: n % 3 === 0 ? ('relatedPersons' as const) : ('accounts' as const),
      key: String((run * 7_919 + n * 104_729) % 100_000),
      title: `Sarah${n} Schmidt`,
      number: `1${n}`,
      custodian: CUSTODIANS[n % 5] ?? null,
      kind: KINDS[n % 7] ?? 'changed',
      fields: JSON.stringify([{ field: FIELDS[n % 5], before: '"Before"', after: `"After ${n}"` }]),
    }));
    writer.storeChanges('cache', [{ id: run, started: at, state: 'done', ended: at, report: null }], changes);
  }
  writer.close();
}

/** Reads every change once, without using it; returns milliseconds. */
function plainChanges(file: string): number {
  const db = openEncrypted(file, KEY, { readonly: true });
  const statement = db.prepare('SELECT * FROM change').raw();
  const began = performance.now();
  const changes = statement.all();
  const ms = performance.now() - began;
  if (changes.length !== REFRESHES * CHANGES) throw new Error('Not every change was read');
  db.close();
  return ms;
}

test('find among many changes', async () => {
  const file = path.join(folder, 'history.db');
  fill(file);
  const baseline = plainChanges(file);
  const reader = createHistoryReader(file, KEY);
  const measureFilter = async (label: string, filter: ChangeFilter) => {
    const began = performance.now();
    await reader.loadAll();
    reader.list({ filter, offset: 0, limit: 100 });
    reader.facets({ filter });
    note(`200,000 changes: ${label}; baseline: reading all of them`, performance.now() - began, 'ms', {
      baseline,
      times: 1.5,
    });
  };
  await measureFilter('open', {});
  await measureFilter('one list, one kind', { resource: 'accounts', kind: 'changed' });
  await measureFilter('one field, one custodian', { field: 'status', custodian: 'SWB' });
  await measureFilter('a span of days', { from: '2026-06-10', to: '2026-07-20' });
  await measureFilter('a text that every change contains', { text: 's' });
  await measureFilter('two words and a list', { text: 'sarah sch', resource: 'accounts' });
  // By the formula in `fill`, this account has one change, in refresh 60.
  await measureFilter('one record', { resource: 'accounts', key: '7919' });
  reader.close();
});

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  console.log(`\n${report()}\n`);
});
