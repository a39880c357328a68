import type { ImportProblem, ImportTable } from '#contract/calls/imports';
import { DISAMBIGUATING_FIELDS, type ImportField } from '#contract/import-fields';
import type { Resource } from '#contract/resource';

/** Normalizes a heading to letters and digits: `Fee structures`, `fee_structures`, `FeeStructures`. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

/** Returns the field of each heading, by label, name or other spelling; null if none. */
export function fieldsByHeading(
  { fields, singular }: Pick<Resource, 'fields' | 'singular'>,
  wanted: readonly ImportField[],
  headings: readonly string[],
): (string | null)[] {
  const byName = new Map<string, string>();
  for (const { field, isKey } of wanted) {
    const { label = '', aliases = [], earlierLabels = [] } = fields[field] ?? {};
    // "Account number" and "account_id" are common names of an account's number and ID.
    const withSingular = isKey ? [`${singular} ${label}`, `${singular}_${field}`] : [];
    for (const name of [field, label, ...aliases, ...earlierLabels, ...withSingular])
      if (!byName.has(plain(name))) byName.set(plain(name), field);
  }
  return headings.map((heading) => byName.get(plain(heading)) ?? null);
}

/**
 * Returns what is wrong with a column mapping: an unknown field, a field twice, no identifying column, nothing to write.
 * `defaults`: fields with a value for lines without one.
 */
export function columnProblems(
  table: Pick<ImportTable, 'fields' | 'kind'>,
  headings: readonly string[],
  mapping: readonly (string | null)[],
  defaults: readonly string[],
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const addProblem = (code: string, column: number | null, facts?: Record<string, string | number>) =>
    problems.push({ line: 1, column, issue: facts ? { code, facts } : { code } });
  const fieldsByName = new Map(table.fields.map((known) => [known.field, known]));
  const firstColumns = new Map<string, number>();
  for (const [index, field] of mapping.entries()) {
    if (field === null) continue;
    const earlier = firstColumns.get(field);
    if (!fieldsByName.has(field)) addProblem('unknown-column', index + 1, { heading: headings[index] ?? '' });
    else if (earlier !== undefined) addProblem('double-column', index + 1, { field, column: earlier + 1 });
    else firstColumns.set(field, index);
  }
  for (const field of defaults)
    if (!fieldsByName.has(field)) addProblem('unknown-column', null, { heading: field });
  const names = [...firstColumns.keys()];
  const identifiesRecord = (field: string): boolean =>
    fieldsByName.get(field)?.isKey === true && !DISAMBIGUATING_FIELDS.includes(field);
  if (table.kind === 'edit' && !names.some(identifiesRecord)) addProblem('no-key-column', null);
  if (![...names, ...defaults].some((field) => fieldsByName.get(field)?.isKey === false))
    addProblem('no-value-column', null);
  return problems;
}
