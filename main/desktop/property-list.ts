import { SaxesParser } from 'saxes';

/** Limits for the depth and the objects of a property list, with repeated ones; no policy needs more. */
const MAX_DEPTH = 8;
const MAX_OBJECTS = 10_000;
const MAGIC = 'bplist00';
const TRAILER_BYTES = 32;

/**
 * Parses a property list, binary or XML; throws on anything damaged. Dates and data, which no policy has, are read as
 * null.
 */
export const parsePropertyList = (bytes: Buffer): unknown =>
  bytes.toString('latin1', 0, MAGIC.length) === MAGIC ? parseBinary(bytes) : parseXml(bytes.toString('utf8'));

const damaged = (reason: string): Error => new Error(`property list: ${reason}`);

/** Reads the binary format; a read outside the file throws. */
function parseBinary(bytes: Buffer): unknown {
  // The trailer: bytes per offset and per reference, number of objects, the root object, the offset table.
  const trailer = bytes.length - TRAILER_BYTES;
  if (trailer < MAGIC.length) throw damaged('too short');
  const offsetBytes = bytes.readUInt8(trailer + 6);
  const refBytes = bytes.readUInt8(trailer + 7);
  const count = Number(bytes.readBigUInt64BE(trailer + 8));
  const top = Number(bytes.readBigUInt64BE(trailer + 16));
  const table = Number(bytes.readBigUInt64BE(trailer + 24));
  if (count > MAX_OBJECTS || offsetBytes < 1 || offsetBytes > 6 || refBytes < 1 || refBytes > 6)
    throw damaged('trailer');
  let objectsRead = 0;

  const objectAt = (index: number, depth: number): unknown => {
    if (index >= count || depth > MAX_DEPTH || (objectsRead += 1) > MAX_OBJECTS) throw damaged('structure');
    const offset = bytes.readUIntBE(table + index * offsetBytes, offsetBytes);
    if (offset >= table) throw damaged('offset');
    const marker = bytes.readUInt8(offset);
    const [kind, low] = [marker >> 4, marker & 0x0f];
    if (marker === 0x08) return false;
    if (marker === 0x09) return true;
    if (kind === 0x1) return integerAt(offset + 1, 2 ** low);
    if (kind === 0x2) return low === 3 ? bytes.readDoubleBE(offset + 1) : bytes.readFloatBE(offset + 1);
    const { length, start } = low === 0x0f ? longLength(offset + 1) : { length: low, start: offset + 1 };
    const slice = (size: number): Buffer => {
      if (!(size >= 0 && start + size <= table)) throw damaged('length'); // also for NaN
      return bytes.subarray(start, start + size);
    };
    const refs = (from: number): unknown[] =>
      Array.from({ length }, (_, item) =>
        objectAt(bytes.readUIntBE(start + (from + item) * refBytes, refBytes), depth + 1),
      );
    if (kind === 0x5) return slice(length).toString('latin1'); // an ASCII text
    // A text in UTF-16, with the high byte first.
    if (kind === 0x6)
      return Buffer.from(slice(length * 2))
        .swap16()
        .toString('utf16le');
    if (kind === 0xa) {
      slice(length * refBytes); // throws if the array is longer than the file
      return refs(0);
    }
    // A dictionary: all keys, then all values.
    if (kind === 0xd) {
      slice(length * 2 * refBytes); // throws if it is longer than the file
      const keys = refs(0);
      const values = refs(length);
      return objectOf(keys.map((key, item) => [key, values[item]]));
    }
    return null; // dates and data: no policy has one
  };
  const integerAt = (offset: number, size: number): number =>
    size === 8
      ? Number(bytes.readBigInt64BE(offset))
      : size <= 4
        ? bytes.readUIntBE(offset, size)
        : Number.NaN;
  const longLength = (offset: number): { length: number; start: number } => {
    const size = 2 ** (bytes.readUInt8(offset) & 0x0f);
    return { length: integerAt(offset + 1, size), start: offset + 1 + size };
  };
  return objectAt(top, 0);
}

/** Builds an object of text keys; `__proto__` is a key like any other. */
function objectOf(entries: readonly (readonly [unknown, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof key !== 'string') throw damaged('key');
      return [key, value];
    }),
  );
}

interface OpenElement {
  readonly tag: string;
  text: string;
  readonly items: unknown[];
  readonly keys: string[];
}

/** Reads the XML format. Entities of a document type are not expanded: the parser knows only XML's own. */
function parseXml(text: string): unknown {
  const open: OpenElement[] = [{ tag: '', text: '', items: [], keys: [] }];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    if (open.length > MAX_DEPTH) throw damaged('structure');
    open.push({ tag: name, text: '', items: [], keys: [] });
  });
  const addText = (chunk: string): void => {
    const top = open.at(-1);
    if (top) top.text += chunk;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    const parent = open.at(-1);
    if (!closed || !parent) throw damaged('structure');
    if (closed.tag === 'key') parent.keys.push(closed.text);
    else parent.items.push(valueOf(closed));
  });
  parser.write(text).close();
  const [list] = open[0]?.items ?? [];
  if (list === undefined) throw damaged('nothing inside');
  return list;
}

function valueOf({ tag, text, items, keys }: OpenElement): unknown {
  switch (tag) {
    case 'plist':
      return items[0];
    case 'dict':
      if (keys.length !== items.length) throw damaged('keys');
      return objectOf(keys.map((key, index) => [key, items[index]]));
    case 'array':
      return items;
    case 'string':
      return text;
    case 'true':
      return true;
    case 'false':
      return false;
    case 'integer':
    case 'real':
      return text.trim() === '' ? Number.NaN : Number(text);
    default:
      return null; // dates and data: no policy has one
  }
}
