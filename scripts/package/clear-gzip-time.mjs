import fs from 'node:fs';

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Offset and length of the time in the header of a gzip file, in bytes (RFC 1952, MTIME). Zero means none. */
const TIME = { offset: 4, length: 4 };

/**
 * Removes the time of packing from the header of a gzip file: two builds of one commit are then identical. Files of
 * other kinds stay as they are.
 * @param {string} file
 */
export function clearGzipTime(file) {
  const handle = fs.openSync(file, 'r+');
  try {
    const start = Buffer.alloc(GZIP.length);
    fs.readSync(handle, start, 0, GZIP.length, 0);
    if (start.equals(GZIP)) fs.writeSync(handle, Buffer.alloc(TIME.length), 0, TIME.length, TIME.offset);
  } finally {
    fs.closeSync(handle);
  }
}
