import { separatorOf } from './separator';

/** A line of a typed, pasted or chosen list, as cells. */
export interface ListRow {
  /** From 1, counting empty lines; for a row with line breaks in cells, its first line. */
  readonly number: number;
  /** Without quotes and surrounding space. */
  readonly cells: readonly string[];
  /** It contains an unclosed quotation mark. */
  readonly unclosed: boolean;
}

/** Maximum length of a quoted cell, so that an unclosed quotation mark cannot swallow the list. */
const MAX_QUOTED_LENGTH = 2_000;

/** Returns the non-empty rows of a list with any separator. Renderer and engine share this parser. */
export function listRows(text: string): ListRow[] {
  const separator = separatorOf(text) ?? '';
  const blank = `[^\\S\\r\\n${separator}]*`;
  const quoted = new RegExp(
    `${blank}"((?:[^"]|""){0,${MAX_QUOTED_LENGTH}})"${blank}(?=[\\r\\n${separator}]|$)`,
    'y',
  );
  const bare = new RegExp(`[^\\r\\n${separator}]*`, 'y');
  const rows: ListRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;

  const cell = (): { value: string; unclosed: boolean } => {
    quoted.lastIndex = bare.lastIndex = at;
    const inQuotes = quoted.exec(text)?.[1];
    if (inQuotes !== undefined) {
      at = quoted.lastIndex;
      return { value: inQuotes.replaceAll('""', '"').trim(), unclosed: false };
    }
    const value = bare.exec(text)?.[0].trim() ?? '';
    at = bare.lastIndex;
    return { value, unclosed: value.startsWith('"') && value.split('"').length % 2 === 0 };
  };

  while (at < text.length) {
    const [from, number] = [at, line];
    const found = [cell()];
    while (separator !== '' && text[at] === separator) {
      at += 1;
      found.push(cell());
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += text.slice(from, at).match(/\r\n|\r|\n/g)?.length ?? 0;
    const cells = found.map(({ value }) => value);
    if (cells.some(Boolean)) rows.push({ number, cells, unclosed: found.some(({ unclosed }) => unclosed) });
  }
  return rows;
}
