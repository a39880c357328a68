import { expect, it } from 'vitest';
import { toDo } from '#engine/features/fee-files/to-do';

const saved = (fileId: string, is: Partial<Parameters<typeof toDo>[1][number]> = {}) => ({
  fileId,
  state: 'whole' as const,
  reconciledAt: null,
  decision: null,
  signedAt: null,
  ...is,
});
const at = '2026-10-02T08:00:00Z';

it('assigns each listed file its next step, or none', () => {
  expect(
    toDo(
      ['1', '2', '3', '4', '5', '6'],
      [
        saved('2'),
        saved('3', { reconciledAt: at }),
        saved('4', { reconciledAt: at, decision: 'rejected', signedAt: at }),
        saved('5', { reconciledAt: at, signedAt: at, state: 'changed' }),
        saved('6', { signedAt: at }), // signed off by a version that stored no decisions
        saved('7'), // the service no longer lists it
      ],
    ),
  ).toEqual({ total: 6, unsaved: ['1'], lost: ['5'], unreconciled: ['2'], unsigned: ['3'] });
});

it('considers only the newest of several saved archives of a file', () => {
  const newest = saved('1', { reconciledAt: at });
  expect(toDo(['1'], [newest, saved('1', { signedAt: at })])).toMatchObject({ unsigned: ['1'] });
});
