import { createHash } from 'node:crypto';
import fs from 'node:fs';

const PIECE_BYTES = 1_048_576;

/** SHA-256 of a file, as hex, and its size in bytes; `onBytes` hears of each stretch read. */
export async function digestOf(
  file: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = fs.createReadStream(file, { highWaterMark: PIECE_BYTES, ...(signal ? { signal } : {}) });
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.byteLength;
    onBytes?.(piece.byteLength);
  }
  return { sha256: hash.digest('hex'), bytes };
}
