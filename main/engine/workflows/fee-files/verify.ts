import type { SavedFile } from '../../../../preload/contract/errands/fee-files';
import { codeOf } from '../../open-database';
import { digestOf } from './digest';

/** Compares a saved file with what was saved: whole, changed, missing (moved or deleted), or not to be read. */
export async function verifySaved(
  saved: Pick<SavedFile, 'path' | 'sha256'>,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<SavedFile['state']> {
  try {
    const { sha256 } = await digestOf(saved.path, signal, onBytes);
    return sha256 === saved.sha256 ? 'whole' : 'changed';
  } catch (error) {
    if (signal?.aborted) throw error;
    return /^(ENOENT|ENOTDIR)$/.test(codeOf(error)) ? 'missing' : 'unreadable';
  }
}
