import fs from 'node:fs/promises';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import { errorCodeOf } from '#common/error-code';
import { fileDigest } from '../../files/digest';
import { isSavedPath } from './saved-work/saved-files';

/** A saved file's path, SHA-256 and size in bytes when it was saved. */
type Saved = Pick<SavedFile, 'path' | 'sha256' | 'bytes'>;

/**
 * Compares a saved file with its hash; `changed` is true if they differ. Fails if the file cannot be read.
 */
export async function compareSaved(
  saved: Pick<Saved, 'path' | 'sha256'>,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ sha256: string; bytes: number; changed: boolean }> {
  const now = await fileDigest(saved.path, signal, onBytes);
  return { ...now, changed: now.sha256 !== saved.sha256 };
}

/** Returns the state of a saved file: whole, changed, missing (moved or deleted) or unreadable. */
export async function verifySaved(
  saved: Saved,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<SavedFile['state']> {
  // A placeholder path: the file is from a backup, and its folder has not been chosen on this computer.
  if (!isSavedPath(saved.path)) return 'missing';
  try {
    const { size } = await fs.stat(saved.path);
    if (size !== saved.bytes) return 'changed'; // known without reading
    return (await compareSaved(saved, signal, onBytes)).changed ? 'changed' : 'whole';
  } catch (error) {
    if (signal?.aborted) throw error;
    return /^(ENOENT|ENOTDIR)$/.test(errorCodeOf(error)) ? 'missing' : 'unreadable';
  }
}
