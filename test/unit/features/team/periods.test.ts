import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#common/sha256';
import type { SampleDetail, SignatureApproval } from '#contract/features/period/schemas';
import { NO_RULES, PERIOD_SIGNATURE } from '#contract/features/team/approvals';
import { colleagueSignatures, signatureView } from '#engine/features/period/colleague-signatures';
import { periodSealOf } from '#engine/features/period/seal';
import { PeriodStore } from '#engine/features/period/saved-work/periods';
import { changesDigest } from '#engine/features/team/saved-work/approvals';
import { sharePeriods } from '#engine/features/team/saved-work/share-periods';
import { approvalRowsKey, CONTENT_FIELD, RULES_KEY } from '#engine/features/team/saved-work/topics/approvals';
import { MemoryLog } from './memory-log';
import { newTeam, Writer } from './writers';

const ID = { firm: '7', endDate: '2026-09-30' };
const AT = '2026-11-28T09:00:00.000Z';
const [FACTS, OTHER_FACTS] = [sha256('facts'), sha256('other facts')];

/** What a reviewer saw of an account, as it is stored. */
const SHOWN = JSON.stringify({
  terms: null,
  expected: {
    endDate: ID.endDate,
    debit: '125.00',
    balanceDate: ID.endDate,
    dateSource: 'period-end',
    balance: { amount: '50000.00', date: ID.endDate, source: 'imported', file: 'balances.csv' },
    differing: [],
    result: {
      kind: 'calculated',
      isDropThrough: false,
      steps: [],
      yearly: '500.00',
      group: { why: 'no-group' },
      readings: [],
      aboveCeiling: null,
    },
    implied: null,
  },
  debit: '125.00',
} satisfies SampleDetail);

const storeOf = (writer: Writer) => new PeriodStore(writer.db, sharePeriods(writer.store));
const stepsOf = (store: PeriodStore): string[] =>
  store.steps(ID).map(({ title, done }) => `${title}: ${done ? `${done.by} ${done.note}` : 'open'}`);
const stepNamed = (store: PeriodStore, title: string): number =>
  store.steps(ID).find((step) => step.title === title)?.id ?? -1;
const doneBy = (by: string, note = '') => ({ by, note, at: AT });

function sign(store: PeriodStore, by: string, note: string): void {
  const signature = {
    ...ID,
    signedAt: AT,
    signedBy: by,
    note,
    contentSha256: sha256('content'),
    approval: null,
  };
  const sealed = { content: '{}', tables: Buffer.from('t'), setup: Buffer.from('s') };
  store.sign({ ...signature, seal: periodSealOf(signature) }, sealed, ['terms', 'sample']);
}

async function twoDesks() {
  const log = new MemoryLog();
  const [ada, robin] = await newTeam(log, ['Ada', 'Robin']);
  if (!ada || !robin) throw new Error('no team');
  const syncAll = async () => {
    for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  };
  return { log, syncAll, ada, robin, adaPeriods: storeOf(ada), robinPeriods: storeOf(robin) };
}

describe('steps of a period', () => {
  it('are the same for both members, and show who completed a step', async () => {
    const { syncAll, adaPeriods, robinPeriods } = await twoDesks();
    adaPeriods.setSteps('7', [
      { id: null, title: 'Call the custodian' },
      { id: null, title: 'File the report' },
    ]);
    await syncAll();
    expect(stepsOf(robinPeriods)).toEqual(['Call the custodian: open', 'File the report: open']);
    robinPeriods.markStep(ID, stepNamed(robinPeriods, 'File the report'), doneBy('Robin', 'sent'));
    await syncAll();
    expect(stepsOf(adaPeriods)).toEqual(['Call the custodian: open', 'File the report: Robin sent']);
    adaPeriods.markStep(ID, stepNamed(adaPeriods, 'File the report'), null);
    await syncAll();
    expect(stepsOf(robinPeriods)).toEqual(['Call the custodian: open', 'File the report: open']);
  });

  it('of two lists, the later in the log wins, and a renamed step stays done', async () => {
    const { syncAll, adaPeriods, robinPeriods } = await twoDesks();
    adaPeriods.setSteps('7', [{ id: null, title: 'Call the custodian' }]);
    await syncAll();
    adaPeriods.markStep(ID, stepNamed(adaPeriods, 'Call the custodian'), doneBy('Ada'));
    adaPeriods.setSteps('7', []);
    robinPeriods.setSteps('7', [
      { id: stepNamed(robinPeriods, 'Call the custodian'), title: 'Call Pershing' },
      { id: null, title: 'File the report' },
    ]);
    await syncAll();
    const expected = ['Call Pershing: Ada ', 'File the report: open'];
    expect(stepsOf(adaPeriods)).toEqual(expected);
    expect(stepsOf(robinPeriods)).toEqual(expected);
  });

  it('are the same after all entries are read again, and no note has a tax ID', async () => {
    const { log, syncAll, ada, adaPeriods, robin, robinPeriods } = await twoDesks();
    adaPeriods.setSteps('7', [{ id: null, title: 'Call the custodian' }]);
    adaPeriods.markStep(ID, stepNamed(adaPeriods, 'Call the custodian'), doneBy('Ada', 'about 123-45-6789'));
    await syncAll();
    const stepsBefore = stepsOf(robinPeriods);
    robin.sync.ledger.refold();
    await robin.run(log);
    expect(stepsOf(robinPeriods)).toEqual(stepsBefore);
    const shared = JSON.stringify(ada.db.prepare('SELECT value FROM team_item').all());
    expect(shared).toContain('about');
    expect(shared).not.toContain('45-6789');
    expect(stepsOf(adaPeriods)).toEqual(stepsBefore);
  });
});

describe('a sample', () => {
  const draw = (store: PeriodStore, by: string, accounts: readonly string[], seed = `seed of ${by}`) =>
    store.putSample(
      ID,
      { seed, size: accounts.length, population: 9, populationSha256: FACTS, by, at: AT },
      accounts.map((account) => ({ account, isChosen: account === '3' })),
    );
  const judge = (store: PeriodStore, account: string, by: string, reason: string) =>
    store.judge(store.sample(ID)?.uid ?? '', account, {
      verdict: 'differs',
      reason,
      shown: SHOWN,
      by,
      at: AT,
    });
  const sampleOf = (store: PeriodStore): string[] => [
    `${store.sample(ID)?.drawn.by} with ${store.sample(ID)?.drawn.seed}`,
    ...(store.sample(ID)?.items ?? []).map(
      ({ account, isChosen, verdict }) =>
        `${account}${isChosen ? ' by hand' : ''}${verdict ? ` ${verdict.verdict}: ${verdict.reason} (${verdict.by})` : ''}`,
    ),
  ];

  it('is the same for both members, with seed and accounts, and shows who judged what', async () => {
    const { syncAll, adaPeriods, robinPeriods } = await twoDesks();
    draw(adaPeriods, 'Ada', ['2', '1', '3']);
    await syncAll();
    judge(robinPeriods, '1', 'Robin', 'rate of 2025');
    await syncAll();
    const expected = ['Ada with seed of Ada', '2', '1 differs: rate of 2025 (Robin)', '3 by hand'];
    expect(sampleOf(adaPeriods)).toEqual(expected);
    expect(sampleOf(robinPeriods)).toEqual(expected);
    const seen = { terms: null, balance: '50000.00', yearly: '500.00', debit: '125.00' };
    expect(adaPeriods.sample(ID)?.items[1]?.verdict).toMatchObject({ shown: null, seen });
    expect(robinPeriods.sample(ID)?.items[1]?.verdict).toMatchObject({ shown: SHOWN, seen: null });
    adaPeriods.judge(adaPeriods.sample(ID)?.uid ?? '', '1', null);
    await syncAll();
    expect(sampleOf(robinPeriods)).toEqual(['Ada with seed of Ada', '2', '1', '3 by hand']);
  });

  it('of two, the later in the log wins, and the earlier keeps its verdicts', async () => {
    const { log, syncAll, adaPeriods, robin, robinPeriods } = await twoDesks();
    draw(robinPeriods, 'Robin', ['1']);
    judge(robinPeriods, '1', 'Robin', 'rate of 2025');
    draw(adaPeriods, 'Ada', ['2']);
    expect(sampleOf(robinPeriods)[0]).toBe('Robin with seed of Robin');
    await syncAll();
    for (const store of [adaPeriods, robinPeriods])
      expect(sampleOf(store)[0]).toBe('Robin with seed of Robin');
    draw(adaPeriods, 'Ada', ['3'], 'second seed');
    await syncAll();
    const expected = ['Ada with second seed', '3 by hand'];
    for (const store of [adaPeriods, robinPeriods]) expect(sampleOf(store)).toEqual(expected);
    robin.sync.ledger.refold();
    await robin.run(log);
    expect(sampleOf(robinPeriods)).toEqual(expected);
    const stored = robin.db.prepare('SELECT seed FROM period_sample ORDER BY seed').pluck().all();
    expect(stored).toEqual(['second seed', 'seed of Ada', 'seed of Robin']);
    expect(robin.db.prepare('SELECT count(*) FROM period_sample_verdict').pluck().get()).toBe(1);
    robin.store.clear();
    draw(robinPeriods, 'Robin', ['1'], 'third seed');
    expect(sampleOf(robinPeriods)[0]).toBe('Robin with third seed');
  });

  it('from before a member joined does not replace the team’s, and stays on that computer', async () => {
    const log = new MemoryLog();
    const [ada, robin] = [new Writer('Ada'), new Writer('Robin')];
    const [adaPeriods, robinPeriods] = [storeOf(ada), storeOf(robin)];
    draw(robinPeriods, 'robin', ['1']);
    const team = ada.foundTeam();
    ada.admit(robin);
    draw(adaPeriods, 'Ada', ['2']);
    robin.join(team, ada);
    for (const writer of [ada, robin, ada, robin, ada]) await writer.run(log);
    for (const store of [adaPeriods, robinPeriods])
      expect(sampleOf(store)).toEqual(['Ada with seed of Ada', '2']);
    const sampleCount = ({ db }: Writer) => db.prepare('SELECT count(*) FROM period_sample').pluck().get();
    expect([sampleCount(robin), sampleCount(ada)]).toEqual([2, 1]);
  });

  it('adds no tax ID to the log, and is refused to a viewer', async () => {
    const { syncAll, ada, adaPeriods, robin, robinPeriods } = await twoDesks();
    draw(adaPeriods, 'Ada', ['1'], '123-45-6789');
    judge(adaPeriods, '1', 'Ada', 'about 123-45-6789');
    await syncAll();
    expect(JSON.stringify(ada.db.prepare('SELECT value FROM team_item').all())).not.toContain('45-6789');
    expect(sampleOf(adaPeriods)[0]).toBe('Ada with 123-45-6789');
    expect(sampleOf(robinPeriods)).toEqual(['Ada with •••••••••', '1 differs: about ••••••••• (Ada)']);
    robin.store.setSharing('refused');
    expect(() => draw(robinPeriods, 'Robin', ['2'])).toThrow();
    expect(() => judge(robinPeriods, '1', 'Robin', '')).toThrow();
    expect(sampleOf(robinPeriods)).toHaveLength(2);
  });
});

describe('a check-off', () => {
  it('counts for the facts its author saw, even if a colleague saw others', async () => {
    const { syncAll, adaPeriods, robinPeriods } = await twoDesks();
    adaPeriods.check(ID, { section: 'terms', sha256: FACTS, ...doneBy('Ada', 'compared') });
    robinPeriods.check(ID, { section: 'terms', sha256: OTHER_FACTS, ...doneBy('Robin', 'compared too') });
    await syncAll();
    for (const store of [adaPeriods, robinPeriods])
      expect(store.checks(ID)).toMatchObject([
        { sha256: OTHER_FACTS, by: 'Robin' },
        { sha256: FACTS, by: 'Ada' },
      ]);
    adaPeriods.uncheck(ID, 'terms');
    await syncAll();
    for (const store of [adaPeriods, robinPeriods]) expect(store.checks(ID)).toEqual([]);
  });
});

describe('a signature', () => {
  it('is visible to a colleague with a valid seal, and the signatures of both stay', async () => {
    const { syncAll, ada, adaPeriods, robin, robinPeriods } = await twoDesks();
    sign(adaPeriods, 'Ada', 'All checked');
    await syncAll();
    expect(colleagueSignatures({ periods: robinPeriods })).toMatchObject([
      { by: 'Ada', note: 'All checked', open: ['terms', 'sample'], state: 'holds', ...ID },
    ]);
    expect(colleagueSignatures({ periods: adaPeriods })).toEqual([]);
    sign(robinPeriods, 'Robin', 'I checked, too');
    await syncAll();
    expect(colleagueSignatures({ periods: adaPeriods })).toMatchObject([{ by: 'Robin', state: 'holds' }]);
    expect(colleagueSignatures({ periods: robinPeriods })).toMatchObject([{ by: 'Ada', state: 'holds' }]);
    const signatureCount = (writer: Writer) =>
      writer.db.prepare('SELECT count(*) FROM period_signature').pluck().get();
    expect([signatureCount(ada), signatureCount(robin)]).toEqual([1, 1]);
  });

  it('that was changed has a broken seal, and one whose note stays here is not verified', async () => {
    const { syncAll, ada, adaPeriods, robinPeriods } = await twoDesks();
    sign(adaPeriods, 'Ada', 'Client 123-45-6789');
    const value = {
      by: 'Ada',
      ...ID,
      signedAt: AT,
      signedBy: 'Ada',
      note: 'another note',
      contentSha256: FACTS,
      approval: null,
      seal: OTHER_FACTS,
      open: [],
    };
    const key = JSON.stringify([ID.firm, ID.endDate, OTHER_FACTS]);
    ada.store.share('period-signature', [{ key, value }]);
    await syncAll();
    const states = colleagueSignatures({ periods: robinPeriods }).map(
      ({ state, note }) => `${state} ${note}`,
    );
    expect(states.toSorted()).toEqual(['note-withheld null', 'seal-broken another note']);
  });
});

describe('a signature under the rule that a colleague must approve it', () => {
  const RULES = { ...NO_RULES, periods: true };
  const CONTENT = sha256('content');

  /** Ada's team, which requires approval of signatures; Robin signs. */
  async function teamWithRule() {
    const desks = await twoDesks();
    desks.ada.store.share('approval-rules', [{ key: RULES_KEY, value: RULES }]);
    await desks.syncAll();
    return desks;
  }
  /** Asks for approval of this content. Returns the request's ID. */
  function requestApproval(writer: Writer, content = CONTENT): string {
    const id = randomUUID();
    const fields = [{ field: CONTENT_FIELD, after: JSON.stringify(content) }];
    const rows = [{ key: 'period', title: 'period', subtitle: '', fields }];
    const digest = changesDigest(PERIOD_SIGNATURE, rows);
    writer.store.share('approval', [
      { key: approvalRowsKey(id, 0), value: { kind: 'rows', rows } },
      {
        key: id,
        value: {
          kind: 'period-request',
          period: ID,
          rules: ['periods'],
          note: '',
          total: 1,
          parts: 1,
          digest,
        },
      },
    ]);
    return id;
  }
  function approve(writer: Writer, id: string): void {
    const { digest } = writer.store.approvals.find(id)?.request ?? {};
    writer.store.share('approval', [{ key: id, value: { kind: 'approve', digest: digest ?? '', note: '' } }]);
  }
  function signWith(store: PeriodStore, approval: SignatureApproval | null, overrides: object = {}): void {
    const signature = {
      ...ID,
      signedAt: new Date().toISOString(),
      signedBy: 'Robin',
      note: '',
      contentSha256: CONTENT,
      approval,
      ...overrides,
    };
    const sealed = { content: '{}', tables: Buffer.from('t'), setup: Buffer.from('s') };
    store.sign({ ...signature, seal: periodSealOf(signature) }, sealed, []);
  }
  const claimedApproval = (id: string, by = 'Ada') => ({ id, by, at: new Date().toISOString() });
  const signatureViews = (store: PeriodStore) => colleagueSignatures({ periods: store }).map(signatureView);

  it('counts with the approval that the log has, and names the approver', async () => {
    const { syncAll, log, ada, adaPeriods, robin, robinPeriods } = await teamWithRule();
    const id = requestApproval(robin);
    await syncAll();
    approve(ada, id);
    await syncAll();
    signWith(robinPeriods, claimedApproval(id));
    await syncAll();
    const expected = [{ approval: { id, by: 'Ada' }, isUnapproved: false, state: 'holds' }];
    expect(signatureViews(adaPeriods)).toMatchObject(expected);
    expect(robinPeriods.unapprovedSeals().size).toBe(0);
    ada.sync.ledger.refold();
    await ada.run(log);
    expect(signatureViews(adaPeriods)).toMatchObject(expected);
  });

  it('counts with the approval of a second member of the same name', async () => {
    const { syncAll, log, ada, adaPeriods, robin, robinPeriods } = await teamWithRule();
    const second = new Writer('Ada');
    ada.admit(second);
    second.join(ada.store.self?.team ?? '', ada);
    await syncAll();
    await second.run(log);
    const id = requestApproval(robin);
    await syncAll();
    await second.run(log);
    approve(second, id);
    await second.run(log);
    await syncAll();
    signWith(robinPeriods, claimedApproval(id, 'Ada (2)'));
    await syncAll();
    expect(signatureViews(adaPeriods)).toMatchObject([
      { approval: { id, by: 'Ada (2)' }, isUnapproved: false, state: 'holds' },
    ]);
    expect(robinPeriods.unapprovedSeals().size).toBe(0);
  });

  it.each<
    readonly [string, (desks: Awaited<ReturnType<typeof teamWithRule>>) => Promise<SignatureApproval | null>]
  >([
    ['no approval', () => Promise.resolve(null)],
    ['an approval that no one gave', ({ robin }) => Promise.resolve(claimedApproval(requestApproval(robin)))],
    [
      'an approval of other content',
      async ({ ada, robin, syncAll }) => {
        const id = requestApproval(robin, sha256('other'));
        await syncAll();
        approve(ada, id);
        await syncAll();
        return claimedApproval(id);
      },
    ],
    [
      'an approval that names someone else',
      async ({ ada, robin, syncAll }) => {
        const id = requestApproval(robin);
        await syncAll();
        approve(ada, id);
        await syncAll();
        return claimedApproval(id, 'Kim');
      },
    ],
    [
      'an approval that was asked for by another member',
      async ({ ada, robin, syncAll }) => {
        const id = requestApproval(ada);
        await syncAll();
        approve(robin, id);
        await syncAll();
        return claimedApproval(id, 'Robin');
      },
    ],
    [
      'an approval that was withdrawn',
      async ({ ada, robin, syncAll }) => {
        const id = requestApproval(robin);
        await syncAll();
        approve(ada, id);
        robin.store.share('approval', [{ key: id, value: { kind: 'withdraw', note: '' } }]);
        await syncAll();
        return claimedApproval(id);
      },
    ],
  ])('counts as unapproved with %s, on both computers', async (_, approval) => {
    const desks = await teamWithRule();
    const claimed = await approval(desks);
    signWith(desks.robinPeriods, claimed);
    await desks.syncAll();
    expect(signatureViews(desks.adaPeriods)).toMatchObject([
      { approval: null, isUnapproved: true, state: 'holds' },
    ]);
    expect(desks.robinPeriods.unapprovedSeals().size).toBe(1);
  });

  it('is valid if the rule came later, but not if its computer did not know the rule', async () => {
    const { syncAll, log, ada, adaPeriods, robin, robinPeriods } = await twoDesks();
    signWith(robinPeriods, null, { note: 'before' });
    await syncAll();
    ada.store.share('approval-rules', [{ key: RULES_KEY, value: RULES }]);
    await ada.run(log);
    signWith(robinPeriods, null, { note: 'without the database' });
    await syncAll();
    const summaries = signatureViews(adaPeriods).map(({ note, isUnapproved }) => `${note}: ${isUnapproved}`);
    expect(summaries.toSorted()).toEqual(['before: false', 'without the database: true']);
    expect(robin.store.approvals.rules).toMatchObject({ periods: true });
    ada.store.clear();
    expect(signatureViews(adaPeriods).map(({ note, isUnapproved }) => `${note}: ${isUnapproved}`)).toEqual(
      summaries,
    );
  });

  it('counts as not approved if its approver was removed before', async () => {
    const { syncAll, log, ada, robin } = await teamWithRule();
    const kim = new Writer('Kim');
    ada.admit(kim);
    kim.join(ada.store.self?.team ?? '', ada);
    await syncAll();
    await kim.run(log);
    const id = requestApproval(robin);
    await syncAll();
    await kim.run(log);
    approve(kim, id);
    await kim.run(log);
    ada.store.enqueue({ kind: 'removed', member: kim.id });
    await syncAll();
    signWith(storeOf(robin), claimedApproval(id, 'Kim'));
    await syncAll();
    expect(signatureViews(storeOf(ada))).toMatchObject([{ approval: null, isUnapproved: true }]);
  });
});

it('shares earlier work with the team, and keeps it after leaving', async () => {
  const log = new MemoryLog();
  const [ada, robin] = [new Writer('Ada'), new Writer('Robin')];
  const [adaPeriods, robinPeriods] = [storeOf(ada), storeOf(robin)];
  adaPeriods.setSteps('7', [{ id: null, title: 'Call the custodian' }]);
  adaPeriods.markStep(ID, stepNamed(adaPeriods, 'Call the custodian'), doneBy('Ada'));
  adaPeriods.check(ID, { section: 'terms', sha256: FACTS, ...doneBy('Ada', 'compared') });
  for (const seed of ['first', 'second'])
    adaPeriods.putSample(ID, { seed, size: 1, population: 9, populationSha256: FACTS, by: 'apark', at: AT }, [
      { account: '1', isChosen: false },
    ]);
  const { uid = '' } = adaPeriods.sample(ID) ?? {};
  adaPeriods.judge(uid, '1', { verdict: 'agrees', reason: '', shown: SHOWN, by: 'apark', at: AT });
  sign(adaPeriods, 'Ada', 'Signed alone');
  const team = ada.foundTeam();
  ada.store.items.storeEarlierWork(ada.id);
  ada.store.shareEarlier('all');
  ada.admit(robin);
  robin.join(team, ada);
  for (const writer of [ada, robin, ada, robin]) await writer.run(log);
  robin.store.clear();
  expect(stepsOf(robinPeriods)).toEqual(['Call the custodian: Ada ']);
  expect(robinPeriods.checks(ID)).toMatchObject([{ sha256: FACTS, by: 'Ada' }]);
  const sample = {
    drawn: { seed: 'second', by: 'Ada' },
    items: [{ account: '1', verdict: { verdict: 'agrees', by: 'Ada' } }],
  };
  for (const store of [adaPeriods, robinPeriods]) expect(store.sample(ID)).toMatchObject(sample);
  expect(adaPeriods.sample(ID)?.items[0]?.verdict?.shown).toBe(SHOWN);
  expect(colleagueSignatures({ periods: robinPeriods })).toMatchObject([{ by: 'Ada', state: 'holds' }]);
});

it('masks what could be a tax ID in marks, steps and notes from before the team', () => {
  const ada = new Writer('Ada');
  const periods = storeOf(ada);
  ada.mark('rule', 'a', 'note 078-05-1120', { reason: 'reason 078-05-1120', owner: 'owner 078-05-1120' });
  periods.setSteps('7', [{ id: null, title: 'step 078-05-1120' }]);
  periods.markStep(ID, stepNamed(periods, 'step 078-05-1120'), doneBy('Ada', 'done 078-05-1120'));
  periods.check(ID, { section: 'terms', sha256: FACTS, ...doneBy('Ada', 'checked 078-05-1120') });
  ada.foundTeam();
  ada.store.items.storeEarlierWork(ada.id);
  ada.store.shareEarlier('all');
  const outbox = JSON.stringify(ada.db.prepare('SELECT content FROM team_outbox').pluck().all());
  for (const kind of ['note', 'reason', 'owner', 'step', 'done', 'checked'])
    expect(outbox).toContain(`${kind} •••••••••`);
  expect(outbox).not.toContain('05-1120');
  expect(periods.steps(ID)).toMatchObject([{ title: 'step 078-05-1120' }]); // stays on this computer
});
