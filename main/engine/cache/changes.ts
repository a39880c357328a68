import { exactFieldsOf, fieldsOf, type Fields } from '../../../preload/contract/exact-json/fields';
import type { Resource } from '../../../preload/contract/resource';

const LONGEST = 120;
/** Names of fields whose values are tax ids or their tokens. */
const TAX_ID = /tax_?(payer_?)?(id|num)|ssn|social_?sec|(^|_)(tin|itin|ein)(_|$)/i;
const HIDDEN = '(not recorded)'; // a history of tokens would outlive their record

export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two texts of one record, field by field, as short text. Dates that move every night do not count. */
export function fieldChanges(resource: Resource, before: string, after: string): FieldChange[] {
  const old = recordOf(before);
  const now = recordOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !resource.fields[name]?.dataDate && !isSame(old[name], now[name]))
    .map((name) => ({
      field: name,
      before: brief(resource, name, old[name]),
      after: brief(resource, name, now[name]),
    }));
}

/** Only where a number may be longer than a double is the slower exact reading worth its time. */
const recordOf = (raw: string): Fields => (/\d{16}/.test(raw) ? exactFieldsOf(raw) : fieldsOf(raw)) ?? {};

const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other));

function brief(resource: Resource, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (TAX_ID.test(name)) return HIDDEN;
  const text = typeof value === 'string' ? value : JSON.stringify(value, withoutTaxIds);
  const words = resource.fields[name]?.words?.[text] ?? text;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}

const withoutTaxIds = (name: string, value: unknown): unknown =>
  value !== null && TAX_ID.test(name) ? HIDDEN : value;
