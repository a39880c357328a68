import { createRequire } from 'node:module';

/** The only class of the package that is needed; the package has no types. */
interface Parser {
  readonly JSDOM: new (html: string) => { readonly window: { readonly document: Document } };
}
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Parser;

/** A cell of a spreadsheet after pasting. */
export interface PastedCell {
  readonly kind: 'text' | 'number' | 'date' | 'formula' | 'blank';
  readonly value: string | number;
}

/**
 * Parses a table from the clipboard as a spreadsheet does: a cell stays text if its number format is "@".
 * Excel reads it from `mso-number-format` of a class or the cell, LibreOffice from `sdnum`; each ignores the
 * other's. Other cells are read as if typed: digits become a number of 15 digits without leading zeros.
 */
export function pastedIntoSpreadsheet(html: string, program: 'Excel' | 'LibreOffice'): PastedCell[][] {
  const page = new JSDOM(html).window.document;
  const formats = new Map<Element, string>();
  const formatIn = (declarations: string): string | undefined =>
    /mso-number-format\s*:\s*(?:"([^"]*)"|'([^']*)'|([^;]*))/
      .exec(declarations)
      ?.slice(1)
      .find(Boolean)
      ?.replace(/\\(.)/g, '$1') // with stylesheet escapes resolved
      .trim();
  for (const sheet of page.querySelectorAll('style'))
    for (const [, selector = '', declarations = ''] of sheet.textContent.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
      const format = formatIn(declarations);
      if (format !== undefined)
        for (const element of page.querySelectorAll(selector)) formats.set(element, format);
    }

  const typed = (text: string): PastedCell => {
    if (text === '') return { kind: 'blank', value: '' };
    if (/^[=+@-]./.test(text) && !/^[+-][$\d.]/.test(text)) return { kind: 'formula', value: text };
    const digits = text.replace(/[$,\s]/g, '');
    if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?%?$/.test(digits)) {
      const number = Number(Number(digits.replace('%', '')).toPrecision(15));
      return { kind: 'number', value: digits.endsWith('%') ? number / 100 : number };
    }
    const isDate =
      /^\d{1,4}[-/]\d{1,2}([-/]\d{1,4})?$/.test(text) || /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/.test(text);
    return { kind: isDate ? 'date' : 'text', value: text };
  };
  const pasted = (cell: Element): PastedCell => {
    const text = cell.textContent.trim();
    const format =
      program === 'Excel'
        ? (formatIn(cell.getAttribute('style') ?? '') ?? formats.get(cell))
        : cell.getAttribute('sdnum')?.split(';')[2];
    return format === '@' && text !== '' ? { kind: 'text', value: text } : typed(text);
  };
  return [...page.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('td, th')].map(pasted));
}
