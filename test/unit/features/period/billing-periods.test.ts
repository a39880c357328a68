import { inflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { sha256 as sha256Of } from '#common/sha256';
import type { RefundCase } from '#contract/features/refunds/cases';
import type { PeriodId, SampleDetail } from '#contract/features/period/schemas';
import type { PeriodFile, SectionFacts } from '#contract/features/period/sections';
import { sectionText } from '#contract/features/period/messages';
import { periodSealOf, type PeriodContent } from '#engine/features/period/seal';
import { BILLING_RULES, computedState, coversFacts, factsSha256 } from '#engine/features/period/sections';
import { changedAccount, FIRM, JUNE, periodHarness, SEPTEMBER } from './period-harness';

const factsOf = <Name extends SectionFacts['name']>(
  { facts }: { readonly facts: SectionFacts },
  name: Name,
) => {
  if (facts.name !== name) throw new Error(`${facts.name} instead of ${name}`);
  return facts as Extract<SectionFacts, { name: Name }>;
};

/** A refund of account 1 in June. */
const REFUND: RefundCase = {
  account: '1',
  endDate: JUNE.endDate,
  kind: 'closed',
  name: 'Account 1',
  number: '001',
  custodian: 'SWB',
  day: '2026-05-01',
  debit: '90.00',
  fileIds: ['40'],
  structures: ['7'],
  result: { from: '2026-04-01', to: '2026-06-30', days: 91, partDays: 60, part: '59.34' },
  decision: null,
};

/** Returns a colleague's signature. `isApproved`: null if no approval was required. */
function colleagueSignature(id: PeriodId, isApproved: boolean | null = null) {
  const signature = {
    ...id,
    signedAt: '2026-10-02T10:00:00.000Z',
    signedBy: 'Ada',
    note: 'checked',
    contentSha256: sha256Of('content'),
    approval: null,
  };
  return { by: 'Ada', ...signature, seal: periodSealOf(signature), open: [], isApproved };
}

describe('the list of billing periods', () => {
  it('has a line for each firm and period end, the latest first, with exact totals', () => {
    const { periods } = periodHarness();
    expect(
      periods.list().map(({ firm, endDate, files, debit, filesWithoutAmount, filesLeft }) => ({
        firm,
        endDate,
        files,
        debit,
        filesWithoutAmount,
        filesLeft,
      })),
    ).toEqual([
      { firm: '39', endDate: '2026-09-30', files: 1, debit: '100.10', filesWithoutAmount: 0, filesLeft: 1 },
      { firm: '39', endDate: '2026-06-30', files: 2, debit: '100.30', filesWithoutAmount: 0, filesLeft: 2 },
      { firm: '40', endDate: '2026-06-30', files: 1, debit: null, filesWithoutAmount: 1, filesLeft: 1 },
    ]);
  });

  it('keeps a signed period whose files the service deleted', async () => {
    const { sign, withLaterRecords } = periodHarness();
    await sign(JUNE);
    const { periods, section } = withLaterRecords({ ...FIRM, feeUploadFiles: [] });
    expect(periods.list()).toMatchObject([{ ...JUNE, files: 0, signed: { signedBy: 'jo' } }]);
    expect(factsOf(await section(JUNE, 'files'), 'files').files).toMatchObject([
      { fileId: '40', state: 'unlisted' },
      { fileId: '41', state: 'unlisted' },
    ]);
    expect((await periods.get(JUNE)).signature).toMatchObject({ state: 'changed', changed: ['files'] });
  });
});

describe('a file that the service deleted', () => {
  const firmWithoutFile = (id: number) => ({
    ...FIRM,
    feeUploadFiles: FIRM.feeUploadFiles.filter((file) => file.id !== id),
  });

  it('stays in its period if it was reconciled, and leaves the period incomplete', async () => {
    const { bill, withLaterRecords } = periodHarness();
    bill('40', JUNE, { '1': '10' });
    const { periods, section } = withLaterRecords(firmWithoutFile(40));
    expect(factsOf(await section(JUNE, 'files'), 'files').files).toMatchObject([
      { fileId: '41', state: 'unsaved' },
      { fileId: '40', state: 'unlisted', debit: null },
    ]);
    expect(periods.list()[1]).toMatchObject({ ...JUNE, files: 1, filesLeft: 2 });
  });

  it('keeps its period with its check-offs, even as the only file', async () => {
    const { bill, withLaterRecords, periods: periodsBefore, section: sectionBefore } = periodHarness();
    bill('43', SEPTEMBER, { '1': '10' });
    periodsBefore.checkSection(
      SEPTEMBER,
      'terms',
      (await sectionBefore(SEPTEMBER, 'terms')).sha256,
      'none on file',
    );
    const { periods, section } = withLaterRecords(firmWithoutFile(43));
    expect(periods.list()[0]).toMatchObject({ ...SEPTEMBER, files: 0, debit: null, filesLeft: 1 });
    expect((await section(SEPTEMBER, 'terms')).checked).toMatchObject({ note: 'none on file', holds: true });
    periods.drawSample(SEPTEMBER, { size: 1, seed: null, chosen: [] });
    expect(factsOf(await section(SEPTEMBER, 'sample'), 'sample').items).toMatchObject([{ debit: '10.00' }]);
  });

  it('is not left to do once it is marked as replaced, which changes a signed period', async () => {
    const { workspace, bill, withLaterRecords } = periodHarness();
    const { replaced } = workspace.feeHistory;
    const mark = { by: 'jo', at: '2026-10-05T08:00:00.000Z', note: 'Billing ran again' };
    bill('40', JUNE, { '1': '10' });
    bill('41', JUNE, { '1': '20' });
    const { periods, section, sign } = withLaterRecords(firmWithoutFile(40));
    periods.drawSample(JUNE, { size: 0, seed: null, chosen: ['1'] });
    const debits = async () =>
      factsOf(await section(JUNE, 'sample'), 'sample').items.map(({ debit }) => debit);
    expect(await debits()).toEqual([null]);
    await sign(JUNE);
    replaced.mark('40', mark);
    expect(factsOf(await section(JUNE, 'files'), 'files').files).toMatchObject([
      { fileId: '41', state: 'unsaved' },
      {
        fileId: '40',
        state: 'replaced',
        replaced: mark,
        comparison: { state: 'not-compared', why: 'replaced' },
      },
    ]);
    expect(periods.list()[1]).toMatchObject({ ...JUNE, files: 1, filesLeft: 1 });
    expect(await debits()).toEqual(['20.00']);
    expect((await periods.get(JUNE)).signature).toMatchObject({
      state: 'changed',
      changed: ['files', 'sample'],
    });
    // The signature names the file: it stays a replaced one, and holds again after the undo.
    const relisted = withLaterRecords(FIRM);
    expect(factsOf(await relisted.section(JUNE, 'files'), 'files').files).toMatchObject([
      { fileId: '40', state: 'unsaved' },
      { fileId: '41', state: 'unsaved' },
    ]);
    replaced.remove('40');
    expect((await periods.get(JUNE)).signature).toMatchObject({ state: 'holds', changed: [] });
  });

  it('leaves the files of its period done if the others are signed off', () => {
    const file = { debit: null, outcome: null, decision: null, sha256: null };
    const comparison = { state: 'not-compared', why: 'no-lines' } as const;
    const stateWith = (...states: PeriodFile['state'][]) =>
      computedState({
        name: 'files',
        files: states.map((state, index) => ({ fileId: String(index), state, ...file, comparison })),
      });
    expect(stateWith('signed', 'replaced')).toBe('done');
    expect(stateWith('signed', 'unlisted')).toBe('open');
    expect(stateWith('replaced')).toBe('unknown');
  });

  it('has the hash that earlier versions stored, unless it is marked as replaced', async () => {
    const { workspace, bill, withLaterRecords } = periodHarness();
    bill('43', SEPTEMBER, { '1': '10' });
    const { section } = withLaterRecords(firmWithoutFile(43));
    const files = [
      {
        fileId: '43',
        state: 'unlisted',
        debit: null,
        outcome: null,
        decision: null,
        sha256: null,
        setup: null,
      },
    ];
    const earlierHash = sha256Of(JSON.stringify({ name: 'files', files }));
    expect((await section(SEPTEMBER, 'files')).sha256).toBe(earlierHash);
    const markedBy = async (by: string) => {
      workspace.feeHistory.replaced.mark('43', { by, at: 'now', note: by });
      return (await section(SEPTEMBER, 'files')).sha256;
    };
    expect(await markedBy('jo')).not.toBe(earlierHash);
    expect(await markedBy('ada')).toBe(await markedBy('jo'));
  });

  it('does not count as deleted if the service lists it under another period', () => {
    const { bill, withLaterRecords } = periodHarness();
    bill('43', SEPTEMBER, { '1': '10' });
    const moved = FIRM.feeUploadFiles.map((file) =>
      file.id === 43 ? { ...file, end_date: '2026-12-31T00:00:00Z' } : file,
    );
    const { periods } = withLaterRecords({ ...FIRM, feeUploadFiles: moved });
    expect(periods.list().map(({ endDate }) => endDate)).toEqual(['2026-12-31', JUNE.endDate, JUNE.endDate]);
  });
});

describe('a period without files', () => {
  it('opens, is not determined, and can be signed with open sections', async () => {
    const { periods, section, sign } = periodHarness();
    const MARCH = { ...JUNE, endDate: '2026-03-31' };
    expect(periods.list().map(({ endDate }) => endDate)).not.toContain(MARCH.endDate);
    expect(await section(MARCH, 'files')).toMatchObject({ state: 'unknown', facts: { files: [] } });
    expect(await periods.get(MARCH)).toMatchObject({ debit: null, custodians: [], signature: null });
    await sign(MARCH);
    const { signature } = await periods.get(MARCH);
    expect(signature?.state).toBe('holds');
    expect(signature?.open).toContain('files');
  });
});

describe('what is left to do', () => {
  it('is everything that is open or not determined, in the order of the work', async () => {
    const { periods } = periodHarness();
    expect((await periods.get(JUNE)).left).toEqual(['setup', 'files', 'refunds', 'terms', 'sample']);
  });
});

describe('a section', () => {
  it('is not determined while the rules have not checked the data', async () => {
    const { section, state } = periodHarness();
    state.findings = null;
    expect(await section(JUNE, 'findings')).toMatchObject({ state: 'unknown', facts: { checkedAt: null } });
  });

  it('counts open and flagged findings of the period’s firm only', async () => {
    const { section, state } = periodHarness();
    const finding = (key: string, findingState: 'open' | 'flagged' | 'waived') => ({
      rule: 'no-fee-structure' as const,
      key,
      state: findingState,
      mark: null,
      values: '',
      files: [],
    });
    state.findings = {
      checkedAt: '2026-10-01T08:00:00.000Z',
      // Account 4 is of the other firm.
      findings: [finding('1', 'open'), finding('2', 'waived'), finding('3', 'flagged'), finding('4', 'open')],
      unchecked: ['several-groups'],
    };
    const periodSection = await section(JUNE, 'findings');
    expect(periodSection.state).toBe('open');
    expect(factsOf(periodSection, 'findings')).toMatchObject({
      counts: { open: 1, flagged: 1, waived: 1, reviewed: 0 },
      unchecked: ['several-groups'],
    });
    state.findings = { ...state.findings, findings: [finding('2', 'waived'), finding('3', 'flagged')] };
    expect((await section(JUNE, 'findings')).state).toBe('open');
    state.findings = { ...state.findings, findings: [finding('2', 'waived')] };
    expect((await section(JUNE, 'findings')).state).toBe('done');
  });

  it('counts debits above the cash separately, and is not determined if they can’t be compared', async () => {
    const { section, state } = periodHarness();
    const checked = { checkedAt: '2026-10-01T08:00:00.000Z', unchecked: [] };
    const finding = {
      rule: 'fee-above-cash' as const,
      key: '1',
      state: 'open' as const,
      mark: null,
      values: '',
      files: ['40'],
    };
    state.findings = { ...checked, findings: [finding] };
    expect(await section(JUNE, 'cash')).toMatchObject({ state: 'open', facts: { counts: { open: 1 } } });
    expect((await section(JUNE, 'findings')).state).toBe('done');
    state.findings = { ...checked, findings: [], unchecked: ['fee-above-cash'] };
    expect((await section(JUNE, 'cash')).state).toBe('unknown');
  });

  it('counts the refunds of the files, and is done when each has a decision', async () => {
    const { section, workspace, refunds } = periodHarness();
    const decided = { by: 'jo', at: '2026-10-01T10:00:00.000Z', estimate: '59.34' };
    // Account 4 is of the other firm.
    refunds.push(REFUND, { ...REFUND, account: '4' }, { ...REFUND, endDate: SEPTEMBER.endDate });
    expect((await section(JUNE, 'refunds')).state).toBe('unknown');
    workspace.refunds.setAdvance('begins', 'jo', decided.at);
    expect(await section(JUNE, 'refunds')).toMatchObject({
      state: 'open',
      facts: { counts: { open: 1, refunded: 0 } },
    });
    refunds[0] = { ...REFUND, decision: { state: 'not-due', reason: 'in arrears', ...decided } };
    expect((await section(JUNE, 'refunds')).state).toBe('done');
  });
});

describe('a check-off', () => {
  it('can be made and withdrawn', async () => {
    const { periods, section } = periodHarness();
    const { sha256 } = await section(JUNE, 'steps');
    // It does not change the hash of another section.
    periods.checkSection(JUNE, 'terms', (await section(JUNE, 'terms')).sha256, 'none were signed');
    expect(await section(JUNE, 'terms')).toMatchObject({
      state: 'done',
      checked: { by: 'jo', note: 'none were signed', holds: true },
    });
    periods.checkSection(JUNE, 'steps', sha256, 'none');
    expect((await section(JUNE, 'steps')).checked?.holds).toBe(true);
    periods.checkSection(JUNE, 'terms', '', null);
    expect(await section(JUNE, 'terms')).toMatchObject({ state: 'unknown', checked: null });
  });

  it('is logged as canceled only once', () => {
    const { periods, workspace } = periodHarness();
    periods.checkSection(JUNE, 'terms', 'a1', 'none were signed');
    periods.checkSection(JUNE, 'terms', '', null);
    periods.checkSection(JUNE, 'terms', '', null);
    expect(workspace.activity.list({ kinds: ['period-check'] }, 0, 5).total).toBe(2);
  });

  it('no longer holds when the section’s facts have changed, which reopens the section', async () => {
    const { periods, section, workspace } = periodHarness();
    workspace.periods.setSteps('39', [{ id: null, title: 'Ask the custodian' }]);
    periods.checkSection(JUNE, 'steps', (await section(JUNE, 'steps')).sha256, 'not needed');
    expect((await section(JUNE, 'steps')).state).toBe('done');
    workspace.periods.setSteps('39', [{ id: null, title: 'Ask the advisor' }]);
    expect(await section(JUNE, 'steps')).toMatchObject({ state: 'open', checked: { holds: false } });
  });
});

describe('a check-off of steps', () => {
  const note = { by: 'jo', at: '2026-10-01T10:00:00.000Z', note: 'by phone' };
  const withSteps = (earlier: readonly string[]) => {
    const harness = periodHarness();
    const { periods } = harness.workspace;
    const setSteps = (titles: readonly string[]) =>
      periods.setSteps(
        '39',
        titles.map((title) => ({ id: null, title })),
      );
    setSteps(earlier);
    setSteps(['Ask the custodian', 'File the report']);
    const [first] = periods.steps(JUNE);
    periods.markStep(JUNE, first?.id ?? 0, note);
    return { ...harness, ids: periods.steps(JUNE).map(({ id }) => id) };
  };

  it('is valid on a computer where the steps have other IDs', async () => {
    const [here, there] = [withSteps([]), withSteps(['One', 'Two', 'Three'])];
    expect(here.ids).not.toEqual(there.ids);
    const { sha256 } = await here.section(JUNE, 'steps');
    there.periods.checkSection(JUNE, 'steps', sha256, 'the rest is not needed');
    expect(await there.section(JUNE, 'steps')).toMatchObject({ state: 'done', checked: { holds: true } });
    there.workspace.periods.markStep(JUNE, there.ids[1] ?? 0, note);
    expect((await there.section(JUNE, 'steps')).checked?.holds).toBe(false);
  });

  it('still holds if it hashes step IDs too, as earlier versions did', async () => {
    const { workspace, section, ids } = withSteps([]);
    const earlier = sha256Of(JSON.stringify((await section(JUNE, 'steps')).facts));
    workspace.periods.check(JUNE, { section: 'steps', sha256: earlier, ...note });
    expect((await section(JUNE, 'steps')).checked?.holds).toBe(true);
    workspace.periods.markStep(JUNE, ids[1] ?? 0, note);
    expect((await section(JUNE, 'steps')).checked?.holds).toBe(false);
  });
});

describe('a check-off of the sample', () => {
  const check = { note: 'Compared', at: '2026-10-01T12:00:00.000Z' };
  const withLines = (...files: readonly string[]) => {
    const harness = periodHarness();
    for (const file of files) harness.bill(file, JUNE, { '1': '10' });
    harness.periods.drawSample(JUNE, { size: 0, seed: 'seed', chosen: ['1'] });
    return harness;
  };

  it('can’t be compared on a computer without the lines of all files', async () => {
    const [there, here] = [withLines('40', '41'), withLines('40')];
    const { sha256 } = await there.section(JUNE, 'sample');
    here.workspace.periods.check(JUNE, { section: 'sample', sha256, by: 'Ada', ...check });
    expect(await here.section(JUNE, 'sample')).toMatchObject({ state: 'unknown', checked: { holds: null } });
    expect((await here.periods.get(JUNE)).left).toContain('sample');
    here.bill('41', JUNE, { '1': '10' });
    expect(await here.section(JUNE, 'sample')).toMatchObject({ state: 'done', checked: { holds: true } });
  });

  it('of other lines does not hold if this computer has all lines, or its own user made it', async () => {
    const [there, here] = [withLines('40', '41'), withLines('40')];
    const { sha256 } = await there.section(JUNE, 'sample');
    here.workspace.periods.check(JUNE, { section: 'sample', sha256, by: 'jo', ...check });
    expect(await here.section(JUNE, 'sample')).toMatchObject({ state: 'open', checked: { holds: false } });
    here.workspace.periods.check(JUNE, { section: 'sample', sha256, by: 'Ada', ...check });
    here.bill('41', JUNE, { '1': '11' });
    expect(await here.section(JUNE, 'sample')).toMatchObject({ state: 'open', checked: { holds: false } });
  });
});

describe('a check-off and a signature', () => {
  const checkedAt = '2026-10-01T08:00:00.000Z';
  const finding = {
    rule: 'fee-above-cash' as const,
    key: '1',
    state: 'open' as const,
    mark: null,
    values: 'debit 10',
    files: ['40'],
  };
  const refund: RefundCase = {
    ...REFUND,
    debit: '15.17',
    result: { from: '2026-04-01', to: '2026-06-30', days: 91, partDays: 60, part: '10.00' },
  };
  const withAmounts = () => {
    const harness = periodHarness();
    harness.state.findings = { checkedAt, findings: [finding], unchecked: [] };
    harness.workspace.refunds.setAdvance('begins', 'jo', checkedAt);
    harness.refunds.push(refund);
    const terms = { structure: null, tiers: null, flatDollars: null, collection: null, frequency: null };
    harness.workspace.agreedTerms.add({ file: null, at: checkedAt, by: 'jo' }, [
      {
        line: 2,
        target: 'account',
        key: '1',
        date: '2025-01-03',
        terms: { ...terms, rate: '0.9' },
        reference: null,
      },
    ]);
    return harness;
  };
  /** The same findings, cases and results with other amounts. */
  const withOtherAmounts = ({ withLaterRecords, refunds }: ReturnType<typeof periodHarness>) => {
    refunds[0] = { ...refund, debit: '1516.67', result: { ...refund.result, part: '1000.00' } };
    const later = withLaterRecords({
      ...FIRM,
      feeStructures: [{ ...FIRM.feeStructures[0], flat_rate: 1.5 }],
    });
    later.state.findings = {
      checkedAt,
      findings: [{ ...finding, values: 'debit 5010' }],
      unchecked: [],
    };
    return later;
  };

  it.each(['cash', 'refunds', 'terms'] as const)('of %s end when its amounts change', async (name) => {
    const harness = withAmounts();
    const checked = await harness.section(JUNE, name);
    harness.periods.checkSection(JUNE, name, checked.sha256, 'known');
    await harness.sign(JUNE);
    expect((await harness.section(JUNE, name)).checked?.holds).toBe(true);
    const { periods, section } = withOtherAmounts(harness);
    expect(await section(JUNE, name)).toMatchObject({ state: 'open', checked: { holds: false } });
    expect((await periods.get(JUNE)).signature?.changed).toContain(name);
  });

  it.each([
    ['cash', 'fee-above-cash 1 open\n'],
    ['refunds', '1 closed null\n'],
    ['terms', '1 differs\n2 no-agreement\n3 no-agreement\n'],
  ] as const)('of %s still hold if they hash no amounts, as earlier versions did', async (name, list) => {
    const harness = withAmounts();
    const { facts } = await harness.section(JUNE, name);
    const hash = factsSha256({ ...facts, sha256: sha256Of(list) } as SectionFacts);
    const signedContent = harness.periods.signedContent.bind(harness.periods);
    harness.workspace.periods.check(JUNE, {
      section: name,
      sha256: hash,
      note: 'known',
      by: 'jo',
      at: checkedAt,
    });
    await harness.sign(JUNE);
    vi.spyOn(harness.periods, 'signedContent').mockImplementation((signature) => {
      const content = signedContent(signature);
      if (!content) return null;
      const sections = content.period.sections.map((section) =>
        section.facts.name === name ? { ...section, sha256: hash } : section,
      );
      return { ...content, period: { ...content.period, sections } };
    });
    expect((await harness.section(JUNE, name)).checked?.holds).toBe(true);
    expect((await harness.periods.get(JUNE)).signature).toMatchObject({ state: 'holds', changed: [] });
  });

  it('hold for a waived finding, whose values are part of its state', async () => {
    const harness = withAmounts();
    const waived = { ...finding, state: 'waived' as const };
    harness.state.findings = { checkedAt, findings: [waived], unchecked: [] };
    await harness.sign(JUNE);
    harness.state.findings = { checkedAt, findings: [{ ...waived, values: 'other' }], unchecked: [] };
    expect((await harness.periods.get(JUNE)).signature?.state).toBe('holds');
  });
});

it('a signed file that an earlier version counted although it differed since has not changed', async () => {
  const { section } = periodHarness();
  const facts = factsOf(await section(JUNE, 'files'), 'files');
  const [file, ...others] = facts.files;
  if (!file) throw new Error('a file expected');
  const withFile = (overrides: Partial<typeof file>) => ({
    ...facts,
    files: [{ ...file, decision: 'approved' as const, outcome: 'differs' as const, ...overrides }, ...others],
  });
  const now = withFile({ state: 'unsigned' });
  expect(coversFacts(factsSha256(withFile({ state: 'signed' })), now, {})).toBe(true);
  expect(coversFacts(factsSha256(withFile({ state: 'signed', outcome: 'agrees' })), now, {})).toBe(false);
});

describe('the comparison of a fee file with the setup', () => {
  const finding = (state: 'open' | 'flagged' | 'waived', ...files: string[]) => ({
    rule: 'fee-in-two-files' as const,
    key: '1',
    state,
    mark: null,
    values: '',
    files,
  });
  const checkedAt = '2026-10-01T08:00:00.000Z';
  const comparisonsOf = async ({ section }: Pick<ReturnType<typeof periodHarness>, 'section'>, id = JUNE) =>
    factsOf(await section(id, 'files'), 'files').files.map(({ fileId, comparison }) => [fileId, comparison]);

  it('counts the findings that name the file, open and closed, and the rules that could not run', async () => {
    const harness = periodHarness();
    harness.bill('40', JUNE, { '1': '10' });
    harness.state.findings = {
      checkedAt,
      findings: [finding('open', '40', '41'), finding('flagged', '40'), finding('waived', '40')],
      unchecked: ['fee-not-in-report', 'no-group'],
    };
    expect(await comparisonsOf(harness)).toEqual([
      ['40', { state: 'compared', open: 2, closed: 1, unchecked: 1 }],
      ['41', { state: 'not-compared', why: 'no-lines' }],
    ]);
  });

  it('says why a file is not compared', async () => {
    const harness = periodHarness();
    harness.bill('40', JUNE, { '1': '10' });
    harness.state.findings = null;
    expect((await comparisonsOf(harness))[0]).toEqual(['40', { state: 'not-compared', why: 'not-checked' }]);
    harness.bill('43', SEPTEMBER, { '1': '10' });
    expect((await comparisonsOf(harness))[0]).toEqual([
      '40',
      { state: 'not-compared', why: 'earlier-period' },
    ]);
  });

  it('is no change since a signature, because its findings belong to another section', async () => {
    const harness = periodHarness();
    harness.bill('40', JUNE, { '1': '10' });
    await harness.sign(JUNE);
    harness.state.findings = { checkedAt, findings: [finding('open', '40')], unchecked: [] };
    expect((await harness.periods.get(JUNE)).signature?.changed).toEqual(['findings']);
  });
});

describe("the firm's own steps", () => {
  it('keep their marks when renamed or moved; marks belong to one period, steps to one firm', async () => {
    const { periods, section, workspace } = periodHarness();
    workspace.periods.setSteps('39', [
      { id: null, title: 'One' },
      { id: null, title: 'Two' },
    ]);
    const [first, second] = factsOf(await section(JUNE, 'steps'), 'steps').steps;
    if (!first || !second) throw new Error('two steps expected');
    periods.markStep(JUNE, first.id, 'by phone');
    workspace.periods.setSteps('39', [
      { id: second.id, title: 'Two' },
      { id: first.id, title: 'First' },
    ]);
    expect(factsOf(await section(JUNE, 'steps'), 'steps').steps).toMatchObject([
      { title: 'Two', done: null },
      { title: 'First', done: { by: 'jo', note: 'by phone' } },
    ]);
    expect(factsOf(await section(SEPTEMBER, 'steps'), 'steps').steps).toMatchObject([
      { done: null },
      { done: null },
    ]);
    expect(factsOf(await section({ ...JUNE, firm: '40' }, 'steps'), 'steps').steps).toEqual([]);
    expect(() => periods.markStep({ ...JUNE, firm: '40' }, first.id, '')).toThrow();
  });
});

describe('the sample', () => {
  it('fails without lines of fee files, instead of drawing from nothing', () => {
    const { periods, workspace } = periodHarness();
    const draw = () => periods.drawSample(JUNE, { size: 5, seed: null, chosen: ['1'] });
    expect(draw).toThrow(expect.objectContaining({ failure: { kind: 'no-fee-lines' } }));
    expect(workspace.periods.sample(JUNE)).toBeNull();
  });

  it('of a period whose record names no firm has no accounts of a firm', async () => {
    const { periods, section, bill } = periodHarness();
    const noFirm = { ...JUNE, firm: null };
    bill('40', JUNE, { '1': '10.10', '2': '20' });
    bill('45', noFirm, { '4': '5.00' });
    periods.drawSample(noFirm, { size: 5, seed: 'abc', chosen: [] });
    const { drawn, items } = factsOf(await section(noFirm, 'sample'), 'sample');
    expect([drawn?.population, items.map(({ account }) => account)]).toEqual([1, ['4']]);
  });

  it('draws billed accounts, adds those chosen by hand, and shows the exact debit', async () => {
    const { periods, section, bill } = periodHarness();
    bill('40', JUNE, { '1': '10.10', '2': '20' });
    bill('41', JUNE, { '1': '0.20' });
    bill('43', SEPTEMBER, { '1': '99' });
    periods.drawSample(JUNE, { size: 5, seed: 'abc', chosen: ['3', '1', '1'] });
    const { drawn, items } = factsOf(await section(JUNE, 'sample'), 'sample');
    expect(drawn).toMatchObject({ seed: 'abc', size: 1, population: 2, by: 'jo' });
    expect(items.map(({ account, isChosen, debit }) => [account, isChosen, debit])).toEqual([
      ['2', false, '20.00'],
      ['3', true, null],
      ['1', true, '10.30'],
    ]);
  });

  it('draws accounts that were fetched after their fee file was read', async () => {
    const { workspace, withLaterRecords } = periodHarness({ ...FIRM, accounts: [] });
    workspace.feeHistory.put(
      { sha256: 'h', fileId: '40', firmId: '39', endDate: JUNE.endDate, savedAt: '2026-07-02', leftOut: 0 },
      [{ accountRef: 'nSWB 001', at: 0, custodian: 'SWB', number: '001', amount: '10.00' }],
    );
    const { periods, section } = withLaterRecords(FIRM);
    periods.drawSample(JUNE, { size: 5, seed: 'abc', chosen: [] });
    const { drawn, items } = factsOf(await section(JUNE, 'sample'), 'sample');
    expect([drawn?.population, items]).toMatchObject([1, [{ account: '1', debit: '10.00' }]]);
    expect(periods.sampleDetail(JUNE, '1')).toMatchObject({
      debit: '10.00',
      expected: { debit: '10.00' },
    });
  });

  it('has no debit for an account with an amount that could not be read', async () => {
    const { periods, section, bill } = periodHarness();
    bill('40', JUNE, { '1': '10.10', '2': null, '3': '5' });
    bill('41', JUNE, { '1': null });
    periods.drawSample(JUNE, { size: 0, seed: null, chosen: ['1', '2', '3'] });
    const { drawn, items } = factsOf(await section(JUNE, 'sample'), 'sample');
    expect(drawn).toMatchObject({ population: 3 });
    expect(items.map(({ debit }) => debit)).toEqual([null, null, '5.00']);
    expect(periods.sampleDetail(JUNE, '1')).toMatchObject({ debit: null });
  });

  it('shows no debit of an account that a file bills too which the service no longer lists', async () => {
    const { periods, bill, section } = periodHarness();
    bill('40', JUNE, { '1': '10.00', '2': '20.00' });
    bill('39', JUNE, { '1': '10.00' }); // not listed
    periods.drawSample(JUNE, { size: 0, seed: null, chosen: ['1', '2'] });
    const { items } = factsOf(await section(JUNE, 'sample'), 'sample');
    expect(items.map(({ debit }) => debit)).toEqual([null, '20.00']);
    expect(periods.sampleDetail(JUNE, '1')).toMatchObject({
      debit: null,
      expected: { result: { why: 'replaced-file' } },
    });
  });

  it('shows the agreed terms of an account that closed since', () => {
    const { workspace, withLaterRecords } = periodHarness();
    workspace.agreedTerms.add({ file: null, at: '2026-10-01T08:00:00.000Z', by: 'jo' }, [
      {
        line: 2,
        target: 'household',
        key: '60',
        date: '2026-06-01',
        terms: {
          ...{ structure: null, rate: '1', tiers: null, flatDollars: null },
          ...{ collection: null, frequency: null },
        },
        reference: null,
      },
    ]);
    const { periods } = withLaterRecords({ ...FIRM, accounts: changedAccount(1, { status: 'closed' }) });
    expect(periods.sampleDetail(JUNE, '1').terms).toMatchObject({
      result: 'agrees',
      agreement: { terms: { rate: '1' } },
    });
    expect(periods.sampleDetail(JUNE, '77').terms).toBeNull();
  });

  it('refuses a seed or an unknown account that could be a tax ID, which a team would share', () => {
    const { periods, bill } = periodHarness();
    bill('40', JUNE, { '1': '10' });
    const refused = expect.objectContaining({
      failure: { kind: 'refused', detail: { code: 'tax-id' } },
    }) as Error;
    const draw = (seed: string, ...chosen: string[]) => periods.drawSample(JUNE, { size: 1, seed, chosen });
    expect(() => draw('123456789')).toThrow(refused);
    expect(() => draw('abc', '123-45-6789')).toThrow(refused);
    draw('20260930', '2');
  });

  it('records verdicts with what the reviewer saw, and is done when every account has one', async () => {
    const { periods, section, bill, workspace } = periodHarness();
    bill('40', JUNE, { '1': '10' });
    periods.drawSample(JUNE, { size: 1, seed: null, chosen: [] });
    expect((await section(JUNE, 'sample')).state).toBe('open');
    const shown = periods.sampleDetail(JUNE, '1');
    periods.recordVerdict(JUNE, '1', { verdict: 'differs', reason: 'rate of 2025', shown });
    expect(await section(JUNE, 'sample')).toMatchObject({
      state: 'done',
      facts: { items: [{ verdict: 'differs', reason: 'rate of 2025', judged: { by: 'jo' } }] },
    });
    const [stored] = workspace.periods.sample(JUNE)?.items ?? [];
    expect(JSON.parse(stored?.verdict?.shown ?? '')).toMatchObject({ debit: '10.00' });
    periods.recordVerdict(JUNE, '1', { verdict: null, reason: 'mistake', shown: null });
    expect(await section(JUNE, 'sample')).toMatchObject({
      state: 'open',
      facts: { items: [{ verdict: null, reason: '', judged: null }] },
    });
    const judgeUnknown = () => periods.recordVerdict(JUNE, '77', { verdict: 'agrees', reason: '', shown });
    expect(judgeUnknown).toThrow();
  });

  it('refuses a verdict about data that changed after it was shown', async () => {
    const { periods, bill, section } = periodHarness();
    bill('40', JUNE, { '1': '10' });
    periods.drawSample(JUNE, { size: 1, seed: null, chosen: [] });
    const shown = periods.sampleDetail(JUNE, '1');
    bill('41', JUNE, { '1': '5' });
    const judge = (detail: SampleDetail) =>
      periods.recordVerdict(JUNE, '1', { verdict: 'agrees', reason: '', shown: detail });
    expect(() => judge(shown)).toThrow(
      expect.objectContaining({ failure: { kind: 'changed-since', where: 'decision' } }) as Error,
    );
    expect(factsOf(await section(JUNE, 'sample'), 'sample').items).toMatchObject([{ verdict: null }]);
    judge(periods.sampleDetail(JUNE, '1'));
  });
});

describe('a verdict about an account of the sample', () => {
  const withVerdict = () => {
    const harness = periodHarness();
    const { periods, bill } = harness;
    bill('40', JUNE, { '1': '10' });
    periods.drawSample(JUNE, { size: 1, seed: null, chosen: [] });
    const judge = () =>
      periods.recordVerdict(JUNE, '1', {
        verdict: 'agrees',
        reason: '',
        shown: periods.sampleDetail(JUNE, '1'),
      });
    judge();
    return { ...harness, judge };
  };

  it('is outdated, and the section open, after the debit changed', async () => {
    const { section, bill, judge } = withVerdict();
    expect(factsOf(await section(JUNE, 'sample'), 'sample').items[0]).not.toHaveProperty('isOutdated');
    bill('41', JUNE, { '1': '2' });
    expect(await section(JUNE, 'sample')).toMatchObject({
      state: 'open',
      facts: { items: [{ verdict: 'agrees', debit: '12.00', isOutdated: true }] },
    });
    judge();
    expect((await section(JUNE, 'sample')).state).toBe('done');
  });

  it('that was outdated when an earlier version signed the period is no change since', async () => {
    const { section, bill } = withVerdict();
    const current = await section(JUNE, 'sample');
    bill('41', JUNE, { '1': '2' });
    const { facts, sha256 } = await section(JUNE, 'sample');
    const [item] = factsOf(current, 'sample').items;
    if (!item) throw new Error('an item expected');
    const earlier = { ...factsOf({ facts }, 'sample'), items: [{ ...item, debit: '12.00' }] };
    expect(sha256).toBe(factsSha256(earlier));
    expect(coversFacts(sha256Of(JSON.stringify(earlier)), facts, {})).toBe(true);
  });

  it('of a colleague is not outdated while lines that the colleague may have are missing here', async () => {
    const { section, workspace, bill } = withVerdict();
    const sample = workspace.periods.sample(JUNE);
    const seen = { terms: null, balance: null, yearly: null, debit: '12.00' };
    const verdict = { verdict: 'agrees' as const, reason: '', by: 'Ada', at: '2026-10-01T10:00:00.000Z' };
    vi.spyOn(workspace.periods, 'sample').mockReturnValue(
      sample && {
        ...sample,
        items: sample.items.map((item) => ({ ...item, verdict: { ...verdict, shown: null, seen } })),
      },
    );
    expect((await section(JUNE, 'sample')).state).toBe('done');
    bill('41', JUNE, { '1': '3' });
    expect((await section(JUNE, 'sample')).state).toBe('open');
  });
});

describe('setup changes since the last signature', () => {
  it('are not determined without an earlier signature of the firm', async () => {
    const { section, sign } = periodHarness();
    await sign({ firm: '40', endDate: '2026-06-30' });
    await sign(SEPTEMBER);
    expect(await section(SEPTEMBER, 'setup')).toMatchObject({ state: 'unknown', facts: { since: null } });
  });

  it('say that an earlier period was only signed on another computer, with the same hash', async () => {
    const { section, workspace } = periodHarness();
    const setupOf = async (id: PeriodId) => {
      const { facts, sha256 } = await section(id, 'setup');
      return { text: sectionText(facts), sha256 };
    };
    const { text, sha256 } = await setupOf(SEPTEMBER);
    expect(text).toContain('no earlier period');
    vi.spyOn(workspace.periods, 'colleagueSignatures').mockReturnValue([colleagueSignature(JUNE)]);
    expect(await setupOf(SEPTEMBER)).toMatchObject({
      text: expect.stringContaining('was signed on another computer') as string,
      sha256,
    });
    expect((await setupOf(JUNE)).text).toContain('no earlier period');
  });

  it('name each account and fee structure with both values', async () => {
    const { sign, withLaterRecords } = periodHarness();
    await sign(JUNE);
    const { section } = withLaterRecords({
      ...FIRM,
      accounts: [
        ...changedAccount(1, { fee_structures_ids: [7, 8], payment_source: 'D', household_id: 61 }).filter(
          ({ id }) => id !== 3,
        ),
        { ...FIRM.accounts[0], id: 9, name: 'New', number: '009' },
      ],
      feeStructures: [{ ...FIRM.feeStructures[0], flat_rate: 1.25 }],
      billingGroups: [
        {
          ...FIRM.billingGroups[0],
          // One object instead of a list (wire facts B4).
          assignments: { account_id: 1, fee_location: 0, fee_location_option: 'S' },
        },
      ],
    });
    const periodSection = await section(SEPTEMBER, 'setup');
    expect(periodSection.state).toBe('open');
    const { since, total, changes } = factsOf(periodSection, 'setup');
    expect(since).toMatchObject({ endDate: '2026-06-30' });
    expect(changes.map(({ field, key, before, after }) => [field, key, before, after])).toEqual(
      expect.arrayContaining([
        ['structures', '1', '7', '7, 8'],
        ['method', '1', 'C', 'D'],
        ['household', '1', '60', '61'],
        ['payer', '1', '2', '0'],
        ['added', '9', null, 'New · 009'],
        ['removed', '3', 'Account 3 · 003', null],
        ['terms', '7', expect.stringContaining(' 1 '), expect.stringContaining(' 1.25 ')],
      ]),
    );
    expect(total).toBe(7);
  });

  it('exclude changes to fields that determine no fee', async () => {
    const { sign, withLaterRecords } = periodHarness();
    await sign(JUNE);
    const { section } = withLaterRecords({ ...FIRM, accounts: changedAccount(1, { nickname: 'Other' }) });
    expect(await section(SEPTEMBER, 'setup')).toMatchObject({ state: 'done', facts: { total: 0 } });
  });

  it('exclude changes to accounts of other firms', async () => {
    const { sign, withLaterRecords } = periodHarness();
    await sign(JUNE);
    const { section } = withLaterRecords({
      ...FIRM,
      accounts: [...FIRM.accounts.slice(0, 3), { ...FIRM.accounts[3], payment_source: 'D' }],
    });
    expect(factsOf(await section(SEPTEMBER, 'setup'), 'setup').total).toBe(0);
  });
});

describe('while lists are not completely on this computer', () => {
  const NOT_COMPLETE = {
    failure: { kind: 'not-allowed', detail: { code: 'lists-incomplete' } },
  };

  it('what needs them is not determined, and nothing counts as changed since it was signed', async () => {
    const { periods, section, sign, workspace, bill, withLaterRecords } = periodHarness();
    workspace.refunds.setAdvance('begins', 'jo', '2026-10-01T08:00:00.000Z');
    bill('40', JUNE, { '1': '10' });
    periods.drawSample(JUNE, { size: 1, seed: null, chosen: [] });
    await sign({ ...JUNE, endDate: '2026-03-31' });
    await sign(JUNE);
    periods.checkSection(JUNE, 'refunds', (await section(JUNE, 'refunds')).sha256, 'none are due');
    const { accounts: _, ...lists } = FIRM;
    const later = withLaterRecords(lists);
    for (const name of ['setup', 'refunds', 'terms', 'sample'] as const)
      expect(await later.section(JUNE, name)).toMatchObject({
        state: 'unknown',
        facts: { isIncomplete: true },
      });
    expect((await later.section(JUNE, 'refunds')).checked).toMatchObject({ holds: null });
    expect(await later.section(JUNE, 'setup')).toMatchObject({ facts: { total: 0 } });
    expect((await later.periods.get(JUNE)).signature).toMatchObject({ state: 'holds', changed: [] });
    const complete = withLaterRecords(FIRM);
    expect((await complete.section(JUNE, 'refunds')).checked).toMatchObject({ holds: true });
  });

  it.each(['accounts', 'feeStructures', 'billingGroups', 'feeUploadFiles'] as const)(
    'no period is signed: %s',
    async (missing) => {
      const { [missing]: _, ...lists } = FIRM;
      const { sign, workspace, section } = periodHarness(lists);
      await expect(sign(JUNE)).rejects.toMatchObject(NOT_COMPLETE);
      expect(workspace.periods.signatures()).toEqual([]);
      if (missing === 'feeUploadFiles') expect((await section(JUNE, 'files')).state).toBe('unknown');
    },
  );
});

describe('a list that the service refused', () => {
  const { billingGroups: _, ...withoutGroups } = FIRM;

  it('leaves its sections not determined, and the period can be signed and checked off', async () => {
    const { periods, section, sign, workspace, refunds } = periodHarness(withoutGroups, ['billingGroups']);
    workspace.refunds.setAdvance('begins', 'jo', '2026-10-01T08:00:00.000Z');
    refunds.push(REFUND);
    for (const name of ['setup', 'refunds'] as const) {
      const refused = await section(JUNE, name);
      expect(refused).toMatchObject({ state: 'unknown', facts: { refused: ['billingGroups'] } });
      expect(sectionText(refused.facts)).toContain('the service didn’t provide billing groups');
    }
    periods.checkSection(JUNE, 'refunds', (await section(JUNE, 'refunds')).sha256, 'no groups here');
    expect(await section(JUNE, 'refunds')).toMatchObject({ state: 'done', checked: { holds: true } });
    const { id } = await sign(JUNE);
    const { signature } = await periods.get(JUNE);
    expect(signature?.state).toBe('holds');
    expect(signature?.open).toContain('setup');
    const tables = inflateRawSync(workspace.periods.sealed(id)?.tables ?? '').toString('utf8');
    expect(JSON.parse(tables)).toMatchObject({ setup: [], refunds: [] });
  });

  it('is missing in the setup copy of that signature, so later setup is not compared with it', async () => {
    const { sign, withLaterRecords } = periodHarness(withoutGroups, ['billingGroups']);
    await sign(JUNE);
    const { section, sign: signLater } = withLaterRecords(FIRM);
    expect(await section(SEPTEMBER, 'setup')).toMatchObject({
      state: 'unknown',
      facts: { refused: ['billingGroups'], total: 0 },
    });
    await signLater(SEPTEMBER); // with a complete copy
    const december = await section({ ...SEPTEMBER, endDate: '2026-12-31' }, 'setup');
    expect(december.facts).toMatchObject({ since: { endDate: SEPTEMBER.endDate } });
    expect(december.facts).not.toHaveProperty('refused');
  });

  it('does not allow signing while another list is incomplete', async () => {
    const { feeStructures: __, ...lists } = withoutGroups;
    const { sign } = periodHarness(lists, ['billingGroups']);
    await expect(sign(JUNE)).rejects.toMatchObject({ failure: { detail: { code: 'lists-incomplete' } } });
  });
});

describe('an account without a firm ID', () => {
  const accountsWithUnowned = (overrides: object = {}) => [
    ...FIRM.accounts,
    { ...FIRM.accounts[0], id: 9, number: '009', name: 'Unowned', firm_id: null, ...overrides },
  ];

  it('is in every section of a named firm’s period: findings, setup changes and agreed terms', async () => {
    const { sign, withLaterRecords, workspace } = periodHarness({ ...FIRM, accounts: accountsWithUnowned() });
    await sign(JUNE);
    const { section, state } = withLaterRecords({
      ...FIRM,
      accounts: accountsWithUnowned({ payment_source: 'D' }),
    });
    const finding = {
      rule: 'no-fee-structure' as const,
      key: '9',
      state: 'open' as const,
      mark: null,
      values: '',
    };
    state.findings = {
      checkedAt: '2026-10-01T08:00:00.000Z',
      findings: [{ ...finding, files: [] }],
      unchecked: [],
    };
    expect(factsOf(await section(SEPTEMBER, 'findings'), 'findings').counts.open).toBe(1);
    expect(factsOf(await section(SEPTEMBER, 'setup'), 'setup').changes).toMatchObject([
      { field: 'method', key: '9', before: 'C', after: 'D' },
    ]);
    const none = { structure: null, tiers: null, flatDollars: null, collection: null, frequency: null };
    workspace.agreedTerms.add({ file: null, at: '2026-10-01T08:00:00.000Z', by: 'jo' }, [
      {
        line: 2,
        target: 'account',
        key: '9',
        date: '2025-01-03',
        terms: { ...none, rate: '1' },
        reference: null,
      },
    ]);
    expect(factsOf(await section(SEPTEMBER, 'terms'), 'terms').agreements).toBe(1);
  });
});

describe('a signature', () => {
  it('names what was open, and holds while nothing changes', async () => {
    const { periods, sign, workspace } = periodHarness();
    await sign(JUNE, 'as agreed with Pat');
    expect((await periods.get(JUNE)).signature).toMatchObject({
      state: 'holds',
      signedBy: 'jo',
      note: 'as agreed with Pat',
      open: ['setup', 'files', 'refunds', 'terms', 'sample'],
      changed: [],
    });
    expect(workspace.activity.list({ kinds: ['period-sign'] }, 0, 5).total).toBe(1);
  });

  it('is refused if the data is not what the user saw', async () => {
    const { periods, workspace } = periodHarness();
    const shownHashes = (await periods.get(JUNE)).sections.map(({ sha256 }) => sha256);
    workspace.periods.setSteps('39', [{ id: null, title: 'One more' }]);
    await expect(periods.sign(JUNE, 'ok', shownHashes)).rejects.toMatchObject({
      failure: { kind: 'changed-since', where: 'signature' },
    });
    expect(workspace.periods.signatures()).toEqual([]);
  });

  it('is refused if a colleague’s mark arrives between the sections and their lists', async () => {
    const { periods, workspace, state } = periodHarness();
    const finding = { rule: 'no-fee-structure' as const, key: '1', mark: null, values: '', files: [] };
    const findingsWith = (findingState: 'open' | 'waived') => ({
      checkedAt: '2026-10-01T08:00:00.000Z',
      findings: [{ ...finding, state: findingState }],
      unchecked: [],
    });
    state.findings = findingsWith('open');
    const shownHashes = (await periods.get(JUNE)).sections.map(({ sha256 }) => sha256);
    const read = periods.firmFindings.bind(periods);
    vi.spyOn(periods, 'firmFindings').mockImplementation((firm, rules) => {
      if (rules.size > BILLING_RULES.size) state.findings = findingsWith('waived'); // reads all for the lists
      return read(firm, rules);
    });
    await expect(periods.sign(JUNE, 'ok', shownHashes)).rejects.toMatchObject({
      failure: { kind: 'changed-since', where: 'signature' },
    });
    expect(workspace.periods.signatures()).toEqual([]);
  });

  it('shows which sections changed since', async () => {
    const { periods, sign, workspace, bill } = periodHarness();
    bill('40', JUNE, { '1': '10' });
    await sign(JUNE);
    workspace.periods.setSteps('39', [{ id: null, title: 'One more' }]);
    periods.drawSample(JUNE, { size: 1, seed: null, chosen: [] });
    expect((await periods.get(JUNE)).signature).toMatchObject({
      state: 'changed',
      changed: ['sample', 'steps'],
    });
  });

  it('leaves later setup changes to the next period once that is signed', async () => {
    const { sign, withLaterRecords } = periodHarness();
    // Setup changes are those since an earlier signature.
    await sign({ ...JUNE, endDate: '2026-03-31' });
    await sign(JUNE);
    const { periods, sign: signAgain } = withLaterRecords({
      ...FIRM,
      accounts: changedAccount(1, { household_id: 77 }),
    });
    expect((await periods.get(JUNE)).signature?.changed).toEqual(['setup']);
    await signAgain(SEPTEMBER);
    expect((await periods.get(JUNE)).signature?.changed).toEqual([]);
    expect((await periods.get(SEPTEMBER)).signature?.state).toBe('holds');
  });

  it('leaves later setup changes to the next period once a colleague signed that', async () => {
    const { sign, withLaterRecords, workspace } = periodHarness();
    await sign({ ...JUNE, endDate: '2026-03-31' });
    await sign(JUNE);
    const { periods } = withLaterRecords({ ...FIRM, accounts: changedAccount(1, { household_id: 77 }) });
    const colleagueSigns = (id: PeriodId, isApproved: boolean | null = null) =>
      vi
        .spyOn(workspace.periods, 'colleagueSignatures')
        .mockReturnValue([colleagueSignature(id, isApproved)]);
    const changed = async () => (await periods.get(JUNE)).signature?.changed;
    colleagueSigns({ ...SEPTEMBER, firm: '40' });
    expect(await changed()).toEqual(['setup']);
    colleagueSigns(SEPTEMBER, false); // without the approval that it needed
    expect(await changed()).toEqual(['setup']);
    colleagueSigns(SEPTEMBER);
    expect(await changed()).toEqual([]);
  });

  it('seals a file’s comparison under its original property name, and restores the current name', async () => {
    const { periods, sign, workspace, bill } = periodHarness();
    bill('40', JUNE, { '1': '10' });
    const signature = await sign(JUNE);
    const sealed = JSON.parse(workspace.periods.sealed(signature.id)?.content ?? '') as PeriodContent;
    const filesIn = ({ period }: PeriodContent) =>
      period.sections.flatMap(({ facts }) => (facts.name === 'files' ? facts.files : []));
    expect(filesIn(sealed).map((file) => Object.keys(file).at(-1))).toEqual(['setup', 'setup']);
    const [read] = filesIn(periods.signedContent(signature) as PeriodContent);
    expect(read?.comparison).toMatchObject({ state: 'compared' });
    expect(read).not.toHaveProperty('setup');
  });

  it('with a broken seal does not count as signed in the list, whatever was signed before', async () => {
    const { periods, sign, workspace } = periodHarness();
    const signedIn = () => periods.list().find(({ endDate }) => endDate === SEPTEMBER.endDate)?.signed;
    const signature = await sign(SEPTEMBER);
    const sealed = workspace.periods.sealed(signature.id);
    if (!sealed) throw new Error('nothing sealed');
    expect(signedIn()).toMatchObject({ signedBy: 'jo' });
    workspace.periods.sign(signature, { ...sealed, content: sealed.content.replace('39', '93') });
    expect(signedIn()).toBeNull();
    await sign(SEPTEMBER);
    expect(signedIn()).toMatchObject({ signedBy: 'jo' });
    const notLogged = { ...signature, note: 'forged' };
    workspace.periods.sign({ ...notLogged, seal: periodSealOf(notLogged) }, sealed);
    expect(signedIn()).toBeNull();
    expect((await periods.get(SEPTEMBER)).signature?.state).toBe('broken');
  });

  it('is looked up with those of all other periods in one reading of the activity log', async () => {
    const { periods, sign, workspace } = periodHarness();
    await sign(JUNE);
    await sign(SEPTEMBER);
    const readings = vi.spyOn(workspace.activity, 'factsOf');
    const searches = vi.spyOn(workspace.activity, 'list');
    expect(periods.list().filter(({ signed }) => signed !== null)).toHaveLength(2);
    expect(readings).toHaveBeenCalledTimes(1);
    expect(searches).not.toHaveBeenCalled();
  });

  it('is broken if the stored content, tables, setup or seal is not what was signed', async () => {
    const { periods, sign, workspace } = periodHarness();
    const signature = await sign(JUNE);
    expect(periods.signedContent(signature)).not.toBeNull();
    const forged = [
      { ...signature, note: 'forged' },
      { ...signature, contentSha256: '0'.repeat(64) },
      { ...signature, seal: '0'.repeat(64) },
    ];
    for (const forgery of forged) expect(periods.signedContent(forgery)).toBeNull();
    const sealed = workspace.periods.sealed(signature.id);
    if (!sealed) throw new Error('nothing sealed');
    for (const altered of [
      { ...sealed, content: sealed.content.replace('39', '93') },
      { ...sealed, tables: Buffer.from('odd') },
      { ...sealed, setup: sealed.tables },
    ]) {
      const other = workspace.periods.sign(signature, altered);
      expect((await periods.get(JUNE)).signature).toMatchObject({ id: other.id, state: 'broken' });
    }
  });
});
