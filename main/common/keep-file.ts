import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/**
 * Writes a small file whole or not at all: readable by its owner alone, through a part of a name that nobody can guess
 * and that is never an existing file or a link. What stood there stays where it cannot be written.
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
