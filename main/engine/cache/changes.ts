import type { Resource } from '../../../preload/contract/resource';
import { objectOf } from './extract';

const LONGEST = 120;

export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two texts of one record, field by field, as short text. */
export function fieldChanges(resource: Resource, before: string, after: string): FieldChange[] {
  const old = objectOf(before) ?? {};
  const now = objectOf(after) ?? {};
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({
      field: name,
      before: brief(resource, name, old[name]),
      after: brief(resource, name, now[name]),
    }));
}

function brief(resource: Resource, name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (/tax_?id|ssn/i.test(name)) return '(not recorded)'; // a history of tokens would outlive their record
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const words = resource.fields[name]?.words?.[text] ?? text;
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST - 1)}…`;
}
