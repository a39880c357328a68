import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { csvText } from '#engine/files/tables/csv';
import { ReconciledAccounts } from '#engine/features/review/reconciled';
import type { Decision } from '#contract/features/reconcile/schemas';
import { LINE_COLUMNS } from '#contract/features/reconcile/reconciliation';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { neverYield } from './rule-findings';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const table = (...lines: Partial<Record<(typeof LINE_COLUMNS)[number], string>>[]) =>
  deflateRawSync(
    csvText([[...LINE_COLUMNS], ...lines.map((line) => LINE_COLUMNS.map((name) => line[name]))]),
  );

const NOV = '2026-11-01T00:00:00Z';
/** Opens an empty workspace. `sign` stores a sign-off of a file with its lines; `read` returns the accounts. */
function tempReconciliations() {
  const { reconciliations } = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  const sign = (
    fileId: string,
    endDate: string | null,
    decision: Decision,
    ...lines: Parameters<typeof table>
  ) => {
    const custodians = [...new Set(lines.map(({ custodian }) => custodian))].map((custodian) => ({
      custodian,
      lines: lines.filter((line) => line.custodian === custodian && !line.kinds?.includes('gone')).length,
    }));
    reconciliations.sign(
      {
        format: 3,
        fileId,
        fileSha256: '',
        resultSha256: '',
        signedAt: NOV,
        signedBy: 'pat',
        decision,
        note: 'n',
        seal: '',
      },
      { result: JSON.stringify({ file: { endDate }, custodians }), lines: table(...lines) },
    );
  };
  const firms = new Map<string, string>();
  const replaced = new Set<string>();
  const reconciled = new ReconciledAccounts(reconciliations, {
    firmOf: (fileId) => firms.get(fileId) ?? null,
    replaced: () => replaced,
  });
  return { sign, firms, replaced, read: () => reconciled.read(neverYield) };
}

it('finds the accounts of a file by custodian and number if its newest sign-off approves it', async () => {
  const { sign, read } = tempReconciliations();
  expect(await read()).toBeNull();
  sign('33', '2026-09-30', 'approved', { number: 'old', custodian: 'SWB' });
  sign(
    '33',
    '2026-09-30',
    'approved-with-exceptions',
    { number: '12-34', custodian: 'SWB', name: 'A "quoted", name' },
    { number: '=007', custodian: 'NFS', kinds: 'direct-billed duplicate' },
    { number: '55', custodian: 'SWB', kinds: 'unmatched' },
    { number: '66', custodian: 'SWB', kinds: 'stale gone' },
  );
  expect(await read()).toEqual(new Set(['SWB 1234', 'NFS =007']));
  sign('33', '2026-09-30', 'rejected', { number: '99', custodian: 'SWB' });
  expect(await read()).toBeNull();
});

it('leaves out the accounts of a file that was replaced', async () => {
  const { sign, replaced, read } = tempReconciliations();
  sign('31', '2026-09-30', 'approved', { number: '1', custodian: 'SWB' });
  sign('33', '2026-09-30', 'approved', { number: '2', custodian: 'SWB' });
  expect(await read()).toEqual(new Set(['SWB 1', 'SWB 2']));
  replaced.add('31');
  expect(await read()).toEqual(new Set(['SWB 2']));
  replaced.add('33');
  expect(await read()).toBeNull();
});

it('finds the accounts of all signed files of a period, and of each custodian’s latest period', async () => {
  const { sign, read } = tempReconciliations();
  sign('31', '2026-06-30', 'approved', { number: '1', custodian: 'SWB' }, { number: '2', custodian: 'PER' });
  sign('32', '2026-09-30', 'approved', { number: '3', custodian: 'SWB' });
  sign('33', '2026-09-30', 'approved', { number: '4', custodian: 'SWB' }, { number: '5', custodian: 'NFS' });
  // An older period signed last, or accounts that only the period before has, replace nothing.
  sign('30', '2026-03-31', 'approved', { number: '6', custodian: 'SWB' });
  sign('34', '2026-12-31', 'approved', { number: '7', custodian: 'NFS', kinds: 'gone' });
  expect(await read()).toEqual(new Set(['SWB 3', 'SWB 4', 'NFS 5', 'PER 2']));
});

it('finds the accounts of each firm’s latest period at a custodian that several firms use', async () => {
  const { sign, firms, read } = tempReconciliations();
  sign('31', '2026-06-30', 'approved', { number: '1', custodian: 'SWB' });
  sign('41', '2026-09-30', 'approved', { number: '2', custodian: 'SWB' });
  sign('32', '2026-12-31', 'approved', { number: '3', custodian: 'SWB' });
  expect(await read()).toEqual(new Set(['SWB 3'])); // all of the same, unknown firm
  for (const [file, firm] of [
    ['31', '39'],
    ['32', '39'],
    ['41', '41'],
  ] as const)
    firms.set(file, firm);
  expect(await read()).toEqual(new Set(['SWB 2', 'SWB 3']));
  firms.delete('41'); // it may be of any firm, so the later file replaces it
  expect(await read()).toEqual(new Set(['SWB 3']));
});
