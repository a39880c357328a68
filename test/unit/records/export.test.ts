import { parse } from 'csv-parse/sync';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import readXlsx from 'read-excel-file/node';
import { describe, expect, it, vi } from 'vitest';
import { Exports } from '#engine/records/export/exports';
import { createNames } from '#engine/records/names/names';
import type { ExportSource, ExportState } from '#contract/calls/exports';
import type { ExportFormat } from '#contract/export-format';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { SAMPLE_ACCOUNTS } from '../cache/sample-accounts';
import { closeAfterTest } from '../../support/cleanups';
import { readerWith, queryOf, missingFile } from '../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../workspace/temp-workspace';

const TOKEN = 'tok_0123456789abcdef';
const HOUSEHOLDS = [
  { id: 10, name: "O'Brien & Ångström", status: 'active' },
  { id: 11, name: '=Moreau', status: 'active' },
];
const COLUMNS = [
  'number',
  'household_id',
  'status',
  'custodian',
  'is_taxable',
  'required_cash',
  'inception_date',
];

/** The exports of a cache, into a temporary folder. */
function createExports(
  records: Parameters<typeof readerWith>[0] = { accounts: SAMPLE_ACCOUNTS, households: HOUSEHOLDS },
) {
  const reader = readerWith(records);
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const call = () => Promise.reject(fail('not-found'));
  const names = createNames({ reader, service: { call }, clock: { now: () => 0 } });
  const closed = new AbortController();
  const exports = new Exports({ reader, workspace, names, closed: closed.signal });
  const folder = path.dirname(missingFile());
  const run = async (source: ExportSource, format: ExportFormat, onStart?: (id: string) => void) => {
    const file = path.join(folder, `out.${format}`);
    const { id } = exports.start({ source, format, file });
    onStart?.(id);
    let last: ExportState | undefined;
    for await (const state of exports.follow(id)) last = state;
    return { file, last, id };
  };
  const entry = () => workspace.activity.list({}, 0, 1).entries[0];
  return { run, entry, exports, closed, activity: workspace.activity };
}
const throwDiskFull = (): never => {
  throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
};
const all = { kind: 'all' as const, except: [] };
const accounts = (columns = COLUMNS): ExportSource => ({
  from: 'records',
  query: queryOf(),
  selection: all,
  columns,
});

describe('an export of a list', () => {
  it('has labels next to codes, names next to IDs, and typed dates and money', async () => {
    const { run, entry } = createExports();
    const { file, last } = await run(accounts(), 'xlsx');
    expect(last).toMatchObject({ rows: 4, total: 4, cut: 0, ended: { how: 'done' } });
    const [sheet] = await readXlsx(file);
    expect(sheet?.sheet).toBe('Accounts');
    expect(sheet?.data).toEqual([
      [
        'Number',
        'Household',
        'Household (name)',
        'Status',
        'Custodian',
        'Custodian (code)',
        'Taxable',
        'Required cash',
        'Inception',
      ],
      [
        '007',
        10, // the service sent it as text
        "O'Brien & Ångström",
        'Closed',
        'Charles Schwab',
        'SWB',
        'No',
        20.5,
        new Date('2021-06-30'),
      ],
      ['7', 11, '=Moreau', 'Funded', 'Fidelity', 'NFS', null, -5, null],
      ['Z1', 10, "O'Brien & Ångström", 'Funded', 'Charles Schwab', 'SWB', 'Yes', 100, new Date('2020-01-05')],
      ['Z10', 12, '12', 'Stale', 'Unknown (OLD)', 'OLD', null, null, new Date('1999-12-31')],
    ]);
    expect(entry()).toMatchObject({
      kind: 'records-export',
      count: 4,
      outcome: 'done',
      facts: { list: 'accounts', format: 'xlsx', file: 'out.xlsx' },
    });
  });

  it('explains a rate of 0, names a group’s accounts, and keeps unknown codes', async () => {
    const { run } = createExports({
      accounts: SAMPLE_ACCOUNTS,
      feeStructures: [
        { id: 1, name: 'A', calculation_type: 'T', flat_rate: 0 },
        { id: 2, name: 'B', calculation_type: 'R', flat_rate: 0 },
        { id: 3, name: 'C', calculation_type: 'R', flat_rate: 0.75, collection_type: 'Z' },
      ],
      billingGroups: [{ id: 9, name: 'Moreau', assignments: [{ account_id: 1, fee_location: 0 }] }],
      relatedPersons: [{ id: 4, last_name: 'Diaz', type: 6, account_id: 1 }],
    });
    const table = async (resource: ResourceName, columns: string[]) => {
      const query = { resource, search: '', filters: [], sort: resourceNamed(resource).sort };
      const { file } = await run({ from: 'records', query, selection: all, columns }, 'csv');
      return parse(readFileSync(file, 'utf8'), { bom: true });
    };
    // The calculation type is read only for the label.
    expect(await table('feeStructures', ['name', 'flat_rate', 'collection_type'])).toEqual([
      ['Name', 'Rate', 'Collection', 'Collection (code)'],
      ['A', 'Tiered', '', ''],
      ['B', '0', '', ''],
      ['C', '0.75', 'Unknown (Z)', 'Z'],
    ]);
    expect(await table('relatedPersons', ['last_name', 'type'])).toEqual([
      ['Last name', 'Relation'],
      ['Diaz', 'Unknown (6)'],
    ]);
    const [, group] = await table('billingGroups', ['name', 'assignments']);
    expect(group).toEqual(['Moreau', '1', SAMPLE_ACCOUNTS.find(({ id }) => String(id) === '1')?.name]);
  });

  it('has the same cells as CSV, with formulas made text', async () => {
    const { run } = createExports();
    const { file } = await run(
      accounts(['number', 'household_id', 'required_cash', 'inception_date']),
      'csv',
    );
    expect(parse(readFileSync(file, 'utf8'), { bom: true })).toEqual([
      ['Number', 'Household', 'Household (name)', 'Required cash', 'Inception'],
      ['007', '10', "O'Brien & Ångström", '20.5', '2021-06-30'],
      ['7', '11', "'=Moreau", '-5', ''],
      ['Z1', '10', "O'Brien & Ångström", '100', '2020-01-05'],
      ['Z10', '12', '12', '', '1999-12-31'],
    ]);
  });

  it('has no name column if the service gives no names', async () => {
    const { run } = createExports({ accounts: SAMPLE_ACCOUNTS });
    const { file } = await run(accounts(['household_id', 'buy_securities_ids']), 'csv');
    expect(parse(readFileSync(file, 'utf8'), { bom: true })[0]).toEqual(['Household', 'Securities to buy']);
  });

  it('of a selection has the selected records in the list’s order', async () => {
    const { run } = createExports();
    const source = { ...accounts(['number']), selection: { kind: 'keys' as const, keys: ['4', '2'] } };
    const { file, last } = await run(source, 'csv');
    expect(last?.rows).toBe(2);
    expect(parse(readFileSync(file, 'utf8'), { bom: true })).toEqual([['Number'], ['007'], ['Z10']]);
  });

  it('shows tokens as lists do', async () => {
    const { run } = createExports({ relatedPersons: [{ id: 1, last_name: 'Juns', tax_id_token: TOKEN }] });
    for (const format of ['csv', 'xlsx'] as const) {
      const query = queryOf({ resource: 'relatedPersons', sort: { field: 'last_name', descending: false } });
      const source: ExportSource = {
        from: 'records',
        query,
        selection: all,
        columns: ['last_name', 'tax_id_token'],
      };
      const { file } = await run(source, format);
      const [, row] =
        format === 'csv'
          ? parse(readFileSync(file, 'utf8'), { bom: true })
          : ((await readXlsx(file))[0]?.data ?? []);
      expect(row).toEqual(['Juns', '••••cdef']);
    }
  });

  it('that is canceled leaves nothing, and is logged as canceled', async () => {
    const { run, entry, exports } = createExports();
    const { file, last } = await run(accounts(), 'xlsx', (id) => exports.cancel(id));
    expect(last?.ended).toEqual({ how: 'canceled' });
    expect(readdirSync(path.dirname(file))).toEqual([]);
    expect(entry()).toMatchObject({ kind: 'records-export', outcome: 'canceled' });
  });

  it('that fails gives the reason, and offers no file to show', async () => {
    const { exports, entry } = createExports();
    const { id } = exports.start({ source: accounts(), format: 'csv', file: '/nowhere/at/all.csv' });
    let last: ExportState | undefined;
    for await (const state of exports.follow(id)) last = state;
    expect(last?.ended).toMatchObject({
      how: 'failed',
      failure: { kind: 'file-not-saved', cause: 'ENOENT' },
    });
    expect(entry()?.outcome).toBe('failed');
    expect(() => exports.file(id)).toThrow('not exported');
  });

  it('ends and saves nothing if its start cannot be logged', async () => {
    const { run, exports, activity } = createExports();
    vi.spyOn(activity, 'begin').mockImplementation(() => throwDiskFull());
    const { file, last } = await run(accounts(), 'csv');
    expect(last?.ended).toMatchObject({ how: 'failed', failure: { kind: 'disk-full' } });
    expect(readdirSync(path.dirname(file))).toEqual([]);
    expect(exports.count()).toBe(0);
  });

  it('ends as it did if its end cannot be logged', async () => {
    const { run, exports, activity } = createExports();
    vi.spyOn(activity, 'begin').mockReturnValue(throwDiskFull);
    const done = await run(accounts(), 'csv');
    expect(done.last?.ended).toEqual({ how: 'done' });
    expect(exports.file(done.id)).toBe(done.file);
    const canceled = await run(accounts(), 'xlsx', (id) => exports.cancel(id));
    expect(canceled.last?.ended).toEqual({ how: 'canceled' });
    expect(exports.count()).toBe(0);
  });

  it('of rows supplied by the window has their headings and texts', async () => {
    const { run } = createExports();
    const rows = Array.from({ length: 1_200 }, (_, index) => [`Code ${index}`, '=1']);
    const { file, last } = await run(
      { from: 'rows', resource: 'advisorCodes', headings: ['Code', 'Note'], rows },
      'csv',
    );
    expect(last).toMatchObject({ rows: 1_200, total: 1_200 });
    const lines = parse(readFileSync(file, 'utf8'), { bom: true });
    expect(lines[0]).toEqual(['Code', 'Note']);
    expect(lines[1_200]).toEqual(['Code 1199', "'=1"]);
  });

  it('of rows supplied by the window keeps amounts as numbers, and other cells as texts', async () => {
    const { run, entry } = createExports();
    const { file } = await run(
      {
        from: 'rows',
        resource: 'feeUploadFiles',
        list: 'fees by period',
        headings: ['Period', 'Debited'],
        types: ['text', 'money'],
        rows: [
          ['=Q3', '-0.10'],
          ['Q2 2026', 'No file'],
        ],
      },
      'xlsx',
    );
    expect((await readXlsx(file))[0]?.data).toEqual([
      ['Period', 'Debited'],
      ['=Q3', -0.1],
      ['Q2 2026', 'No file'],
    ]);
    expect(entry()).toMatchObject({ facts: { list: 'fees by period' }, count: 2 }); // no records were exported
  });
});
