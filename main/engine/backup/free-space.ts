import fs from 'node:fs';
import { fail } from '#contract/failure';

/** Bytes left free for other programs and databases. */
const SPARE_BYTES = 16_000_000;

/** Returns the free bytes of the disk that a folder is on, for this user. */
export type FreeBytes = (folder: string) => number;

const freeBytes: FreeBytes = (folder) => {
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity; // unknown on this drive: a full disk is noticed when writing
  }
};

/** Fails with `disk-full`, before anything is written, if the folder's drive has fewer free bytes than needed. */
export function requireSpace(folder: string, bytes: number, free: FreeBytes = freeBytes): void {
  const available = free(folder);
  if (available < bytes + SPARE_BYTES)
    throw fail('disk-full', { cause: `${bytes + SPARE_BYTES} bytes needed, ${available} free` });
}
