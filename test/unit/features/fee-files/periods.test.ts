import { describe, expect, it } from 'vitest';
import { periodTotals } from '#engine/features/fee-files/periods';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';
import { readerWith } from '../../cache/temp-cache';

const file = (id: number, end: string | null, debit: string, accounts = 10) =>
  `{"id":${id},"firm_id":39,"end_date":${JSON.stringify(end)},"num_accounts":${accounts},"total_period_debit":${debit}}`;

describe('the totals by period', () => {
  it('sum to the cent, earliest period first', () => {
    const reader = readerWith({
      feeUploadFiles: [
        file(3, '2026-09-30T00:00:00Z', '0.30'),
        file(1, '2026-06-30T23:59:59-05:00', '0.10'),
        file(2, '2026-06-30', '0.20', 5),
        file(4, null, '99'),
      ],
    });
    const none = { filesWithoutAmount: 0, custodians: [] };
    expect(periodTotals(reader, [])).toEqual([
      {
        ...none,
        endDate: '2026-06-30',
        fileIds: ['1', '2'],
        accounts: 15,
        debit: '0.30',
        unreconciled: ['1', '2'],
      },
      { ...none, endDate: '2026-09-30', fileIds: ['3'], accounts: 10, debit: '0.30', unreconciled: ['3'] },
    ]);
  });

  it('distinguish missing values from zero', () => {
    const reader = readerWith({
      feeUploadFiles: [
        file(1, '2026-06-30', 'null'),
        file(2, '2026-09-30', 'null'),
        file(3, '2026-09-30', '-2.50'),
        file(4, '2026-12-31', '0'),
      ],
    });
    expect(
      periodTotals(reader, []).map(({ debit, filesWithoutAmount }) => [debit, filesWithoutAmount]),
    ).toEqual([
      [null, 1],
      ['-2.50', 1],
      ['0.00', 0],
    ]);
  });

  it('include every one of thousands of files', () => {
    const files = Array.from({ length: 2_500 }, (_, index) => file(index + 1, '2026-06-30', '1.01'));
    const [period] = periodTotals(readerWith({ feeUploadFiles: files }), []);
    expect(period).toMatchObject({ debit: '2525.00' });
    expect(period?.fileIds).toHaveLength(2_500);
  });

  it('have no number of accounts if a record has none', () => {
    const files = ['{"id":1,"end_date":"2026-06-30","num_accounts":7}', '{"id":2,"end_date":"2026-06-30"}'];
    expect(periodTotals(readerWith({ feeUploadFiles: files }), [])).toMatchObject([{ accounts: null }]);
  });

  it('have sums by custodian from reconciled files, and name the unreconciled ones', () => {
    const reader = readerWith({
      feeUploadFiles: [file(1, '2026-06-30', '1'), file(2, '2026-06-30', '2'), file(3, '2026-09-30', '3')],
    });
    const reconciled = [
      { fileId: '1', custodians: [{ custodian: 'SWB', sum: '0.10' }] },
      {
        fileId: '2',
        custodians: [
          { custodian: 'SWB', sum: '0.20' },
          { custodian: 'FID', sum: '5.00' },
        ],
      },
      { fileId: '9', custodians: [{ custodian: 'FID', sum: '99.00' }] }, // the service no longer lists it
    ];
    const [june, september] = periodTotals(reader, reconciled);
    expect(june).toMatchObject({
      unreconciled: [],
      custodians: [
        { custodian: 'SWB', sum: '0.30', fileIds: ['1', '2'] },
        { custodian: 'FID', sum: '5.00', fileIds: ['2'] },
      ],
    });
    expect(september).toMatchObject({ unreconciled: ['3'], custodians: [] });
  });

  it('count no result of other bytes than those of the newest saved copy', () => {
    const { feeFiles, reconciliations } = closeAfterTest(
      openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY),
    );
    const save = (name: string, sha256: string) =>
      feeFiles.register(feeFiles.begin(`/fees/${name}.part`, `/fees/${name}`, '41', null), {
        sha256,
        bytes: 1,
        files: 1,
        issues: [],
      });
    const reconcile = (sha256: string) =>
      reconciliations.storeResult(
        {
          fileId: '41',
          sha256,
          at: '2026-10-01T08:00:00.000Z',
          endDate: '2026-09-30',
          outcome: 'agrees',
          custodians: [{ custodian: 'SWB', sum: '0.10' }],
        },
        { lines: 1, flaggedLines: 0, accounts: 1, sum: '0.10' },
      );
    const reconciledIds = () => reconciliations.reconciledFiles().map(({ fileId }) => fileId);
    reconcile('first');
    expect(reconciledIds()).toEqual(['41']); // not saved on this computer
    save('41.zip', 'first');
    expect(reconciledIds()).toEqual(['41']);
    save('41 (2).zip', 'second');
    expect(reconciledIds()).toEqual([]);
    reconcile('second');
    expect(reconciledIds()).toEqual(['41']);
  });
});
