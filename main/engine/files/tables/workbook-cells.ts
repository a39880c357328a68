import type { Unzipped } from 'fflate';

/** Cells of a sheet of which the mere value says too little; named `row:column`, both from 0. */
export interface MarkedCells {
  /** They hold a formula; what is read is its last result. */
  readonly formulas: ReadonlySet<string>;
  /** They are shown as percents: 0.0085 stands for 0.85%. */
  readonly percents: ReadonlySet<string>;
}

const decoder = new TextDecoder();
const textOf = (parts: Unzipped, name: string): string => {
  const part = parts[name];
  return part ? decoder.decode(part) : '';
};
const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/** What the sheet at a place of the workbook's list marks, by its own XML. Nothing where that cannot be found. */
export function markedCells(parts: Unzipped, sheet: number): MarkedCells {
  const formulas = new Set<string>();
  const percents = new Set<string>();
  const xml = sheetXml(parts, sheet);
  const styles = percentStyles(textOf(parts, 'xl/styles.xml'));
  const cells = /<(?:\w+:)?c(\s[^>]*?)(\/>|>)|<(?:\w+:)?f[\s/>]/g;
  let here: string | null = null;
  for (let found = cells.exec(xml); found; found = cells.exec(xml)) {
    const [, tag] = found;
    if (tag === undefined) {
      if (here !== null) formulas.add(here);
      continue;
    }
    here = placeOf(attribute(tag, 'r') ?? '');
    const style = attribute(tag, 's');
    const isNumber = (attribute(tag, 't') ?? 'n') === 'n';
    if (here !== null && isNumber && style !== undefined && styles.has(Number(style))) percents.add(here);
  }
  return { formulas, percents };
}

function placeOf(reference: string): string | null {
  const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(reference) ?? [];
  if (letters === undefined || digits === undefined) return null;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return `${Number(digits) - 1}:${column - 1}`;
}

function sheetXml(parts: Unzipped, sheet: number): string {
  const listed = [...textOf(parts, 'xl/workbook.xml').matchAll(/<(?:\w+:)?sheet(\s[^>]*)>/g)];
  const relation = attribute(listed[sheet]?.[1] ?? '', 'r:id');
  const targets = textOf(parts, 'xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship(\s[^>]*)>/g);
  for (const [, tag = ''] of targets)
    if (relation !== undefined && attribute(tag, 'Id') === relation) {
      const target = attribute(tag, 'Target') ?? '';
      return textOf(parts, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    }
  return '';
}

/** A percent sign in quotes is mere text, and multiplies nothing. */
const unquoted = (format: string): string => format.replace(/&quot;.*?&quot;|\\./g, '');

/** Places in the list of cell formats whose number format shows a percent: the built-in 9 and 10, and those made with %. */
function percentStyles(xml: string): Set<number> {
  const formats = new Set(['9', '10']);
  for (const [, tag = ''] of xml.matchAll(/<(?:\w+:)?numFmt(\s[^>]*)>/g))
    if (unquoted(attribute(tag, 'formatCode') ?? '').includes('%'))
      formats.add(attribute(tag, 'numFmtId') ?? '');
  const [, cellFormats = ''] = /<(?:\w+:)?cellXfs[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(xml) ?? [];
  const found = new Set<number>();
  for (const [at, [, tag = '']] of [...cellFormats.matchAll(/<(?:\w+:)?xf(\s[^>]*)>/g)].entries())
    if (formats.has(attribute(tag, 'numFmtId') ?? '')) found.add(at);
  return found;
}
