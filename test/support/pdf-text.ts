import { inflateSync } from 'node:zlib';

/** The contents of a PDF written by Chromium that tests check. */
export interface PdfContent {
  readonly pages: number;
  /** Title in the document properties. */
  readonly title: string;
  /** True if it has tags for screen readers. */
  readonly tagged: boolean;
  /** Its text without line breaks, in drawing order. */
  readonly text: string;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

/** Reads the text of a PDF through the character maps of its fonts. */
export function readPdf(bytes: Buffer): PdfContent {
  const objects = objectsIn(bytes.toString('latin1'));
  const all = [...objects.values()];
  const maps = new Map<string, ReadonlyMap<string, string>>();
  for (const { dictionary, stream } of all)
    for (const [, name = '', id = ''] of `${dictionary} ${stream}`.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1];
      if (unicode !== undefined) maps.set(name, characterMap(objects.get(unicode)?.stream ?? ''));
    }
  // The outline has titles too.
  const properties = all.filter(({ dictionary }) => dictionary.includes('/Producer'));
  const title = properties.flatMap(
    ({ dictionary }) => /\/Title (\(.*\)|<[0-9A-F]*>)/i.exec(dictionary)?.[1] ?? [],
  );
  return {
    pages: all.filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary)).length,
    title: stringText(title.at(-1) ?? ''),
    tagged: all.some(({ dictionary }) => dictionary.includes('/StructTreeRoot')),
    // Ligatures become letters.
    text: all
      .map(({ stream }) => (/\bBT\b/.test(stream) ? shownText(stream, maps) : ''))
      .join(' ')
      .normalize('NFKC'),
  };
}

function objectsIn(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\b([\s\S]*?)endobj/g)) {
    const streamStart = body.search(/\bstream\r?\n/);
    const dictionary = streamStart < 0 ? body : body.slice(0, streamStart);
    const afterDictionary = streamStart < 0 ? '' : body.slice(streamStart).replace(/^stream\r?\n/, '');
    // Cuts it by its length, because compressed data may end with a line break; a length in another object is not read.
    const length = /\/Length (\d+)\b(?! \d+ R)/.exec(dictionary)?.[1];
    const data =
      length === undefined
        ? afterDictionary.replace(/\r?\nendstream\s*$/, '')
        : afterDictionary.slice(0, Number(length));
    const isImageOrFont = dictionary.includes('/Subtype /Image') || dictionary.includes('/Length1');
    const stream =
      dictionary.includes('/FlateDecode') && !isImageOrFont
        ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
        : data;
    objects.set(id, { dictionary, stream });
  }
  return objects;
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** Returns characters by the hexadecimal code of their glyph. */
function characterMap(text: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, block = ''] of text.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', to = ''] of block.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi))
      map.set(code.toUpperCase(), utf16(to));
  for (const [, block = ''] of text.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', last = '', to = ''] of block.matchAll(
      /<([0-9A-F]+)>\s*<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi,
    ))
      for (let index = 0; index <= parseInt(last, 16) - parseInt(from, 16); index += 1)
        map.set(
          (parseInt(from, 16) + index).toString(16).toUpperCase().padStart(from.length, '0'),
          String.fromCodePoint(parseInt(to, 16) + index),
        );
  return map;
}

/** Returns the text that a content stream draws: hexadecimal glyphs in the font that was set last. */
function shownText(stream: string, maps: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let map: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, font, hex] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]*)>/gi))
    if (font !== undefined) map = maps.get(font) ?? new Map();
    else if (hex !== undefined)
      for (let offset = 0; offset < hex.length; offset += 4)
        text += map.get(hex.slice(offset, offset + 4).toUpperCase()) ?? '';
  return text;
}

function stringText(written: string): string {
  if (written.startsWith('<')) return utf16(written.slice(1, -1).replace(/^FEFF/i, ''));
  return written.slice(1, -1).replace(/\\([()\\])/g, '$1');
}
