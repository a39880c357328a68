import { render, screen, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { FileReconciliation } from '../../../../renderer/features/reconcile/reconcile.svelte';
import ReconcileView from '../../../../renderer/features/reconcile/ReconcileView.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, openStream, type Answers } from '../../fakes';
import { resultOf } from './samples';

const reconciliationOf = (responses: Answers) => {
  const { engine, calls } = fakeEngine(responses);
  return { reconciliation: new FileReconciliation(engine, fakeDesktop().desktop, '40'), calls };
};
const fileWith = (result: ReturnType<typeof resultOf>) => ({
  file: result.file,
  problem: null,
  result,
  signed: [],
});

it('signs the displayed result, and shows the newer one if the engine has replaced it', async () => {
  let stored = resultOf('40', '10.00');
  const { reconciliation, calls } = reconciliationOf({
    'reconcile.open': () => fileWith(stored),
    'reconcile.signOff': () => {
      throw declaredFailure('changed-since', { where: 'signature' });
    },
  });
  await reconciliation.load();
  stored = resultOf('40', '12.00');
  await expect(reconciliation.signOff('approved', 'Checked.')).rejects.toMatchObject({
    data: { kind: 'changed-since' },
  });
  expect(calls.find(({ name }) => name === 'reconcile.signOff')?.input).toMatchObject({
    displayed: { sum: '10.00' },
  });
  expect(reconciliation).toMatchObject({ busy: null, result: { sum: '12.00' } });
});

it('shows a colleague’s sign-off only if it is of the bytes that are reconciled', async () => {
  const result = resultOf('40', '10.00');
  const signOff = {
    by: 'Ada Park',
    signedAt: '2026-11-21T07:00:00Z',
    decision: 'approved',
    note: 'Of these bytes',
    seal: 'ab'.repeat(32),
    state: 'holds',
  };
  const earlier = { ...signOff, note: 'Of other bytes', seal: 'cd'.repeat(32) };
  const file = { fileId: '40', saves: [], results: [] };
  const colleagues = [
    { ...file, sha256: result.file.sha256, signOffs: [signOff] },
    { ...file, sha256: 'ef'.repeat(32), signOffs: [earlier] },
  ];
  const { engine } = fakeEngine({
    'reconcile.open': () => ({ ...fileWith(result), result: null }),
    'reconcile.preview': () => ({ entries: [] }),
    'feeFiles.state': () =>
      openStream({ saved: [], colleagues, jobs: [], folder: null, isAutoSaveOn: false }),
  });
  const { desktop } = fakeDesktop();
  render(ReconcileView, { engine, desktop, fileId: '40', go: vi.fn(), back: { label: 'Back', go: vi.fn() } });
  expect(await screen.findByText('The archive is empty')).toBeTruthy();
  const list = within(await screen.findByRole('list', { name: 'Signed reconciliations' }));
  expect(list.getByText('Of these bytes')).toBeTruthy();
  expect(list.queryByText('Of other bytes')).toBeNull();
});
