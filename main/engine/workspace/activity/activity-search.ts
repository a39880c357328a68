import { ACTIVITY_LABELS, activityKind, type ActivityFilter } from '#contract/features/activity/calls';
import { CUSTODIANS } from '#contract/fields';
import type { Db } from '../../sqlite/open-database';

/**
 * Finds activity entries by their first line, newest first. A text search reads every line, so the
 * result is cached until the log grows: scrolling does not search again.
 */
export function activitySearch(db: Db): (filter: ActivityFilter, last: number) => readonly number[] {
  let memoRequest = '';
  let memoRows: readonly number[] = [];
  return (filter, last) => {
    const request = JSON.stringify([last, filter]);
    if (request === memoRequest) return memoRows;
    const { where, values } = conditions(filter);
    const needsEnds = (filter.text ?? '') !== '' || (filter.outcomes?.length ?? 0) > 0;
    memoRows = db
      .prepare<unknown[], number>(
        `SELECT b.seq FROM activity b ${needsEnds ? 'LEFT JOIN activity e ON e.of = b.seq' : ''}
         WHERE b.of IS NULL ${where} ORDER BY b.seq DESC`,
      )
      .pluck()
      .all(...values);
    memoRequest = request;
    return memoRows;
  };
}

function conditions(filter: ActivityFilter): { where: string; values: unknown[] } {
  const parts: string[] = [];
  const values: unknown[] = [];
  const and = (sql: string, ...boundValues: unknown[]) => {
    parts.push(`AND ${sql}`);
    values.push(...boundValues);
  };
  const placeholders = (list: readonly string[]) => list.map(() => '?').join(', ');
  for (const word of (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
    // Logged lines never change, so a custodian's name is searched by its code.
    const custodians = Object.entries(CUSTODIANS).flatMap(([code, name]) =>
      name.toLowerCase().includes(word) ? [`%"custodian":"${code}"%`] : [],
    );
    const kinds = activityKind.options.filter((kind) => ACTIVITY_LABELS[kind].toLowerCase().includes(word));
    and(
      `(b.user || ' ' || b.connection || ' ' || b.facts || ' ' || ifnull(e.facts, '') LIKE ? ESCAPE '\\'
        OR b.kind IN (${placeholders(kinds)})${' OR b.facts LIKE ?'.repeat(custodians.length)})`,
      pattern,
      ...kinds,
      ...custodians,
    );
  }
  if (filter.kinds?.length) and(`b.kind IN (${placeholders(filter.kinds)})`, ...filter.kinds);
  if (filter.outcomes?.length) {
    const stored = filter.outcomes.flatMap((outcome) =>
      outcome === 'canceled' ? [outcome, 'cancelled'] : [outcome],
    );
    // An entry without an end has an unknown outcome.
    and(`ifnull(e.outcome, ifnull(b.outcome, 'unknown')) IN (${placeholders(stored)})`, ...stored);
  }
  if (filter.from) and('b.at >= ?', startOfDay(filter.from, 0));
  if (filter.to) and('b.at < ?', startOfDay(filter.to, 1));
  return { where: parts.join(' '), values };
}

/** Returns the start of a local calendar day, plus some days; ISO, UTC. */
function startOfDay(date: string, daysLater: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day + daysLater).toISOString();
}
