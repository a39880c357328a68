import { isAscii } from 'node:buffer';
import { fail } from '#contract/failure';

/** Number of bytes used to detect the encoding. */
const SAMPLE_BYTES = 65_536;
/** Maximum number of bytes of a UTF-8 character. */
const MAX_CHARACTER_BYTES = 4;

const isUtf8 = (bytes: Uint8Array, isLast: boolean): boolean => {
  try {
    // A character may be cut at the end of a chunk: stream mode waits for its rest.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isLast });
    return true;
  } catch {
    return false;
  }
};

/** Detects UTF-16, where Western letters and digits have a zero byte on one side. */
function utf16Of(sample: Uint8Array): string | undefined {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  for (let index = 0; index < sample.length; index += 1)
    if (sample[index] === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const enough = sample.length / 4; // half of the bytes on that side
  if (zeros[0] === 0 && zeros[1] > enough) return 'utf-16le';
  if (zeros[1] === 0 && zeros[0] > enough) return 'utf-16be';
  return undefined;
}

/** Returns the number of ASCII bytes before the first other one. */
function asciiLengthOf(bytes: Uint8Array): number {
  return isAscii(bytes) ? bytes.length : bytes.findIndex((byte) => byte >= 0x80);
}

/**
 * Returns UTF-8 or else Windows-1252; undefined while all bytes are ASCII, and while the only others may be the start
 * of a UTF-8 character.
 */
function byteEncodingOf(bytes: Uint8Array, isLast: boolean): string | undefined {
  const otherBytes = bytes.length - asciiLengthOf(bytes);
  if (otherBytes === 0 || (otherBytes < MAX_CHARACTER_BYTES && !isLast)) return undefined;
  return isUtf8(bytes, isLast) ? 'utf-8' : 'windows-1252';
}

/** Detects the encoding from the first bytes, as byteEncodingOf does. Fails with `file-unreadable` if not text. */
function encodingOf(sample: Uint8Array, isLast: boolean): string | undefined {
  const wide = utf16Of(sample);
  if (wide) return wide;
  if (sample.includes(0)) throw fail('file-unreadable', { detail: { code: 'not-text' } });
  return byteEncodingOf(sample, isLast);
}

/** Decodes bytes in any supported encoding. Fails with `file-unreadable` if they are not text. */
export async function decodeFile(bytes: Uint8Array): Promise<string> {
  let text = '';
  for await (const chunk of decodeText([bytes])) text += chunk;
  return text;
}

/** Decodes bytes in chunks, in any supported encoding. The first chunk is long enough to detect it. */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string, void, void> {
  const first: Uint8Array[] = [];
  let size = 0;
  let isSampled = false;
  let decoder: TextDecoder | undefined;
  /** The last bytes, if they may be the start of a UTF-8 character: the next ones show the encoding. */
  let undecided = Buffer.alloc(0);
  const decode = (chunk: Uint8Array, isLast: boolean): string => {
    let bytes = chunk;
    if (!decoder) {
      if (undecided.length > 0) bytes = Buffer.concat([undecided, chunk]);
      // The first non-ASCII character of a long file may come late, and only it shows the encoding.
      const encoding = isSampled ? byteEncodingOf(bytes, isLast) : encodingOf(bytes, isLast);
      if (encoding === undefined) {
        const asciiLength = asciiLengthOf(bytes);
        undecided = Buffer.from(bytes.subarray(asciiLength));
        return Buffer.from(bytes.subarray(0, asciiLength)).toString('latin1');
      }
      decoder = new TextDecoder(encoding);
    }
    return decoder.decode(bytes, { stream: !isLast });
  };
  for await (const chunk of bytes) {
    if (isSampled) {
      yield decode(chunk, false);
      continue;
    }
    first.push(chunk);
    size += chunk.byteLength;
    if (size < SAMPLE_BYTES) continue;
    yield decode(Buffer.concat(first), false);
    isSampled = true;
  }
  yield decode(isSampled ? Buffer.alloc(0) : Buffer.concat(first), true);
}

/** V8 copies shorter substrings anyway. */
const MIN_SLICED_LENGTH = 13;

/** Copies a substring, because a substring keeps the whole text in memory. */
export const copySubstring = (text: string): string =>
  text.length < MIN_SLICED_LENGTH ? text : Buffer.from(text, 'utf16le').toString('utf16le');
