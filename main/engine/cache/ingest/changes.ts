import type { FieldDiff } from '#contract/exact-json/diff';
import {
  exactFieldsOf,
  fieldsOf,
  isInexact,
  valueOfText,
  type ExactFields,
} from '#contract/exact-json/fields';
import { textAt } from '#contract/exact-json/patch';
import { isList, jsonText, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import { sameJson } from '#contract/same-value';
import type { FieldChange } from '#contract/features/changes/schemas';
import { columnsOf, type Resource } from '#contract/resource';

/**
 * Names of fields that hold tax IDs or their tokens, at any depth. They are hidden, because the history outlives
 * the record.
 */
const TAX_ID = /tax_?(payer_?)?(id|num)|ssn|social_?sec|(^|_)(tin|itin|ein)(_|$)/i;
const HIDDEN = '••••';

/**
 * Returns the exact field-by-field differences between two texts of a record. Ignores dates that move every
 * night and values that are only formatted differently. `diffs`, if given, limits the comparison to fields
 * whose texts are known to differ.
 */
export function fieldChanges(
  resource: Resource,
  before: string,
  after: string,
  diffs?: readonly FieldDiff[],
): FieldChange[] {
  const isReported = ({ name }: { name: string }): boolean => !resource.fields[name]?.nightly;
  const differences = diffs
    ? [...new Map(diffs.map((diff) => [diff.name, diff])).values()]
        .filter(isReported)
        .map((diff) => lastOf(before, after, diff))
        .filter((diff) => !sameJson(valueOfText(diff.before), valueOfText(diff.after)))
    : differingFields(before, after).filter(isReported);
  return differences.map((diff) => fieldChange(resource, diff));
}

function differingFields(before: string, after: string): FieldDiff[] {
  const old = recordOf(before);
  const current = recordOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((name) => !sameJson(old[name], current[name]))
    .map((name) => ({ name, before: textAt(before, [name]), after: textAt(after, [name]) }));
}

/** JSON uses the last value of a repeated name, which may not be the one that differs. */
const lastOf = (before: string, after: string, diff: FieldDiff): FieldDiff =>
  isRepeated(before, diff) || isRepeated(after, diff)
    ? { name: diff.name, before: textAt(before, [diff.name]), after: textAt(after, [diff.name]) }
    : diff;

function isRepeated(raw: string, { name }: FieldDiff): boolean {
  const quoted = `"${name}"`;
  const first = raw.indexOf(quoted);
  return first >= 0 && raw.includes(quoted, first + quoted.length);
}

/** Returns a record's last values: its non-empty columns, except hidden ones. */
export function lastValues(resource: Resource, raw: string): FieldChange[] {
  const record = recordOf(raw);
  return columnsOf(resource)
    .filter(({ name }) => ![undefined, null, ''].includes(record[name] as null | undefined | string))
    .map(({ name }) => fieldChange(resource, { name, before: textAt(raw, [name]), after: undefined }))
    .filter(({ hidden }) => hidden !== true);
}

/**
 * Uses the slower exact reader only if a number exceeds a double's precision or a value is nested too deep.
 */
function recordOf(raw: string): ExactFields {
  const fields = fieldsOf(raw);
  return (isInexact(fields) ? exactFieldsOf(raw) : fields) ?? {};
}

const fieldChange = (resource: Resource, { name: field, before, after }: FieldDiff): FieldChange =>
  resource.fields[field]?.secret || TAX_ID.test(field)
    ? { field, before: null, after: null, hidden: true }
    : { field, before: maskedText(before), after: maskedText(after) };

function maskedText(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!text.includes('{')) return text;
  const value = readExact(text);
  const masked = withoutTaxIds(value);
  return masked === value ? text : jsonText(masked);
}

/** Returns the same object if nothing had to be masked. */
function withoutTaxIds(value: Exact): Exact {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Verbatim) return isNested(value) ? HIDDEN : value; // too deep to inspect
  if (isList(value)) {
    const items = value.map(withoutTaxIds);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const members = Object.entries(value).map(([name, member]): readonly [string, Exact] => [
    name,
    member !== null && TAX_ID.test(name) ? HIDDEN : withoutTaxIds(member),
  ]);
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value;
}

const isNested = ({ text }: Verbatim): boolean => text.startsWith('{') || text.startsWith('[');
