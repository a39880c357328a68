import type { FieldKind } from './fields';
import type { Filter } from './query';

const two = (part: number): string => String(part).padStart(2, '0');
/** Returns the local calendar day of a moment. */
const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/**
 * Resolves a last-days filter to its current range; returns other filters unchanged. Includes today, excludes
 * the future. Moments use the computer's time zone.
 */
export function resolveLastDays(filter: Filter, kind: FieldKind | undefined, now: Date): Filter {
  if (filter.op !== 'last-days') return filter;
  const { field, days } = filter;
  const begin = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  if (kind !== 'moment') return { op: 'range', field, from: dayOf(begin), to: dayOf(now) };
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 59, 59, 999);
  return { op: 'range', field, from: begin.toISOString(), to: end.toISOString() };
}
