import { closeSync, openSync, readSync } from 'node:fs';

/** Returns bytes as a regular expression that matches only them. */
const escapeBytes = (bytes: Buffer): string =>
  [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

/**
 * Returns a function that tests whether a file contains any of `texts`, as UTF-8 or UTF-16. All are searched
 * in one pass: one pass per text takes many times longer. Files are read in chunks of `chunkBytes`.
 */
export const textMatcher = (texts: readonly string[], chunkBytes?: number): ((file: string) => boolean) =>
  byteMatcher(
    texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]),
    chunkBytes,
  );

/** Returns a function that tests whether a file contains any of these byte sequences. */
export function byteMatcher(needles: readonly Buffer[], chunkBytes = 2 ** 24): (file: string) => boolean {
  const any = new RegExp(needles.map(escapeBytes).join('|'));
  const overlap = Math.max(...needles.map(({ length }) => length)) - 1; // a text that continues in the next chunk
  const bytes = Buffer.alloc(overlap + chunkBytes);
  return (file) => {
    const opened = openSync(file, 'r');
    try {
      for (let carriedOver = 0; ;) {
        const end = carriedOver + readSync(opened, bytes, carriedOver, chunkBytes, null);
        if (end === carriedOver) return false;
        if (any.test(bytes.toString('latin1', 0, end))) return true;
        carriedOver = Math.min(overlap, end);
        bytes.copy(bytes, 0, end - carriedOver, end);
      }
    } finally {
      closeSync(opened);
    }
  };
}
