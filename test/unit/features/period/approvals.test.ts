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
    failure: expect.objectContaining({ kind: 'not-allowed', detail: { code } }) as unknown,
  }) as unknown;
const NEEDED = refusal('approval-needed');

/** The periods of Anna, whose team requires approval of signatures. */
function desk(rules: Partial<ApprovalRules> = { periods: true }) {
  const harness = periodHarness();
  const closed = new AbortController();
  closeAfterTest({ close: () => closed.abort() });
  const { workspace, guard, clock } = harness;
  /** The records that are on this computer now. */
  const current = { periods: harness.periods };
  /** Looks at the period again, as after a pause. */
  const timer = { lookAgain: () => undefined as void };
  const drafts = { ids: () => [], publishAgain: () => undefined, follow: async function* () {} };
  const team = approvalDesk(
    {
      workspace,
      jobs: { guard } as never,
      drafts: { drafts } as never,
      closed: closed.signal,
      now: () => clock.now,
      after: (_, then) => {
        timer.lookAgain = then;
        return () => undefined;
      },
      periodRows: (period, asked) => current.periods.guardedRows(period, asked),
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
    ask: async (note = NOTE) => team.approvals.ask(SUBJECT, note, await sectionsOf()),
    sign: async (note = NOTE, id = JUNE) => current.periods.sign(id, note, await sectionsOf(id)),
  };
}
type Desk = ReturnType<typeof desk>;

/** Asks for approval, and lets a colleague approve. Returns the request's ID. */
async function approved({ ask, give }: Desk, by = BEN): Promise<string> {
  await ask();
  return give(periodSubject(JUNE), by);
}

async function expectRefused({ sign, workspace }: Desk, why = NEEDED): Promise<void> {
  await expect(sign()).rejects.toEqual(why);
  expect(workspace.periods.signatures()).toEqual([]);
}

describe('the signature of a period', () => {
  it('needs no approval without the rule, also for rules of a version that did not know it', async () => {
    const { periods: _, ...earlier } = NO_RULES;
    expect(approvalRules.parse({ ...earlier, removals: true })).toMatchObject({ periods: false });
    for (const rules of [earlier, { records: 1, removals: true }])
      expect(await desk(rules).sign()).toMatchObject({ approval: null });
  });

  it('is refused without an approval, and made with one that names both', async () => {
    const one = desk();
    await expectRefused(one);
    const id = await approved(one);
    expect(await one.approvals.statusOf(SUBJECT)).toMatchObject({
      rules: ['periods'],
      approval: { id, state: 'approved', note: NOTE, about: { kind: 'period', period: JUNE } },
    });
    const asked = one.periods.toSign(id);
    const signature = await one.sign();
    expect(signature).toMatchObject({ approval: { id, by: 'Ben' }, contentSha256: asked.contentSha256 });
    const [entry] = one.workspace.activity.list({ kinds: ['period-sign'] }, 0, 1).entries;
    expect(entry?.facts).toMatchObject({ 'asked by': 'Anna', 'approved by': 'Ben', seal: signature.seal });
    expect((await one.periods.get(JUNE)).signature).toMatchObject({ state: 'holds', isUnapproved: false });
  });

  it('shows the colleague all that would be signed', async () => {
    const one = desk();
    one.bill('40', JUNE, { '1': '10', '2': '20' });
    one.periods.drawSample(JUNE, { size: 2, seed: 'seed', chosen: [] });
    one.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'File the report' }]);
    await one.ask();
    const [request] = one.workspace.team.approvals.list();
    const { signature: _, colleagues: __, ...period } = await one.periods.get(JUNE);
    expect(one.periods.toSign(request?.id ?? '')).toMatchObject({ note: NOTE, period });
  });

  it('shares no text with what could be a tax ID', async () => {
    const one = desk();
    one.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'Ask about 123-45-6789' }]);
    await one.ask();
    const [request] = one.workspace.team.approvals.list();
    if (!request) throw new Error('no request');
    const shared = JSON.stringify(one.workspace.team.approvals.rows(request));
    expect(shared).toContain('Ask about •••••••••');
    expect(shared).not.toContain('45-6789');
    one.give(periodSubject(JUNE));
    expect(await one.sign()).toMatchObject({ approval: { by: 'Ben' } });
  });

  it.each<readonly [string, (one: Desk) => void | Promise<void>]>([
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
      (one) =>
        void (one.current.periods = one.later({
          ...FIRM,
          accounts: changedAccount(1, { payment_source: 'D' }),
        }).periods),
    ],
    [
      'the total of a file',
      (one) =>
        void (one.current.periods = one.later({
          ...FIRM,
          feeUploadFiles: FIRM.feeUploadFiles.map((file) => ({ ...file, total_period_debit: 7 })),
        }).periods),
    ],
  ])('is refused after %s changed, until it is approved again', async (_, change) => {
    const one = desk();
    await approved(one);
    await change(one);
    expect((await one.approvals.statusOf(SUBJECT)).approval).toBeNull();
    await expectRefused(one);
    await approved(one);
    expect(await one.sign()).toMatchObject({ approval: { by: 'Ben' } });
  });

  it('keeps its approval after a refresh without changes, and has the approved times', async () => {
    const one = desk();
    const id = await approved(one);
    const later = one.later(FIRM);
    if (!later.state.findings) throw new Error('no findings');
    later.state.findings = { ...later.state.findings, checkedAt: '2026-10-02T08:00:00.000Z' };
    one.current.periods = later.periods;
    expect((await one.approvals.statusOf(SUBJECT)).approval).toMatchObject({ id, state: 'approved' });
    expect((await one.sign()).contentSha256).toBe(one.periods.toSign(id).contentSha256);
  });

  it.each<readonly [string, (one: Desk, id: string) => void]>([
    ['five days passed', ({ clock }) => void (clock.now += 5 * DAY_MS)],
    ['its approver left', ({ roles }) => void (roles[BEN] = null)],
    ['its approver became a viewer', ({ roles }) => void (roles[BEN] = 'viewer')],
    ['it was withdrawn', ({ approvals }, id) => approvals.withdraw(id)],
    ['a colleague declined it', ({ log }, id) => log(CLEO, 'approval', id, { kind: 'decline', note: '' })],
    [
      'the log brought a refusal right before',
      ({ link, log }, id) => {
        link.onSync = () => log(CLEO, 'approval', id, { kind: 'decline', note: '' });
      },
    ],
  ])('is refused after %s', async (_, end) => {
    const one = desk();
    const id = await approved(one);
    end(one, id);
    await expectRefused(one);
  });

  it('is not approved by its requester, or for another hash', async () => {
    const one = desk();
    await approved(one, ANNA);
    await expectRefused(one);
    one.give(periodSubject(JUNE), BEN, { digest: 'b'.repeat(64) });
    await expectRefused(one);
    const [request] = one.workspace.team.approvals.list();
    await expect(one.approvals.approve(request?.id ?? '', '')).rejects.toThrow('own-approval');
  });

  it('has the note that was approved, and no other one', async () => {
    const one = desk();
    await approved(one);
    await expect(one.sign('Another note')).rejects.toEqual(NEEDED);
    await expect(one.ask('Client 123-45-6789')).rejects.toEqual(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'refused' }) as unknown }),
    );
    expect((await one.sign()).note).toBe(NOTE);
  });

  it('is refused for another period, and by the requester of a colleague’s', async () => {
    const one = desk();
    const id = await approved(one);
    await expect(one.sign(NOTE, SEPTEMBER)).rejects.toEqual(NEEDED);
    const { items, approvals } = one.workspace.team;
    const { request } = approvals.find(id) ?? {};
    one.approvals.withdraw(id);
    const others = randomUUID();
    one.log(BEN, 'approval', `${others}/0`, items.latest('approval', `${id}/0`));
    one.log(BEN, 'approval', others, request);
    one.log(CLEO, 'approval', others, { kind: 'approve', digest: request?.digest, note: '' });
    expect(approvals.find(others)?.state).toBe('approved');
    await expectRefused(one);
  });

  it('uses up its approval', async () => {
    const one = desk();
    const id = await approved(one);
    await one.sign();
    expect(one.workspace.team.approvals.find(id)?.state).toBe('sent');
    await expect(one.sign()).rejects.toEqual(NEEDED);
    expect(one.workspace.periods.signatures()).toHaveLength(1);
  });

  it('is refused without the database, with or without an approval', async () => {
    const one = desk();
    one.link.isOnline = false;
    await expectRefused(one, refusal('approval-offline'));
    await approved(one);
    await expectRefused(one, refusal('approval-offline'));
    const free = desk({});
    free.link.isOnline = false;
    expect(await free.sign()).toMatchObject({ approval: null });
  });

  it('is not requested if the period changed since it was shown', async () => {
    const one = desk();
    const sections = (await one.periods.get(JUNE)).sections.map(({ sha256 }) => sha256);
    one.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]);
    await expect(one.approvals.ask(SUBJECT, NOTE, sections)).rejects.toEqual(
      expect.objectContaining({ failure: expect.objectContaining({ kind: 'changed-since' }) as unknown }),
    );
    expect(one.workspace.team.approvals.list()).toEqual([]);
  });

  it('is refused to a viewer', async () => {
    const one = desk();
    one.workspace.team.setSharing('refused');
    await expect(one.ask()).rejects.toEqual(refusal('team-viewer'));
    await expectRefused(one);
  });
});

/** Follows the requests of Anna, with "current" if Today lists them. */
function follow({ approvals }: Desk): { now: string[] } {
  const seen = { now: [] as string[] };
  const stop = new AbortController();
  closeAfterTest({ close: () => stop.abort() });
  void (async () => {
    for await (const { list } of approvals.follow(stop.signal))
      seen.now = list.map(({ state, isCurrent }) => `${state}${isCurrent ? ', current' : ''}`);
  })();
  return seen;
}

describe('an answer', () => {
  it.each<readonly [string, (one: Desk, id: string) => void]>([
    ['five days passed', ({ clock }) => void (clock.now += 5 * DAY_MS)],
    [
      'a step changed',
      ({ workspace }) => workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]),
    ],
    ['its approver left', ({ roles }) => void (roles[BEN] = null)],
    ['no rule needs it', ({ log }) => log(ANNA, 'approval-rules', 'rules', NO_RULES)],
  ])('is current until %s', async (_, end) => {
    const one = desk();
    const id = await approved(one);
    const seen = follow(one);
    await expect.poll(() => seen.now).toEqual(['approved, current']);
    end(one, id);
    one.timer.lookAgain();
    await expect.poll(() => seen.now.filter((text) => text.includes('current'))).toEqual([]);
  });

  it('is current again once the period is as it was', async () => {
    const one = desk();
    one.log(BEN, 'approval', await approved(one), { kind: 'decline', note: '' });
    const seen = follow(one);
    await expect.poll(() => seen.now).toEqual(['declined, current']);
    one.workspace.periods.setSteps(JUNE.firm, [{ id: null, title: 'New' }]);
    one.timer.lookAgain();
    await expect.poll(() => seen.now).toEqual(['declined']);
    one.workspace.periods.setSteps(JUNE.firm, []);
    one.timer.lookAgain();
    await expect.poll(() => seen.now).toEqual(['declined, current']);
  });

  it('is listed until it is used or asked for again', async () => {
    const one = desk();
    await approved(one);
    const seen = follow(one);
    await expect.poll(() => seen.now).toEqual(['approved, current']);
    await one.ask();
    await expect.poll(() => seen.now).toEqual(['asked, current']);
    one.give(periodSubject(JUNE));
    await one.sign();
    one.workspace.team.notifyTopics();
    await expect.poll(() => seen.now).toEqual([]);
  });
});
