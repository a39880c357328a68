import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { readChunks, BUFFER_BYTES } from './read-chunks';

/** Returns a file's SHA-256 as hex, and its size; `onBytes` is called for each chunk. */
export async function fileDigest(
  file: string,
  signal?: AbortSignal,
  onBytes?: (bytes: number) => void,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await fs.open(file, 'r');
  try {
    for await (const chunk of readChunks(handle, 0, Infinity, Buffer.allocUnsafe(BUFFER_BYTES))) {
      signal?.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.byteLength;
      onBytes?.(chunk.byteLength);
    }
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}
