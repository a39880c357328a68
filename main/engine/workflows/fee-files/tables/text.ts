import { fail } from '../../../../../preload/contract/failure';

/** How many bytes are looked at to tell how a text is written. */
export const SAMPLE_BYTES = 65_536;

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // A character may be cut by the end of the sample: stream mode waits for its rest.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** UTF-8, UTF-16 with a mark, else what Windows programs of the West write. Fails as `file-unreadable` for other files. */
function encodingOf(sample: Uint8Array): string {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  if (sample.includes(0)) throw fail('file-unreadable', { reasons: ['It is no text file.'] });
  return isUtf8(sample) ? 'utf-8' : 'windows-1252';
}

/** Bytes as text, piece by piece, in whatever encoding they are. The first piece is long enough to judge the text by. */
export async function* asText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const first: Uint8Array[] = [];
  let size = 0;
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    if (decoder) {
      yield decoder.decode(piece, { stream: true });
      continue;
    }
    first.push(piece);
    size += piece.byteLength;
    if (size < SAMPLE_BYTES) continue;
    const sample = Buffer.concat(first);
    decoder = new TextDecoder(encodingOf(sample));
    yield decoder.decode(sample, { stream: true });
  }
  if (decoder) {
    yield decoder.decode();
    return;
  }
  const whole = Buffer.concat(first);
  yield new TextDecoder(encodingOf(whole)).decode(whole);
}
