import { expect, it } from 'vitest';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import { periodFiles, type PeriodStores } from '#engine/features/period/listed-periods';
import { SEAL_FORMAT, sealOf } from '#engine/features/reconcile/saved-work/seal';
import type {
  ColleagueFileStore,
  StoredColleagueFile,
} from '#engine/features/fee-files/saved-work/colleague-files';
import { closeAfterTest } from '#test/support/cleanups';
import { openTestWorkspace } from '#test/support/saved-work';
import { readerWith } from '../../cache/temp-cache';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';
import { FIRM, JUNE } from './period-harness';

const [HASH, OTHER_HASH] = ['a'.repeat(64), 'b'.repeat(64)];
const at = '2026-10-01T10:00:00.000Z';
const save = { by: 'Ada', at, bytes: 60, files: 1, state: 'whole' as const };
const signature = {
  format: SEAL_FORMAT,
  fileId: '40',
  fileSha256: HASH,
  resultSha256: OTHER_HASH,
  signedAt: at,
  signedBy: 'Ada',
  decision: 'approved' as const,
  note: 'checked',
};
const signOff = { by: 'Ada', ...signature, seal: sealOf(signature) };

/** The states of the files of a period, with this computer's copies, what colleagues did, and the user's work. */
function statesOf(
  ownHashes: readonly string[],
  colleagues: readonly Partial<StoredColleagueFile>[],
  ownWork: Partial<SavedFile> = {},
): string[] {
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  for (const sha256 of ownHashes) {
    const verified = { sha256, bytes: 60, files: 1, issues: [] };
    workspace.feeFiles.register(
      { part: sha256, final: `/fees/${sha256}.zip`, fileId: '40', activityEntry: null, ...verified },
      verified,
    );
  }
  const files = colleagues.map((file) => ({
    fileId: '40',
    sha256: HASH,
    saves: [],
    results: [],
    signOffs: [],
    ...file,
  }));
  const colleagueFiles = { files: () => files } as unknown as ColleagueFileStore;
  const copiesOf = (fileId: string) =>
    workspace.feeFiles.copiesOf(fileId).map((copy) => ({ ...copy, ...ownWork }));
  const stores = { ...workspace, colleagueFiles, feeFiles: { copiesOf } } as unknown as PeriodStores;
  return periodFiles(readerWith(FIRM), stores, JUNE).map(({ fileId, state }) => `${fileId} ${state}`);
}

it('counts a file that a colleague saved and signed off', () => {
  expect(statesOf([], [])).toEqual(['40 unsaved', '41 unsaved']);
  expect(statesOf([], [{ saves: [save] }])).toEqual(['40 unreconciled', '41 unsaved']);
  expect(statesOf([], [{ saves: [save], signOffs: [signOff] }])).toEqual(['40 signed', '41 unsaved']);
  expect(statesOf([], [{ saves: [{ ...save, state: 'missing' }] }])[0]).toBe('40 unsaved');
});

it('counts an approval only while the file does not differ from its record', () => {
  const result = { by: 'Ada', at, endDate: null, outcome: 'agrees' as const, custodians: [], totals: null };
  const later = { ...result, at: '2026-10-02T10:00:00.000Z', outcome: 'differs' as const };
  const signed = { saves: [save], signOffs: [signOff] };
  expect(statesOf([], [{ ...signed, results: [result] }])[0]).toBe('40 signed');
  expect(statesOf([], [{ ...signed, results: [result, later] }])[0]).toBe('40 unsigned');
  expect(statesOf([HASH], [{ ...signed, results: [later] }])[0]).toBe('40 unsigned');
});

it('counts a colleague’s approval if the file differed before it, but not after it', () => {
  const result = { by: 'Ada', at, endDate: null, outcome: 'agrees' as const, custodians: [], totals: null };
  const differedAt = (reconciledAt: string) => ({ outcome: 'differs' as const, reconciledAt });
  const before = differedAt('2026-10-01T09:00:00.000Z');
  expect(statesOf([HASH], [{ results: [result], signOffs: [signOff] }], before)[0]).toBe('40 signed');
  expect(statesOf([HASH], [{ signOffs: [signOff] }], before)[0]).toBe('40 signed');
  const since = differedAt('2026-10-01T11:00:00.000Z');
  expect(statesOf([HASH], [{ results: [result], signOffs: [signOff] }], since)[0]).toBe('40 unsigned');
});

it('counts a colleague’s sign-off once the user’s own approval has lapsed', () => {
  const approved = { decision: 'approved' as const, signedAt: at, outcome: 'differs' as const };
  const own = { ...approved, reconciledAt: '2026-10-01T11:00:00.000Z' };
  const exceptions = { ...signature, decision: 'approved-with-exceptions' as const };
  const later = { by: 'Ada', ...exceptions, seal: sealOf(exceptions) };
  expect(statesOf([HASH], [{ signOffs: [later] }], own)[0]).toBe('40 signed');
  expect(statesOf([HASH], [{ signOffs: [signOff] }], own)[0]).toBe('40 unsigned');
});

it('counts a colleague’s sign-off of a local copy only for the same bytes and an intact seal', () => {
  expect(statesOf([HASH], [{ signOffs: [signOff] }])[0]).toBe('40 signed');
  // The seal is of another decision.
  expect(statesOf([HASH], [{ signOffs: [{ ...signOff, decision: 'rejected' }] }])[0]).toBe('40 unreconciled');
  expect(statesOf([OTHER_HASH], [{ saves: [save], signOffs: [signOff] }])[0]).toBe('40 unreconciled');
});
