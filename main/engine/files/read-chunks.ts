import type fs from 'node:fs/promises';

/** Bytes per read; each read is a thread hop. */
const CHUNK_BYTES = 1_048_576;
/** Buffer size for reading a whole file: fewer hops, and memory is allocated once. */
export const BUFFER_BYTES = 4 * CHUNK_BYTES;

/**
 * Yields an open file's bytes from `start` to `end` (exclusive), or to its end. With a `buffer`, each
 * chunk is only valid until the next one: allocating would cost more than reading.
 */
export async function* readChunks(
  handle: fs.FileHandle,
  start: number,
  end: number,
  buffer?: Buffer,
): AsyncGenerator<Buffer, void, void> {
  for (let position = start; position < end;) {
    const chunk = buffer ?? Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position));
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - position), position);
    if (bytesRead === 0) return;
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}
