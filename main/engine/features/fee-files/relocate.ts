import path from 'node:path';
import { errorCodeOf } from '#common/error-code';
import { fileDigest } from '../../files/digest';
import { isSavedPath, type FeeFileStore } from './saved-work/saved-files';

/**
 * Finds files that came with a backup by name and content in a folder that the user chose, and restores their
 * paths.
 */
export async function relocateRestored(store: FeeFileStore, folder: string): Promise<void> {
  const known = new Set(store.saved().map(({ path: savedPath }) => savedPath));
  for (const { id, path: savedPath, name, sha256 } of store.saved()) {
    const found = path.join(folder, name);
    if (isSavedPath(savedPath) || !isSavedPath(found) || known.has(found)) continue;
    if ((await digestIn(found)) !== sha256) continue;
    store.relocate(id, found);
    known.add(found);
  }
}

/** Returns the hash of a file; undefined if there is none. */
const digestIn = (file: string): Promise<string | undefined> =>
  fileDigest(file).then(
    ({ sha256 }) => sha256,
    (error: unknown) => {
      if (/^(ENOENT|EISDIR)$/.test(errorCodeOf(error))) return undefined;
      throw error;
    },
  );
