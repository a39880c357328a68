import { describe, expect, it } from 'vitest';
import { filesToDo } from '#engine/features/fee-files/files-to-do';

const saved = (fileId: string, overrides: Partial<Parameters<typeof filesToDo>[1][number]> = {}) => ({
  fileId,
  sha256: 'a',
  state: 'whole' as const,
  reconciledAt: null,
  outcome: null,
  decision: null,
  signedAt: null,
  ...overrides,
});
const at = '2026-10-02T08:00:00Z';

it('assigns each listed file its next step, or none', () => {
  expect(
    filesToDo(
      ['1', '2', '3', '4', '5', '6'],
      [
        saved('2'),
        saved('3', { reconciledAt: at }),
        saved('4', { reconciledAt: at, decision: 'rejected', signedAt: at }),
        saved('5', { reconciledAt: at, signedAt: at, state: 'changed' }),
        saved('6', { signedAt: at }), // signed off by a version that stored no decisions
        saved('7'), // the service no longer lists it
      ],
      [],
    ),
  ).toEqual({ total: 6, unsaved: ['1'], lost: ['5'], unreconciled: ['2'], unsigned: ['3'] });
});

it('considers only the newest of several saved archives of a file', () => {
  const newest = saved('1', { reconciledAt: at });
  expect(filesToDo(['1'], [newest, saved('1', { signedAt: at })], [])).toMatchObject({ unsigned: ['1'] });
});

it('considers an approved file unsigned once it differs from its record', () => {
  const signed = { reconciledAt: at, signedAt: at, outcome: 'differs' as const };
  const files = [
    saved('1', { ...signed, decision: 'approved' }),
    saved('2', { ...signed, decision: 'approved', outcome: 'agrees' }),
    saved('3', { ...signed, decision: 'approved-with-exceptions' }),
    saved('4', { ...signed, decision: 'rejected' }),
  ];
  expect(filesToDo(['1', '2', '3', '4'], files, [])).toMatchObject({ unreconciled: [], unsigned: ['1'] });
});

describe('on a team', () => {
  const save = { by: 'Ada Park', at, bytes: 60, files: 1, state: 'whole' as const };
  const result = { by: 'Ada Park', at, endDate: null, outcome: 'agrees' as const, totals: null };
  const signOff = {
    by: 'Ada Park',
    signedAt: at,
    decision: 'approved' as const,
    note: '',
    seal: 's',
    state: 'holds' as const,
  };
  const colleague = (fileId: string, overrides: Partial<Parameters<typeof filesToDo>[2][number]>) => ({
    fileId,
    sha256: 'a',
    saves: [],
    results: [],
    signOffs: [],
    ...overrides,
  });

  it('counts a file as saved if a colleague has an unchanged copy', () => {
    const colleagues = [
      colleague('1', { saves: [save] }),
      colleague('2', { saves: [{ ...save, state: 'missing' }] }),
      colleague('3', { saves: [save] }),
      colleague('4', { saves: [save], sha256: 'b' }),
    ];
    const lost = [saved('3', { state: 'missing' }), saved('4', { state: 'missing' })];
    expect(filesToDo(['1', '2', '3', '4'], lost, colleagues)).toMatchObject({ unsaved: ['2'], lost: ['4'] });
  });

  it('counts results and sign-offs of the same bytes, with a seal that is not broken', () => {
    const colleagues = [
      colleague('1', { results: [result] }),
      colleague('2', { results: [result], sha256: 'b' }),
      colleague('3', { signOffs: [signOff] }),
      colleague('4', { signOffs: [{ ...signOff, state: 'seal-broken' }] }),
      colleague('5', { results: [{ ...result, outcome: 'differs' }, result], signOffs: [signOff] }),
    ];
    const own = ['1', '2', '3', '4', '5'].map((id) => saved(id));
    expect(filesToDo(['1', '2', '3', '4', '5'], own, colleagues)).toMatchObject({
      unreconciled: ['2', '4'],
      unsigned: ['1', '5'],
    });
  });

  it('counts a colleague’s approval until a later result differs, even if the user’s own lapsed', () => {
    const [earlier, later] = ['2026-09-29T10:00:00.000Z', '2026-10-02T10:00:00.000Z'];
    const differs = { outcome: 'differs' as const };
    const lapsed = { ...differs, decision: 'approved' as const, signedAt: at, reconciledAt: later };
    const own = [
      saved('1', { ...differs, reconciledAt: earlier }),
      saved('2', { ...differs, reconciledAt: later }),
      saved('3', lapsed),
      saved('4', lapsed),
    ];
    const exceptions = { ...signOff, decision: 'approved-with-exceptions' as const };
    const colleagues = [
      colleague('1', { results: [result], signOffs: [signOff] }),
      colleague('2', { results: [result], signOffs: [signOff] }),
      colleague('3', { signOffs: [exceptions] }),
      colleague('4', { signOffs: [signOff] }),
    ];
    const { unsigned, unreconciled } = filesToDo(['1', '2', '3', '4'], own, colleagues);
    expect({ unsigned, unreconciled }).toEqual({ unsigned: ['2', '4'], unreconciled: [] });
  });
});
