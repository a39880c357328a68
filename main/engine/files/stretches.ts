import type fs from 'node:fs/promises';

/** Bytes read at a time: each read is a hop between threads. */
const STRETCH_BYTES = 1_048_576;
/** Room for whoever goes through a whole file: fewer hops, in memory that is taken once. */
export const ROOM_BYTES = 4 * STRETCH_BYTES;

/**
 * The bytes of an open file from `start` to before `end`, or to its own end. Given some `room`, each stretch lies in
 * there and holds only until the next one is asked for: fresh memory costs more than the reading itself.
 */
export async function* stretches(
  handle: fs.FileHandle,
  start: number,
  end: number,
  room?: Buffer,
): AsyncGenerator<Buffer, void, void> {
  for (let at = start; at < end;) {
    const piece = room ?? Buffer.allocUnsafe(Math.min(STRETCH_BYTES, end - at));
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, end - at), at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
