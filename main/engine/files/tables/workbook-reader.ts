import { unzipSync, type Unzipped } from 'fflate';
import { fail, FailureError, type FailureDetail } from '#contract/failure';
import { readNumberStyles } from './workbook-styles';
import {
  readSharedStrings,
  readSheetPart,
  decodeExcelEscapes,
  type ReadSheet,
  type WorkbookContext,
} from './workbook-sheet';
import { localName, readXml, XmlTooLarge } from './workbook-xml';

/** Maximum size of all parts of a workbook in bytes, unpacked; a larger file is hostile. */
const MAX_UNPACKED_BYTES = 80_000_000;
const SHEET_PART = /(^|\/)worksheets\/[^/]+\.xml$/;
const WANTED_PART =
  /^(?:\[Content_Types\]\.xml|_rels\/|xl\/(?:workbook|sharedStrings|styles)|xl\/_rels\/|xl\/worksheets\/[^/]+\.xml$)/;

export interface NamedSheet extends ReadSheet {
  readonly name: string;
}

/**
 * Reads the first sheet with a value of an .xlsx workbook. Time and memory depend on the file, so it runs in
 * a worker thread (workbook.ts). Fails with `file-unreadable`.
 */
export function readWorkbookParts(bytes: Uint8Array): NamedSheet {
  const parts = unpack(bytes);
  if (!Object.keys(parts).some((name) => SHEET_PART.test(name))) throw unreadable('not-workbook');
  try {
    const { sheets, from1904 } = readSheetList(parts);
    const targets = readTargets(parts);
    const context: WorkbookContext = {
      strings: readSharedStrings(parts[targets.strings ?? 'xl/sharedStrings.xml']),
      styles: readNumberStyles(parts[targets.styles ?? 'xl/styles.xml']),
      from1904,
    };
    let first: NamedSheet | undefined;
    for (const { name, relation } of sheets) {
      const target = targets.sheets.get(relation);
      if (target === undefined) continue; // a sheet of another kind: a chart
      const part = parts[target];
      if (!part) throw new Error('a sheet is missing');
      const sheet = { name, ...readSheetPart(part, context) };
      if (sheet.rows.length > 0) return sheet;
      first ??= sheet;
    }
    if (!first) throw new Error('no sheet');
    return first;
  } catch (error) {
    if (error instanceof FailureError) throw error;
    throw unreadable(error instanceof XmlTooLarge ? 'big-workbook' : 'damaged-workbook', error);
  }
}

/**
 * Returns the parts that hold data. No part may exceed the size that its entry declares, and the declared
 * sizes are added up first.
 */
function unpack(bytes: Uint8Array): Unzipped {
  let unpacked = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!WANTED_PART.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MAX_UNPACKED_BYTES) throw unreadable('big-workbook');
        return true;
      },
    });
  } catch (error) {
    throw unreadable(unpacked > MAX_UNPACKED_BYTES ? 'big-workbook' : 'damaged-workbook', error);
  }
}

interface ListedSheet {
  readonly name: string;
  readonly relation: string;
}

function readSheetList(parts: Unzipped): { sheets: ListedSheet[]; from1904: boolean } {
  const sheets: ListedSheet[] = [];
  let from1904: boolean | undefined;
  readXml(neededPart(parts, 'xl/workbook.xml'), {
    open(tag, attributes) {
      if (tag === 'workbookPr') from1904 ??= /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (tag !== 'sheet' || !attributes['name']) return;
      const id = Object.keys(attributes).find((name) => name.includes(':') && localName(name) === 'id');
      sheets.push({ name: decodeExcelEscapes(attributes['name']), relation: (id && attributes[id]) ?? '' });
    },
  });
  return { sheets, from1904: from1904 ?? false };
}

/** Returns the paths of the parts that the workbook refers to; sheets by the ID of their relationship. */
function readTargets(parts: Unzipped): { sheets: Map<string, string>; strings?: string; styles?: string } {
  const sheets = new Map<string, string>();
  const others: { strings?: string; styles?: string } = {};
  readXml(neededPart(parts, 'xl/_rels/workbook.xml.rels'), {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`;
      if (Type.endsWith('/relationships/worksheet')) sheets.set(Id, target);
      else if (Type.endsWith('/relationships/sharedStrings')) others.strings = target;
      else if (Type.endsWith('/relationships/styles')) others.styles = target;
    },
  });
  return { sheets, ...others };
}

function neededPart(parts: Unzipped, name: string): Uint8Array {
  const part = parts[name];
  if (!part) throw new Error(`${name} is missing`);
  return part;
}

const unreadable = (code: FailureDetail['code'], cause?: unknown) =>
  fail('file-unreadable', { detail: { code } }, cause);
