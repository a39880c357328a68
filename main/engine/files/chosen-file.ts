import fs from 'node:fs/promises';
import { fail, FailureError } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';

/**
 * Saves a text, or bytes, to a file that the person named: whole or not at all, readable by nobody else. What stood there is
 * replaced, as the system's dialog has asked. Fails as `disk-full` or `file-not-saved`.
 */
export async function saveChosen(file: string, content: string | Uint8Array): Promise<void> {
  const part = `${file}.part`;
  try {
    const handle = await fs.open(part, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(part, file);
  } catch (error) {
    await fs.rm(part, { force: true }).catch(() => undefined); // the reason it could not be saved is told
    const code = codeOf(error);
    throw fail(code === 'ENOSPC' ? 'disk-full' : 'file-not-saved', { cause: code }, error);
  }
}

/** Reads a text file that the person named, up to so many bytes. Fails as `file-unreadable`. */
export async function readChosen(file: string, mostBytes: number): Promise<string> {
  let bytes: Buffer;
  try {
    const { size } = await fs.stat(file);
    if (size > mostBytes) throw fail('file-unreadable', { reasons: ['The file is too large for a list.'] });
    bytes = await fs.readFile(file);
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw fail('file-unreadable', { cause: codeOf(error) }, error);
  }
  // Spreadsheets on Windows save "Unicode text" as UTF-16.
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(utf16 ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}
