import { expect, it } from 'vitest';
import type { ColleagueSignature } from '#contract/features/period/calls';
import { colleagueSignatureTexts, periodLabel } from '../../../../renderer/features/period/period-messages';

const signature = (more: Partial<ColleagueSignature> = {}): ColleagueSignature => ({
  by: 'Ada Park',
  signedAt: '2026-10-02T15:00:00Z',
  note: 'All checked',
  seal: 'ab'.repeat(32),
  open: [],
  state: 'holds',
  ...more,
});

it('calls a period signed by a colleague unless the seal is broken', () => {
  const labelOf = (...colleagues: ColleagueSignature[]) => periodLabel({ signature: null, colleagues }).label;
  expect(labelOf(signature())).toBe('Signed by Ada Park');
  expect(labelOf(signature({ state: 'note-kept' }))).toBe('Signed by Ada Park');
  expect(labelOf(signature({ state: 'seal-broken' }))).toBe('Not signed');
  expect(labelOf(signature({ state: 'seal-broken' }), signature({ by: 'Bo' }))).toBe('Signed by Bo');
  expect(labelOf()).toBe('Not signed');
});

it('says who signed, with which note, and what was open', () => {
  expect(colleagueSignatureTexts(signature({ open: ['files', 'sample'] }))).toEqual([
    expect.stringMatching(/^Signed by Ada Park on Oct 2, 2026, .*: All checked$/),
    expect.stringMatching(/^Open when it was signed: .+ and .+\.$/),
  ]);
  expect(colleagueSignatureTexts(signature({ note: null }))).toEqual([
    expect.stringMatching(/^Signed by Ada Park on Oct 2, 2026, .*\.$/),
  ]);
});
