import path from 'node:path';
import { fileDigest } from '../../files/digest';
import { isSavedPath, type FeeFileStore } from './saved-work/saved-files';

/**
 * Looks in a folder that the user chose for files of a restored backup, by name and content, and stores their
 * paths.
 */
export async function relocateRestored(
  store: FeeFileStore,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const known = new Set(store.saved().map(({ path: savedPath }) => savedPath));
  for (const { id, path: savedPath, name, sha256 } of store.saved()) {
    const candidate = path.join(folder, name);
    if (isSavedPath(savedPath) || !isSavedPath(candidate) || known.has(candidate)) continue;
    const hash = await hashOf(candidate, signal);
    if (signal?.aborted) return;
    if (hash !== sha256) continue;
    store.relocate(id, candidate);
    known.add(candidate);
  }
}

/**
 * Returns the hash of a file; undefined if there is none, or it cannot be read: the user chose the folder to save to,
 * and an unreadable file must not prevent that.
 */
const hashOf = (file: string, signal?: AbortSignal): Promise<string | undefined> =>
  fileDigest(file, signal).then(
    ({ sha256 }) => sha256,
    () => undefined,
  );
