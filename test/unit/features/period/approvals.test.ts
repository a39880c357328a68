import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/dates';
import { approvalRules, NO_RULES, type ApprovalRules } from '#contract/features/team/approvals';
import { periodSubject } from '#engine/features/team/saved-work/topics/approvals';
import { closeAfterTest } from '#test/support/cleanups';
import { ANNA, approvalDesk, BEN, CLEO } from '../team/approval-desk';
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
function createDesk(rules: Partial<ApprovalRules> = { periods: true }) {
  const harness = periodHarness();
  const closed = new AbortController();
  closeAfterTest({ close: () => closed.abort() });
  const { workspace, guard, clock } = harness;
  /** The records that are on this computer now. */
  const current = { periods: harness.periods };
  /** Checks the period again, as the timer does. */
  const timer = { recheck: () => undefined as void };
  const drafts = { ids: () => [], publishAgain: () => undefined, follow: async function* () {} };
  const team = approvalDesk(
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
type Desk = ReturnType<typeof createDesk>;

/** Asks for approval, and lets a colleague approve. Returns the request's ID. */
async function approved({ requestApproval, approveRequest }: Desk, by = BEN): Promise<string> {
  await requestApproval();
  return approveRequest(periodSubject(JUNE), by);
}

async function expectRefused({ sign, workspace }: Desk, why = NEEDED): Promise<void> {
  await expect(sign()).rejects.toEqual(why);
  expect(workspace.periods.signatures()).toEqual([]);
}

describe('the signature of a period', () => {
  it('needs no approval without the rule, even if an earlier version stored the rules', async () => {
    const { periods: _, ...earlier } = NO_RULES;
    expect(approvalRules.parse({ ...earlier, removals: true })).toMatchObject({ periods: false });
    for (const rules of [earlier, { records: 1, removals: true }])
      expect(await createDesk(rules).sign()).toMatchObject({ approval: null });
  });

  it('is refused without an approval, and made with one that names both', async () => {
    const desk = createDesk();
    await expectRefused(desk);
    const id = await approved(desk);
    expect(await desk.approvals.statusOf(SUBJECT)).toMatchObject({
      rules: ['periods'],
      approval: { id, state: 'approved', note: NOTE, about: { kind: 'period', period: JUNE } },
    });
    const requested = desk.periods.toSign(id);
    const signature = await desk.sign();
    expect(signature).toMatchObject({ approval: { id, by: 'Ben' }, contentSha256: requested.contentSha256 });
    const [entry] = desk.workspace.activity.list({ kinds: ['period-sign'] }, 0, 1).entries;
    expect(entry?.facts).toMatchObject({ 'asked by': 'Anna', 'approved by': 'Ben', seal: signature.seal });
    expect((await desk.periods.get(JUNE)).signature).toMatchObject({ state: 'holds', isUnapproved: false });
  });

  it('shows the colleague all that would be signed', async () => {
    const desk = createDesk();
    desk.bill('40', JUNE, { '1': '10', '2': '20' });
    desk.periods.drawSample(JUNE, { size: 2, seed: 'seed', chosen: [] });
    desk.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'File the report' }]);
    await desk.requestApproval();
    const [request] = desk.workspace.team.approvals.list();
    const { signature: _, colleagues: __, ...period } = await desk.periods.get(JUNE);
    expect(desk.periods.toSign(request?.id ?? '')).toMatchObject({ note: NOTE, period });
  });

  it('shares no text with what could be a tax ID', async () => {
    const desk = createDesk();
    desk.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'Ask about 123-45-6789' }]);
    await desk.requestApproval();
    const [request] = desk.workspace.team.approvals.list();
    if (!request) throw new Error('no request');
    const shared = JSON.stringify(desk.workspace.team.approvals.rows(request));
    expect(shared).toContain('Ask about •••••••••');
    expect(shared).not.toContain('45-6789');
    desk.approveRequest(periodSubject(JUNE));
    expect(await desk.sign()).toMatchObject({ approval: { by: 'Ben' } });
  });

  it.each<readonly [string, (desk: Desk) => void | Promise<void>]>([
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
      (desk) =>
        void (desk.current.periods = desk.later({
          ...FIRM,
          accounts: changedAccount(1, { payment_source: 'D' }),
        }).periods),
    ],
    [
      'the total of a file',
      (desk) =>
        void (desk.current.periods = desk.later({
          ...FIRM,
          feeUploadFiles: FIRM.feeUploadFiles.map((file) => ({ ...file, total_period_debit: 7 })),
        }).periods),
    ],
  ])('is refused after %s changed, until it is approved again', async (_, change) => {
    const desk = createDesk();
    await approved(desk);
    await change(desk);
    expect((await desk.approvals.statusOf(SUBJECT)).approval).toBeNull();
    await expectRefused(desk);
    await approved(desk);
    expect(await desk.sign()).toMatchObject({ approval: { by: 'Ben' } });
  });

  it('keeps its approval after a refresh without changes, and has the approved times', async () => {
    const desk = createDesk();
    const id = await approved(desk);
    const later = desk.later(FIRM);
    if (!later.state.findings) throw new Error('no findings');
    later.state.findings = { ...later.state.findings, checkedAt: '2026-10-02T08:00:00.000Z' };
    desk.current.periods = later.periods;
    expect((await desk.approvals.statusOf(SUBJECT)).approval).toMatchObject({ id, state: 'approved' });
    expect((await desk.sign()).contentSha256).toBe(desk.periods.toSign(id).contentSha256);
  });

  it.each<readonly [string, (desk: Desk, id: string) => void]>([
    ['five days passed', ({ clock }) => void (clock.now += 5 * DAY_MS)],
    ['its approver left', ({ roles }) => void (roles[BEN] = null)],
    ['its approver became a viewer', ({ roles }) => void (roles[BEN] = 'viewer')],
    ['it was withdrawn', ({ approvals }, id) => approvals.withdraw(id)],
    ['a colleague declined it', ({ log }, id) => log(CLEO, 'approval', id, { kind: 'decline', note: '' })],
    [
      'its refusal reached the log just before',
      ({ link, log }, id) => {
        link.onSync = () => log(CLEO, 'approval', id, { kind: 'decline', note: '' });
      },
    ],
  ])('is refused after %s', async (_, end) => {
    const desk = createDesk();
    const id = await approved(desk);
    end(desk, id);
    await expectRefused(desk);
  });

  it('is not approved by its requester, or for another hash', async () => {
    const desk = createDesk();
    await approved(desk, ANNA);
    await expectRefused(desk);
    desk.approveRequest(periodSubject(JUNE), BEN, { digest: 'b'.repeat(64) });
    await expectRefused(desk);
    const [request] = desk.workspace.team.approvals.list();
    await expect(desk.approvals.approve(request?.id ?? '', '')).rejects.toThrow('own-approval');
  });

  it('must have the approved note', async () => {
    const desk = createDesk();
    await approved(desk);
    await expect(desk.sign('Another note')).rejects.toEqual(NEEDED);
    await expect(desk.requestApproval('Client 123-45-6789')).rejects.toEqual(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'refused' }) as unknown }),
    );
    expect((await desk.sign()).note).toBe(NOTE);
  });

  it('needs an approval of this period, requested by the signer', async () => {
    const desk = createDesk();
    const id = await approved(desk);
    await expect(desk.sign(NOTE, SEPTEMBER)).rejects.toEqual(NEEDED);
    const { items, approvals } = desk.workspace.team;
    const { request } = approvals.find(id) ?? {};
    desk.approvals.withdraw(id);
    const others = randomUUID();
    desk.log(BEN, 'approval', `${others}/0`, items.latest('approval', `${id}/0`));
    desk.log(BEN, 'approval', others, request);
    desk.log(CLEO, 'approval', others, { kind: 'approve', digest: request?.digest, note: '' });
    expect(approvals.find(others)?.state).toBe('approved');
    await expectRefused(desk);
  });

  it('can use its approval only once', async () => {
    const desk = createDesk();
    const id = await approved(desk);
    await desk.sign();
    expect(desk.workspace.team.approvals.find(id)?.state).toBe('sent');
    await expect(desk.sign()).rejects.toEqual(NEEDED);
    expect(desk.workspace.periods.signatures()).toHaveLength(1);
  });

  it('is refused without the database, with or without an approval', async () => {
    const desk = createDesk();
    desk.link.isOnline = false;
    await expectRefused(desk, refusal('approval-offline'));
    await approved(desk);
    await expectRefused(desk, refusal('approval-offline'));
    const free = createDesk({});
    free.link.isOnline = false;
    expect(await free.sign()).toMatchObject({ approval: null });
  });

  it('is not requested if the period changed since it was shown', async () => {
    const desk = createDesk();
    const sections = (await desk.periods.get(JUNE)).sections.map(({ sha256 }) => sha256);
    desk.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]);
    await expect(desk.approvals.requestApproval(SUBJECT, NOTE, sections)).rejects.toEqual(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'changed-since' }) as unknown }),
    );
    expect(desk.workspace.team.approvals.list()).toEqual([]);
  });

  it('is refused to a viewer', async () => {
    const desk = createDesk();
    desk.workspace.team.setSharing('refused');
    await expect(desk.requestApproval()).rejects.toEqual(refusal('team-viewer'));
    await expectRefused(desk);
  });
});

/** Follows the requests of Anna; "current" marks those that Today lists. */
function follow({ approvals }: Desk): { now: string[] } {
  const followed = { now: [] as string[] };
  const stop = new AbortController();
  closeAfterTest({ close: () => stop.abort() });
  void (async () => {
    for await (const { list } of approvals.follow(stop.signal))
      followed.now = list.map(({ state, isCurrent }) => `${state}${isCurrent ? ', current' : ''}`);
  })();
  return followed;
}

describe('an answer to a request for approval', () => {
  it.each<readonly [string, (desk: Desk, id: string) => void]>([
    ['five days passed', ({ clock }) => void (clock.now += 5 * DAY_MS)],
    [
      'a step changed',
      ({ workspace }) => workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]),
    ],
    ['its approver left', ({ roles }) => void (roles[BEN] = null)],
    ['no rule needs it', ({ log }) => log(ANNA, 'approval-rules', 'rules', NO_RULES)],
  ])('is current until %s', async (_, end) => {
    const desk = createDesk();
    const id = await approved(desk);
    const followed = follow(desk);
    await expect.poll(() => followed.now).toEqual(['approved, current']);
    end(desk, id);
    desk.timer.recheck();
    await expect.poll(() => followed.now.filter((text) => text.includes('current'))).toEqual([]);
  });

  it('is current again once the change to the period is undone', async () => {
    const desk = createDesk();
    desk.log(BEN, 'approval', await approved(desk), { kind: 'decline', note: '' });
    const followed = follow(desk);
    await expect.poll(() => followed.now).toEqual(['declined, current']);
    desk.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]);
    desk.timer.recheck();
    await expect.poll(() => followed.now).toEqual(['declined']);
    desk.workspace.periods.setSteps(JUNE.firm, []);
    desk.timer.recheck();
    await expect.poll(() => followed.now).toEqual(['declined, current']);
  });

  it('is listed until it is used or approval is requested again', async () => {
    const desk = createDesk();
    await approved(desk);
    const followed = follow(desk);
    await expect.poll(() => followed.now).toEqual(['approved, current']);
    await desk.requestApproval();
    await expect.poll(() => followed.now).toEqual(['asked, current']);
    desk.approveRequest(periodSubject(JUNE));
    await desk.sign();
    desk.workspace.team.notifyTopics();
    await expect.poll(() => followed.now).toEqual([]);
  });
});
