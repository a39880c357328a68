import { expect, it } from 'vitest';
import { billedFees } from '#engine/features/reconcile/fees-of';
import { account, memorySources } from './memory';

const csv = (...lines: readonly (readonly [string, string])[]): string =>
  ['Account Number,Management Fee', ...lines.map(([number, fee]) => `${number},"${fee}"`)].join('\r\n');
const accounts = ['00110011', '00220022', '00330033'].map((number) => account({ number }));
const LINES = [
  ['00110011', '1,000.10'],
  ['00220022', '0.20'],
  ['00330033', '5.00'],
] as const;

it('sums the saved files’ fees of some accounts by period to the cent, latest first', async () => {
  const sources = memorySources({
    accounts,
    saved: {
      40: { files: { 'SWB.csv': csv(...LINES) } },
      39: { files: { 'SWB.csv': csv(['00110011', '0.10'], ['00330033', '9.00']) } },
    },
    records: { 40: { endDate: '2026-09-30' }, 39: { endDate: '2026-06-30' } },
  });
  const own = ['00110011', '0022-0022'].map((number) => ({ number, custodian: 'SWB' }));
  expect(await billedFees(sources, ['39', '40'], own)).toEqual({
    periods: [
      { fileId: '40', endDate: '2026-09-30', accounts: 2, sum: '1000.30' },
      { fileId: '39', endDate: '2026-06-30', accounts: 1, sum: '0.10' },
    ],
    unread: 0,
    left: 0,
  });
});

it('separates equal numbers of other custodians, and counts uncertain lines unguessed', async () => {
  const sources = memorySources({
    accounts,
    saved: {
      40: { files: { 'SWB.csv': csv(...LINES) } },
      39: { files: { 'SWB.csv': csv(...LINES) }, changed: true },
      38: { files: { 'SWB.csv': csv(['00110011', 'n/a'], ['00220022', '1.00'], ['00330033', '2.00']) } },
    },
    records: { 40: { endDate: '2026-09-30' } },
  });
  const elsewhere = await billedFees(sources, ['40'], [{ number: '00110011', custodian: 'PER' }]);
  expect(elsewhere.periods).toEqual([]);
  const own = [{ number: '00110011', custodian: 'SWB' }];
  expect(await billedFees(sources, ['39', '38'], own)).toMatchObject({ periods: [], unread: 2 });
});

it('counts a file of an unknown custodian as unread: its accounts may be another custodian’s', async () => {
  const sources = memorySources({ accounts: [], saved: { 40: { files: { 'fees.csv': csv(...LINES) } } } });
  const own = [{ number: '00110011', custodian: 'SWB' }];
  expect(await billedFees(sources, ['40'], own)).toMatchObject({ periods: [], unread: 1 });
});
