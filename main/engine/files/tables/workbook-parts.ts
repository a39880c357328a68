import type { OutputCellType } from './output-table';

/** Positions in the list of styles below. */
export const STYLE = {
  heading: 1,
  text: 2,
  /** Text that would be a formula if typed; Excel's quote prefix keeps it text when edited. */
  quoted: 3,
  id: 4,
  number: 5,
  money: 6,
  percent: 7,
  date: 8,
  dateTime: 9,
} as const satisfies Record<OutputCellType | 'heading' | 'quoted', number>;

const NS = 'http://schemas.openxmlformats.org';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const contentType = (type: string) =>
  `application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml`;
const format = (id: number, attributes = '') =>
  `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${attributes}/>`;

/** Custom formats; 1 (integer), 14 (date in system order) and 49 (text) are built in. */
const FORMATS = { money: 164, percent: 165, dateTime: 166 };

/** The parts of a workbook besides its sheet. */
export const WORKBOOK_PARTS: Readonly<Record<string, (sheet: string) => string>> = {
  '[Content_Types].xml': () =>
    `${XML}<Types xmlns="${NS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${contentType('styles')}"/></Types>`,
  '_rels/.rels': () =>
    `${XML}<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${NS}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': (sheet) =>
    `${XML}<workbook xmlns="${NS}/spreadsheetml/2006/main" xmlns:r="${NS}/officeDocument/2006/relationships"><sheets><sheet name="${escapeXml(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': () =>
    `${XML}<Relationships xmlns="${NS}/package/2006/relationships"><Relationship Id="rId1" Type="${NS}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${NS}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': () =>
    `${XML}<styleSheet xmlns="${NS}/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="${FORMATS.money}" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="${FORMATS.percent}" formatCode="0.00###&quot;%&quot;"/><numFmt numFmtId="${FORMATS.dateTime}" formatCode="m/d/yyyy\\ h:mm:ss\\ AM/PM"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="10">${format(0)}<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>${format(49)}${format(49, ' quotePrefix="1"')}${format(1)}${format(0)}${format(FORMATS.money)}${format(FORMATS.percent)}${format(14)}${format(FORMATS.dateTime)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

/** Returns a valid Excel sheet name. */
const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim() || 'Sheet1';

/** Matches characters that need escaping in XML, and the start of what Excel reads as an escape. */
const NEEDS_ESCAPE = /[^\t\n !#-%'-;=?-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]|_(?=x[\dA-Fa-f]{4}_)/u;
const ALL_NEEDING_ESCAPE = new RegExp(NEEDS_ESCAPE, 'gu');
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML; characters that XML cannot hold become `_x0007_`, as Excel writes them. */
export const escapeXml = (text: string): string =>
  NEEDS_ESCAPE.test(text)
    ? text.replace(
        ALL_NEEDING_ESCAPE,
        (character) =>
          ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      )
    : text;
