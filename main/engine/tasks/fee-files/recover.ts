import fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../common/error-code';
import type { Activity } from '../../workspace/activity';
import type { FeeFileStore, FoundWhole, PendingFile } from '../../workspace/fee-files';
import { digestOf } from '../../files/digest';
import { putUnderFreeName } from './part-file';

/**
 * Settles what a kill or a quit left behind: parts that were found whole get their name, all others go. What cannot be
 * reached or read now, such as files on a network drive, waits for the next time; the first such error is thrown when
 * all others are settled. A file that is saved only now stands in the activity log by itself.
 */
export async function recoverPending(store: FeeFileStore, activity: Pick<Activity, 'note'>): Promise<void> {
  const errors: unknown[] = [];
  for (const pending of store.pending())
    await settle(store, activity, pending).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function settle(
  store: FeeFileStore,
  activity: Pick<Activity, 'note'>,
  pending: PendingFile,
): Promise<void> {
  const { part, final, sha256, bytes, files, remarks } = pending;
  await fs.access(path.dirname(final));
  if (sha256 !== null && bytes !== null && files !== null) {
    const whole: FoundWhole = { sha256, bytes, files, remarks: [...remarks] };
    const found = await finish(pending, whole);
    if (found !== null) {
      store.register({ ...pending, final: found }, whole);
      activity.note({
        kind: 'fee-file-save',
        count: 1,
        facts: { file: pending.fileId, name: path.basename(found), 'found whole at the next start': true },
      });
      return;
    }
  }
  await fs.rm(part, { force: true });
  store.drop(part);
}

/** Where the whole file stands now; null when it is nowhere. */
async function finish({ part, final }: PendingFile, { sha256 }: FoundWhole): Promise<string | null> {
  if (await is(final, sha256)) {
    await fs.rm(part, { force: true });
    return final;
  }
  return (await is(part, sha256)) ? putUnderFreeName(part, final) : null;
}

/** False when it is another file or none; one that cannot be read may well be it. */
const is = (file: string, sha256: string): Promise<boolean> =>
  digestOf(file).then(
    (found) => found.sha256 === sha256,
    (error: unknown) => {
      if (/^(ENOENT|EISDIR)$/.test(codeOf(error))) return false;
      throw error;
    },
  );
