import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fail, FailureError } from '../../../../preload/contract/failure';
import { codeOf } from '../../../common/error-code';
import { nextName } from './file-name';

const exists = (file: string): Promise<boolean> =>
  fs.lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );

/**
 * A name under which nothing stands yet, `wished` or one made of it, and one for its part, which nobody can guess. The
 * names in `taken` belong to files that are being saved, or whose parts a kill left behind.
 */
export async function freeNames(
  wished: string,
  taken: ReadonlySet<string>,
): Promise<{ part: string; final: string }> {
  let final = wished;
  while (taken.has(final) || (await exists(final))) final = nextName(final);
  return { part: `${final}.${randomBytes(6).toString('hex')}.part`, final };
}

/** A part file, for its owner alone: never an existing file or a link. */
export const openPart = (part: string): Promise<fs.FileHandle> => fs.open(part, 'wx', 0o600);

/** Gives a whole part file its name, or the next free one where something has come to stand there. Answers its path. */
export async function putUnderFreeName(part: string, wished: string): Promise<string> {
  let final = wished;
  while (!(await putInPlace(part, final))) final = nextName(final);
  return final;
}

/**
 * Gives a whole part file its name, unless something has come to stand there: false then. A link fails where a rename
 * would replace what is there. When it fails, nothing stands under that name.
 */
async function putInPlace(part: string, final: string): Promise<boolean> {
  try {
    await fs.link(part, final);
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || (await exists(final))) return false;
    // FAT and some network drives have no links, and say so in a dozen ways: what else is wrong, the rename tells.
    await fs.rename(part, final);
  }
  try {
    await syncFolder(path.dirname(final));
  } catch (error) {
    await fs.rm(final, { force: true });
    throw error;
  }
  await fs.rm(part, { force: true }).catch(() => undefined); // a second name of a whole file does no harm
  return true;
}

/** What folders that cannot be put on the disk by themselves answer: some network drives, and drop boxes. */
const NO_SYNC = /^(EINVAL|ENOTSUP|EOPNOTSUPP|ENOSYS|EBADF|EISDIR|EACCES|EPERM)$/;

/** Makes a new name survive a power cut. Windows does so by itself and does not let folders be opened. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await fs.open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!NO_SYNC.test(codeOf(error))) throw error; // the file itself is on the disk
  }
}

/** What went wrong with a file, in the words of the closed list. */
export function fileFailure(error: unknown, folder: string): FailureError {
  if (error instanceof FailureError) return error;
  if (error instanceof Error && error.name === 'AbortError') return fail('canceled');
  const code = codeOf(error);
  if (/^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/.test(code))
    return fail('disk-full', { where: folder, cause: code }, error);
  if (/^E[A-Z]+$/.test(code)) return fail('file-not-saved', { where: folder, cause: code }, error);
  const cause = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
  return fail('unexpected', { cause }, error);
}
