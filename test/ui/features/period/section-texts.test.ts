import { expect, it } from 'vitest';
import type { PeriodFile, SampleItem, SectionFacts } from '#contract/features/period/sections';
import { fileStateText, sectionText } from '#contract/features/period/messages';
import {
  checkText,
  listedState,
  sampleVerdictText,
} from '../../../../renderer/features/period/period-messages';

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
  expect(sectionText(facts)).toContain('some of its data isn’t on this computer yet');
  const checked = { by: 'Ada', at: '2026-10-02T15:00:00Z', note: 'None', holds: null };
  expect(checkText({ facts, state: 'unknown', checked, sha256: SHA256 })).toContain(
    'can’t be compared until all data is on this computer',
  );
});

it('says how many replaced files do not count, and counts only the others', () => {
  const textOf = (...states: PeriodFile['state'][]) =>
    sectionText({
      name: 'files',
      files: states.map((state, index) => ({
        ...{ fileId: String(index), state, debit: null, outcome: null, decision: null, sha256: null },
        comparison: { state: 'not-compared', why: 'no-lines' },
      })),
    });
  expect(textOf('signed', 'replaced')).toBe('1 file is signed off. 1 replaced file doesn’t count.');
  expect(textOf('unsigned', 'replaced', 'replaced')).toBe(
    '1 file needs work, of 1 file. 2 replaced files don’t count.',
  );
  expect(textOf('replaced')).toBe(
    'Not determined: the service lists no fee files for this period. 1 replaced file doesn’t count.',
  );
  expect(textOf('signed')).toBe('1 file is signed off.');
});

it('names who marked a file as replaced in the evidence, and why', () => {
  const mark = { by: 'Ada Park', at: '2026-10-02T15:00:00Z', note: '' };
  expect(fileStateText({ state: 'unlisted' })).toBe('No longer in the service');
  expect(fileStateText({ state: 'replaced', replaced: mark })).toMatch(
    /^Replaced: Ada Park, Oct 2, 2026, [^.]*$/,
  );
  expect(fileStateText({ state: 'replaced', replaced: { ...mark, note: 'Ran again' } })).toMatch(
    /\. Ran again$/,
  );
});

it('lists a period whose only file was replaced as one without files', () => {
  const period = { firm: '39', endDate: '2026-06-30', files: 0, debit: null, filesWithoutAmount: 0 };
  expect(listedState({ ...period, filesLeft: 0, signed: null }).label).toBe('No files');
  expect(listedState({ ...period, files: 1, filesLeft: 0, signed: null }).label).toBe('Files signed off');
});

it('names the lists that the service refused', () => {
  const facts: SectionFacts = { ...refunds(0, 0, 0), refused: ['feeStructures', 'billingGroups'] };
  expect(sectionText(facts)).toBe(
    'Not determined: the service didn’t provide fee structures and billing groups.',
  );
  const checked = { by: 'Ada', at: '2026-10-02T15:00:00Z', note: 'None', holds: null };
  expect(checkText({ facts, state: 'unknown', checked, sha256: SHA256 })).toContain(
    'can’t be compared: the service didn’t provide fee structures and billing groups',
  );
});
