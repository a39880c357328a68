import fs from 'node:fs/promises';
import path from 'node:path';
import type { FeeFileStore, FoundWhole, PendingFile } from '../../workspace/fee-files';
import { digestOf } from './digest';
import { putInPlace } from './part-file';

/**
 * Settles what a kill or a quit left behind: parts that were found whole get their name, all others go. Files in folders
 * that cannot be reached now, such as a network drive's, wait for the next time.
 */
export async function recoverPending(store: FeeFileStore): Promise<void> {
  for (const pending of store.pending()) {
    const { part, final, sha256, bytes, files, remark } = pending;
    const reachable = await fs.access(path.dirname(final)).then(
      () => true,
      () => false,
    );
    if (!reachable) continue;
    if (sha256 !== null && bytes !== null && files !== null) {
      const whole: FoundWhole = { sha256, bytes, files, remark };
      if (await finish(pending, whole)) {
        store.register(pending, whole);
        continue;
      }
    }
    await fs.rm(part, { force: true });
    store.drop(part);
  }
}

/** Whether the whole file stands under its name now. */
async function finish({ part, final }: PendingFile, { sha256 }: FoundWhole): Promise<boolean> {
  if (await is(final, sha256)) {
    await fs.rm(part, { force: true });
    return true;
  }
  return (await is(part, sha256)) && putInPlace(part, final);
}

const is = (file: string, sha256: string): Promise<boolean> =>
  digestOf(file).then(
    (found) => found.sha256 === sha256,
    () => false, // it is not there, or cannot be read
  );
