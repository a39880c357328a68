import { describe, expect, it } from 'vitest';
import { periodTotals } from '../../../main/engine/tasks/fee-files/periods';
import { holding } from '../cache/temp-cache';

const file = (id: number, end: string | null, debit: string, accounts = 10) =>
  `{"id":${id},"firm_id":39,"end_date":${JSON.stringify(end)},"num_accounts":${accounts},"total_period_debit":${debit}}`;

describe('the totals by period', () => {
  it('add up to the cent, the earliest period first', () => {
    const reader = holding({
      feeUploadFiles: [
        file(3, '2026-09-30T00:00:00Z', '0.30'),
        file(1, '2026-06-30T23:59:59-05:00', '0.10'),
        file(2, '2026-06-30', '0.20', 5),
        file(4, null, '99'),
      ],
    });
    expect(periodTotals(reader)).toEqual([
      { endDate: '2026-06-30', files: 2, accounts: 15, debit: '0.30', untold: 0 },
      { endDate: '2026-09-30', files: 1, accounts: 10, debit: '0.30', untold: 0 },
    ]);
  });

  it('tell apart what was not told from zero', () => {
    const reader = holding({
      feeUploadFiles: [
        file(1, '2026-06-30', 'null'),
        file(2, '2026-09-30', 'null'),
        file(3, '2026-09-30', '-2.50'),
        file(4, '2026-12-31', '0'),
      ],
    });
    expect(periodTotals(reader).map(({ debit, untold }) => [debit, untold])).toEqual([
      [null, 1],
      ['-2.50', 1],
      ['0.00', 0],
    ]);
  });

  it('leave out no file of thousands', () => {
    const files = Array.from({ length: 2_500 }, (_, at) => file(at + 1, '2026-06-30', '1.01'));
    expect(periodTotals(holding({ feeUploadFiles: files }))).toMatchObject([
      { files: 2_500, debit: '2525.00' },
    ]);
  });
});
