import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import MappingStep from '../../../../renderer/features/reconcile/MappingStep.svelte';
import { FileReconciliation } from '../../../../renderer/features/reconcile/reconcile.svelte';
import ReconcileView from '../../../../renderer/features/reconcile/ReconcileView.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, openStream, type Answers } from '../../fakes';
import { entryPreviewOf, resultOf, summarizedFileOf } from './samples';

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

it('is signed off once saved, even if the file can’t be read again', async () => {
  const result = resultOf('40', '10.00');
  const { signed } = summarizedFileOf('40');
  const signOff = { ...signed, format: 3, resultSha256: 'ef'.repeat(32), fileSha256: result.file.sha256 };
  let isEngineLost = false;
  const { reconciliation } = reconciliationOf({
    'reconcile.open': () => {
      if (isEngineLost) throw declaredFailure('engine-lost');
      return fileWith(result);
    },
    'reconcile.signOff': () => {
      isEngineLost = true;
      return signOff;
    },
  });
  await reconciliation.load();
  await reconciliation.signOff('approved', 'Checked.');
  expect(reconciliation).toMatchObject({ busy: null, isSignedOff: true, signed: [{ state: 'holds' }] });
});

it.each([
  ['approved', '10.00', true],
  ['approved', '12.00', false],
  ['approved-with-exceptions', '12.00', true],
  ['rejected', '12.00', true],
])('is signed off if it was %s with a sum of %s: %s', async (decision, sum, isSignedOff) => {
  const file = fileWith(resultOf('40', sum)); // the record has 10.00
  const { signed } = summarizedFileOf('40');
  const signOff = { ...signed, format: 3, resultSha256: 'ef'.repeat(32), state: 'holds' };
  const { reconciliation } = reconciliationOf({
    'reconcile.open': () => ({
      ...file,
      signed: [{ ...signOff, fileSha256: file.file.sha256, decision }],
    }),
  });
  await reconciliation.load();
  expect(reconciliation.isSignedOff).toBe(isSignedOff);
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

it('changes the columns of the displayed result, not those that are recognized again', async () => {
  const entries = [entryPreviewOf(), entryPreviewOf(), entryPreviewOf()].map((preview, index) => ({
    ...preview,
    isRemembered: true,
    mapping: { ...preview.mapping, entry: `${index}.csv` },
  }));
  const mappings = entries.map(({ mapping }, index) => ({
    ...mapping,
    ...(index === 1 && { leftOut: true }),
    ...(index === 2 && { custodian: 'FIDELITY' }),
  }));
  const { reconciliation } = reconciliationOf({
    'reconcile.open': () => fileWith(resultOf('40', '10.00', { mappings })),
    'reconcile.preview': () => ({ entries }),
  });
  await reconciliation.load();
  await reconciliation.showColumns();
  expect(reconciliation.entries.map(({ mapping }) => mapping)).toEqual(mappings);
  expect(reconciliation.entries.map(({ isRemembered }) => isRemembered)).toEqual([true, false, false]);
  expect(reconciliation.entries[2]?.custodian).toEqual({
    confidence: 'sure',
    reasons: [{ code: 'chosen' }],
  });
});

it('returns from a failed reconciliation to its columns, or tries it again with them', async () => {
  let runs = 0;
  const entry = entryPreviewOf();
  const { engine, calls } = fakeEngine({
    'reconcile.open': () => fileWith(resultOf('40', '10.00', { mappings: [entry.mapping] })),
    'reconcile.preview': () => ({ entries: [entry] }),
    'reconcile.run': () => {
      runs += 1;
      if (runs === 1) throw declaredFailure('file-unreadable');
      return resultOf('40', '12.00');
    },
  });
  const reconciliation = new FileReconciliation(engine, fakeDesktop().desktop, '40');
  await reconciliation.load();
  await reconciliation.showColumns();
  reconciliation.correct(entry.mapping.entry, { amount: 2 });
  await reconciliation.run();
  expect(reconciliation.failure).toMatchObject({ kind: 'file-unreadable' });
  expect(reconciliation.canChangeColumns).toBe(true);
  reconciliation.changeColumns();
  expect(reconciliation).toMatchObject({ failure: null, step: 'columns', canChangeColumns: false });
  runs = 0;
  await reconciliation.run();
  await reconciliation.tryAgain();
  expect(reconciliation).toMatchObject({ failure: null, step: 'result', result: { sum: '12.00' } });
  expect(calls.filter(({ name }) => name === 'reconcile.run').at(-1)?.input).toMatchObject({
    mappings: [{ amount: 2 }],
    isConfirmed: true,
  });
});

it('does not let columns be changed while the file is reconciled with them', async () => {
  const columns = ['Account', 'Fee'].map((heading) => ({ heading, examples: [] }));
  const { reconciliation } = reconciliationOf({ 'reconcile.run': () => new Promise(() => undefined) });
  reconciliation.entries = [entryPreviewOf({ columns, rows: [['Account', 'Fee']] })];
  reconciliation.step = 'columns';
  render(MappingStep, { reconciliation });
  const controls = () => [screen.getByRole('checkbox'), ...screen.getAllByRole('combobox')];
  const enabled = () => controls().filter((control) => !control.hasAttribute('disabled')).length;
  expect(enabled()).toBe(5);
  await userEvent.click(screen.getByRole('button', { name: 'Reconcile' }));
  expect(enabled()).toBe(0);
});
