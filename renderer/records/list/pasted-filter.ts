import { linesOf } from '#contract/text';
import { listedParts, MAX_PASTED_VALUES, pastedValues } from '#contract/pasted-lists';
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
 * Returns a list in which lines that no record has are split at commas and semicolons, if records have any of their
 * parts. The only line is always split. A value that contains a comma stays whole where a record has it.
 */
export async function splitMissingLines(
  { field, values }: PastedList,
  missing: readonly string[],
  unmatchedValues: UnmatchedSource,
): Promise<readonly string[]> {
  const parts = new Map(missing.map((line) => [line, listedParts(line)]));
  const lines = [...parts.keys()].filter((line) => (parts.get(line) ?? []).length > 1);
  if (lines.length === 0) return values;
  const candidates = new Set(lines.flatMap((line) => parts.get(line) ?? []));
  const asked = [...candidates].slice(0, MAX_PASTED_VALUES);
  const unmatched = new Set(await unmatchedValues(field, asked));
  const found = new Set(asked.filter((value) => !unmatched.has(value)));
  const split = new Set(
    lines.filter((line) => values.length === 1 || parts.get(line)?.some((part) => found.has(part))),
  );
  if (split.size === 0) return values;
  const all = values.flatMap((value) => (split.has(value) ? (parts.get(value) ?? []) : [value]));
  return [...new Set(all)].slice(0, MAX_PASTED_VALUES);
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
  // Whole lines first: a value may contain a comma.
  for (const lists of [
    columns,
    columns.map((column) => pastedValues(column.flatMap(listedParts).join('\n'))),
  ]) {
    for (const name of fields)
      for (const list of lists) {
        const sample = list.slice(0, SAMPLE_VALUES);
        const matchCount = sample.length - (await unmatchedValues(name, sample)).length;
        if (matchCount > best.matchCount) best = { field: name, values: list, matchCount };
      }
    if (best.matchCount > 0) break;
  }
  return { field: best.field, values: best.values };
}
