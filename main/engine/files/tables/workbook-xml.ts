import { SaxesParser } from 'saxes';

/** Callbacks of the parser, in the order of the text. Names of elements have no namespace prefix. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Number of bytes per chunk that the parser reads. */
const CHUNK_BYTES = 65_536;
/**
 * Maximum number of characters without a tag: a cell has at most 32,767, each up to nine characters as a
 * numeric entity.
 */
const MAX_TOKEN = 1_000_000;
/** Sheets nest about eight levels deep. */
const MAX_DEPTH = 64;

/** Thrown for a part that could exhaust the parser. */
export class XmlTooLarge extends Error {}

/**
 * Parses the XML of a part. Fails with a parser error or XmlTooLarge. Entities declared by the document are
 * not expanded.
 */
export function readXml(part: Uint8Array, reader: XmlReader): void {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let depth = 0;
  let sinceTag = 0;
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new XmlTooLarge('nested too deep');
    reader.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag = 0;
    depth -= 1;
    reader.close?.(localName(name));
  });
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  const decoder = new TextDecoder();
  for (let offset = 0; offset < part.length; offset += CHUNK_BYTES) {
    const text = decoder.decode(part.subarray(offset, offset + CHUNK_BYTES), { stream: true });
    sinceTag += text.length;
    parser.write(text);
    if (sinceTag > MAX_TOKEN) throw new XmlTooLarge('a text is too long');
  }
  parser.write(decoder.decode());
  parser.close();
}

/** Returns "row" for "x:row". */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
