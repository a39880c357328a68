import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/**
 * Writes a small file atomically, readable by its owner only. Writes to a new temporary file with an
 * unguessable name first, so an existing file or link is never followed. On failure the old file remains.
 */
export function keepFile(file: string, content: string | Uint8Array): void {
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    const handle = fs.openSync(part, 'wx', 0o600);
    try {
      fs.writeFileSync(handle, content);
      fs.fsyncSync(handle);
    } finally {
      fs.closeSync(handle);
    }
    fs.renameSync(part, file);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  }
}
