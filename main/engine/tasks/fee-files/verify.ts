import fs from 'node:fs/promises';
import type { SavedFile } from '../../../../preload/contract/calls/fee-files';
import { codeOf } from '../../../common/error-code';
import { digestOf } from '../../files/digest';

/** What a saved file is compared by: SHA-256 of what was saved, and its size in bytes. */
type Saved = Pick<SavedFile, 'path' | 'sha256' | 'bytes'>;

/** A saved file as it is now. `changed`: it is not what was saved any more. Fails when it cannot be read. */
export async function compareSaved(
  saved: Pick<Saved, 'path' | 'sha256'>,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ sha256: string; bytes: number; changed: boolean }> {
  const now = await digestOf(saved.path, signal, onBytes);
  return { ...now, changed: now.sha256 !== saved.sha256 };
}

/** Whether a saved file is what was saved: whole, changed, missing (moved or deleted), or not to be read. */
export async function verifySaved(
  saved: Saved,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<SavedFile['state']> {
  try {
    const { size } = await fs.stat(saved.path);
    if (size !== saved.bytes) return 'changed'; // known at once, whatever is in it
    return (await compareSaved(saved, signal, onBytes)).changed ? 'changed' : 'whole';
  } catch (error) {
    if (signal?.aborted) throw error;
    return /^(ENOENT|ENOTDIR)$/.test(codeOf(error)) ? 'missing' : 'unreadable';
  }
}
