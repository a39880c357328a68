import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_RECORD } from '#engine/features/fee-files/file-facts';
import { markReplaced, undoReplaced } from '#engine/features/fee-history/mark-replaced';
import { lateMatchesIn, lateMatchesThatMayCountTwice } from '#engine/features/fee-history/late-matches';
import { feesOfPeriod } from '#engine/features/fee-history/period-fees';
import { feeHistoryOf } from '#engine/features/fee-history/history-of';
import {
  FeeHistoryStore,
  type ReadArchive,
  type StoredFee,
} from '#engine/features/fee-history/saved-work/fee-history';
import { FEE_HISTORY_MIGRATIONS } from '#engine/features/fee-history/saved-work/migrations';
import { connectionSources } from '#engine/features/reconcile/cached';
import { migrate } from '#engine/sqlite/migrate';
import { openEncrypted } from '#engine/sqlite/open-database';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openTestWorkspace, workspaceMigrations } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { missingWorkspaceFile, WORKSPACE_KEY, tempWorkspaceFile } from '../../workspace/temp-workspace';

let file: string;
let workspace: Workspace;
beforeEach(() => {
  file = tempWorkspaceFile();
  workspace = openTestWorkspace(file, WORKSPACE_KEY);
});
afterEach(() => workspace.close());

const archive = (fileId: string, sha256: string, overrides: Partial<ReadArchive> = {}): ReadArchive => ({
  fileId,
  sha256,
  firmId: '39',
  endDate: '2026-09-30',
  savedAt: '2026-10-02T08:00:00.000Z',
  leftOut: 0,
  ...overrides,
});
const fee = (
  index: number,
  accountRef: string,
  amount: string | null,
  overrides: Partial<StoredFee> = {},
): StoredFee => ({
  accountRef,
  at: index,
  custodian: 'SWB',
  number: accountRef.slice(1),
  amount,
  ...overrides,
});
const VIOLET = { key: '7', number: '0011-0011', custodian: 'SWB' };
const historyOf = (...accounts: { key: string; number: string | null; custodian: string | null }[]) =>
  feeHistoryOf(workspace.feeHistory, accounts, new Set());

describe('the fee history of an account', () => {
  it('has the exact sum of each period, oldest first, and survives a restart', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1000.10'), fee(1, 'a8', '5.00')]);
    workspace.feeHistory.put(archive('40', 'h40', { endDate: '2026-06-30' }), [
      fee(0, 'a7', '0.10'),
      fee(1, 'a7', '0.20', { custodian: 'NFS' }),
      fee(2, 'a7', null),
    ]);
    workspace.close();
    workspace = openTestWorkspace(file, WORKSPACE_KEY);
    const { periods, allEndDates } = historyOf(VIOLET);
    expect(periods).toEqual([
      {
        endDate: '2026-06-30',
        sum: '0.30',
        accounts: 1,
        lines: 3,
        unreadable: 1,
        custodians: ['NFS', 'SWB'],
        fileIds: ['40'],
        mayCountTwice: false,
      },
      {
        endDate: '2026-09-30',
        sum: '1000.10',
        accounts: 1,
        lines: 1,
        unreadable: 0,
        custodians: ['SWB'],
        fileIds: ['41'],
        mayCountTwice: false,
      },
    ]);
    expect(allEndDates).toEqual(['2026-06-30', '2026-09-30']);
    expect(historyOf({ key: '9', number: null, custodian: null }).periods).toEqual([]);
  });

  it('includes lines whose account was not in the data when the file was read', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [
      fee(0, 'nSWB 00110011', '1.00'),
      fee(1, 'n 00110011', '2.00', { custodian: '' }),
      fee(2, 'nPER 00110011', '4.00', { custodian: 'PER' }),
    ]);
    expect(historyOf(VIOLET).periods).toMatchObject([{ sum: '3.00', lines: 2 }]);
  });

  it('may count twice what a listed file and one that the service no longer lists both bill', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'nSWB 00110011', '1.00'), fee(1, 'a8', '2.00')]);
    workspace.feeHistory.put(archive('52', 'h52'), [
      fee(0, 'a7', '1.00'),
      fee(1, 'a8', '2.00', { custodian: 'NFS' }),
    ]);
    const other = { key: '8', number: null, custodian: null };
    const flags = (listed: string[], ...accounts: (typeof VIOLET | typeof other)[]) =>
      feeHistoryOf(workspace.feeHistory, accounts, new Set(listed)).periods.map(
        (period) => period.mayCountTwice,
      );
    expect(flags(['52'], VIOLET)).toEqual([true]);
    expect(flags(['52'], VIOLET, other)).toEqual([true]);
    expect(flags(['52'], other)).toEqual([false]); // another custodian
    expect(flags(['41', '52'], VIOLET)).toEqual([false]);
    expect(flags([], VIOLET)).toEqual([false]);
  });

  it('has the period ends of the firms that bill the account only', () => {
    const billedBy = (fileId: string, endDate: string, overrides: Partial<ReadArchive>, accountRef = 'a8') =>
      workspace.feeHistory.put(archive(fileId, `h${fileId}`, { endDate, ...overrides }), [
        fee(0, accountRef, '1.00'),
      ]);
    billedBy('39', '2026-03-31', {}, 'a7');
    billedBy('40', '2026-06-30', {});
    billedBy('50', '2026-04-30', { firmId: '40' });
    billedBy('51', '2026-07-31', { firmId: null });
    expect(historyOf(VIOLET).allEndDates).toEqual(['2026-03-31', '2026-06-30', '2026-07-31']);
    const unbilled = { key: '9', number: null, custodian: null };
    expect(historyOf(unbilled).allEndDates).toHaveLength(4);
  });

  it('counts a line that several accounts share, and adds it to none', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'sSWB 00110011', '1.00'), fee(1, 'a7', '2.00')]);
    expect(historyOf(VIOLET)).toMatchObject({ periods: [{ sum: '2.00' }], ambiguous: 1 });
  });
});

describe('a stored archive', () => {
  it('counts once for the same bytes, however many files have them', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00')]);
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00')]);
    workspace.feeHistory.put(archive('42', 'h41'), [fee(0, 'a7', '1.00')]);
    expect(historyOf(VIOLET).periods).toMatchObject([{ sum: '1.00', lines: 1, fileIds: ['41'] }]);
  });

  it('is replaced if its columns were corrected, or its file was saved with other bytes', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00'), fee(1, 'a7', '1.00')]);
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '3.00')]);
    expect(historyOf(VIOLET).periods).toMatchObject([{ sum: '3.00', lines: 1 }]);
    const newerArchive = archive('41', 'h41b', { savedAt: '2026-10-05T08:00:00.000Z' });
    workspace.feeHistory.put(newerArchive, [fee(0, 'a7', '4.00')]);
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '3.00')]);
    expect(historyOf(VIOLET).periods).toMatchObject([{ sum: '4.00', lines: 1 }]);
  });

  it('keeps its period end and firm if it is read again after the service deleted the record', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00')]);
    workspace.feeHistory.put(archive('41', 'h41', { firmId: null, endDate: null }), [fee(0, 'a7', '3.00')]);
    expect(workspace.feeHistory.allArchives()).toMatchObject([{ firmId: '39', endDate: '2026-09-30' }]);
    expect(historyOf(VIOLET).periods).toMatchObject([{ endDate: '2026-09-30', sum: '3.00' }]);
    const sources = connectionSources({ reader: readerWith({}), workspace }, () => new Date());
    expect(sources.record('41')).toEqual({ ...NO_RECORD, firmId: '39', endDate: '2026-09-30' });
    expect(sources.record('42')).toEqual(NO_RECORD);
  });

  it('is read completely to find many accounts, with the same result', () => {
    const lines = Array.from({ length: 50 }, (_, index) => fee(index, `a${index}`, `${index}.01`));
    workspace.feeHistory.put(archive('41', 'h41'), lines);
    const accounts = lines.map((_, index) => ({ key: String(index), number: null, custodian: null }));
    expect(historyOf(...accounts).periods).toMatchObject([{ sum: '1225.50', accounts: 50 }]);
    expect(historyOf(...accounts.slice(0, 2)).periods).toMatchObject([{ sum: '1.02', accounts: 2 }]);
  });
});

describe('a file that was marked as replaced', () => {
  const AT = '2026-10-05T08:00:00.000Z';
  const mark = (fileId: string) =>
    workspace.feeHistory.replaced.mark(fileId, { by: 'jo', at: AT, note: 'Billing ran again' });
  const periodsWith = (...listed: string[]) =>
    feeHistoryOf(workspace.feeHistory, [VIOLET], new Set(listed)).periods.map(
      ({ sum, fileIds, mayCountTwice }) => [sum, fileIds, mayCountTwice],
    );

  it('does not count, unless the service lists it again or the mark is removed', () => {
    const { feeHistory } = workspace;
    feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00')]);
    feeHistory.put(archive('52', 'h52'), [fee(0, 'a7', '2.00')]);
    expect(periodsWith('52')).toEqual([['3.00', ['41', '52'], true]]);
    const versionBefore = feeHistory.version;
    mark('41');
    expect(feeHistory.version).not.toBe(versionBefore);
    expect(periodsWith('52')).toEqual([['2.00', ['52'], false]]);
    expect([...feesOfPeriod(feeHistory, '2026-09-30', new Set(['52']), '39', new Map())]).toMatchObject([
      { amount: '2.00' },
    ]);
    expect(periodsWith('41', '52')).toEqual([['3.00', ['41', '52'], false]]);
    expect([feeHistory.replaced.remove('41'), feeHistory.replaced.remove('41')]).toEqual([true, false]);
    expect(feeHistory.version).toBe(versionBefore);
    expect(periodsWith('52')).toEqual([['3.00', ['41', '52'], true]]);
  });

  it('stays marked after a restart, and without the list of files', () => {
    workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00')]);
    mark('41');
    workspace.close();
    workspace = openTestWorkspace(file, WORKSPACE_KEY);
    expect([...workspace.feeHistory.replaced.all()]).toEqual([
      ['41', { by: 'jo', at: AT, note: 'Billing ran again' }],
    ]);
    expect(periodsWith()).toEqual([]);
  });

  it('leaves its bytes to the file that replaced it, if they are the same', () => {
    workspace.feeHistory.put(archive('41', 'same'), [fee(0, 'a7', '1.00')]);
    workspace.feeHistory.put(archive('52', 'same'), [fee(0, 'a7', '1.00')]);
    expect(periodsWith('52')).toEqual([['1.00', ['41'], false]]);
    mark('41');
    expect(periodsWith('52')).toEqual([['1.00', ['52'], false]]);
  });

  it('is logged, and so is the undo; a file that the service lists is refused', () => {
    const reader = readerWith({ feeUploadFiles: [{ id: 52 }] });
    const source = { note: 'Billing ran again', by: 'jo', at: AT };
    const marked = () => [...workspace.feeHistory.replaced.all().keys()];
    const refused = expect.objectContaining({
      failure: { kind: 'changed-since', where: 'decision' },
    }) as Error;
    expect(() => markReplaced({ reader, workspace }, '52', source)).toThrow(refused);
    // Without the list, it is unknown whether the service lists a file.
    expect(() => markReplaced({ reader: readerWith({}), workspace }, '41', source)).toThrow(refused);
    expect(marked()).toEqual([]);
    markReplaced({ reader, workspace }, '41', source);
    expect(marked()).toEqual(['41']);
    undoReplaced({ workspace }, '41');
    undoReplaced({ workspace }, '41');
    expect(marked()).toEqual([]);
    expect(
      workspace.activity.list({}, 0, 10).entries.map(({ kind, outcome, facts }) => [kind, outcome, facts]),
    ).toEqual([
      ['fee-file-not-replaced', 'done', { file: '41' }],
      ['fee-file-replaced', 'done', { file: '41', note: 'Billing ran again' }],
    ]);
  });
});

describe('lines read before their account was fetched', () => {
  const ACCOUNTS = [
    { id: 7, number: '0011-0011', custodian: 'SWB' },
    { id: 8, number: '0012', custodian: 'SWB' },
    { id: 9, number: '0012', custodian: 'NFS' },
  ];

  it('bill the only account with their number and custodian', () => {
    const { feeHistory } = workspace;
    const refs = [
      'a7',
      'nSWB 00110011',
      'n 00110011',
      'nNFS 00110011',
      'nSWB 0012',
      'n 0012',
      'n ',
      's 0012',
    ];
    feeHistory.put(
      archive('41', 'h41'),
      refs.map((ref, index) => fee(index, ref, '1.00')),
    );
    const late = lateMatchesIn(readerWith({ accounts: ACCOUNTS }), feeHistory, feeHistory.allArchives());
    expect(Object.fromEntries(late)).toEqual({ 'nSWB 00110011': '7', 'n 00110011': '7', 'nSWB 0012': '8' });
    const accounts = [...feesOfPeriod(feeHistory, '2026-09-30', new Set(), '39', late)].map(
      ({ account }) => account,
    );
    expect(accounts.filter((account) => account !== null).sort()).toEqual(['7', '7', '7', '8']);
  });

  it('may count twice if another file bills the account by its key', () => {
    const { feeHistory } = workspace;
    feeHistory.put(archive('37', 'h37'), [fee(0, 'nSWB 00110011', '1.00'), fee(1, 'nSWB 0012', '1.00')]);
    feeHistory.put(archive('38', 'h38'), [fee(0, 'a7', '1.00')]);
    const archives = feeHistory.allArchives();
    const late = lateMatchesIn(readerWith({ accounts: ACCOUNTS }), feeHistory, archives);
    const countedTwice = (...listed: string[]) =>
      lateMatchesThatMayCountTwice(feeHistory, archives, new Set(listed), late);
    expect(countedTwice('38')).toEqual(['7']);
    expect(countedTwice('37', '38')).toEqual([]);
  });
});

it('yields the fees of the period of a firm, or of no firm, with their accounts and files', () => {
  workspace.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00'), fee(1, 'nSWB 99', null)]);
  workspace.feeHistory.put(archive('42', 'h42', { firmId: '40' }), [fee(0, 'a8', '2.00')]);
  workspace.feeHistory.put(archive('43', 'h43', { firmId: null }), [fee(0, 'a9', '3.00')]);
  workspace.feeHistory.put(archive('40', 'h40', { endDate: '2026-06-30' }), [fee(0, 'a7', '9.00')]);
  const feesOf = (firm: string | null) =>
    [...feesOfPeriod(workspace.feeHistory, '2026-09-30', new Set(), firm, new Map())].map(
      ({ account, amount, archive: { fileId } }) => [fileId, account, amount],
    );
  expect(feesOf('39')).toEqual([
    ['41', '7', '1.00'],
    ['41', null, null],
  ]);
  expect(feesOf('40')).toEqual([['42', '8', '2.00']]);
  expect(feesOf(null)).toEqual([['43', '9', '3.00']]);
});

it('adds the tables to saved work of an earlier version', () => {
  const older = missingWorkspaceFile();
  const migrationIndex = workspaceMigrations.findIndex(({ name }) => name === 'fee history');
  const db = openEncrypted(older, WORKSPACE_KEY);
  migrate(db, older, workspaceMigrations.slice(0, migrationIndex), { where: older });
  db.close();
  const upgraded = openTestWorkspace(older, WORKSPACE_KEY);
  upgraded.feeHistory.put(archive('41', 'h41'), [fee(0, 'a7', '1.00')]);
  expect(upgraded.feeHistory.allArchives()).toHaveLength(1);
  upgraded.close();
});

it('adds the table of replaced files to saved work of an earlier version', () => {
  const older = missingWorkspaceFile();
  const migrationIndex = workspaceMigrations.findIndex(({ name }) => name === 'replaced fee files');
  openTestWorkspace(older, WORKSPACE_KEY, { steps: workspaceMigrations.slice(0, migrationIndex) }).close();
  const upgraded = openTestWorkspace(older, WORKSPACE_KEY);
  upgraded.feeHistory.replaced.mark('41', { by: 'jo', at: 'now', note: '' });
  expect(upgraded.feeHistory.replaced.fileIds()).toEqual(['41']);
  upgraded.close();
});

it('gives the same history in whatever order archives are read', () => {
  const read = fc.record({
    fileId: fc.constantFrom('9', '10', '11'),
    content: fc.constantFrom('x', 'y', 'z'),
    savedAt: fc.constantFrom('2026-10-02', '2026-10-03'),
  });
  const endDates: Readonly<Record<string, string | null>> = { 9: '2026-06-30', 10: '2026-09-30', 11: null };
  // The same bytes have the same lines.
  const linesOf: Readonly<Record<string, readonly StoredFee[]>> = {
    x: [fee(0, 'a7', '0.10'), fee(1, 'a7', '0.20')],
    y: [fee(0, 'a7', '100.00')],
    z: [fee(0, 'a8', '7.00'), fee(1, 'nSWB 00110011', '-3.00')],
  };
  const resultOf = (reads: readonly { fileId: string; content: string; savedAt: string }[]) => {
    const db = new Database(':memory:');
    try {
      for (const { run } of FEE_HISTORY_MIGRATIONS) run(db);
      const store = new FeeHistoryStore(db);
      for (const { fileId, content, savedAt } of reads)
        store.put(
          archive(fileId, content, { savedAt, endDate: endDates[fileId] ?? null }),
          linesOf[content] ?? [],
        );
      return feeHistoryOf(store, [VIOLET], new Set());
    } finally {
      db.close();
    }
  };
  fc.assert(
    fc.property(
      fc
        .array(read, { maxLength: 6 })
        .chain((reads) =>
          fc.tuple(fc.constant(reads), fc.shuffledSubarray(reads, { minLength: reads.length })),
        ),
      ([reads, shuffled]) => {
        expect(resultOf(shuffled)).toEqual(resultOf(reads));
        expect(resultOf([...reads, ...reads])).toEqual(resultOf(reads));
      },
    ),
    { numRuns: 40 },
  );
});
