import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { renameOver } from './rename-over';

/**
 * Writes a small file atomically, readable by its owner only. Writes to a new temporary file with an
 * unguessable name first, so an existing file or link is never followed. On failure the old file remains.
 * By default, waits for up to a second while another program holds the old file.
 */
export function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  rename: (from: string, to: string) => void = renameOver,
): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = fs.openSync(temporary, 'wx', 0o600);
    try {
      fs.writeFileSync(handle, content);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    rename(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}
