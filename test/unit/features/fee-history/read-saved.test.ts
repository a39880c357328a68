import { describe, expect, it } from 'vitest';
import type { ResourceName } from '#contract/resources';
import type { RecordFacts } from '#engine/features/fee-files/file-facts';
import { feeHistoryOf } from '#engine/features/fee-history/history-of';
import { SavedArchiveReader } from '#engine/features/fee-history/read-saved';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../../workspace/temp-workspace';
import { billedAccount, memorySources, type SavedInMemory } from '../reconcile/memory';

const csv = (...lines: readonly (readonly [string, string])[]): string =>
  ['Account Number,Management Fee', ...lines.map(([number, fee]) => `${number},"${fee}"`)].join('\r\n');
const accounts = ['00110011', '00220022', '00330033'].map((number) => billedAccount({ number }));
const LINES = [
  ['00110011', '1,000.10'],
  ['00220022', '0.20'],
  ['00330033', '5.00'],
] as const;
const VIOLET = { key: '00110011', number: '00110011', custodian: 'SWB' };

function createArchives(
  saved: Readonly<Record<string, SavedInMemory>>,
  savedHashes: Readonly<Record<string, string>> = {},
) {
  const { feeHistory } = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const records: Record<string, Partial<RecordFacts>> = {
    39: { endDate: '2026-06-30', firmId: '39' },
    40: { endDate: '2026-09-30', firmId: '39' },
  };
  const sources = memorySources({ accounts, saved, records });
  const completedLists: ResourceName[] = ['accounts', 'feeUploadFiles'];
  let opened = 0;
  const archives = new SavedArchiveReader({
    sources: () => ({
      ...sources,
      open(fileId, signal) {
        opened += 1;
        return sources.open(fileId, signal);
      },
    }),
    saved: () =>
      Object.entries(saved).map(([fileId, { sha256 = '' }]) => ({
        fileId,
        sha256: savedHashes[fileId] ?? sha256,
        savedAt: '2026-10-02T08:00:00.000Z',
      })),
    store: feeHistory,
    completedLists: () => completedLists,
    closed: new AbortController().signal,
  });
  return { archives, feeHistory, records, completedLists, opened: () => opened };
}

describe('reading archives saved before the history existed', () => {
  it('reads each once, in one pass that all callers share', async () => {
    const { archives, feeHistory, opened } = createArchives({
      39: {
        sha256: 'h39',
        files: { 'SWB.csv': csv(['00110011', '0.10'], ['00220022', '9.00'], ['00330033', '8.00']) },
      },
      40: { sha256: 'h40', files: { 'SWB.csv': csv(...LINES) } },
    });
    const [first, second] = await Promise.all([archives.read(), archives.read()]);
    expect(first).toEqual({ added: 2, unread: [] });
    expect(second).toBe(first);
    expect(await archives.read()).toEqual({ added: 0, unread: [] });
    expect(opened()).toBe(2);
    expect(
      feeHistoryOf(feeHistory, [VIOLET], new Set()).periods.map(({ endDate, sum }) => [endDate, sum]),
    ).toEqual([
      ['2026-06-30', '0.10'],
      ['2026-09-30', '1000.10'],
    ]);
  });

  it('lists archives that the user must check, with the reason, and stores none of their lines', async () => {
    const { archives, feeHistory } = createArchives({
      // Neither its name nor a known account says which custodian it is for.
      36: {
        sha256: 'h36',
        files: {
          'fees.csv': csv(...LINES)
            .replaceAll('0022', '9922')
            .replaceAll('0011', '9911')
            .replaceAll('0033', '9933'),
        },
      },
      // One cannot be unpacked, one changed after it was saved, one has no columns of fees.
      37: { sha256: 'h37', files: { 'SWB.csv': null } },
      38: { sha256: 'h38', files: { 'SWB.csv': csv(...LINES) }, changed: true },
      39: { sha256: 'h39', files: { 'SWB.csv': 'a,b,c\r\n1,2,3\r\n4,5,6\r\n7,8,9' } },
    });
    const { added, unread } = await archives.read();
    expect(unread.map(({ fileId, why }) => [fileId, why.code])).toEqual([
      ['36', 'unsure-custodian'],
      ['37', 'unreadable'],
      ['38', 'file-changed'],
      ['39', 'unsure-columns'],
    ]);
    expect(added).toBe(0);
    expect(feeHistory.allArchives()).toEqual([]);
  });

  it('stores no lines of an older version that is opened in place of the newest', async () => {
    const { archives, feeHistory } = createArchives(
      { 40: { sha256: 'older', files: { 'SWB.csv': csv(...LINES) } } },
      { 40: 'newest' },
    );
    expect(await archives.read()).toMatchObject({ added: 0, unread: [{ why: { code: 'file-changed' } }] });
    expect(feeHistory.stored).toBe(0);
  });

  it('opens an uncertain archive again only after another one was reconciled', async () => {
    const { archives, feeHistory, opened } = createArchives({
      39: { sha256: 'h39', files: { 'SWB.csv': 'a,b,c\r\n1,2,3\r\n4,5,6\r\n7,8,9' } },
    });
    const uncertain = await archives.read();
    expect(await archives.read()).toEqual(uncertain);
    expect(opened()).toBe(1);
    const reconciled = { sha256: 'h40', fileId: '40', firmId: '39', endDate: '2026-09-30' };
    feeHistory.put({ ...reconciled, savedAt: '2026-10-02T08:00:00.000Z', leftOut: 0 }, []);
    expect(await archives.read()).toEqual(uncertain);
    expect(opened()).toBe(2);
  });

  it('waits until the accounts and the record of a file were fetched', async () => {
    const { archives, feeHistory, records, completedLists } = createArchives({
      41: { sha256: 'h41', files: { 'SWB.csv': csv(...LINES) } },
    });
    const waiting = { added: 0, unread: [{ fileId: '41', endDate: null, why: { code: 'no-data' } }] };
    completedLists.length = 0;
    expect(await archives.read()).toEqual(waiting);
    completedLists.push('accounts');
    expect(await archives.read()).toEqual(waiting);
    expect(feeHistory.allArchives()).toEqual([]);
    records[41] = { endDate: '2026-12-31', firmId: '39' };
    expect(await archives.read()).toEqual({ added: 1, unread: [] });
    expect(feeHistory.allArchives()).toMatchObject([{ fileId: '41', firmId: '39', endDate: '2026-12-31' }]);
  });

  it('reads a file without a record once the list was fetched completely', async () => {
    const { archives } = createArchives({ 41: { sha256: 'h41', files: { 'SWB.csv': csv(...LINES) } } });
    expect(await archives.read()).toEqual({ added: 1, unread: [] });
  });

  it('adds the period and firm to stored archives that lack them', async () => {
    const { archives, feeHistory, records } = createArchives({});
    const stored = { sha256: 'h41', fileId: '41', firmId: null, endDate: null };
    feeHistory.put({ ...stored, savedAt: '2026-10-02T08:00:00.000Z', leftOut: 0 }, []);
    expect(await archives.read()).toEqual({ added: 0, unread: [] });
    records[41] = { endDate: '2026-12-31', firmId: '39' };
    const before = feeHistory.stored;
    expect(await archives.read()).toEqual({ added: 1, unread: [] });
    expect(feeHistory.allArchives()).toMatchObject([{ firmId: '39', endDate: '2026-12-31' }]);
    expect(feeHistory.stored).toBe(before + 1);
    expect(await archives.read()).toEqual({ added: 0, unread: [] });
  });
});
