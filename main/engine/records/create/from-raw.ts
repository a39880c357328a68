import { patchJson, type Edit } from '#contract/exact-json/patch';
import { isList, readExact } from '#contract/exact-json/read';
import type { Field } from '#contract/fields';
import type { Resource } from '#contract/resource';
import { fieldText, isEmptyText, spellingsOf } from '#contract/exact-json/field-text';
import { valueIssueOf } from '#contract/value-issue';
import type { GivenValue } from './rows';

/** The fields of a record that a new one can have, and those that cannot be copied. */
export interface Recreatable {
  readonly values: Map<string, GivenValue>;
  /** Names of fields that a new record cannot have. */
  readonly omittedFields: readonly string[];
}

/** Fields that the service sets in every record. */
const SERVICE_FIELDS = new Set(['object', 'created_at_utc', 'updated_at_utc']);

/** Returns the create and follow-up fields of an old record for a new one, digits unchanged. */
export function recreatable({ fields, key }: Resource, raw: string): Recreatable {
  const values = new Map<string, GivenValue>();
  const omittedFields: string[] = [];
  const handledNames = new Set<string>([...key, ...SERVICE_FIELDS]);
  for (const [name, field] of Object.entries(fields)) {
    for (const spelling of spellingsOf(name, field)) handledNames.add(spelling);
    const text = fieldText(raw, name, field);
    if (text === undefined || isEmptyText(text) || key.includes(name) || SERVICE_FIELDS.has(name)) continue;
    if (!field.create && !field.editable) omittedFields.push(name);
    else {
      const json = field.kind === 'objects' ? withoutIds(field, text) : text;
      // Values that the service returns but does not accept, such as an unlisted frequency. A required
      // field keeps its value, so that the draft shows what is wrong with it.
      const isRefused = field.required !== true && valueIssueOf(field, json) !== null;
      if (isRefused) omittedFields.push(name);
      else values.set(name, { json });
    }
  }
  for (const name of Object.keys(JSON.parse(raw) as object)) {
    const text = handledNames.has(name) ? undefined : fieldText(raw, name, {});
    if (text !== undefined && !isEmptyText(text)) omittedFields.push(name);
  }
  return { values, omittedFields };
}

/** Removes item IDs that the service assigned, which belong to the old record. */
function withoutIds({ items = {} }: Pick<Field, 'items'>, text: string): string {
  const list = readExact(text);
  if (!isList(list)) return text;
  const ids = Object.entries(items).flatMap(([name, { kind, required }]) =>
    kind === 'id' && required !== true ? [name] : [],
  );
  const edits = list.flatMap((_, index) => ids.map((name): Edit => ({ op: 'remove', path: [index, name] })));
  return patchJson(text, edits);
}
