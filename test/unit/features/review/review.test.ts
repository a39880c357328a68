import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { csvText } from '#engine/files/tables/csv';
import { LINE_COLUMNS } from '#contract/features/reconcile/reconciliation';
import type { Workspace } from '#engine/workspace/open/workspace';
import { openWriter } from '#engine/cache/ingest/writer';
import { Observable } from '#common/observable';
import { Findings } from '#engine/features/review/finding';
import { Review } from '#engine/features/review/review';
import { reviewStateOf } from '#engine/features/review/review-marks';
import type { ReviewState } from '#contract/features/review/calls';
import type { Live } from '#contract/calls/live';
import { liveOf, runOf } from '#test/ui/fakes';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { CACHE_KEY, readerAt, refreshCache, tempCacheFile } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const account = (id: number, overrides: object = {}) => ({
  id,
  name: `Account ${String.fromCharCode(64 + id)}`,
  status: 'funded',
  custodian: id % 2 ? 'SWB' : 'NFS',
  number: `N${id}`,
  ...overrides,
});
const WITHOUT_HOUSEHOLD = ['no-household 1', 'no-household 2', 'no-household 3'] as const;
const noHousehold = { rule: 'no-household' } as const;

/** Approves the reconciliation of a file that has no lines. */
const signOff = ({ reconciliations }: Workspace, fileId: string): void => {
  const sealed = { fileSha256: '', resultSha256: '', seal: '', signedAt: '2026-10-03', signedBy: 'pat' };
  reconciliations.sign(
    { ...sealed, format: 3, fileId, decision: 'approved', note: '' },
    {
      result: JSON.stringify({
        file: { endDate: '2026-09-30' },
        custodians: [{ custodian: 'SWB', lines: 1 }],
      }),
      lines: deflateRawSync(csvText([[...LINE_COLUMNS]])),
    },
  );
};

/** Creates a queue of these accounts, by default three without a household, on a day that the test sets. */
async function createQueue(
  accounts: readonly object[] = [account(1), account(2), account(3)],
  workspaceFile = tempWorkspaceFile(),
) {
  const file = tempCacheFile();
  const writer = closeAfterTest(openWriter(file, CACHE_KEY));
  refreshCache(writer, 'accounts', accounts);
  const reader = readerAt(file);
  const workspace = closeAfterTest(openTestWorkspace(workspaceFile, WORKSPACE_KEY));
  const closed = new AbortController();
  closeAfterTest({ close: () => closed.abort() });
  const live = new Observable<Live>(liveOf({ version: reader.version }));
  const clock = { today: new Date(2026, 10, 21, 9) };
  const team = { isJoined: false };
  const review = new Review({
    reader,
    live,
    workspace,
    closed: closed.signal,
    user: 'pat',
    get isShared() {
      return team.isJoined;
    },
    now: () => clock.today,
  });
  const states = review.follow(closed.signal);
  const nextState = async (matches: (state: ReviewState) => boolean): Promise<ReviewState> => {
    for (;;) {
      const { value, done } = await states.next();
      if (done) throw new Error('it ended');
      if (matches(value)) return value;
    }
  };
  const waitForCheck = (after: number) => nextState(({ state, stamp }) => state === 'done' && stamp > after);
  await waitForCheck(0);
  const put = (changed: readonly object[]) => {
    refreshCache(writer, 'accounts', changed);
    reader.refresh();
  };
  return {
    review,
    workspace,
    workspaceFile,
    clock,
    team,
    live,
    put,
    nextState,
    waitForCheck,
    /** Replaces the accounts and waits until they are checked. */
    store: async (changed: readonly object[]) => {
      const { stamp } = review.state;
      put(changed);
      live.set(liveOf({ version: reader.version }));
      await waitForCheck(stamp);
    },
    /** Replaces a list and waits until it is checked. */
    storeList: async (resource: 'feeStructures' | 'latestBalances', records: readonly object[]) => {
      const { stamp } = review.state;
      refreshCache(writer, resource, records);
      reader.refresh();
      live.set(liveOf({ version: reader.version }));
      await waitForCheck(stamp);
    },
    /** Title and state of the accounts without a household. */
    accountStates: () =>
      review
        .list(noHousehold, 0, 100)
        .items.map(({ title, state }) => `${title.slice(8)} ${state}`)
        .join(', '),
  };
}

describe('the queue', () => {
  it('lists findings by severity, rule and title, in windows', async () => {
    const { review } = await createQueue([
      account(3, { number: 'X', custodian: 'SWB' }),
      account(1, { number: 'X' }),
      account(2, { household_id: 5 }),
    ]);
    const all = review.list({}, 0, 100);
    expect(all.items.slice(0, 4).map(({ id }) => id)).toEqual([
      'number-twice 3',
      'no-fee-structure 1',
      'no-fee-structure 2',
      'no-fee-structure 3',
    ]);
    expect(review.list({}, 1, 2)).toEqual({ items: all.items.slice(1, 3), total: all.total });
  });

  it('returns the position of a finding in a filtered list; null if the list lacks it', async () => {
    const { review } = await createQueue();
    const positions = (filter: Parameters<Review['list']>[0]) =>
      WITHOUT_HOUSEHOLD.map((id) => review.position(filter, id));
    expect(positions(noHousehold)).toEqual([0, 1, 2]);
    expect(positions({ ...noHousehold, custodian: 'SWB' })).toEqual([0, null, 1]);
    const all = review.list({}, 0, 100).items.map(({ id }) => id);
    expect(all.map((id) => review.position({}, id))).toEqual([...all.keys()]);
    expect(review.position({}, 'no-household 9')).toBeNull();
  });

  it('finds many records by an index, with the same findings as one record at a time', async () => {
    const { review } = await createQueue(Array.from({ length: 12 }, (_, index) => account(index + 1)));
    const records = Array.from({ length: 14 }, (_, index) => ({
      resource: 'accounts' as const,
      key: String(index + 1),
    }));
    const scan = vi.spyOn(Findings.prototype, 'indexOf');
    const together = review.findingsOfRecords(records).map(({ id }) => id);
    expect(scan).not.toHaveBeenCalled();
    const single = records.flatMap((record) => review.findingsOfRecords([record]).map(({ id }) => id));
    expect(scan).toHaveBeenCalled();
    scan.mockRestore();
    expect(together.toSorted()).toEqual(single.toSorted());
    expect(together).toContain('no-household 12');
  });

  it('is filtered by rule, severity, custodian, state and search words', async () => {
    const { review } = await createQueue();
    const ids = (filter: Parameters<Review['list']>[0]) =>
      review.list(filter, 0, 100).items.map(({ id }) => id);
    expect(ids(noHousehold)).toEqual(WITHOUT_HOUSEHOLD);
    expect(ids({ ...noHousehold, custodian: 'SWB' })).toEqual([WITHOUT_HOUSEHOLD[0], WITHOUT_HOUSEHOLD[2]]);
    expect(ids({ ...noHousehold, text: 'acc b' })).toEqual([WITHOUT_HOUSEHOLD[1]]);
    expect(ids({ ...noHousehold, severity: 'high' })).toEqual([]);
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] }, { kind: 'flagged' });
    expect(ids({ ...noHousehold, states: ['flagged'] })).toEqual([WITHOUT_HOUSEHOLD[1]]);
    expect(ids({ ...noHousehold, states: ['open'] })).toEqual([WITHOUT_HOUSEHOLD[0], WITHOUT_HOUSEHOLD[2]]);
  });

  it('is filtered by firm, with the records of no firm', async () => {
    const { review } = await createQueue([
      account(1, { firm_id: 39 }),
      account(2, { firm_id: 40 }),
      account(3, { firm_id: null }),
    ]);
    const ids = (filter: Parameters<Review['list']>[0]) => review.ids(filter, 0, 100);
    expect(ids(noHousehold)).toEqual(WITHOUT_HOUSEHOLD);
    expect(ids({ ...noHousehold, firm: '39' })).toEqual([WITHOUT_HOUSEHOLD[0], WITHOUT_HOUSEHOLD[2]]);
    expect(ids({ ...noHousehold, firm: '40', custodian: 'NFS' })).toEqual([WITHOUT_HOUSEHOLD[1]]);
  });

  it('reports findings with facts, reasons and authors, a page at a time', async () => {
    const { review } = await createQueue();
    review.mark(
      { kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] },
      { kind: 'waived', reason: 'jointly held', until: '2026-12-31' },
    );
    const all = { kind: 'all' as const, filter: noHousehold, except: [] };
    const { items, total, stamp } = review.report(all, 1, 1);
    expect({ total, stamp }).toEqual({ total: 3, stamp: review.state.stamp });
    expect(items).toMatchObject([
      {
        id: WITHOUT_HOUSEHOLD[1],
        state: 'waived',
        facts: {},
        mark: { by: 'pat', reason: 'jointly held', until: '2026-12-31' },
      },
    ]);
    expect(
      review.report({ ...all, except: [WITHOUT_HOUSEHOLD[0]] }, 0, 10).items.map(({ id }) => id),
    ).toEqual([WITHOUT_HOUSEHOLD[1], WITHOUT_HOUSEHOLD[2]]);
  });

  it('counts each rule by state, and reports unchecked rules with their missing lists', async () => {
    const { review } = await createQueue();
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[0]] }, { kind: 'reviewed' });
    const { rules, custodians } = review.state.overview;
    const overviewOf = (rule: string) => rules.find((each) => each.rule === rule);
    expect(overviewOf('no-household')?.counts).toEqual({ open: 2, flagged: 0, waived: 0, reviewed: 1 });
    expect(overviewOf('no-group')).toMatchObject({ missing: ['billingGroups'], counts: { open: 0 } });
    expect(overviewOf('direct-in-fee-file')?.missing).toEqual(['reconciliation']);
    expect(custodians.map(({ value }) => value)).toEqual(['SWB', 'NFS']);
  });

  it('shows the values that a rule read, except secret ones', async () => {
    const { review } = await createQueue([
      account(1, { tax_id_token: 'tok-a', household_id: 10 }),
      account(2, { tax_id_token: 'tok-a', household_id: 11 }),
    ]);
    const detail = review.get('owner-in-several-households 1');
    expect(detail).toMatchObject({
      values: [
        { field: 'status', cell: 'funded' },
        { field: 'household_id', cell: 10 },
      ],
      related: [{ resource: 'accounts', key: '2', title: 'Account B' }],
      mark: null,
    });
    expect(JSON.stringify(detail)).not.toContain('tok-');
    expect(review.get('owner-in-several-households 2')).toBeNull();
    expect(review.get('nonsense')).toBeNull();
  });

  it('is rechecked after the data has changed, but not during a refresh', async () => {
    const firm = await createQueue();
    const { review, store, put, live } = firm;
    const { stamp } = review.state;
    live.set(liveOf({ run: runOf({ state: 'running' }) }));
    put([account(1)]);
    for (let turns = 0; turns < 50; turns += 1) {
      expect(review.findingsOfRules(new Set(['no-household']))).toBe(null); // a request does not start it either
      expect(review.state.stamp).toBe(stamp);
      await new Promise(setImmediate);
    }
    live.set(liveOf());
    await store([account(1), account(2, { household_id: 5 }), account(3)]);
    expect(firm.accountStates()).toBe('A open, C open');
  });

  it('is rechecked after a colleague has set the ceiling of fees', async () => {
    const { review, workspace, waitForCheck } = await createQueue();
    const { stamp } = review.state;
    workspace.feeSettings.setCeiling('1.50');
    review.rereadMarks(); // as after the entry of a colleague
    await waitForCheck(stamp + 1); // rereadMarks itself raises the stamp by one
  });

  it('says at once whether marks are shared, after the team was joined or left', async () => {
    const { review, team } = await createQueue();
    for (const isJoined of [true, false]) {
      team.isJoined = isJoined;
      expect(review.state.overview.isShared).toBe(isJoined);
    }
  });
});

describe('a mark', () => {
  it('has its author and time, and survives a restart', async () => {
    const { review, workspaceFile } = await createQueue();
    review.mark(
      { kind: 'ids', ids: [WITHOUT_HOUSEHOLD[0]] },
      { kind: 'waived', reason: 'On purpose', until: '2026-12-31' },
    );
    const reopened = await createQueue(undefined, workspaceFile);
    expect(reopened.review.get(WITHOUT_HOUSEHOLD[0])).toMatchObject({
      state: 'waived',
      mark: {
        by: 'pat',
        reason: 'On purpose',
        until: '2026-12-31',
        at: new Date(2026, 10, 21, 9).toISOString(),
      },
    });
  });

  it('of all findings fails if another number matches than the user saw', async () => {
    const { review, store, accountStates } = await createQueue();
    const all = { kind: 'all' as const, filter: noHousehold, except: [WITHOUT_HOUSEHOLD[0]] };
    await store([account(1), account(2), account(3), account(4)]);
    expect(() => review.mark(all, { kind: 'reviewed' }, 3)).toThrow(
      expect.objectContaining({ failure: { kind: 'changed-since', where: 'decision' } }) as Error,
    );
    expect(accountStates()).toBe('A open, B open, C open, D open');
    expect(review.mark(all, { kind: 'reviewed' }, 4)).toMatchObject({ marked: 3 });
  });

  it('as reviewed is cleared by a change to a field that the rule reads, and by no other', async () => {
    const firm = await createQueue();
    const { review, store } = firm;
    review.mark({ kind: 'all', filter: noHousehold, except: [] }, { kind: 'reviewed' });
    await store([account(1, { status: 'stale' }), account(2, { city: 'Boise' }), account(3)]);
    expect(firm.accountStates()).toBe('A open, B reviewed, C reviewed');
    expect(review.get(WITHOUT_HOUSEHOLD[0])).toMatchObject({
      state: 'open',
      mark: { state: 'reviewed', by: 'pat' },
    });
  });

  it('as waived ends with its last day in local time', async () => {
    const firm = await createQueue();
    const { review, clock } = firm;
    review.mark(
      { kind: 'ids', ids: [WITHOUT_HOUSEHOLD[0]] },
      { kind: 'waived', reason: 'Later', until: '2026-11-22' },
    );
    clock.today = new Date(2026, 10, 22, 23, 59, 59);
    expect(firm.accountStates()).toBe('A waived, B open, C open');
    clock.today = new Date(2026, 10, 23, 0, 0, 1);
    expect(firm.accountStates()).toBe('A open, B open, C open');
    expect(review.state.overview.rules.find(({ rule }) => rule === 'no-household')?.counts.open).toBe(3);
  });

  it('as waived ends when a fee that its rule compared changes, not when another line does', async () => {
    const accounts = [account(1), account(2), account(3)];
    const { review, workspace, store } = await createQueue(accounts);
    // The archive saved last counts for a file, so the hashes, which end the times, are in order.
    const save = (fileId: string, sha256: string, ...fees: (readonly [string, string])[]) =>
      workspace.feeHistory.put(
        { fileId, sha256, firmId: '39', endDate: '2026-09-30', savedAt: `2026-10-02 ${sha256}`, leftOut: 0 },
        fees.map(([accountRef, amount], index) => ({
          accountRef,
          at: index,
          custodian: 'SWB',
          number: accountRef,
          amount,
        })),
      );
    const id = 'fee-in-two-files 1';
    save('40', 'h1', ['a1', '10.00']);
    save('41', 'h2', ['a1', '5.00'], ['a2', '1.00']);
    await store(accounts);
    review.mark({ kind: 'ids', ids: [id] }, { kind: 'waived', reason: 'Two sleeves', until: '2026-12-31' });
    save('41', 'h3', ['a1', '5.00'], ['a2', '2.00']);
    await store(accounts);
    expect(review.get(id)).toMatchObject({ state: 'waived', facts: { amount: '15.00' } });
    // A billing period counts it for each file that it names.
    await review.settle();
    expect(review.findingsOfRules(new Set(['fee-in-two-files', 'no-household']))?.findings).toMatchObject([
      { rule: 'fee-in-two-files', key: '1', state: 'waived', files: ['40', '41'] },
      ...accounts.map(({ id: key }) => ({ rule: 'no-household', key: String(key), files: [] })),
    ]);
    save('41', 'h4', ['a1', '5.01'], ['a2', '2.00']);
    await store(accounts);
    expect(review.get(id)).toMatchObject({
      state: 'open',
      facts: { amount: '15.01' },
      mark: { state: 'waived', reason: 'Two sleeves' },
    });
  });

  it.each([
    { kind: 'waived', reason: 'Cash is on its way', until: '2026-12-31' },
    { kind: 'reviewed' },
  ] as const)(
    'as $kind, with the same values for a period, holds if only the cash or its day changes',
    async (mark) => {
      const { review, workspace, storeList } = await createQueue([account(1)]);
      const findingsWith = async (debit: string, cash: number, day: string) => {
        workspace.feeHistory.put(
          {
            fileId: '40',
            sha256: `hash of ${debit}`,
            firmId: '39',
            endDate: '2026-09-30',
            savedAt: `2026-10-02 ${debit}`,
            leftOut: 0,
          },
          [{ accountRef: 'a1', at: 0, custodian: 'SWB', number: 'N1', amount: debit }],
        );
        await storeList('latestBalances', [{ account_id: 1, cash_value: cash, reported_date: day }]);
        await review.settle();
        const findings = review.findingsOfRules(new Set(['fee-above-cash']))?.findings ?? [];
        return findings.map(({ state, values }) => [state, values]);
      };
      const [open] = await findingsWith('10.00', 5, '2026-11-19');
      expect(open).toEqual(['open', expect.any(String)]);
      review.mark({ kind: 'ids', ids: ['fee-above-cash 1'] }, mark);
      const marked = [mark.kind, open?.[1]];
      expect(await findingsWith('10.00', 5, '2026-11-20')).toEqual([marked]);
      expect(await findingsWith('10.00', 4, '2026-11-20')).toEqual([marked]);
      const [changed] = await findingsWith('11.00', 4, '2026-11-20');
      expect(changed?.[0]).toBe('open');
      expect(changed?.[1]).not.toBe(open?.[1]);
    },
  );

  it('by an earlier version has the fingerprint with the cash, and holds while it is the same', () => {
    const facts = { end: '2026-09-30', files: ['40'], amount: '10.00', cash: '5', cashDate: '2026-11-19' };
    const mark = {
      rule: 'fee-above-cash',
      key: '1',
      print: 'f1',
      note: null,
      user: 'jo',
      at: 'now',
      owner: null,
    };
    const waived = { ...mark, state: 'waived', reason: 'Known', until: '2026-12-31' } as const;
    expect(reviewStateOf(waived, { facts, fingerprint: 'f1' }, '2026-12-31')).toBe('waived');
    expect(reviewStateOf(waived, { facts, fingerprint: 'f2' }, '2026-12-31')).toBe('open');
  });

  it('is not about a file that was marked as replaced: the rules check again', async () => {
    const { review, workspace } = await createQueue([account(1)]);
    for (const fileId of ['40', '41']) {
      workspace.feeHistory.put(
        { fileId, sha256: fileId, firmId: '39', endDate: '2026-09-30', savedAt: '2026-10-02', leftOut: 0 },
        [{ accountRef: 'a1', at: 0, custodian: 'SWB', number: 'N1', amount: '10.00' }],
      );
    }
    signOff(workspace, '41');
    const filesFound = () =>
      review.findingsOfRules(new Set(['fee-in-two-files']))?.findings.map(({ files }) => files);
    const isUnchecked = () => review.findingsOfRules(new Set(['direct-in-fee-file']))?.unchecked.length === 1;
    await review.settle();
    expect([filesFound(), isUnchecked()]).toEqual([[['40', '41']], false]);
    workspace.feeHistory.replaced.mark('41', { by: 'jo', at: 'now', note: '' });
    expect(filesFound()).toBeUndefined();
    await review.settle();
    expect([filesFound(), isUnchecked()]).toEqual([[], true]);
  });

  it('applies to a whole selection with exclusions, and is undone as one', async () => {
    const firm = await createQueue();
    const { review } = firm;
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] }, { kind: 'flagged' });
    const { marked, undo } = review.mark(
      { kind: 'all', filter: noHousehold, except: [WITHOUT_HOUSEHOLD[2]] },
      { kind: 'reviewed' },
    );
    expect(marked).toBe(2);
    expect(firm.accountStates()).toBe('A reviewed, B reviewed, C open');
    expect(review.undo(undo ?? '')).toEqual({ restored: 2 });
    expect(firm.accountStates()).toBe('A open, B flagged, C open');
    expect(review.undo(undo ?? '')).toEqual({ restored: 0 });
  });

  it('can be undone again if the undo could not be stored', async () => {
    const firm = await createQueue();
    const { review, workspace } = firm;
    const request = { kind: 'waived' as const, reason: 'Known', until: '2026-12-31' };
    const { undo } = review.mark({ kind: 'all', filter: noHousehold, except: [] }, request);
    vi.spyOn(workspace.activity, 'note').mockImplementationOnce(() => {
      throw new Error('database or disk is full');
    });
    expect(() => review.undo(undo ?? '')).toThrow('disk is full');
    expect(firm.accountStates()).toBe('A waived, B waived, C waived');
    expect(review.undo(undo ?? '')).toEqual({ restored: 3 });
    expect(firm.accountStates()).toBe('A open, B open, C open');
  });

  it('that was changed since is kept when the earlier mark is undone', async () => {
    const firm = await createQueue();
    const { review } = firm;
    const { undo } = review.mark({ kind: 'ids', ids: WITHOUT_HOUSEHOLD.slice(0, 2) }, { kind: 'reviewed' });
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[0]] }, { kind: 'flagged' });
    expect(review.undo(undo ?? '')).toEqual({ restored: 1 });
    expect(firm.accountStates()).toBe('A flagged, B open, C open');
  });

  it('keeps its note, and a note keeps its mark', async () => {
    const { review } = await createQueue();
    const selection = { kind: 'ids' as const, ids: [WITHOUT_HOUSEHOLD[0]] };
    review.mark(selection, { kind: 'note', text: 'Asked the custodian' });
    expect(review.get(WITHOUT_HOUSEHOLD[0])).toMatchObject({ state: 'open', hasNote: true });
    review.mark(selection, { kind: 'flagged' });
    expect(review.get(WITHOUT_HOUSEHOLD[0])).toMatchObject({
      state: 'flagged',
      mark: { note: 'Asked the custodian' },
    });
    review.mark(selection, { kind: 'note', text: '' });
    expect(review.get(WITHOUT_HOUSEHOLD[0])).toMatchObject({ state: 'flagged', hasNote: false });
    review.mark(selection, { kind: 'open' });
    expect(review.get(WITHOUT_HOUSEHOLD[0])).toMatchObject({ state: 'open', mark: null });
  });

  it('as waived is logged with its count but not its reason, and so is its undo', async () => {
    const { review, workspace } = await createQueue();
    const request = { kind: 'waived' as const, reason: 'Account of Jane Doe', until: '2026-12-31' };
    const { undo } = review.mark({ kind: 'all', filter: noHousehold, except: [] }, request);
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[0]] }, { kind: 'reviewed' });
    review.undo(undo ?? '');
    const { entries } = workspace.activity.list({}, 0, 10);
    expect(entries.map(({ kind, count, outcome }) => ({ kind, count, outcome }))).toEqual([
      { kind: 'review-waive', count: 2, outcome: 'canceled' },
      { kind: 'review-waive', count: 3, outcome: 'done' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Jane');
  });

  it('as waived can be undone from the activity entry too, but not in a later session', async () => {
    const { review, workspace, workspaceFile } = await createQueue();
    const request = { kind: 'waived' as const, reason: 'Known', until: '2026-12-31' };
    review.mark({ kind: 'ids', ids: WITHOUT_HOUSEHOLD.slice(0, 2) }, request);
    const undo = workspace.activity.list({}, 0, 1).entries[0]?.facts['undo'];
    expect(review.undo(String(undo))).toEqual({ restored: 2 });
    const nextSession = await createQueue(undefined, workspaceFile);
    nextSession.review.mark({ kind: 'ids', ids: WITHOUT_HOUSEHOLD.slice(0, 2) }, request);
    expect(nextSession.review.undo(String(undo))).toEqual({ restored: 0 });
  });
});

describe('new findings', () => {
  const foundIds = (review: Review, since: 'refresh' | 'yesterday') =>
    review.list({ ...noHousehold, found: since }, 0, 10).items.map(({ id }) => id);

  it('are those since the last refresh or yesterday, and none at the first check', async () => {
    const { review, clock, live, store } = await createQueue([account(1), account(2, { household_id: 5 })]);
    expect(foundIds(review, 'refresh')).toEqual([]);
    expect(foundIds(review, 'yesterday')).toEqual([]);
    expect(review.list(noHousehold, 0, 10).items[0]?.foundAt).toBeNull();

    clock.today = new Date(2026, 10, 23, 9);
    await store([account(1), account(2)]);
    expect(foundIds(review, 'refresh')).toEqual([WITHOUT_HOUSEHOLD[1]]);
    expect(foundIds(review, 'yesterday')).toEqual([WITHOUT_HOUSEHOLD[1]]);
    expect(review.get(WITHOUT_HOUSEHOLD[1])?.foundAt).toBe(clock.today.toISOString());

    const refreshedAt = new Date(2026, 10, 25, 8).toISOString();
    live.set(
      liveOf({
        ...live.value,
        resources: live.value.resources.map((state) => ({ ...state, asOf: refreshedAt })),
      }),
    );
    clock.today = new Date(2026, 10, 25, 9);
    expect(foundIds(review, 'refresh')).toEqual([]);
    expect(foundIds(review, 'yesterday')).toEqual([]);
  });

  it('are shown if their times could not be stored, and the next check stores the times', async () => {
    const { review, workspace, workspaceFile, clock, put, live, nextState } = await createQueue([account(1)]);
    const write = vi.spyOn(workspace.firstFound, 'write').mockImplementation(() => {
      throw new Error('database or disk is full');
    });
    const check = async (accounts: readonly object[]) => {
      const { stamp } = review.state;
      put(accounts);
      live.set(liveOf({ version: live.value.version + 1 }));
      return nextState((now) => now.state === 'failed' || now.stamp > stamp);
    };
    clock.today = new Date(2026, 10, 22, 9);
    expect(await check([account(1), account(2)])).toMatchObject({ state: 'done', failure: null });
    const foundAt = clock.today.toISOString();
    expect(review.get(WITHOUT_HOUSEHOLD[1])?.foundAt).toBe(foundAt);

    write.mockRestore();
    clock.today = new Date(2026, 10, 23, 9);
    await check([account(1), account(2), account(3, { household_id: 5 })]);
    const nextSession = await createQueue([account(1), account(2)], workspaceFile);
    expect(nextSession.review.get(WITHOUT_HOUSEHOLD[1])?.foundAt).toBe(foundAt);
  });

  it('keep their time over a restart, and get a new one if they come back', async () => {
    const first = await createQueue([account(1)]);
    first.clock.today = new Date(2026, 10, 22, 9);
    await first.store([account(1), account(2)]);
    const foundAt = first.clock.today.toISOString();
    const { review, clock, store } = await createQueue([account(1), account(2)], first.workspaceFile);
    expect(review.get(WITHOUT_HOUSEHOLD[1])?.foundAt).toBe(foundAt);
    await store([account(1), account(2, { household_id: 5 })]);
    clock.today = new Date(2026, 10, 23, 9);
    await store([account(1), account(2)]);
    expect(review.get(WITHOUT_HOUSEHOLD[1])?.foundAt).toBe(clock.today.toISOString());
    expect(review.get(WITHOUT_HOUSEHOLD[0])?.foundAt).toBeNull();
  });
});

describe('an owner', () => {
  const assignOwner = (review: Review, owner: string) =>
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] }, { kind: 'owner', owner });
  const ownedBy = (review: Review, owner: string) =>
    review.list({ ...noHousehold, owner }, 0, 10).items.map(({ id }) => id);

  it('is stored with the finding, filtered and counted, and kept by other marks', async () => {
    const { review, workspaceFile } = await createQueue();
    assignOwner(review, 'Dana');
    review.mark(
      { kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] },
      { kind: 'waived', reason: 'x', until: '2026-12-31' },
    );
    review.mark({ kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] }, { kind: 'open' });
    const reopened = await createQueue(undefined, workspaceFile);
    expect(ownedBy(reopened.review, 'Dana')).toEqual([WITHOUT_HOUSEHOLD[1]]);
    expect(ownedBy(reopened.review, '')).toEqual([WITHOUT_HOUSEHOLD[0], WITHOUT_HOUSEHOLD[2]]);
    expect(reopened.review.state.overview).toMatchObject({
      owners: [{ value: 'Dana', count: 1 }],
      user: 'pat',
    });
    expect(reopened.review.get(WITHOUT_HOUSEHOLD[1])).toMatchObject({ owner: 'Dana', state: 'open' });
  });

  it('is removed by an empty name, and restored by undo', async () => {
    const { review } = await createQueue();
    assignOwner(review, 'Dana');
    const { undo } = assignOwner(review, '');
    expect(review.get(WITHOUT_HOUSEHOLD[1])).toMatchObject({ owner: null, mark: null });
    review.undo(undo ?? '');
    expect(review.get(WITHOUT_HOUSEHOLD[1])?.owner).toBe('Dana');
  });

  it('does not change the author and reason of a waiver', async () => {
    const { review } = await createQueue();
    review.mark(
      { kind: 'ids', ids: [WITHOUT_HOUSEHOLD[1]] },
      { kind: 'waived', reason: 'x', until: '2026-12-31' },
    );
    assignOwner(review, 'Dana');
    expect(review.get(WITHOUT_HOUSEHOLD[1])).toMatchObject({
      state: 'waived',
      owner: 'Dana',
      mark: { by: 'pat', reason: 'x' },
    });
  });
});

describe('a finding of a fee structure', () => {
  it('shows its collection and frequency besides what the rule read', async () => {
    const { review, storeList } = await createQueue();
    const structure = { name: 'Flat', calculation_type: 'F', collection_type: 'D', frequency: 'Q' };
    await storeList('feeStructures', [
      { id: 7, ...structure },
      { id: 8, ...structure, name: 'Flat two' },
    ]);
    const subtitle = expect.stringMatching(/ · Advance · Quarterly$/) as unknown;
    expect(review.list({ rule: 'structure-unused' }, 0, 1).items).toMatchObject([{ key: '7', subtitle }]);
    expect(review.get('structure-alike 7')?.related).toMatchObject([{ key: '8', subtitle }]);
    expect(review.get('structure-unused 7')?.values).toEqual([
      { field: 'name', cell: 'Flat' },
      { field: 'collection_type', cell: 'D' },
      { field: 'frequency', cell: 'Q' },
    ]);
  });
});

describe('the rules on a draft', () => {
  const draftOf = (
    workspace: Awaited<ReturnType<typeof createQueue>>['workspace'],
    ...keys: number[]
  ): string =>
    workspace.drafts.create(
      { resource: 'accounts', kind: 'edit', origin: 'bulk' },
      keys.map((key) => ({
        key: String(key),
        title: `Account ${key}`,
        subtitle: '',
        line: null,
        state: 'ready',
        fields: [{ field: 'household_id', before: '5', after: 'null', issue: null }],
        issue: null,
      })),
    );
  const withoutHousehold = ({ items }: Awaited<ReturnType<Review['ofDraft']>>) =>
    items.filter(({ rule }) => rule === 'no-household').map(({ title }) => title);
  const accounts = [account(1, { household_id: 5 }), account(2, { household_id: 5 }), account(3)];

  it('find only what the draft makes worse, and leave the findings of the queue unchanged', async () => {
    const { review, workspace, accountStates } = await createQueue(accounts);
    const findings = await review.ofDraft({ draft: draftOf(workspace, 1, 2, 3) });
    expect(withoutHousehold(findings)).toEqual(['Account A', 'Account B']);
    expect(findings.records).toEqual([{ resource: 'accounts', count: 2 }]);
    expect(accountStates()).toBe('C open'); // the queue reflects the stored data
  });

  it('do not repeat a finding that is waived, until the waiver is over', async () => {
    const { review, workspace, clock, store } = await createQueue([
      account(1),
      account(2, { household_id: 5 }),
    ]);
    review.mark(
      { kind: 'ids', ids: [WITHOUT_HOUSEHOLD[0]] },
      { kind: 'waived', reason: 'Alone', until: '2026-11-30' },
    );
    await store(accounts); // removes the waived finding, which the draft brings back
    const draft = draftOf(workspace, 1, 2);
    expect(withoutHousehold(await review.ofDraft({ draft }))).toEqual(['Account B']);
    clock.today = new Date(2026, 11, 1, 9);
    expect(withoutHousehold(await review.ofDraft({ draft }))).toEqual(['Account A', 'Account B']);
  });

  it('compare with the current data even before it is checked', async () => {
    const { review, workspace, put } = await createQueue(accounts);
    put([account(1), account(2, { household_id: 5 }), account(3)]);
    expect(withoutHousehold(await review.ofDraft({ draft: draftOf(workspace, 1, 2, 3) }))).toEqual([
      'Account B',
    ]);
  });

  it('compare with the current data if its check failed', async () => {
    const { review, workspace, put } = await createQueue(accounts);
    put([account(1), account(2, { household_id: 5 }), account(3)]);
    vi.spyOn(workspace.firstFound, 'read').mockImplementationOnce(() => {
      throw new Error('disk');
    });
    expect(await review.settle()).toMatchObject({ state: 'failed' });
    expect(withoutHousehold(await review.ofDraft({ draft: draftOf(workspace, 1, 2, 3) }))).toEqual([
      'Account B',
    ]);
  });

  it('stop when the call is aborted, and fail for a removed draft', async () => {
    const { review, workspace } = await createQueue(accounts);
    const draft = draftOf(workspace, 1);
    await expect(review.ofDraft({ draft }, AbortSignal.abort())).rejects.toThrow(/abort/i);
    workspace.drafts.remove(draft);
    await expect(review.ofDraft({ draft })).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });
});
