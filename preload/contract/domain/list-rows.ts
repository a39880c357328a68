import { separatorOf } from './separator';

/** A line of a list that people typed, pasted or chose, as its cells. */
export interface ListRow {
  /** From 1, empty lines counted; of a row whose cells hold line breaks, that of its first line. */
  readonly number: number;
  /** Without quotes and the space around them. */
  readonly cells: readonly string[];
  /** A quotation mark in it is not closed. */
  readonly unclosed: boolean;
}

/** A longer cell in quotes is none: a quotation mark that is not closed must not swallow the list, nor take long to find. */
const MOST_QUOTED = 2_000;

/** The rows of a list in any separator, without the empty ones. Window and engine read it alike. */
export function listRows(text: string): ListRow[] {
  const separator = separatorOf(text) ?? '';
  const blank = `[^\\S\\r\\n${separator}]*`;
  const quoted = new RegExp(
    `${blank}"((?:[^"]|""){0,${MOST_QUOTED}})"${blank}(?=[\\r\\n${separator}]|$)`,
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
