import type { SharedItem } from './shared-topic';

/** Returns the latest value of each member; null: removed. Expects the order of the log. */
export function latestByMember(items: readonly SharedItem[]): Map<string, unknown> {
  return new Map(items.map(({ member, value }) => [member, value]));
}

/** Returns the first value of each member that fits: what is signed never changes. */
export function firstByMember(
  items: readonly SharedItem[],
  fits: (value: unknown) => boolean,
): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { member, value } of items) if (!found.has(member) && fits(value)) found.set(member, value);
  return found;
}

/** Returns the value as its signer's. */
export const byAuthor = <Value extends { readonly by: string }>(
  value: Value,
  { author }: { readonly author: string },
): Value => ({ ...value, by: author });
