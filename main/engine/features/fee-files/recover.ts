import fs from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '#common/error-code';
import { isSavedPath, type VerifiedFile, type PendingFile } from './saved-work/saved-files';
import type { Workspace } from '../../workspace/open/workspace';
import { fileDigest } from '../../files/digest';
import { nextFileName } from './file-name';
import { isNameTaken, publishUnderFreeName } from './part-file';
import { savedEntryEnd } from './save';

type RecoveryStores = Pick<Workspace, 'feeFiles' | 'activity' | 'transaction'>;

/**
 * Settles downloads that a killed or quit process left: complete parts get their name, others are deleted.
 * Files that cannot be reached now, such as those on a network drive, wait for the next start; the first such
 * error is thrown at the end. The file's activity entry gets its outcome; if it already has one (the file was
 * in place, but registering it failed), a new entry records that the file was saved.
 */
export async function recoverPending(workspace: RecoveryStores): Promise<void> {
  const errors: unknown[] = [];
  for (const pending of workspace.feeFiles.pending())
    await settlePending(workspace, pending).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function settlePending(
  { feeFiles, activity, transaction }: RecoveryStores,
  pending: PendingFile,
): Promise<void> {
  const { part, final, fileId, activityEntry, sha256, bytes, files, issues } = pending;
  if (!isOwnPart(part, final)) {
    feeFiles.drop(part);
    return;
  }
  await fs.access(path.dirname(final));
  if (sha256 !== null && bytes !== null && files !== null) {
    const verified: VerifiedFile = { sha256, bytes, files, issues: [...issues] };
    const savedPath = await finish(pending, verified);
    if (savedPath !== null) {
      const [outcome, details] = savedEntryEnd({ path: savedPath, issues: verified.issues });
      const facts = { ...details?.facts, 'found complete at the next start': true };
      transaction(() => {
        feeFiles.register({ ...pending, final: savedPath }, verified);
        if (activityEntry === null || !activity.end(activityEntry, outcome, { facts }))
          activity.note({ kind: 'fee-file-save', count: 1, facts: { file: fileId, ...facts } }, outcome);
      });
      return;
    }
  }
  await fs.rm(part, { force: true });
  transaction(() => {
    feeFiles.drop(part);
    if (activityEntry !== null)
      activity.end(activityEntry, 'failed', { facts: { 'app ended before it was saved': true } });
  });
}

/** Returns whether a part file is in the folder of its final file and named after it; no other file is touched. */
const isOwnPart = (part: string, final: string): boolean =>
  isSavedPath(final) &&
  path.dirname(part) === path.dirname(final) &&
  part.startsWith(`${final}.`) &&
  part.endsWith('.part');

/**
 * Gives a complete part its final name unless it has it already, or one of the next if that was taken then. Returns the
 * path; null if no file is complete.
 */
async function finish({ part, final }: PendingFile, { sha256 }: VerifiedFile): Promise<string | null> {
  for (let name = final; await isNameTaken(name); name = nextFileName(name)) {
    if (!(await isFileWithHash(name, sha256))) continue;
    await fs.rm(part, { force: true });
    return name;
  }
  return (await isFileWithHash(part, sha256)) ? publishUnderFreeName(part, final) : null;
}

/** Returns false for a different or missing file; an unreadable file may be the right one. */
const isFileWithHash = (file: string, sha256: string): Promise<boolean> =>
  fileDigest(file).then(
    (digest) => digest.sha256 === sha256,
    (error: unknown) => {
      if (/^(ENOENT|EISDIR)$/.test(errorCodeOf(error))) return false;
      throw error;
    },
  );
