import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#contract/dates';
import { approvalRules, NO_RULES, type ApprovalRules } from '#contract/features/team/approvals';
import { approvalRowsKey, periodSubject } from '#engine/features/team/saved-work/topics/approvals';
import { closeAfterTest } from '#test/support/cleanups';
import { ANNA, approvalFixture, BEN, CLEO } from '../team/approval-fixture';
import { changedAccount, FIRM, JUNE, periodHarness, SEPTEMBER } from './period-harness';

const SUBJECT = { kind: 'period', period: JUNE } as const;
const NOTE = 'All checked';
const refusal = (code: string) =>
  expect.objectContaining({
    failure: expect.objectContaining({
      kind: 'not-allowed',
      detail: expect.objectContaining({ code }) as unknown,
    }) as unknown,
  }) as unknown;
const NEEDED = refusal('approval-needed');

/** Creates the periods of Anna, whose team requires approval of signatures. */
function createFixture(rules: Partial<ApprovalRules> = { periods: true }) {
  const harness = periodHarness();
  const closed = new AbortController();
  closeAfterTest({ close: () => closed.abort() });
  const { workspace, guard, clock } = harness;
  /** The records that are on this computer now. */
  const current = { periods: harness.periods };
  /** Checks the period again, as the timer does. */
  const timer = { recheck: () => undefined as void };
  const drafts = { ids: () => [], publishAgain: () => undefined, follow: async function* () {} };
  const team = approvalFixture(
    {
      workspace,
      jobs: { guard } as never,
      drafts: { drafts } as never,
      closed: closed.signal,
      now: () => clock.now,
      after: (_, then) => {
        timer.recheck = then;
        return () => undefined;
      },
      periodRows: (period, requested) => current.periods.guardedRows(period, requested),
    },
    rules,
  );
  const sectionsOf = async (id = JUNE) =>
    (await current.periods.get(id)).sections.map(({ sha256 }) => sha256);
  return {
    ...harness,
    ...team,
    current,
    timer,
    requestApproval: async (note = NOTE) => team.approvals.requestApproval(SUBJECT, note, await sectionsOf()),
    sign: async (note = NOTE, id = JUNE) => current.periods.sign(id, note, await sectionsOf(id)),
  };
}
type Fixture = ReturnType<typeof createFixture>;

/** Asks for approval, and lets a colleague approve. Returns the request's ID. */
async function requestAndApprove({ requestApproval, approveRequest }: Fixture, by = BEN): Promise<string> {
  await requestApproval();
  return approveRequest(periodSubject(JUNE), by);
}

async function expectRefused({ sign, workspace }: Fixture, why = NEEDED): Promise<void> {
  await expect(sign()).rejects.toEqual(why);
  expect(workspace.periods.signatures()).toEqual([]);
}

describe('the signature of a period', () => {
  it('needs no approval without the rule, even if an earlier version stored the rules', async () => {
    const { periods: _, ...earlier } = NO_RULES;
    expect(approvalRules.parse({ ...earlier, removals: true })).toMatchObject({ periods: false });
    for (const rules of [earlier, { records: 1, removals: true }])
      expect(await createFixture(rules).sign()).toMatchObject({ approval: null });
  });

  it('is refused without an approval; with one, the log names requester and approver', async () => {
    const fixture = createFixture();
    await expectRefused(fixture);
    const id = await requestAndApprove(fixture);
    expect(await fixture.approvals.statusOf(SUBJECT)).toMatchObject({
      rules: ['periods'],
      approval: { id, state: 'approved', note: NOTE, about: { kind: 'period', period: JUNE } },
    });
    const requested = fixture.periods.toSign(id);
    const signature = await fixture.sign();
    expect(signature).toMatchObject({ approval: { id, by: 'Ben' }, contentSha256: requested.contentSha256 });
    const [entry] = fixture.workspace.activity.list({ kinds: ['period-sign'] }, 0, 1).entries;
    expect(entry?.facts).toMatchObject({ 'asked by': 'Anna', 'approved by': 'Ben', seal: signature.seal });
    expect((await fixture.periods.get(JUNE)).signature).toMatchObject({
      state: 'holds',
      isUnapproved: false,
    });
  });

  it('shows the colleague all that would be signed', async () => {
    const fixture = createFixture();
    fixture.bill('40', JUNE, { '1': '10', '2': '20' });
    fixture.periods.drawSample(JUNE, { size: 2, seed: 'seed', chosen: [] });
    fixture.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'File the report' }]);
    await fixture.requestApproval();
    const [request] = fixture.workspace.team.approvals.list();
    const { signature: _, colleagues: __, ...period } = await fixture.periods.get(JUNE);
    expect(fixture.periods.toSign(request?.id ?? '')).toMatchObject({ note: NOTE, period });
  });

  it('shares no text with what could be a tax ID', async () => {
    const fixture = createFixture();
    fixture.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'Ask about 123-45-6789' }]);
    // An early version accepted any seed.
    fixture.workspace.periods.putSample(
      JUNE,
      {
        seed: 'seed 123-45-6789',
        size: 1,
        population: 1,
        populationSha256: 'f'.repeat(64),
        by: 'Anna',
        at: '2026-06-30T09:00:00.000Z',
      },
      [{ account: '1', isChosen: false }],
    );
    await fixture.requestApproval();
    const [request] = fixture.workspace.team.approvals.list();
    if (!request) throw new Error('no request');
    const shared = JSON.stringify(fixture.workspace.team.approvals.rows(request));
    for (const text of ['Ask about', 'seed']) expect(shared).toContain(`${text} •••••••••`);
    expect(shared).not.toContain('45-6789');
    fixture.approveRequest(periodSubject(JUNE));
    expect(await fixture.sign()).toMatchObject({ approval: { by: 'Ben' } });
  });

  it('masks the names of added and removed accounts, too', async () => {
    const fixture = createFixture({});
    const withAccount = (id: number) =>
      fixture.withLaterRecords({ ...FIRM, accounts: changedAccount(id, { name: 'Lee 123-45-6789' }) });
    fixture.current.periods = withAccount(5).periods;
    await fixture.sign();
    const rows = (await withAccount(6).periods.guardedRows(SEPTEMBER, null)).approvalRows();
    const shared = JSON.stringify(rows);
    expect(shared).toContain('added');
    expect(shared).toContain('removed');
    expect(shared).not.toContain('45-6789');
  });

  it.each<readonly [string, (fixture: Fixture) => void | Promise<void>]>([
    ['a step', ({ workspace }) => workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }])],
    [
      'a check-off',
      async ({ periods }) => {
        const terms = (await periods.get(JUNE)).sections.find(({ facts }) => facts.name === 'terms');
        periods.checkSection(JUNE, 'terms', terms?.sha256 ?? '', 'none on file');
      },
    ],
    [
      'the setup of one account',
      (fixture) =>
        void (fixture.current.periods = fixture.withLaterRecords({
          ...FIRM,
          accounts: changedAccount(1, { payment_source: 'D' }),
        }).periods),
    ],
    [
      'the total of a file',
      (fixture) =>
        void (fixture.current.periods = fixture.withLaterRecords({
          ...FIRM,
          feeUploadFiles: FIRM.feeUploadFiles.map((file) =>
            file.id === 41 ? { ...file, total_period_debit: 7 } : file,
          ),
        }).periods),
    ],
  ])('is refused after %s changed, until it is approved again', async (_, change) => {
    const fixture = createFixture();
    await requestAndApprove(fixture);
    await change(fixture);
    expect((await fixture.approvals.statusOf(SUBJECT)).approval).toBeNull();
    await expectRefused(fixture);
    await requestAndApprove(fixture);
    expect(await fixture.sign()).toMatchObject({ approval: { by: 'Ben' } });
  });

  it('keeps its approval after a refresh without changes, and signs the approved content', async () => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    const refreshed = fixture.withLaterRecords(FIRM);
    if (!refreshed.state.findings) throw new Error('no findings');
    refreshed.state.findings = { ...refreshed.state.findings, checkedAt: '2026-10-02T08:00:00.000Z' };
    fixture.current.periods = refreshed.periods;
    expect((await fixture.approvals.statusOf(SUBJECT)).approval).toMatchObject({ id, state: 'approved' });
    expect((await fixture.sign()).contentSha256).toBe(fixture.periods.toSign(id).contentSha256);
  });

  it('keeps its approval after a colleague signed an earlier period', async () => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    const earlier = { ...JUNE, endDate: '2026-03-31' };
    const signed = { signedAt: '2026-04-02T10:00:00.000Z', note: null, contentSha256: 'a', approval: null };
    const colleague = { by: 'Ben', ...earlier, ...signed, signedBy: 'Ben', seal: 'b', open: [] };
    vi.spyOn(fixture.workspace.periods, 'colleagueSignatures').mockReturnValue([
      { ...colleague, isApproved: null },
    ]);
    expect(await fixture.section(JUNE, 'setup')).toMatchObject({ facts: { isSignedByColleague: true } });
    expect((await fixture.approvals.statusOf(SUBJECT)).approval).toMatchObject({ id, state: 'approved' });
    expect((await fixture.sign()).contentSha256).toBe(fixture.periods.toSign(id).contentSha256);
  });

  it.each<readonly [string, (fixture: Fixture, id: string) => void]>([
    ['five days passed', ({ clock }) => void (clock.now += 5 * DAY_MS)],
    ['its approver left', ({ roles }) => void (roles[BEN] = null)],
    ['its approver became a viewer', ({ roles }) => void (roles[BEN] = 'viewer')],
    ['it was withdrawn', ({ approvals }, id) => approvals.withdraw(id)],
    ['a colleague declined it', ({ log }, id) => log(CLEO, 'approval', id, { kind: 'decline', note: '' })],
    [
      'a decline reached the log just before',
      ({ link, log }, id) => {
        link.onSync = () => log(CLEO, 'approval', id, { kind: 'decline', note: '' });
      },
    ],
  ])('is refused after %s', async (_, end) => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    end(fixture, id);
    await expectRefused(fixture);
  });

  it('is not approved by its requester, or for another hash', async () => {
    const fixture = createFixture();
    await requestAndApprove(fixture, ANNA);
    await expectRefused(fixture);
    fixture.approveRequest(periodSubject(JUNE), BEN, { digest: 'b'.repeat(64) });
    await expectRefused(fixture);
    const [request] = fixture.workspace.team.approvals.list();
    await expect(fixture.approvals.approve(request?.id ?? '', '')).rejects.toThrow('own-approval');
  });

  it('must have the approved note', async () => {
    const fixture = createFixture();
    await requestAndApprove(fixture);
    await expect(fixture.sign('Another note')).rejects.toEqual(NEEDED);
    await expect(fixture.requestApproval('Client 123-45-6789')).rejects.toEqual(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'refused' }) as unknown }),
    );
    expect((await fixture.sign()).note).toBe(NOTE);
  });

  it('needs an approval of this period, requested by the signer', async () => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    await expect(fixture.sign(NOTE, SEPTEMBER)).rejects.toEqual(NEEDED);
    const { items, approvals } = fixture.workspace.team;
    const { request } = approvals.find(id) ?? {};
    fixture.approvals.withdraw(id);
    const otherRequest = randomUUID();
    const rows = items.latest('approval', approvalRowsKey(id, 0));
    fixture.log(BEN, 'approval', approvalRowsKey(otherRequest, 0), rows);
    fixture.log(BEN, 'approval', otherRequest, request);
    fixture.log(CLEO, 'approval', otherRequest, { kind: 'approve', digest: request?.digest, note: '' });
    expect(approvals.find(otherRequest)?.state).toBe('approved');
    await expectRefused(fixture);
  });

  it('can use its approval only once', async () => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    await fixture.sign();
    expect(fixture.workspace.team.approvals.find(id)?.state).toBe('sent');
    await expect(fixture.sign()).rejects.toEqual(NEEDED);
    expect(fixture.workspace.periods.signatures()).toHaveLength(1);
  });

  it('is refused without the database, with or without an approval', async () => {
    const fixture = createFixture();
    fixture.link.isOnline = false;
    await expectRefused(fixture, refusal('approval-offline'));
    await requestAndApprove(fixture);
    await expectRefused(fixture, refusal('approval-offline'));
    const free = createFixture({});
    free.link.isOnline = false;
    expect(await free.sign()).toMatchObject({ approval: null });
  });

  it('is not requested if the period changed since it was shown', async () => {
    const fixture = createFixture();
    const sections = (await fixture.periods.get(JUNE)).sections.map(({ sha256 }) => sha256);
    fixture.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]);
    await expect(fixture.approvals.requestApproval(SUBJECT, NOTE, sections)).rejects.toEqual(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'changed-since' }) as unknown }),
    );
    expect(fixture.workspace.team.approvals.list()).toEqual([]);
  });

  it('is refused to a viewer', async () => {
    const fixture = createFixture();
    fixture.workspace.team.setSharing('refused');
    await expect(fixture.requestApproval()).rejects.toEqual(refusal('team-viewer'));
    await expectRefused(fixture);
  });
});

/** Follows the states of Anna's requests; "current" marks those that Today lists. */
function follow({ approvals }: Fixture): { states: string[] } {
  const followed = { states: [] as string[] };
  const stop = new AbortController();
  closeAfterTest({ close: () => stop.abort() });
  void (async () => {
    for await (const { list } of approvals.follow(stop.signal))
      followed.states = list.map(({ state, isCurrent }) => `${state}${isCurrent ? ', current' : ''}`);
  })();
  return followed;
}

describe('an answer to a request for approval', () => {
  it.each<readonly [string, (fixture: Fixture, id: string) => void]>([
    ['five days passed', ({ clock }) => void (clock.now += 5 * DAY_MS)],
    [
      'a step changed',
      ({ workspace }) => workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]),
    ],
    ['its approver left', ({ roles }) => void (roles[BEN] = null)],
    ['no rule needs it', ({ log }) => log(ANNA, 'approval-rules', 'rules', NO_RULES)],
  ])('is current until %s', async (_, end) => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    const followed = follow(fixture);
    await expect.poll(() => followed.states).toEqual(['approved, current']);
    end(fixture, id);
    fixture.timer.recheck();
    await expect.poll(() => followed.states.filter((text) => text.includes('current'))).toEqual([]);
  });

  it('is current again once the change to the period is undone', async () => {
    const fixture = createFixture();
    fixture.log(BEN, 'approval', await requestAndApprove(fixture), { kind: 'decline', note: '' });
    const followed = follow(fixture);
    await expect.poll(() => followed.states).toEqual(['declined, current']);
    fixture.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]);
    fixture.timer.recheck();
    await expect.poll(() => followed.states).toEqual(['declined']);
    fixture.workspace.periods.setSteps(JUNE.firm, []);
    fixture.timer.recheck();
    await expect.poll(() => followed.states).toEqual(['declined, current']);
  });

  it('is listed until it is used or approval is requested again', async () => {
    const fixture = createFixture();
    await requestAndApprove(fixture);
    const followed = follow(fixture);
    await expect.poll(() => followed.states).toEqual(['approved, current']);
    await fixture.requestApproval();
    await expect.poll(() => followed.states).toEqual(['asked, current']);
    fixture.approveRequest(periodSubject(JUNE));
    await fixture.sign();
    fixture.workspace.team.notifyTopics();
    await expect.poll(() => followed.states).toEqual([]);
  });

  it('is compared with later requests without reading them one by one', async () => {
    const fixture = createFixture();
    const { approveRequest, approvals, workspace, requestApproval } = fixture;
    await requestApproval();
    approveRequest(periodSubject(JUNE), BEN, { kind: 'decline' });
    const all = vi.spyOn(workspace.team.approvals, 'list');
    const { value } = await approvals.follow(AbortSignal.timeout(5_000)).next();
    expect(value?.list).toMatchObject([{ state: 'declined' }]);
    expect(all).not.toHaveBeenCalled();
  });

  it('changes nothing once the period is signed', async () => {
    const fixture = createFixture();
    const id = await requestAndApprove(fixture);
    await fixture.sign();
    fixture.log(ANNA, 'approval', id, { kind: 'sent' });
    fixture.log(CLEO, 'approval', id, { kind: 'decline', note: 'Too late' });
    expect(fixture.workspace.team.approvals.find(id)).toMatchObject({ state: 'sent', decider: BEN });
    expect((await fixture.approvals.statusOf(SUBJECT)).approval).toBeNull();
  });
});
