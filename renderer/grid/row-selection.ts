import type { Selection } from '#contract/query';

/**
 * Maximum number of records that a selection can name (the contract's limit); "all matching" has no limit.
 */
export const MAX_KEYS = 20_000;

/** The selection: the named records, or all matching ones except those. */
export interface RowSelection {
  readonly kind: Selection['kind'];
  readonly keys: ReadonlySet<string>;
}

export const NONE: RowSelection = { kind: 'keys', keys: new Set() };
export const ALL: RowSelection = { kind: 'all', keys: new Set() };

export const isSelected = (selection: RowSelection, key: string): boolean =>
  selection.keys.has(key) === (selection.kind === 'keys');

/** Returns the number of selected records, of `total` matching. */
export const countSelected = ({ kind, keys }: RowSelection, total: number): number =>
  kind === 'keys' ? keys.size : Math.max(0, total - keys.size);

export const withOnly = (keys: Iterable<string>): RowSelection => ({ kind: 'keys', keys: new Set(keys) });

/** Selects or deselects one record. */
export function withToggled({ kind, keys }: RowSelection, key: string): RowSelection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { kind, keys: next };
}

/** Adds records to the selection. */
export function withAdded({ kind, keys }: RowSelection, addedKeys: Iterable<string>): RowSelection {
  const next = new Set(keys);
  for (const key of addedKeys) {
    if (kind === 'keys') next.add(key);
    else next.delete(key);
  }
  return { kind, keys: next };
}

/** Returns the selection as the contract defines it. */
export const asSelection = ({ kind, keys }: RowSelection): Selection =>
  kind === 'keys' ? { kind, keys: [...keys] } : { kind, except: [...keys] };
