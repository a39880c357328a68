import { describe, expect, it } from 'vitest';
import type { CodeJob } from '../../../../preload/contract/calls/advisor-codes';
import { isCount } from '../../../../renderer/kit/typed-count';
import { partOf } from '../../../../renderer/tasks/advisor-codes/parts';
import {
  endWords,
  firmName,
  lineWords,
  planWords,
  remarkOf,
  tally,
} from '../../../../renderer/tasks/advisor-codes/words';
import { jobOf } from './samples';

const PRODUCTION = { application: 'production' } as const;
const SANDBOX = { application: 'sandbox' } as const;
const checked = { kind: 'create', checkedAt: '2026-11-20T10:00:00Z' } as const;

describe('a line', () => {
  it('that is done says so, but not in a sandbox application, where nothing changes', () => {
    expect(lineWords('done', 'create', PRODUCTION).word).toBe('Created');
    expect(lineWords('done', 'delete', PRODUCTION).word).toBe('Deleted');
    expect(lineWords('done', 'create', SANDBOX).word).toBe('Answered');
    expect(remarkOf({ state: 'done', remark: null, confirmed: false }, checked, SANDBOX)).toBe(
      'Sandbox: the mapping has not changed.',
    );
  });

  it('that the service called done is doubted where the mapping disagrees', () => {
    const line = { state: 'done', remark: null } as const;
    expect(remarkOf({ ...line, confirmed: true }, checked, PRODUCTION)).toBeNull();
    expect(remarkOf({ ...line, confirmed: false }, checked, PRODUCTION)).toMatch(
      /but the mapping as of .* does not have it/,
    );
  });

  it('with a lost answer says what to look for', () => {
    const line = { state: 'unknown', remark: null } as const;
    expect(remarkOf({ ...line, confirmed: null }, { kind: 'create', checkedAt: null }, PRODUCTION)).toMatch(
      /Look in the list of codes before you send it again/,
    );
    expect(remarkOf({ ...line, confirmed: true }, checked, PRODUCTION)).toMatch(/has it: it did arrive/);
    expect(remarkOf({ ...line, confirmed: false }, checked, PRODUCTION)).toMatch(/may still be on its way/);
  });
});

describe('a list of codes', () => {
  it('says how many are left out before it is sent', () => {
    expect(planWords(jobOf({ total: 5, counts: { ready: 3, wrong: 2 } }))).toBe(
      '3 codes can be created. 2 lines are wrong and are left out.',
    );
    expect(planWords(jobOf({ total: 2, counts: { wrong: 2 } }))).toBe('All 2 lines are wrong.');
  });

  it('says whom a deletion affects', () => {
    const job = (accounts: number | null): CodeJob =>
      jobOf({ kind: 'delete', total: 2, counts: { ready: 2 }, accounts });
    expect(planWords(job(1234))).toMatch(/1,234 accounts carry them/);
    expect(planWords(job(0))).toMatch(/No account carries them/);
    expect(planWords(job(null))).toMatch(/not known which accounts/);
  });

  it('ends with the worst of what happened', () => {
    const end = (counts: Partial<CodeJob['counts']>, state: CodeJob['state'] = 'done') =>
      endWords(jobOf({ state, counts }), PRODUCTION).word;
    expect(end({ done: 3 })).toBe('3 codes created');
    expect(end({ done: 3, refused: 1 })).toBe('Some codes were refused');
    expect(end({ refused: 1 })).toBe('The service refused them');
    expect(end({ done: 3, unknown: 50, 'not-sent': 10 }, 'stopped')).toBe(
      'It is not known what became of some codes',
    );
    expect(end({ 'not-sent': 10 }, 'stopped')).toBe('Broken off');
    expect(tally(jobOf({ counts: { done: 3, refused: 1, 'not-sent': 2 } }), PRODUCTION)).toBe(
      '3 created, 1 refused, 2 not sent',
    );
  });
});

it('a firm has its name where the service lists it', () => {
  expect(firmName('39', [{ id: 39, name: 'Juniper' }])).toBe('Juniper (39)');
  expect(firmName('41', [{ id: 41, name: null }])).toBe('41');
  expect(firmName(null, [])).toBe('—');
});

it('a count may be typed with or without separators, and nothing else', () => {
  expect(['1200', '1,200', ' 1200 '].map((typed) => isCount(typed, 1200))).toEqual([true, true, true]);
  expect(['', '120', '12,00', '1200x', '1.200'].map((typed) => isCount(typed, 1200))).toEqual(
    Array(5).fill(false),
  );
});

it('the address of a list leads to it', () => {
  expect([partOf(undefined), partOf('many'), partOf('job:7')]).toEqual([
    { kind: 'codes' },
    { kind: 'many' },
    { kind: 'job', id: '7' },
  ]);
});
