import { describe, expect, it } from 'vitest';
import type { Job } from '#contract/job';
import { isCount, isWrongCount } from '../../../../renderer/ui/typed-count';
import {
  hasSentNothing,
  sandboxAlarmMessage,
  codesJobEndLabel,
  isSandboxChanged,
  lineStateLabel,
  codesPlanText,
  lineMessage,
  sandboxAfter,
  stateCountsText,
} from '../../../../renderer/features/advisor-codes/job-messages';
import { names } from '../../../../renderer/records/names/names.svelte';
import { codesText, firmLabel } from '../../../../renderer/features/advisor-codes/messages';
import { interruptedMessage } from '../../../../renderer/records/outcome/outcome-messages';
import { sampleCodesJob, rowWith } from './samples';

const PRODUCTION = { application: 'production' } as const;
const SANDBOX = { application: 'sandbox' } as const;
const CREATE = {
  kind: { resource: 'advisorCodes', operation: 'create' },
  checkedAt: '2026-11-20T10:00:00Z',
} as const;
const REMOVE = { ...CREATE, kind: { resource: 'advisorCodes', operation: 'remove' } } as const;

describe('line of a code list', () => {
  it('reads as done, except in a sandbox application, which changes nothing', () => {
    expect(lineStateLabel({ state: 'done', verified: true }, CREATE, PRODUCTION).label).toBe('Created');
    expect(lineStateLabel({ state: 'done', verified: null }, REMOVE, PRODUCTION).label).toBe('Deleted');
    expect(lineStateLabel({ state: 'done', verified: false }, CREATE, SANDBOX).label).toBe('Accepted');
    expect(lineMessage(rowWith({ state: 'done', verified: false }), CREATE, SANDBOX)).toBe(
      'Sandbox: the mapping has not changed.',
    );
    const unread = rowWith({ state: 'done', verified: null });
    expect(lineMessage(unread, { ...CREATE, checkedAt: null }, SANDBOX)).toBeNull();
  });

  it('reports a real change made in a “sandbox”', () => {
    expect(lineStateLabel({ state: 'done', verified: true }, CREATE, SANDBOX)).toEqual({
      label: 'Created',
      tone: 'bad',
    });
    expect(lineMessage(rowWith({ state: 'done', verified: true }), CREATE, SANDBOX)).toMatch(
      /^The mapping read on .* has it\. A sandbox would not have changed\.$/,
    );
  });

  it('warns if the mapping contradicts a line that the service called done', () => {
    expect(lineMessage(rowWith({ state: 'done', verified: true }), CREATE, PRODUCTION)).toBeNull();
    const contradicted = rowWith({ state: 'done', verified: false });
    expect(lineStateLabel(contradicted, CREATE, PRODUCTION)).toEqual({ label: 'Not created', tone: 'warn' });
    expect(lineMessage(contradicted, CREATE, PRODUCTION)).toMatch(
      /but: The mapping read on .* does not have it/,
    );
    expect(lineMessage(contradicted, REMOVE, PRODUCTION)).toMatch(/but: The mapping read on .* still has it/);
  });

  it('does not treat an inherited property as a known issue', () => {
    const odd = rowWith({ state: 'skipped', issue: { code: 'constructor' } });
    expect(lineMessage(odd, CREATE, PRODUCTION)).toBeNull();
  });

  it('says what to do after a lost response', () => {
    const unread = rowWith({ state: 'unknown', verified: null });
    expect(lineMessage(unread, { ...CREATE, checkedAt: null }, PRODUCTION)).toBe(
      'The response was lost. Check the mapping before you send it again.',
    );
    expect(lineMessage(rowWith({ state: 'unknown', verified: false }), CREATE, PRODUCTION)).toMatch(
      /does not have it\. It may still be in progress/,
    );
  });

  it("shows the service's reasons for a refusal, or a default for its kind", () => {
    const refusalText = (code: string, reasons?: string[]) =>
      lineMessage(
        rowWith({ state: 'refused', issue: reasons ? { code, reasons } : { code } }),
        CREATE,
        PRODUCTION,
      );
    expect(refusalText('refused', ['code: not of Pershing.'])).toBe('code: not of Pershing.');
    expect(refusalText('refused')).toBe('The service did not say why.');
    expect(refusalText('so-already')).toBe('The mapping already has it.');
    expect(
      lineMessage(
        rowWith({ state: 'refused', verified: false, issue: { code: 'message', reasons: ['Locked.'] } }),
        CREATE,
        PRODUCTION,
      ),
    ).toMatch(/^Locked\. The mapping read on .* does not have it\.$/);
  });

  it('reports its errors before it is sent', () => {
    const errorText = (code: string, facts = {}) =>
      lineMessage(rowWith({ state: 'skipped', issue: { code, facts } }), CREATE, PRODUCTION);
    expect(errorText('characters', { characters: '. ' })).toBe(
      'Codes with “.”, space can’t be sent. Contact the service’s support.',
    );
    expect(errorText('duplicate', { line: 2 })).toBe('Duplicate of line 2.');
    expect(errorText('mapped', { firm: '39' })).toBe('Already mapped, for firm 39.');
    names.nameReceiver()({ firms: { 39: 'Juniper Harbor Wealth' } });
    expect(errorText('mapped', { firm: '39' })).toBe('Already mapped, for Juniper Harbor Wealth (39).');
    expect(errorText('unknown-custodian', { custodian: 'Nobody' })).toBe('Unknown custodian “Nobody”.');
    expect(errorText('no-code')).toBe('The IP Number is missing.');
  });
});

describe('list of codes', () => {
  it('distinguishes a list of which nothing was sent from one that stopped later', () => {
    const listWith = (counts: Partial<Job['counts']>) => sampleCodesJob({ total: 3, counts });
    expect(hasSentNothing(listWith({ planned: 1, 'not-sent': 1, skipped: 1 }))).toBe(true);
    expect(hasSentNothing(listWith({ 'not-sent': 2, done: 1 }))).toBe(false);
    expect(hasSentNothing(listWith({ 'not-sent': 2, unknown: 1 }))).toBe(false);
  });

  it('says how many lines are skipped before it is sent', () => {
    expect(codesPlanText(sampleCodesJob({ total: 5, counts: { planned: 3, skipped: 2 } }))).toBe(
      '3 codes can be created. 2 lines have errors and will be skipped.',
    );
    expect(codesPlanText(sampleCodesJob({ total: 2, counts: { skipped: 2 } }))).toBe(
      'All 2 lines have errors.',
    );
  });

  it('says how many accounts a deletion affects, and how many codes it skips', () => {
    const job = (accounts: number | null, counts: Partial<Job['counts']> = { planned: 2 }): Job =>
      sampleCodesJob({
        kind: { resource: 'advisorCodes', operation: 'remove' },
        total: 2,
        counts,
        facts: { accounts, custodian: 'PER', custodians: 1 },
      });
    expect(codesPlanText(job(1234))).toMatch(/1,234 accounts have them/);
    expect(codesPlanText(job(0))).toMatch(/No accounts have them/);
    expect(codesPlanText(job(null))).toMatch(/unknown which accounts/);
    expect(codesPlanText(job(3, { planned: 1, skipped: 1 }))).toBe(
      '1 code will be removed from this application’s mapping. 3 accounts have it. A code that is not mapped brings in no accounts. 1 line has an error and will be skipped.',
    );
    expect(codesPlanText(job(0, { skipped: 2 }))).toBe('All 2 lines have errors.');
  });

  it('reports the worst outcome at the end', () => {
    const endLabel = (counts: Partial<Job['counts']>, overrides: Partial<Omit<Job, 'counts'>> = {}) =>
      codesJobEndLabel(sampleCodesJob({ state: 'done', ...overrides, counts }), PRODUCTION).label;
    expect(endLabel({ done: 3 })).toBe('3 codes created');
    expect(endLabel({ done: 3 }, { verified: { yes: 2, no: 1 } })).toBe('1 code is not in the mapping');
    expect(endLabel({ done: 3, refused: 1 })).toBe('Some codes were rejected');
    expect(endLabel({ refused: 1 })).toBe('The service rejected 1 code');
    expect(endLabel({ done: 3, unknown: 50, 'not-sent': 10 }, { state: 'stopped' })).toBe(
      'The outcome of 50 codes is unknown',
    );
    expect(endLabel({ 'not-sent': 10 }, { state: 'stopped' })).toBe('Interrupted');
    expect(endLabel({ done: 1, 'not-sent': 10 }, { state: 'canceled' })).toBe('Stopped at your request');
    expect(
      stateCountsText(sampleCodesJob({ counts: { done: 3, refused: 1, 'not-sent': 2 } }), PRODUCTION),
    ).toBe('3 created, 1 rejected, 2 not sent');
    const contradicted = sampleCodesJob({ counts: { done: 3 }, verified: { yes: 1, no: 2 } });
    expect(stateCountsText(contradicted, PRODUCTION)).toBe(
      '1 created, 2 not created although accepted by the service',
    );
  });

  it('reports for a “sandbox” only what the mapping shows', () => {
    const endedJob = (verified: Job['verified'], checkedAt: string | null) =>
      sampleCodesJob({ state: 'done', total: 2, counts: { done: 2 }, verified, checkedAt });
    const changed = endedJob({ yes: 2, no: 0 }, '2026-11-20T10:00:00Z');
    expect(isSandboxChanged(changed, SANDBOX)).toBe(true);
    expect(isSandboxChanged(changed, PRODUCTION)).toBe(false);
    expect(codesJobEndLabel(changed, SANDBOX)).toMatchObject({ tone: 'bad' });
    expect(stateCountsText(changed, SANDBOX)).toBe('2 created');
    expect(sandboxAlarmMessage(changed).meaning).toMatch(/the mapping shows that 2 codes were created/);
    const unchanged = endedJob({ yes: 0, no: 2 }, '2026-11-20T10:00:00Z');
    expect(codesJobEndLabel(unchanged, SANDBOX).label).toBe('The service accepted the request');
    expect(sandboxAfter(unchanged)).toMatch(/the mapping has not changed/);
    expect(sandboxAfter(endedJob({ yes: 0, no: 0 }, null))).toMatch(/The mapping has not been read since/);
    const partlyChecked = sandboxAfter(endedJob({ yes: 0, no: 1 }, '2026-11-20T10:00:00Z'));
    expect(partlyChecked).toMatch(/unknown whether it has changed/);
    expect(partlyChecked).not.toMatch(/has not changed/);
  });

  it('reports an interruption at the next start', () => {
    const job = sampleCodesJob({
      state: 'interrupted',
      total: 100,
      counts: { done: 30, unknown: 10, 'not-sent': 60 },
    });
    expect(interruptedMessage(job, codesText)).toMatchObject({
      title: 'Creating advisor codes was interrupted',
      meaning:
        'Firm Desk closed before it was finished: 60 of 100 codes were not sent, and the outcome of 10 codes is not known yet.',
    });
  });
});

it('shows the name of a firm if the service lists it', () => {
  expect(firmLabel('39', [{ id: 39, name: 'Juniper' }])).toBe('Juniper (39)');
  expect(firmLabel('41', [{ id: 41, name: null }])).toBe('41');
  expect(firmLabel(null, [])).toBe('—');
});

it('reports a typed count as wrong once it is complete or has another character, not before', () => {
  expect(['', '1', '1,20', '1200', '1,200'].map((typed) => isWrongCount(typed, 1200))).toEqual(
    Array(5).fill(false),
  );
  expect(['1201', '12000', '12x', '1.2'].map((typed) => isWrongCount(typed, 1200))).toEqual(
    Array(4).fill(true),
  );
});

it('accepts a typed count with or without separators, and nothing else', () => {
  expect(['1200', '1,200', ' 1200 '].map((typed) => isCount(typed, 1200))).toEqual([true, true, true]);
  expect(['', '120', '12,00', '1200x', '1.200'].map((typed) => isCount(typed, 1200))).toEqual(
    Array(5).fill(false),
  );
});
