import { linesOf } from '#contract/text';
import { pastedValues } from '#contract/pasted-lists';
import { columnsOf, type Resource } from '#contract/resource';
import type { UnmatchedSource } from './unmatched-values.svelte';

/** Number of values used to detect the field. */
const SAMPLE_VALUES = 200;
/** Maximum number of columns of a pasted table. */
const MAX_COLUMNS = 8;

/** The filter that a pasted list represents. */
interface PastedList {
  readonly field: string;
  readonly values: readonly string[];
}

/**
 * Returns fields that pasted lists usually contain: numbers, IDs, names and lookup keys, most likely first.
 */
function fieldsOfLists({ key, title, ...rest }: Resource): string[] {
  const columns = columnsOf({ key, title, ...rest }).filter(
    ({ kind, secret, labels }) => (kind === 'text' || kind === 'id') && !secret && !labels,
  );
  const columnsAmong = (names: readonly string[]) =>
    names.filter((name) => columns.some((column) => column.name === name));
  const bySuffix = columns.flatMap(({ name, searchBySuffix }) => (searchBySuffix ? [name] : []));
  const indexed = columns.flatMap(({ name, index }) => (index ? [name] : []));
  return [...new Set([...bySuffix, ...columnsAmong(key), ...columnsAmong(title), ...indexed])];
}

/** Returns the columns of a pasted table; a list is a table with one. */
function columnsIn(text: string): string[][] {
  const lines = linesOf(text);
  if (!text.includes('\t')) return [pastedValues(text)];
  // Not `Math.max(...)`: a paste may have more lines than a call can have arguments.
  const widest = lines.reduce((most, line) => Math.max(most, line.split('\t').length), 0);
  const width = Math.min(MAX_COLUMNS, widest);
  return Array.from({ length: width }, (_, index) =>
    pastedValues(lines.map((line) => line.split('\t')[index] ?? '').join('\n')),
  );
}

/**
 * Returns the field, and for a table the column, with the most matching values. Without a match, returns the
 * most likely field, which then shows the missing values. Returns null if there are no values, or the resource
 * has no such field.
 */
export async function detectPastedList(
  text: string,
  resource: Resource,
  unmatchedValues: UnmatchedSource,
): Promise<PastedList | null> {
  const fields = fieldsOfLists(resource);
  const columns = columnsIn(text).filter((values) => values.length > 0);
  const [field] = fields;
  const [values] = columns;
  if (field === undefined || values === undefined) return null;
  let best: PastedList & { readonly matchCount: number } = { field, values, matchCount: 0 };
  for (const name of fields)
    for (const column of columns) {
      const sample = column.slice(0, SAMPLE_VALUES);
      const matchCount = sample.length - (await unmatchedValues(name, sample)).length;
      if (matchCount > best.matchCount) best = { field: name, values: column, matchCount };
    }
  return { field: best.field, values: best.values };
}
