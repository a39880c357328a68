import { expect, it } from 'vitest';
import { filesOfPreviousPeriod, recordFacts } from '#engine/features/fee-files/file-facts';

it('keeps every digit of a record’s amounts, and returns null for missing ones', () => {
  const raw = `{"end_date":"2026-09-30T00:00:00Z","num_files":6,"num_accounts":"15","num_households":null,
    "total_period_debit":12345678901234567.10,"firm_id":39}`;
  expect(recordFacts(raw)).toEqual({
    endDate: '2026-09-30',
    firmId: '39',
    files: 6,
    custodians: null,
    accounts: 15,
    households: null,
    periodDebit: '12345678901234567.10',
  });
});

it('uses the latest earlier period of the same firm as the previous one', () => {
  const files = [
    { key: '1', endDate: '2026-03-31', firmId: '39' },
    { key: '2', endDate: '2026-06-30', firmId: '39' },
    { key: '3', endDate: '2026-06-30', firmId: '39' },
    { key: '4', endDate: '2026-06-30', firmId: '40' },
    { key: '5', endDate: '2026-09-30', firmId: '39' },
    { key: '6', endDate: null, firmId: '39' },
  ];
  expect(filesOfPreviousPeriod(files, '2026-09-30', '39').map(({ key }) => key)).toEqual(['3', '2']);
  expect(filesOfPreviousPeriod(files, '2026-03-31', '39')).toEqual([]);
  expect(filesOfPreviousPeriod(files, null, '39')).toEqual([]);
});

it('skips a monthly file as the previous period of a quarterly one', () => {
  const fileOf = (key: string, endDate: string) => ({ key, endDate, firmId: '39' });
  const files = [
    fileOf('1', '2026-03-31'),
    fileOf('2', '2026-04-30'),
    fileOf('3', '2026-05-31'),
    fileOf('4', '2026-06-30'),
    fileOf('5', '2026-09-30'),
    fileOf('6', '2026-12-31'),
  ];
  expect(filesOfPreviousPeriod(files, '2026-09-30', '39')).toEqual([]);
  expect(filesOfPreviousPeriod(files, '2026-12-31', '39').map(({ key }) => key)).toEqual(['5']);
  expect(filesOfPreviousPeriod(files, '2026-06-30', '39').map(({ key }) => key)).toEqual(['3']);
});
