import { expect, it } from 'vitest';
import type { SampleItem, SectionFacts } from '#contract/features/period/calls';
import { sectionText } from '#contract/features/period/messages';
import { checkText, sampleVerdictText } from '../../../../renderer/features/period/period-messages';

const SHA256 = 'ab'.repeat(32);

type RefundFacts = Extract<SectionFacts, { name: 'refunds' }>;
const refunds = (open: number, refunded: number, undetermined: number): RefundFacts => ({
  name: 'refunds',
  advance: 'begins',
  counts: { open, refunded, 'not-due': 0, 'not-determined': undetermined },
  sha256: SHA256,
});
const terms = (differs: number, agrees: number): SectionFacts => ({
  name: 'terms',
  agreements: 9,
  counts: { differs, agrees, 'not-determined': 0, 'no-structure': 0, 'no-agreement': 0 },
  sha256: SHA256,
});

it.each<readonly [SectionFacts, string]>([
  [refunds(2, 3, 0), '2 open cases, 3 cases closed.'],
  [refunds(1, 0, 0), '1 open case.'],
  [refunds(0, 1, 0), '1 case closed.'],
  [refunds(0, 0, 4), '4 cases could not be determined.'],
  [terms(1, 12), '1 account differs from what was agreed. 12 accounts agree.'],
  [terms(0, 1), '1 account agrees.'],
  [terms(3, 0), '3 accounts differ from what was agreed.'],
])('omits counts of zero: %#', (facts, text) => {
  expect(sectionText(facts)).toBe(text);
});

it('counts an account whose debit changed since its verdict as left to review', () => {
  const item = {
    ...{ account: '1', name: 'Ann', number: null, isChosen: false, debit: '12.00' },
    ...{ verdict: 'agrees' as const, reason: '', judged: null },
  };
  const drawn = { seed: 'a', size: 1, population: 9, populationSha256: SHA256, by: 'jo', at: '2026-10-01' };
  const textOf = (items: SampleItem[]) => sectionText({ name: 'sample', drawn, items });
  expect(textOf([item])).toBe('0 of 1 account differ.');
  expect(textOf([{ ...item, isOutdated: true }])).toBe('1 account left to review. 0 of 1 account differ.');
  expect(sampleVerdictText(item)).toBe('Agrees');
  expect(sampleVerdictText({ ...item, isOutdated: true })).toBe('Agreed, but the debit has changed since');
});

it('does not summarize a section while one of its lists is incomplete', () => {
  const facts: SectionFacts = { ...refunds(0, 0, 0), isIncomplete: true };
  expect(sectionText(facts)).toContain('its data is not all on this computer yet');
  const checked = { by: 'Ada', at: '2026-10-02T15:00:00Z', note: 'None', holds: null };
  expect(checkText({ facts, state: 'unknown', checked, sha256: SHA256 })).toContain(
    'can’t be compared until the refresh is complete',
  );
});
