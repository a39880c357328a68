import type { Statement } from 'better-sqlite3';
import type { Db } from '#engine/sqlite/open-database';
import type { SharedItem } from './shared-topic';

/** Prepares the query of this member's ID and name; without a team it has no row. */
export const selfQuery = (db: Db): Statement<[], { readonly member: string; readonly name: string }> =>
  db.prepare('SELECT member, member_name AS name FROM team_self');

/** Returns this member's name; empty without a team. */
export const nameOfSelf = (db: Db): string => selfQuery(db).get()?.name ?? '';

/** Returns the latest value of each member; null: removed. Expects the order of the log. */
export function latestByMember(items: readonly SharedItem[]): Map<string, unknown> {
  return new Map(items.map(({ member, value }) => [member, value]));
}

/** Returns the first valid value of each member: what is signed never changes. */
export function firstByMember(
  items: readonly SharedItem[],
  isValid: (value: unknown) => boolean,
): Map<string, unknown> {
  const firstValues = new Map<string, unknown>();
  for (const { member, value } of items)
    if (!firstValues.has(member) && isValid(value)) firstValues.set(member, value);
  return firstValues;
}

/** Returns the value as its signer's. */
export const byAuthor = <Value extends { readonly by: string }>(
  value: Value,
  { author }: { readonly author: string },
): Value => ({ ...value, by: author });
