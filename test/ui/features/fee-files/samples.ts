import type { SavedFile } from '#contract/features/fee-files/schemas';

/** Returns a saved archive that is intact and not reconciled yet. */
export const savedFileOf = (id: number, fileId: string): SavedFile => ({
  id,
  fileId,
  path: `/fees/${fileId}.zip`,
  name: `${fileId}.zip`,
  bytes: 60,
  sha256: '0'.repeat(64),
  files: 1,
  issues: [],
  savedAt: '2026-11-21T07:00:00Z',
  savedBy: 'ann',
  checkedAt: '2026-11-21T07:00:00Z',
  state: 'whole',
  decision: null,
  signedAt: null,
  reconciledAt: null,
  outcome: null,
});
