import type { ChangeFilter } from '../../../preload/contract/calls/changes';
import { matchOf, wordsOf } from '../sqlite/words';

/** Parts of a filter that people choose among. */
export type Facet = 'resource' | 'kind' | 'custodian' | 'field';

/** A filter as SQL on the table `change`; `without` leaves one part of it out. */
export function conditions(filter: ChangeFilter, without?: Facet): { where: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const and = (sql: string, value: unknown) => {
    parts.push(sql);
    values.push(value);
  };
  if (filter.runId !== undefined) and('run = ?', filter.runId);
  if (filter.resource && without !== 'resource') and('resource = ?', filter.resource);
  if (filter.key !== undefined) and('key = ?', filter.key);
  if (filter.kind && without !== 'kind') and('kind = ?', filter.kind);
  if (filter.custodian && without !== 'custodian') and('custodian = ?', filter.custodian);
  if (filter.field && without !== 'field')
    and('id IN (SELECT change FROM change_field WHERE name = ?)', filter.field);
  if (filter.from) and('at >= ?', startOfDay(filter.from, 0));
  if (filter.to) and('at < ?', startOfDay(filter.to, 1));
  const words = wordsOf(filter.text ?? '');
  if (words.length > 0)
    and('id IN (SELECT rowid FROM change_words WHERE change_words MATCH ?)', matchOf(words));
  // Only signs that no word has: nothing is found by them.
  else if (filter.text?.trim()) parts.push('0');
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

/** The moment at which a calendar day, or one some days later, begins here; ISO, UTC. */
function startOfDay(date: string, later: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + later).toISOString();
}
