import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fail, FailureError } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { textOf } from './tables/text';
import { isWorkbook, MOST_WORKBOOK_BYTES, readWorkbook } from './tables/workbook';

/** Saves a text, or bytes, to a file that the person named (saveStream). */
export const saveChosen = (file: string, content: string | Uint8Array): Promise<void> =>
  saveStream(file, [content]);

/**
 * Saves pieces to a file that the person named: whole or not at all, readable by nobody else, through a part of a name that
 * nobody can guess and that is never an existing file or a link. What stood there is replaced, as the system's dialog has
 * asked; a link is replaced itself, and what it leads to stays as it is. Fails as `disk-full` or `file-not-saved`, and when the signal says so as `canceled`;
 * a failure of the pieces themselves passes as it is.
 */
export async function saveStream(
  file: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  if (underWay.has(file)) throw fail('file-not-saved', { cause: 'being written already' });
  underWay.add(file);
  const { part, beginsWith } = partOf(file);
  try {
    await dropLeft(path.dirname(file), beginsWith);
    const handle = await fs.open(part, 'wx', 0o600);
    try {
      await writeAll(handle, pieces, signal);
      await handle.sync();
    } finally {
      await handle.close();
    }
    signal?.throwIfAborted();
    await fs.rename(part, file);
  } catch (error) {
    await fs.rm(part, { force: true }).catch(() => undefined); // the reason it could not be saved is told
    if (error instanceof FailureError) throw error;
    if (signal?.aborted) throw fail('canceled', {}, error);
    const code = codeOf(error);
    if (!/^E[A-Z]+$/.test(code)) throw error;
    throw fail(/^(ENOSPC|EDQUOT|EFBIG)$/.test(code) ? 'disk-full' : 'file-not-saved', { cause: code }, error);
  } finally {
    underWay.delete(file);
  }
}

/** Writes pieces where the file stands, one after the other; each is written while the next is made. */
async function writeAll(
  handle: fs.FileHandle,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let written = Promise.resolve();
  try {
    for await (const piece of pieces) {
      signal?.throwIfAborted();
      await written;
      written = handle.writeFile(piece);
      written.catch(() => undefined); // told by the wait for it, not before
    }
  } catch (error) {
    await written.catch(() => undefined); // what was thrown first is told; the file is closed after this
    throw error;
  }
  await written;
}

/** Files that are being written: two writers of one would spoil what the other is told. */
const underWay = new Set<string>();

/** A part in the same folder; its name is short whatever the file is called, and begins alike for the same file. */
function partOf(file: string): { part: string; beginsWith: string } {
  const of = createHash('sha256').update(path.resolve(file)).digest('hex').slice(0, 8);
  const beginsWith = `firm-desk-${of}-`;
  const part = path.join(path.dirname(file), `${beginsWith}${randomBytes(6).toString('hex')}.part`);
  return { part, beginsWith };
}

/** Parts of the same file that a kill left behind. */
async function dropLeft(folder: string, beginsWith: string): Promise<void> {
  for (const name of await fs.readdir(folder).catch(() => []))
    if (name.startsWith(beginsWith) && /^[0-9a-f]{12}\.part$/.test(name.slice(beginsWith.length)))
      await fs.rm(path.join(folder, name), { force: true });
}

/**
 * Reads a list that the person named: a text file in any usual encoding, up to so many bytes, or an Excel workbook, whose
 * rows become lines with tabs between the cells. `signal` cancels the reading of a workbook. Fails as `file-unreadable`.
 */
export async function readChosen(file: string, mostBytes: number, signal?: AbortSignal): Promise<string> {
  const bytes = await bytesOfChosen(file, Math.max(mostBytes, MOST_WORKBOOK_BYTES));
  const text = isWorkbook(bytes) ? asLines((await readWorkbook(bytes, signal)).rows) : undefined;
  if ((text ?? bytes).length > mostBytes) throw tooLarge();
  return text ?? (await textOf(bytes));
}

/** The bytes of a file that the person named, up to so many. Fails as `file-unreadable`. */
export async function bytesOfChosen(file: string, most: number): Promise<Buffer> {
  try {
    const { size } = await fs.stat(file);
    if (size > most) throw tooLarge();
    return await fs.readFile(file);
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw fail('file-unreadable', { cause: codeOf(error) }, error);
  }
}

const tooLarge = (): FailureError => fail('file-unreadable', { detail: { code: 'big-list' } });

/** Rows as a spreadsheet puts them on the clipboard: an empty row is an empty line. No separator but the tab stands bare. */
const asLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join('\t').trimEnd()).join('\n');
const quoted = (cell: string): string =>
  /[\t\r\n",;|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
