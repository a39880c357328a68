import { z } from 'zod';
import { fail } from '#contract/failure';
import type { NotSharedReason } from '#contract/features/team/calls';
import type { AnyTopic } from './topics';
import type { ItemChange } from './topics/shared-topic';

/** Maximum bytes of items in one entry of the log; an entry holds 1 MB. */
const MAX_PART_BYTES = 400_000;
/** Maximum bytes of one item; a larger one does not fit into an entry. */
const MAX_ITEM_BYTES = 900_000;
/** Maximum length of an item's key, in characters. */
const MAX_KEY = 600;

const bytesOf = (item: unknown): number => Buffer.byteLength(JSON.stringify(item));

/** Splits items into parts that fit into an entry; one that is larger than a part is alone. */
export function splitIntoParts<Item>(items: readonly Item[], maxItems = Infinity): Item[][] {
  const parts: Item[][] = [];
  let bytes = Infinity;
  for (const item of items) {
    const size = bytesOf(item);
    const last = parts.at(-1);
    if (!last || bytes + size > MAX_PART_BYTES || last.length >= maxItems) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

/** Returns the schema that readers expect a topic's items to match. */
export const itemSchema = ({ value }: AnyTopic) =>
  z.object({ key: z.string().max(MAX_KEY), value: value.nullable() });

/** Returns why a colleague's app could not read an item; null if it can. */
export function whyUnreadable(topic: AnyTopic, item: ItemChange): NotSharedReason | null {
  if (bytesOf(item) > MAX_ITEM_BYTES) return 'too-large';
  return itemSchema(topic).safeParse(item).success ? null : 'odd-form';
}

/** Fails with `refused` (`team-unreadable`) for an item that a colleague's app could not read. */
export function requireReadable(topic: AnyTopic, items: readonly ItemChange[]): void {
  for (const item of items) {
    const why = whyUnreadable(topic, item);
    if (why)
      throw fail('refused', { detail: { code: 'team-unreadable', facts: { why } }, where: topic.name });
  }
}
