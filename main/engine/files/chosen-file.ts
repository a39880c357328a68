import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fail, FailureError } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { renameOverAsync } from '#common/rename-over';
import { sha256 } from '#common/sha256';
import { decodeFile } from './tables/text';
import { isWorkbook, MAX_WORKBOOK_BYTES, readWorkbook } from './tables/workbook';

/** Saves text or bytes to a file that the user chose (saveStream). */
export const saveChosenFile = (file: string, content: string | Uint8Array): Promise<void> =>
  saveStream(file, [content]);

/**
 * Saves chunks to a file that the user chose: complete or not at all, private, through a new temporary file
 * with an unguessable name. An existing file is replaced, as the system dialog asked; a link is replaced, not
 * its target. `beforeReplace` is called once the new file is complete; if it throws, nothing is replaced. Fails with
 * `disk-full`, `file-not-saved` or `canceled`; other errors of the chunks and of `beforeReplace` pass unchanged, except
 * system errors, which count as errors of the file.
 */
export async function saveStream(
  file: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  signal?: AbortSignal,
  beforeReplace?: () => Promise<void>,
): Promise<void> {
  if (filesBeingWritten.has(file)) throw fail('file-not-saved', { cause: 'being written already' });
  filesBeingWritten.add(file);
  const { partialFile, prefix } = temporaryPathOf(file);
  try {
    await dropLeftovers(path.dirname(file), prefix);
    const handle = await fs.open(partialFile, 'wx', 0o600);
    try {
      await writeAll(handle, chunks, signal);
      await handle.sync();
    } finally {
      await handle.close();
    }
    signal?.throwIfAborted();
    await beforeReplace?.();
    await renameOverAsync(partialFile, file);
  } catch (error) {
    await fs.rm(partialFile, { force: true }).catch(() => undefined); // the original reason is reported
    if (error instanceof FailureError) throw error;
    if (signal?.aborted) throw fail('canceled', {}, error);
    const code = errorCodeOf(error);
    if (!/^E[A-Z]+$/.test(code)) throw error; // not a system error such as EACCES, but one of the caller
    throw fail(/^(ENOSPC|EDQUOT|EFBIG)$/.test(code) ? 'disk-full' : 'file-not-saved', { cause: code }, error);
  } finally {
    filesBeingWritten.delete(file);
  }
}

/** Writes chunks in sequence; each is written while the next is produced. */
async function writeAll(
  handle: fs.FileHandle,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let pendingWrite = Promise.resolve();
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      await pendingWrite;
      pendingWrite = handle.writeFile(chunk);
      pendingWrite.catch(() => undefined); // reported when it is awaited
    }
  } catch (error) {
    await pendingWrite.catch(() => undefined); // the first error is reported; the file is closed next
    throw error;
  }
  await pendingWrite;
}

/** Files being written: two concurrent writers would corrupt each other's result. */
const filesBeingWritten = new Set<string>();

/** Names this computer and its user in temporary files. */
const OWNER = sha256(JSON.stringify([os.hostname(), os.homedir()])).slice(0, 8);

/** Returns a temporary path in the same folder; short, and with the same prefix for the same file. */
function temporaryPathOf(file: string): { partialFile: string; prefix: string } {
  const prefix = `firm-desk-${sha256(path.resolve(file)).slice(0, 8)}-`;
  const name = `${prefix}${OWNER}-${randomBytes(6).toString('hex')}.part`;
  return { partialFile: path.join(path.dirname(file), name), prefix };
}

/** The rest of a temporary file's name after its prefix. Names of earlier versions have no owner. */
const LEFTOVER = /^(?:([0-9a-f]{8})-)?[0-9a-f]{12}\.part$/;

/**
 * A temporary file of another owner, such as a colleague in a shared folder, isn't being written if it has not changed for
 * this long.
 */
const MIN_LEFTOVER_AGE_MS = 10 * 60_000;

/**
 * Deletes temporary files of the same target left by a killed process, as far as possible: their contents are private.
 */
async function dropLeftovers(folder: string, prefix: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const match = name.startsWith(prefix) ? LEFTOVER.exec(name.slice(prefix.length)) : null;
    // A failure does not prevent saving.
    if (match) await dropLeftover(path.join(folder, name), match[1] === OWNER).catch(() => undefined);
  }
}

async function dropLeftover(file: string, isOwn: boolean): Promise<void> {
  const isAbandoned = isOwn || Date.now() - (await fs.lstat(file)).mtimeMs >= MIN_LEFTOVER_AGE_MS;
  if (isAbandoned) await fs.rm(file, { force: true });
}

/**
 * Reads a list that the user chose: a text file in any common encoding, up to a maximum size, or an Excel
 * workbook, whose rows become lines with tabs between the cells. `signal` cancels reading a workbook. Fails
 * as `file-unreadable`.
 */
export async function readChosenList(file: string, maxBytes: number, signal?: AbortSignal): Promise<string> {
  const bytes = await readChosenBytes(file, Math.max(maxBytes, MAX_WORKBOOK_BYTES));
  const text = isWorkbook(bytes) ? asLines((await readWorkbook(bytes, signal)).rows) : undefined;
  if ((text ?? bytes).length > maxBytes) throw tooLarge();
  return text ?? (await decodeFile(bytes));
}

/** Reads a chosen file up to a size limit. Fails with `file-unreadable`. */
export async function readChosenBytes(file: string, maxBytes: number): Promise<Buffer> {
  try {
    const { size } = await fs.stat(file);
    if (size > maxBytes) throw tooLarge();
    return await fs.readFile(file);
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw fail('file-unreadable', { cause: errorCodeOf(error) }, error);
  }
}

const tooLarge = (): FailureError => fail('file-unreadable', { detail: { code: 'big-list' } });

/**
 * Formats rows as a spreadsheet copies them: tab-separated, other separators quoted; an empty row is an empty
 * line.
 */
const asLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join('\t').trimEnd()).join('\n');
const quoted = (cell: string): string =>
  /[\t\r\n",;|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
