import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { csvText } from '#engine/files/tables/csv';
import { ReconciledAccounts } from '#engine/features/review/reconciled';
import { openWorkspace } from '#engine/workspace/open/workspace';
import { LINE_COLUMNS, type Decision } from '#contract/features/reconcile/calls';
import { closeAfterTest } from '#test/support/cleanups';
import { KEY, tempCacheFile } from '../../cache/temp-cache';
import { neverYield } from './rule-findings';

const table = (...lines: Partial<Record<(typeof LINE_COLUMNS)[number], string>>[]) =>
  deflateRawSync(
    csvText([[...LINE_COLUMNS], ...lines.map((line) => LINE_COLUMNS.map((name) => line[name]))]),
  );

it('finds accounts of the newest accepted reconciliation by custodian and number', async () => {
  const { reconciliations } = closeAfterTest(openWorkspace(tempCacheFile('workspace.db'), KEY));
  const reconciled = new ReconciledAccounts(reconciliations);
  const sign = (decision: Decision, lines: Uint8Array) =>
    reconciliations.sign(
      {
        format: 3,
        fileId: '33',
        fileSha256: '',
        resultSha256: '',
        signedAt: '2026-11-01T00:00:00Z',
        signedBy: 'pat',
        decision,
        note: 'n',
        seal: '',
      },
      { result: '{}', lines },
    );
  expect(await reconciled.read(neverYield)).toBeNull();
  sign('approved', table({ number: 'old', custodian: 'SWB' }));
  sign(
    'approved-with-exceptions',
    table(
      { number: '12-34', custodian: 'SWB', name: 'A "quoted", name' },
      { number: '=007', custodian: 'NFS', kinds: 'direct-billed duplicate' },
      { number: '55', custodian: 'SWB', kinds: 'unmatched' },
      { number: '66', custodian: 'SWB', kinds: 'stale gone' },
    ),
  );
  sign('rejected', table({ number: '99', custodian: 'SWB' }));
  expect(await reconciled.read(neverYield)).toEqual(new Set(['SWB 1234', 'NFS =007']));
});
