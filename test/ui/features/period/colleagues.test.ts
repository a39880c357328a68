import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { ColleagueSignature, Period, PeriodSignature } from '#contract/features/period/sections';
import type { PackedSignOff } from '#contract/features/period/calls';
import PeriodSheet from '../../../../renderer/features/period/PeriodSheet.svelte';
import { colleagueSignatureTexts, periodLabel } from '../../../../renderer/features/period/period-messages';

const PERIOD: Period = {
  firm: '39',
  endDate: '2026-09-30',
  sections: [],
  signature: null,
  colleagues: [],
  left: [],
  custodians: [],
  debit: null,
  accountsAsOf: null,
};
const SIGNATURE: PeriodSignature = {
  id: 1,
  firm: '39',
  endDate: '2026-09-30',
  signedAt: '2026-10-03T15:00:00Z',
  signedBy: 'jo',
  note: 'All checked',
  contentSha256: 'ab'.repeat(32),
  approval: null,
  seal: 'ab'.repeat(32),
};

const signature = (overrides: Partial<ColleagueSignature> = {}): ColleagueSignature => ({
  by: 'Ada Park',
  signedAt: '2026-10-02T15:00:00Z',
  note: 'All checked',
  seal: 'ab'.repeat(32),
  open: [],
  state: 'holds',
  approval: null,
  isUnapproved: false,
  ...overrides,
});

it('labels a period signed by a colleague unless its seal is broken or an approval is missing', () => {
  const labelOf = (...colleagues: ColleagueSignature[]) => periodLabel({ signature: null, colleagues }).label;
  expect(labelOf(signature())).toBe('Signed by Ada Park');
  expect(labelOf(signature({ state: 'note-withheld' }))).toBe('Signed by Ada Park');
  expect(labelOf(signature({ state: 'seal-broken' }))).toBe('Not signed');
  expect(labelOf(signature({ state: 'seal-broken' }), signature({ by: 'Bo' }))).toBe('Signed by Bo');
  expect(labelOf(signature({ isUnapproved: true }))).toBe('Signed without approval');
  expect(labelOf(signature({ isUnapproved: true }), signature({ by: 'Bo' }))).toBe('Signed by Bo');
  expect(labelOf()).toBe('Not signed');
});

it('says who signed, with which note, and what was open', () => {
  expect(colleagueSignatureTexts(signature({ open: ['files', 'sample'] }))).toEqual([
    expect.stringMatching(/^Signed by Ada Park on Oct 2, 2026, .*: All checked$/),
    expect.stringMatching(/^Open when it was signed: .+ and .+\.$/),
  ]);
  const approval = { id: '1', by: 'Robin Reyes', at: '2026-10-02T14:00:00Z' };
  expect(colleagueSignatureTexts(signature({ approval }))[1]).toMatch(
    /^Approved by Robin Reyes on Oct 2, 2026, .*, exactly as it was signed\.$/,
  );
  expect(colleagueSignatureTexts(signature({ note: null }))).toEqual([
    expect.stringMatching(/^Signed by Ada Park on Oct 2, 2026, .*\.$/),
  ]);
});

it.each([
  ['holds', /^Signed by Ada Park on Oct 2, 2026, .*: All checked \(seal verified\)$/],
  ['seal-broken', /^Not signed\. Signed by Ada Park on .*: All checked \(seal broken\)$/],
] as const)('prints the signature of a colleague: %s', (sealState, text) => {
  const colleagues = [signature({ state: sealState })];
  render(PeriodSheet, { period: { ...PERIOD, colleagues }, title: 'Q3 2026' });
  expect(screen.getByText(text)).toBeTruthy();
});

it('prints each signature, whose note may lack a period, on its own line', () => {
  const colleagues = [signature({ open: ['files'] }), signature({ by: 'Bo Lane', note: 'ok' })];
  render(PeriodSheet, { period: { ...PERIOD, colleagues }, title: 'Q3 2026' });
  const about = screen.getByText(/Signed by Ada Park/);
  expect(about.classList).toContain('pre-line');
  expect(about.textContent.split('\n')).toEqual([
    expect.stringMatching(/^Signed by Ada Park on .*: All checked$/),
    expect.stringMatching(/^Open when it was signed: .*\. \(seal verified\)$/),
    expect.stringMatching(/^Signed by Bo Lane on .*: ok \(seal verified\)$/),
  ]);
});

it('says in the sheet of a pack what was verified of a colleague’s sign-off, and what was not', () => {
  const signOff = {
    by: 'Ada Park',
    signedAs: 'apark',
    signedAt: '2026-10-02T15:00:00Z',
    decision: 'approved' as const,
    note: 'All fees agree',
    seal: 'ab'.repeat(32),
    fileId: '40',
    fileSha256: 'ab'.repeat(32),
    resultSha256: 'ab'.repeat(32),
  };
  const signOffs: PackedSignOff[] = [
    { ...signOff, state: 'holds', copy: 'none', comparedAt: null, isCovered: true },
    {
      ...signOff,
      by: 'Bo Diaz',
      note: null,
      state: 'note-withheld',
      copy: 'same',
      comparedAt: '2026-10-03T15:00:00Z',
      isCovered: false,
    },
  ];
  render(PeriodSheet, { period: PERIOD, title: 'Q3 2026', signature: SIGNATURE, signOffs });
  const texts = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
  expect(texts[0]).toMatch(/^Q3 2026 \(file 40\): Ada Park on Oct 2, 2026, .*: Approved\. All fees agree/);
  expect(texts[0]).toMatch(/Seal verified on this computer\. File: not on this computer\.$/);
  expect(texts[1]).toMatch(
    /Seal not verified: .*File: on this computer, the same as signed, last compared Oct 3/,
  );
  expect(texts[1]).toMatch(/Not part of what was signed with the period\.$/);
});
