import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { BatchReconciliation } from '../../../../renderer/features/reconcile/batch-reconciliation.svelte';
import BatchReconciliationView from '../../../../renderer/features/reconcile/BatchReconciliationView.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, type Answers } from '../../fakes';
import BatchSignOffDialog from '../../../../renderer/features/reconcile/BatchSignOffDialog.svelte';
import { entryPreviewOf, guessOf, resultOf, summarizedFileOf } from './samples';

/** Every record has 10.00: file 1 agrees, and file 3 differs most. */
const FILE_TOTALS: Readonly<Record<string, string>> = { 1: '10.00', 2: '11.00', 3: '99.00' };

/**
 * Returns an engine that, after a run, keeps only the results of `cachedIds`; it must compute the others again. It
 * cannot read file 4.
 */
function engine(cachedIds: readonly string[], responses: Answers = {}) {
  const reconciledFiles = new Set<string>();
  return fakeEngine({
    'reconcile.open': ({ fileId }: { fileId: string }) => ({
      file: null,
      problem: null,
      result:
        reconciledFiles.has(fileId) && cachedIds.includes(fileId)
          ? resultOf(fileId, FILE_TOTALS[fileId] ?? '')
          : null,
      signed: [],
    }),
    'reconcile.preview': () => ({ entries: [] }),
    'reconcile.run': ({ fileId }: { fileId: string }) => {
      if (fileId === '4') throw declaredFailure('file-unreadable');
      reconciledFiles.add(fileId);
      return resultOf(fileId, FILE_TOTALS[fileId] ?? '');
    },
    'reconcile.signOff': ({ fileId }: { fileId: string }) => ({
      id: 1,
      format: 3,
      fileId,
      signedAt: '2026-11-21T07:00:00Z',
      signedBy: 'pat',
      decision: 'approved',
      note: 'n',
      fileSha256: '',
      resultSha256: '',
      seal: '',
    }),
    ...responses,
  });
}
const neverAborted = new AbortController().signal;

it('sorts several files worst first, and a failure of one does not stop the others', async () => {
  const batch = new BatchReconciliation(engine(['1', '2', '3']).engine, ['4', '1', '2', '3']);
  await batch.run(neverAborted);
  expect(batch.worstFirst.map(({ fileId, state }) => [fileId, state])).toEqual([
    ['4', 'failed'],
    ['3', 'done'],
    ['2', 'done'],
    ['1', 'done'],
  ]);
});

it.each([
  ['unsure', 'SWB', 'unsure-columns', 'Its columns could not be recognized with certainty. Open the file'],
  ['sure', '', 'unsure-custodian', 'Its custodian is unknown. Open the file to choose the custodian.'],
] as const)(
  'waits for a confirmation: columns %s, custodian %j',
  async (confidence, custodian, unsure, text) => {
    const sample = entryPreviewOf({ account: guessOf(confidence) });
    const entries = [{ ...sample, mapping: { ...sample.mapping, custodian } }];
    const { engine: asking, calls } = engine([], { 'reconcile.preview': () => ({ entries }) });
    const batch = new BatchReconciliation(asking, ['1']);
    await batch.run(neverAborted);
    expect(batch.files[0]).toMatchObject({ state: 'unsure', unsure });
    expect(calls.some(({ name }) => name === 'reconcile.run')).toBe(false);
    const { desktop } = fakeDesktop();
    render(BatchReconciliationView, {
      engine: asking,
      desktop,
      fileIds: ['1'],
      onback: vi.fn(),
      onopen: vi.fn(),
    });
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  },
);

it('signs the reviewed results, including those evicted and computed again', async () => {
  const { engine: partlyCached, calls } = engine(['1']);
  const batch = new BatchReconciliation(partlyCached, ['1', '2']);
  await batch.run(neverAborted);
  await batch.sign(
    new Map([
      ['1', 'approved' as const],
      ['2', 'rejected' as const],
    ]),
    'Checked.',
  );
  expect(batch.unsigned).toEqual([]);
  const runs = calls.filter(({ name }) => name === 'reconcile.run');
  expect(runs.map(({ input }) => (input as { fileId: string }).fileId)).toEqual(['1', '2', '2']);
  expect(calls.filter(({ name }) => name === 'reconcile.signOff').map(({ input }) => input)).toEqual([
    { fileId: '1', displayed: resultOf('1', '10.00'), decision: 'approved', note: 'Checked.' },
    { fileId: '2', displayed: resultOf('2', '11.00'), decision: 'rejected', note: 'Checked.' },
  ]);
});

it('approves no file as matching that was not compared with its record', async () => {
  const agreeing = resultOf('1', '10.00');
  const notCompared = agreeing.comparisons.map((comparison) => ({
    ...comparison,
    outcome: 'unsaid' as const,
  }));
  const { engine: withoutRecord, calls } = engine([], {
    'reconcile.run': ({ fileId }: { fileId: string }) =>
      fileId === '1' ? agreeing : resultOf(fileId, '10.00', { comparisons: notCompared }),
  });
  const batch = new BatchReconciliation(withoutRecord, ['1', '2']);
  await batch.run(neverAborted);
  expect(batch.worstFirst.map(({ fileId }) => fileId)).toEqual(['2', '1']);
  render(BatchSignOffDialog, { open: true, batch });
  expect(await screen.findByText('1 file matches and will be approved.')).toBeTruthy();
  expect(screen.getByLabelText('1 file not compared with the record')).toHaveProperty('value', 'leave');
  await fireEvent.input(screen.getByLabelText('Note'), { target: { value: 'Checked.' } });
  await fireEvent.click(screen.getByRole('button', { name: /^Sign off 1 file/ }));
  await waitFor(() => expect(batch.unsigned.map(({ fileId }) => fileId)).toEqual(['2']));
  expect(calls.filter(({ name }) => name === 'reconcile.signOff')).toHaveLength(1);
});

it('does not sign a result that changed after it was reviewed', async () => {
  let total = '10.00';
  const { engine: changing, calls } = engine([], { 'reconcile.run': () => resultOf('1', total) });
  const batch = new BatchReconciliation(changing, ['1']);
  await batch.run(neverAborted);
  total = '12.00';
  await batch.sign(new Map([['1', 'approved' as const]]), 'Checked.');
  expect(calls.some(({ name }) => name === 'reconcile.signOff')).toBe(false);
  expect(batch.files[0]).toMatchObject({ decision: null, failure: { kind: 'changed-since' } });
});

it.each([
  { decision: 'approved', state: 'holds', total: '10.00', counted: 'approved' },
  { decision: 'rejected', state: 'holds', total: '10.00', counted: 'rejected' },
  // The record has changed since: only a look at the difference can approve the file.
  { decision: 'approved', state: 'holds', total: '11.00', counted: null },
  { decision: 'approved', state: 'other-file', total: '10.00', counted: null },
  { decision: 'approved', state: 'seal-broken', total: '10.00', counted: null },
] as const)(
  'counts an earlier sign-off: $decision, $state, sum $total: $counted',
  async ({ decision, state, total, counted }) => {
    const result = resultOf('1', total);
    const signature = {
      ...summarizedFileOf('1').signed,
      ...{ decision, state, format: 3, resultSha256: '', fileSha256: result.file.sha256 },
    };
    const { engine: reopened } = engine([], {
      'reconcile.open': () => ({ file: result.file, problem: null, result, signed: [signature] }),
    });
    const batch = new BatchReconciliation(reopened, ['1']);
    await batch.run(neverAborted);
    expect(batch.files[0]?.decision).toBe(counted);
    expect(batch.unsigned).toHaveLength(counted === null ? 1 : 0);
  },
);

it('counts a file that could not be signed off, so that the progress reaches the last one', async () => {
  const progress: number[] = [];
  const { engine: failing } = engine(['1', '2'], {
    'reconcile.signOff': () => {
      progress.push(batch.triedSoFar);
      throw declaredFailure('file-unreadable');
    },
  });
  const batch = new BatchReconciliation(failing, ['1', '2']);
  await batch.run(neverAborted);
  await batch.sign(
    new Map([
      ['1', 'approved' as const],
      ['2', 'rejected' as const],
    ]),
    'Checked.',
  );
  expect(progress).toEqual([0, 1]);
});

it('saves one evidence pack of the signed files, with the summary page as PDF', async () => {
  const signedFile = summarizedFileOf('1');
  const { engine: signedEngine, calls } = engine(['1', '2', '3'], {
    'reconcile.open': ({ fileId }: { fileId: string }) => ({
      file: fileId === '3' ? { ...resultOf('3', '10.00').file, sha256: 'another version' } : null,
      problem: null,
      result: resultOf(fileId, '10.00'),
      signed: fileId === '2' ? [] : [{ ...signedFile.signed, format: 3, resultSha256: '', state: 'holds' }],
    }),
    'reconcile.periodSummary': () => ({ files: [signedFile], unsigned: ['2'], outdated: ['3'] }),
    'feeFiles.colleagueSignOffs': () => [
      {
        fileId: '2',
        by: 'Ada Park',
        signedAs: 'apark',
        signedAt: '2026-11-21T10:00:00.000Z',
        decision: 'approved',
        note: 'Checked.',
        seal: 'e'.repeat(64),
        state: 'holds',
        fileSha256: 'f'.repeat(64),
        resultSha256: 'f'.repeat(64),
        copy: 'none',
        comparedAt: null,
      },
    ],
    'reconcile.periodEvidence': () => ({ files: 9, sha256: '' }),
  });
  let printedText = '';
  const { desktop, calls: desktopCalls } = fakeDesktop({
    choose: () => [{ grant: 'g', path: '/out/pack.zip', name: 'pack.zip' }],
    'print.pdfBase64': () => {
      printedText = document.querySelector('.print-sheet')?.textContent ?? '';
      return 'cGRm';
    },
  });
  const batch = new BatchReconciliation(signedEngine, ['1', '2', '3']);
  await batch.run(neverAborted);
  expect(batch.files.map(({ isSigned }) => isSigned)).toEqual([true, false, false]);
  await batch.saveEvidence(desktop);
  expect(printedText).toContain(
    'Signed off by colleagues only, so their results are not in this pack: File 2.',
  );
  expect(printedText).toContain(
    'Saved again since they were signed off, so not in this pack: Q3 2026 (file 3).',
  );
  expect(printedText).toContain(
    'File 2: Approved by Ada Park, Nov 21, 2026; seal verified, file not on this',
  );
  expect(document.querySelector('.print-sheet')).toBeNull();
  expect(calls.find(({ name }) => name === 'reconcile.periodEvidence')?.input).toEqual({
    fileIds: ['1', '2', '3'],
    signed: [signedFile.signed.id],
    summaryPdf: 'cGRm',
    grant: 'g',
  });
  expect(desktopCalls.find(({ name }) => name === 'print.pdfBase64')?.input).toMatchObject({
    title: 'Reconciliation summary, Q2 2026',
  });
});
