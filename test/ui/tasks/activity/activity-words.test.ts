import { describe, expect, it } from 'vitest';
import {
  breakWords,
  factLine,
  factsOf,
  outcomeWords,
} from '../../../../renderer/tasks/activity/activity-words';

const lastGood = new Date(2026, 10, 20, 10, 1).toISOString();

describe('a break of the log', () => {
  it('is told with its place and what is still sure', () => {
    expect(breakWords({ line: 12, how: 'changed', lastGood })).toEqual({
      what: 'Line 12 was changed, or something was inserted just before it.',
      sure: 'The 11 lines before it, up to Nov 20, 2026, 10:01 AM, are intact.',
    });
    expect(breakWords({ line: 2, how: 'missing', lastGood }).sure).toContain('The 1 line before it');
    expect(breakWords({ line: 1_200, how: 'cut', lastGood }).what).toContain('line 1,200 and whatever');
  });
  it('of the first line leaves nothing sure', () => {
    expect(breakWords({ line: 1, how: 'cut', lastGood: null }).sure).toContain('No earlier line');
  });
});

describe('an outcome', () => {
  it('that was never written down is not known, unless it still goes on', () => {
    expect(outcomeWords({ outcome: null, going: false }).word).toBe('Unknown');
    expect(outcomeWords({ outcome: null, going: true }).word).toBe('In progress');
    expect(outcomeWords({ outcome: 'canceled', going: false }).word).toBe('Stopped');
  });
});

it('a custodian is told by its name, whether its code or its name was written down', () => {
  expect(factLine({ custodian: 'PER' })).toBe('Custodian: Pershing');
  expect(factLine({ custodian: 'Pershing' })).toBe('Custodian: Pershing');
});

it('a look at thousands of tax IDs stays a line: some of the records and how many more, none cut in half', () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => String(10_001 + at));
  const line = factLine({ reason: 'Tax reporting', of: 'accounts', record_ids: ids.join(', ') });
  expect(line.length).toBeLessThan(160);
  expect(line).toMatch(/^Reason: Tax reporting · Whose: accounts · Record IDs: 10001, 10002, /);
  const [, named = '', more = ''] = /Record IDs: (.*) and ([\d,]+) more$/.exec(line) ?? [];
  expect(named.split(', ').every((id) => ids.includes(id))).toBe(true);
  expect(named.split(', ').length + Number(more.replace(',', ''))).toBe(5_000);
  expect(factLine({ reason: 'x'.repeat(200) })).toBe(`Reason: ${'x'.repeat(60)}…`);
});

it('a line leaves out the IDs that this program made up, so that the answer is not cut; the details have them', () => {
  const facts = { custodian: 'PER', request: '5dcb27fb-0b71-4c71-b157-e9b44fa09d7b', answer: 'granted' };
  expect(factLine(facts)).toBe('Custodian: Pershing · Answer: granted');
  expect(factsOf(facts).map(({ label }) => label)).toEqual(['Custodian', 'Request', 'Answer']);
});

it('the details of an entry have its facts whole', () => {
  const ids = Array.from({ length: 500 }, (_, at) => String(at)).join(', ');
  expect(factsOf({ record_ids: ids })).toEqual([{ label: 'Record IDs', text: ids }]);
});

it('facts fit on a line, without those that say nothing', () => {
  expect(
    factLine({ reason: 'Tax form', unknown: 0, failed: 1200, masked: true, file: null, many: false }),
  ).toBe('Reason: Tax form · Failed: 1,200 · Masked: yes');
});
