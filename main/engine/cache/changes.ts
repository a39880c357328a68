import type { FieldDiff } from '../../../preload/contract/exact-json/diff';
import {
  exactFieldsOf,
  fieldsOf,
  isInexact,
  valueOfText,
  type Fields,
} from '../../../preload/contract/exact-json/fields';
import { textAt } from '../../../preload/contract/exact-json/patch';
import { isList, jsonText, readExact, Verbatim, type Exact } from '../../../preload/contract/exact-json/read';
import type { FieldChange } from '../../../preload/contract/calls/changes';
import { columnsOf, type Resource } from '../../../preload/contract/resource';

/** Names of fields whose values are tax IDs or their tokens, at any depth: a history of them would outlive their record. */
const TAX_ID = /tax_?(payer_?)?(id|num)|ssn|social_?sec|(^|_)(tin|itin|ein)(_|$)/i;
const HIDDEN = '••••';

/**
 * What differs between two texts of one record, field by field, whole and exact. Dates that move every night do not
 * count, nor does a value that is only written otherwise. `diffs`: the fields whose texts differ, where that is known
 * already: nothing else is looked at.
 */
export function fieldChanges(
  resource: Resource,
  before: string,
  after: string,
  diffs?: readonly FieldDiff[],
): FieldChange[] {
  const counts = ({ name }: { name: string }): boolean => !resource.fields[name]?.dataDate;
  const found = diffs
    ? [...new Map(diffs.map((diff) => [diff.name, diff])).values()]
        .filter(counts)
        .map((diff) => lastOf(before, after, diff))
        .filter((diff) => !isSame(valueOfText(diff.before), valueOfText(diff.after)))
    : differing(before, after).filter(counts);
  return found.map((diff) => fieldChange(resource, diff));
}

function differing(before: string, after: string): FieldDiff[] {
  const old = recordOf(before);
  const now = recordOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !isSame(old[name], now[name]))
    .map((name) => ({ name, before: textAt(before, [name]), after: textAt(after, [name]) }));
}

/** Of a name that comes twice, the last value counts, which need not be the one that differs. */
const lastOf = (before: string, after: string, diff: FieldDiff): FieldDiff =>
  comesTwice(before, diff) || comesTwice(after, diff)
    ? { name: diff.name, before: textAt(before, [diff.name]), after: textAt(after, [diff.name]) }
    : diff;

function comesTwice(raw: string, { name }: FieldDiff): boolean {
  const quoted = `"${name}"`;
  const first = raw.indexOf(quoted);
  return first >= 0 && raw.includes(quoted, first + quoted.length);
}

/** What a record last was: its columns that are not empty, but for what must not show. */
export function lastValues(resource: Resource, raw: string): FieldChange[] {
  const record = recordOf(raw);
  return columnsOf(resource)
    .filter(({ name }) => ![undefined, null, ''].includes(record[name] as null | undefined | string))
    .map(({ name }) => fieldChange(resource, { name, before: textAt(raw, [name]), after: undefined }))
    .filter(({ hidden }) => hidden !== true);
}

/** Only where a number was longer than a double, or a value is nested too deep, is the slower exact reading worth its time. */
function recordOf(raw: string): Fields {
  const fields = fieldsOf(raw);
  return (isInexact(fields) ? exactFieldsOf(raw) : fields) ?? {};
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

const fieldChange = (resource: Resource, { name: field, before, after }: FieldDiff): FieldChange =>
  resource.fields[field]?.secret || TAX_ID.test(field)
    ? { field, before: null, after: null, hidden: true }
    : { field, before: shownOf(before), after: shownOf(after) };

function shownOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!text.includes('{')) return text;
  const value = readExact(text);
  const shown = withoutTaxIds(value);
  return shown === value ? text : jsonText(shown);
}

/** The value itself where nothing had to be covered. */
function withoutTaxIds(value: Exact): Exact {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Verbatim) return isNested(value) ? HIDDEN : value; // too deep to look through
  if (isList(value)) {
    const items = value.map(withoutTaxIds);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const members = Object.entries(value).map(([name, member]): readonly [string, Exact] => [
    name,
    member !== null && TAX_ID.test(name) ? HIDDEN : withoutTaxIds(member),
  ]);
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value;
}

const isNested = ({ text }: Verbatim): boolean => text.startsWith('{') || text.startsWith('[');
