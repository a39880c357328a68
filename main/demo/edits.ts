import { z } from 'zod';
import type { Fields } from '#contract/resource';
import type { DemoRow } from './table';

/**
 * The spelling of the three ID lists that a route documents (spec section 2.1): `benchmark_ids` or
 * `benchmarks_ids`.
 */
export type Spelling = 'single' | 'bulk';

export interface Editing {
  readonly fields: Fields;
  readonly spelling: Spelling;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Stores dates as the service writes them, whatever form they arrived in (wire facts B6). */
const dateAsWritten = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}([T ].*)?$/)
  .transform((text) => `${text.slice(0, 10)}T00:00:00Z`);

/** Returns a field's value from a body: the documented spelling, or else the other one. */
function valueIn(
  body: DemoRow,
  name: string,
  aliases: readonly string[],
  spelling: Spelling,
): { value: unknown } | undefined {
  const names = spelling === 'single' ? [...aliases, name] : [name, ...aliases];
  const presentName = names.find((key) => body[key] !== undefined);
  return presentName === undefined ? undefined : { value: body[presentName] };
}

/**
 * Returns the changes that a PUT makes. The body must carry every field of the record (spec 4.2 and 4.6);
 * only editable fields take effect.
 * @param reasons receives a sentence for each missing field and each invalid value
 */
export function readEdit(
  current: DemoRow,
  body: DemoRow,
  { fields, spelling }: Editing,
  reasons: string[],
): DemoRow {
  for (const name of Object.keys(current)) {
    if (name === 'object') continue; // names the record's type, and holds no data
    if (!valueIn(body, name, fields[name]?.aliases ?? [], spelling)) {
      reasons.push(`${name} is missing: a PUT must carry the entire object.`);
    }
  }
  const edits: DemoRow = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!field.editable) continue;
    const value = valueIn(body, name, field.aliases ?? [], spelling)?.value;
    if (value === undefined || isSame(value, current[name])) continue;
    if (value === null) {
      if (field.nullable) edits[name] = null;
      else reasons.push(`${name} must not be null.`);
      continue;
    }
    const parsed = (field.kind === 'date' ? dateAsWritten : field.write).safeParse(value);
    if (!parsed.success)
      reasons.push(`${name} is not allowed: ${parsed.error.issues.map(({ message }) => message).join('; ')}`);
    else edits[name] = parsed.data;
  }
  return edits;
}

/** Returns the bodies of a bulk PUT by ID, each with its position for the reasons. */
export function bodiesById(
  body: unknown,
  reasons: string[],
): { readonly id: number; readonly body: DemoRow; readonly position: number }[] {
  const rows = z.array(z.looseObject({ id: z.int() })).safeParse(body);
  if (!rows.success) {
    reasons.push('The body must be an array of complete objects, each with its id.');
    return [];
  }
  const seen = new Set<number>();
  for (const { id } of rows.data) {
    if (seen.has(id)) reasons.push(`The object with id ${id} appears twice.`);
    seen.add(id);
  }
  return rows.data.map((row, position) => ({ id: row.id, body: row, position }));
}
