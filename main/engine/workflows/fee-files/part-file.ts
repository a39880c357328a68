import fs from 'node:fs/promises';
import path from 'node:path';
import { fail, FailureError } from '../../../../preload/contract/failure';
import { codeOf } from '../../open-database';

const exists = (file: string): Promise<boolean> =>
  fs.lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );

/** A name under which nothing stands in the folder, and its part file, open. `nameOf` gives the next name to try. */
export async function openPart(
  folder: string,
  nameOf: (number: number) => string,
): Promise<{ handle: fs.FileHandle; part: string; final: string; number: number }> {
  for (let number = 1; ; number += 1) {
    const final = path.join(folder, nameOf(number));
    const part = `${final}.part`;
    if (await exists(final)) continue;
    try {
      return { handle: await fs.open(part, 'wx', 0o600), part, final, number };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error; // another one is being saved under this name
    }
  }
}

/** File systems without links, such as FAT and some network drives. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK', 'EXDEV']);

/**
 * Gives a whole part file its name, unless something has come to stand there: false then. A link fails where a rename
 * would replace what is there.
 */
export async function putInPlace(part: string, final: string): Promise<boolean> {
  try {
    await fs.link(part, final);
    await fs.rm(part, { force: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.has(code)) throw error;
    if (await exists(final)) return false;
    await fs.rename(part, final);
  }
  await syncFolder(path.dirname(final));
  return true;
}

/** Makes a new name survive a power cut. Windows does so by itself and does not let folders be opened. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network drives cannot; the file itself is on the disk.
    if (!/^(EINVAL|ENOTSUP|EOPNOTSUPP|EBADF|EISDIR)$/.test(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** What went wrong with a file, in the words of the closed list. */
export function fileFailure(error: unknown, folder: string): FailureError {
  if (error instanceof FailureError) return error;
  if (error instanceof Error && error.name === 'AbortError') return fail('cancelled');
  const code = codeOf(error);
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code)) return fail('disk-full', { where: folder, cause: code }, error);
  if (/^E[A-Z]+$/.test(code)) return fail('file-not-saved', { where: folder, cause: code }, error);
  const cause = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
  return fail('unexpected', { cause }, error);
}
