import type { RecordLinkGroup, RecordData, RecordRef } from './opened-record.svelte';
import type { RecordField } from './record';

/** The content of a record's print sheet. */
export interface RecordSheet extends RecordRef {
  readonly data: RecordData;
  readonly links: readonly RecordLinkGroup[];
}

/**
 * Returns the lists of links whose records the printed fields do not already name; two lists of the same records
 * become one with both headings.
 */
export function unprintedLinks(
  links: readonly RecordLinkGroup[],
  fields: readonly Pick<RecordField, 'names' | 'plain'>[],
): RecordLinkGroup[] {
  const printed = new Set(
    fields.flatMap(({ names, plain }) =>
      names === undefined ? [] : (plain.match(/[^\s,;[\]"]+/g) ?? []).map((id) => `${names} ${id}`),
    ),
  );
  const lists = new Map<string, RecordLinkGroup>();
  for (const group of links) {
    const keys = group.items.map(({ key }) => `${group.resource} ${key}`);
    if (group.total === keys.length && keys.every((key) => printed.has(key))) continue;
    // A list is cut after its first items, so that the total is part of its identity.
    const listKey = `${keys.join()} of ${group.total}`;
    const sameList = lists.get(listKey);
    lists.set(listKey, sameList ? { ...sameList, label: `${sameList.label}; ${group.label}` } : group);
  }
  return [...lists.values()];
}
