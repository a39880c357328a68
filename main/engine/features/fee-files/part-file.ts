import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fail, FailureError } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { nextFileName } from './file-name';

/** Returns whether there is a file, folder or link of this name. */
export const isNameTaken = (file: string): Promise<boolean> =>
  fs.lstat(file).then(
    () => true,
    (error: unknown) => {
      if (errorCodeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );

/**
 * Returns a free file name, `wanted` or derived from it, and a random name for its part file. `usedNames` has the
 * names of files being saved and of parts that a killed process left.
 */
export async function freeNames(
  wanted: string,
  usedNames: ReadonlySet<string>,
): Promise<{ part: string; final: string }> {
  let final = wanted;
  while (usedNames.has(final) || (await isNameTaken(final))) final = nextFileName(final);
  return { part: `${final}.${randomBytes(6).toString('hex')}.part`, final };
}

/** Creates a part file readable only by its owner; fails if the path exists, even as a link. */
export const createPartFile = (part: string): Promise<fs.FileHandle> => fs.open(part, 'wx', 0o600);

/** Renames a complete part file to its final name, or to the next free one if it is taken. Returns its path. */
export async function publishUnderFreeName(part: string, wanted: string): Promise<string> {
  let final = wanted;
  while (!(await linkOrRename(part, final))) final = nextFileName(final);
  return final;
}

/**
 * Renames a complete part file unless the name is taken; returns false then. It uses a link, which fails
 * where a rename would replace the existing file. After an error there is no file with that name.
 */
async function linkOrRename(part: string, final: string): Promise<boolean> {
  try {
    await fs.link(part, final);
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST' || (await isNameTaken(final))) return false;
    // FAT and some network drives report missing link support in many ways; a rename reports any real
    // problem.
    await fs.rename(part, final);
  }
  try {
    await syncFolder(path.dirname(final));
  } catch (error) {
    await fs.rm(final, { force: true });
    throw error;
  }
  await fs.rm(part, { force: true }).catch(() => undefined); // a second name of a complete file does no harm
  return true;
}

/** Errors for folders that cannot be synced, such as some network drives and folders that can only be written to. */
const NO_SYNC = /^(EINVAL|ENOTSUP|EOPNOTSUPP|ENOSYS|EBADF|EISDIR|EACCES|EPERM)$/;

/** Makes a new name survive a power loss. Windows does so by default and cannot open folders. */
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
    if (!NO_SYNC.test(errorCodeOf(error))) throw error; // the file itself is synced
  }
}

/** Converts a file error to a failure. */
export function fileFailure(error: unknown, folder: string): FailureError {
  if (error instanceof FailureError) return error;
  if (error instanceof Error && error.name === 'AbortError') return fail('canceled');
  const code = errorCodeOf(error);
  if (/^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)$/.test(code))
    return fail('disk-full', { where: folder, cause: code }, error);
  if (/^E[A-Z]+$/.test(code)) return fail('file-not-saved', { where: folder, cause: code }, error);
  const cause = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
  return fail('unexpected', { cause }, error);
}
