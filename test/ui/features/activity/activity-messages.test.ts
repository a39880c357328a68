import { describe, expect, it } from 'vitest';
import {
  describeLogBreak,
  factLine,
  labeledFacts,
  activityOutcomeLabel,
} from '../../../../renderer/features/activity/activity-messages';

const lastGood = new Date(2026, 10, 20, 10, 1).toISOString();

describe('log break message', () => {
  it('names the position of the break and the entries that are intact', () => {
    expect(describeLogBreak({ line: 12, how: 'changed', lastGood })).toEqual({
      what: 'Line 12 was changed, or something was inserted just before it.',
      intactText: 'The 11 lines before it, up to Nov 20, 2026, 10:01 AM, are intact.',
    });
    expect(describeLogBreak({ line: 2, how: 'missing', lastGood }).intactText).toContain(
      'The 1 line before it',
    );
    expect(describeLogBreak({ line: 1_200, how: 'cut', lastGood }).what).toContain('line 1,200 and whatever');
  });
  it('reports no intact entries for a break in the first line', () => {
    expect(describeLogBreak({ line: 1, how: 'cut', lastGood: null }).intactText).toContain(
      'No earlier entries',
    );
  });
});

describe('activity outcome', () => {
  it('shows an unrecorded outcome as unknown, unless the activity is in progress', () => {
    expect(activityOutcomeLabel({ kind: 'record-edit', outcome: null, isRunning: false }).label).toBe(
      'Unknown',
    );
    expect(activityOutcomeLabel({ kind: 'record-edit', outcome: null, isRunning: true }).label).toBe(
      'In progress',
    );
    expect(activityOutcomeLabel({ kind: 'record-edit', outcome: 'canceled', isRunning: false }).label).toBe(
      'Stopped',
    );
    expect(activityOutcomeLabel({ kind: 'review-waive', outcome: 'canceled', isRunning: false }).label).toBe(
      'Undone',
    );
  });
});

it('shows a custodian by name, whether its code or its name was recorded', () => {
  expect(factLine({ custodian: 'PER' })).toBe('Custodian: Pershing');
  expect(factLine({ custodian: 'Pershing' })).toBe('Custodian: Pershing');
});

it('shortens thousands of record IDs on a line to some complete IDs and a count', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => String(10_001 + index));
  const line = factLine({ reason: 'Tax reporting', of: 'accounts', record_ids: ids.join(', ') });
  expect(line.length).toBeLessThan(160);
  expect(line).toMatch(/^Reason: Tax reporting · Records: accounts · Record IDs: 10001, 10002, /);
  const [, listed = '', others = ''] = /Record IDs: (.*), and ([\d,]+) more$/.exec(line) ?? [];
  expect(listed.split(', ').every((id) => ids.includes(id))).toBe(true);
  expect(listed.split(', ').length + Number(others.replace(',', ''))).toBe(5_000);
  expect(factLine({ reason: 'x'.repeat(200) })).toBe(`Reason: ${'x'.repeat(60)}…`);
});

it('omits generated IDs from a line so that the rest fits, but shows them in the details', () => {
  const facts = { custodian: 'PER', request: '5dcb27fb-0b71-4c71-b157-e9b44fa09d7b', answer: 'granted' };
  expect(factLine(facts)).toBe('Custodian: Pershing · Answer: granted');
  expect(labeledFacts(facts).map(({ label }) => label)).toEqual(['Custodian', 'Request', 'Answer']);
});

it('shows a long fact in full in the details', () => {
  const ids = Array.from({ length: 500 }, (_, index) => String(index)).join(', ');
  expect(labeledFacts({ record_ids: ids })).toEqual([{ label: 'Record IDs', text: ids }]);
});

it('shows the facts on a line, without empty, zero and false ones', () => {
  expect(
    factLine({ reason: 'Tax form', unknown: 0, failed: 1200, masked: true, file: null, many: false }),
  ).toBe('Reason: Tax form · Failed: 1,200 · Masked: yes');
});
