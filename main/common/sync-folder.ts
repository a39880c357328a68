import fs from 'node:fs';

/** Makes the names in a folder durable. Windows has no such call for folders: its journal keeps renames in order. */
export function syncFolder(folder: string): void {
  if (process.platform !== 'win32') syncFile(folder);
}

/** Waits until the disk has the contents of a file. */
export function syncFile(file: string): void {
  // Windows flushes through a handle for writing only.
  const handle = fs.openSync(file, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
