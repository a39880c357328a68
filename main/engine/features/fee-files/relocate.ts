import path from 'node:path';
import { errorCodeOf } from '../../../common/error-code';
import { digestOf } from '../../files/digest';
import { isSavedPlace, type FeeFileStore } from '../../workspace/features/fee-files/saved-files';

/**
 * Finds files that came with a backup by name and content in a folder that the user chose, and restores their
 * paths.
 */
export async function findPlaceless(store: FeeFileStore, folder: string): Promise<void> {
  const known = new Set(store.saved().map(({ path: place }) => place));
  for (const { id, path: place, name, sha256 } of store.saved()) {
    const found = path.join(folder, name);
    if (isSavedPlace(place) || !isSavedPlace(found) || known.has(found)) continue;
    if ((await digestIn(found)) !== sha256) continue;
    store.relocate(id, found);
    known.add(found);
  }
}

/** Undefined where there is no such file. */
const digestIn = (file: string): Promise<string | undefined> =>
  digestOf(file).then(
    ({ sha256 }) => sha256,
    (error: unknown) => {
      if (/^(ENOENT|EISDIR)$/.test(errorCodeOf(error))) return undefined;
      throw error;
    },
  );
