import { fail } from '#contract/failure';

/** Number of bytes used to detect the encoding. */
const SAMPLE_BYTES = 65_536;

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // A character may be cut at the end of the sample: stream mode waits for its rest.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
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
  const maxZeros = sample.length / 4;
  if (zeros[0] === 0 && zeros[1] > maxZeros) return 'utf-16le';
  if (zeros[1] === 0 && zeros[0] > maxZeros) return 'utf-16be';
  return undefined;
}

/** Returns UTF-8 or else Windows-1252; undefined while all bytes are ASCII. */
function byteEncodingOf(bytes: Uint8Array): string | undefined {
  if (bytes.every((byte) => byte < 0x80)) return undefined;
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** Detects the encoding from the first bytes; undefined if all are ASCII. Fails with `file-unreadable` if not text. */
function encodingOf(sample: Uint8Array): string | undefined {
  const wide = utf16Of(sample);
  if (wide) return wide;
  if (sample.includes(0)) throw fail('file-unreadable', { detail: { code: 'not-text' } });
  return byteEncodingOf(sample);
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
  const decode = (chunk: Uint8Array): string => {
    if (!decoder) {
      // The first non-ASCII character of a long file may come late, and only it shows the encoding.
      const encoding = isSampled ? byteEncodingOf(chunk) : encodingOf(chunk);
      if (encoding === undefined) return Buffer.from(chunk).toString('latin1');
      decoder = new TextDecoder(encoding);
    }
    return decoder.decode(chunk, { stream: true });
  };
  for await (const chunk of bytes) {
    if (isSampled) {
      yield decode(chunk);
      continue;
    }
    first.push(chunk);
    size += chunk.byteLength;
    if (size < SAMPLE_BYTES) continue;
    yield decode(Buffer.concat(first));
    isSampled = true;
  }
  if (!isSampled) yield decode(Buffer.concat(first));
  if (decoder) yield decoder.decode();
}

/** V8 copies shorter substrings anyway. */
const MIN_SLICED_LENGTH = 13;

/** Copies a substring, because a substring keeps the whole text in memory. */
export const copySubstring = (text: string): string =>
  text.length < MIN_SLICED_LENGTH ? text : Buffer.from(text, 'utf16le').toString('utf16le');
