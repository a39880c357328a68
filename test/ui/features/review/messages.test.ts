import { describe, expect, it } from 'vitest';
import { RULE_IDS, ruleNamed } from '#contract/features/review/rules';
import type { FindingFacts } from '#contract/features/review/calls';
import type { SharedMark } from '#contract/features/team/calls';
import { shortListText } from '../../../../renderer/features/review/fact-messages';
import {
  doneText,
  markStepText,
  markText,
  missingDataText,
} from '../../../../renderer/features/review/review-messages';
import { namedFacts } from '../../../../renderer/features/review/named-facts';
import { RULE_TEXTS } from '../../../../renderer/features/review/rule-messages';

describe('review queue texts', () => {
  it('give every rule a unique name and sentences about what is wrong and why', () => {
    const names = RULE_IDS.map((id) => RULE_TEXTS[id].name);
    expect(new Set(names).size).toBe(names.length);
    for (const id of RULE_IDS) {
      expect(RULE_TEXTS[id].what({}), id).toMatch(/^$|[.]$/);
      expect(RULE_TEXTS[id].why, id).toMatch(/^[A-Z].*[.]$/);
    }
  });

  it('never say that a fee is right, was approved or collected, or will be rejected', () => {
    const aboutFiles = RULE_IDS.filter((id) => ruleNamed(id).needs?.includes('fee-history'));
    const texts = aboutFiles.flatMap((id) => [
      RULE_TEXTS[id].name,
      RULE_TEXTS[id].what({ amount: '12.00', end: '2026-09-30', files: ['40'], cash: '5.00' }),
      RULE_TEXTS[id].why,
    ]);
    expect(texts.some((text) => text.includes('Fee file 40'))).toBe(true);
    for (const text of texts)
      expect(text).not.toMatch(
        /\b(is|are|was) (right|correct|accurate|verified)|approved|\bcollected\b|rejected|overcharged|owes?\b/i,
      );
  });

  it('show the names of IDs in a finding, as many as are listed', () => {
    const recordNames: string[] = [];
    const nameOf = (resource: string, id: string): string => {
      recordNames.push(`${resource} ${id}`);
      return id === '12' ? id : `Name of ${id} (${id})`;
    };
    const sentence = (rule: 'trade-lists-conflict' | 'payer-outside', facts: FindingFacts): string =>
      RULE_TEXTS[rule].what(namedFacts(facts, nameOf));
    expect(sentence('trade-lists-conflict', { buy: ['51', '631'] })).toBe(
      'Both to buy and not to buy: Name of 51 (51) and Name of 631 (631).',
    );
    expect(sentence('payer-outside', { accounts: ['7'] })).toMatch(/^Name of 7 \(7\) pays/);
    expect(sentence('payer-outside', { accounts: ['12'] })).toMatch(/^Account 12 pays/);
    expect(recordNames).toEqual(['securities 51', 'securities 631', 'accounts 7', 'accounts 12']);
    const ids = Array.from({ length: 1_300 }, (_, index) => String(index));
    namedFacts({ groups: ids, values: ['Q'] }, nameOf);
    expect(recordNames).toHaveLength(4 + 6);
  });

  it.each([
    [['1'], 'once a year.'],
    [['4'], '4 times a year.'],
    [['1', '4', '12'], '1 to 12 times a year.'],
  ])('say how often fee structures bill: %j', (times, end) => {
    const facts = { total: '1.00', yearly: '9.00', end: '2026-09-30', times };
    expect(RULE_TEXTS['fee-annual-ratio'].what(facts)).toMatch(new RegExp(`structures bill ${end}$`));
  });

  it('name an invoice with its amount, if it is known', () => {
    const facts = { amount: '12.00', end: '2026-09-30', files: ['40'], invoices: ['5'] };
    const { what } = RULE_TEXTS['fee-and-invoice'];
    expect(what({ ...facts, invoiced: '3.00' })).toMatch(
      / Invoice 5 names it too, for \$3\.00 in the same billing report\.$/,
    );
    expect(what(facts)).toMatch(/ Invoice 5 names it too, in the same billing report\.$/);
  });

  it('cut a long list and count the rest', () => {
    expect(shortListText(['1', '2', '3'])).toBe('1, 2, and 3');
    expect(shortListText(Array.from({ length: 1_300 }, (_, index) => String(index)))).toBe(
      '0, 1, 2, 3, 4, 5, and 1,294 more',
    );
  });

  it('name everything that an unchecked rule lacks', () => {
    expect(missingDataText(['accounts', 'reconciliation'])).toBe(
      'Couldn’t run: no complete data yet for accounts; no fee file has been reconciled and signed off yet.',
    );
  });

  it('explain why a mark no longer applies', () => {
    const mark = { by: 'pat', at: '2026-11-21T09:00:00Z', until: null };
    expect(markText({ ...mark, state: 'reviewed' }, 'reviewed')).toMatch(/^Reviewed by pat, Nov 21, 2026/);
    expect(markText({ ...mark, state: 'reviewed' }, 'open')).toMatch(/The record has changed since$/);
    expect(markText({ ...mark, state: 'waived', until: '2026-12-31' }, 'open')).toMatch(
      /^Waived through .*The waiver no longer applies$/,
    );
  });

  it('say how many findings were marked, and what was removed', () => {
    expect(doneText({ kind: 'waived', reason: 'Known', until: '2026-12-31' }, 1)).toBe('1 finding waived');
    expect(doneText({ kind: 'note', text: 'Called' }, 1)).toBe('Note saved');
    expect(doneText({ kind: 'note', text: ' ' }, 1)).toBe('Note removed');
    expect(doneText({ kind: 'owner', owner: 'Pat' }, 2)).toBe('Owner saved for 2 findings');
    expect(doneText({ kind: 'owner', owner: '' }, 2)).toBe('Owner removed from 2 findings');
  });
});

describe('a step in the history of a shared mark', () => {
  const flagged: SharedMark = {
    member: '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b0001',
    name: 'Robin Reyes',
    at: '2026-11-21T09:00:00Z',
    place: 7,
    state: 'flagged',
    reason: null,
    until: null,
    note: null,
    owner: null,
  };
  const open: SharedMark = { ...flagged, state: 'open' };
  const noted: SharedMark = { ...flagged, note: 'Asked the advisor' };
  const waived: SharedMark = { ...noted, state: 'waived', reason: 'By request', until: '2026-12-01' };

  it.each<readonly [string, SharedMark, SharedMark | undefined]>([
    ['Flagged', flagged, undefined],
    ['Note', { ...open, note: 'Asked' }, undefined],
    ['Assigned to Kim', { ...open, owner: 'Kim' }, undefined],
    ['Note', noted, flagged],
    ['Note removed', flagged, noted],
    ['Assigned to Kim', { ...flagged, owner: 'Kim' }, flagged],
    ['Owner removed', flagged, { ...flagged, owner: 'Kim' }],
    ['Reopened', open, flagged],
    ['Flagged', flagged, flagged],
    ['Waived through Dec 1, 2026', waived, noted],
    ['Waived through Dec 1, 2026', waived, { ...waived, until: '2026-11-30' }],
    ['Note', { ...waived, note: 'Still' }, waived],
  ])('says what was done and by whom: %s', (step, mark, before) => {
    expect(markStepText(mark, before)).toMatch(
      new RegExp(`^${step} by Robin Reyes, Nov 21, 2026, \\d+:00 [AP]M$`),
    );
  });

  it('says so if its author is unknown', () => {
    expect(markStepText({ ...flagged, name: null }, undefined)).toMatch(/^Flagged by an unknown user, /);
  });
});
