import type { Selection } from '../../preload/contract/query';

/** The most single records that a selection can name (the contract's limit); "all that match" has no limit. */
export const MOST_KEYS = 20_000;

/** What is marked: the records named, or all that match but those named. */
export interface Marks {
  readonly kind: Selection['kind'];
  readonly keys: ReadonlySet<string>;
}

export const NONE: Marks = { kind: 'keys', keys: new Set() };
export const ALL: Marks = { kind: 'all', keys: new Set() };

export const isMarked = (marks: Marks, key: string): boolean =>
  marks.keys.has(key) === (marks.kind === 'keys');

/** How many are marked, of `total` that match. */
export const markedOf = ({ kind, keys }: Marks, total: number): number =>
  kind === 'keys' ? keys.size : Math.max(0, total - keys.size);

export const withOnly = (keys: Iterable<string>): Marks => ({ kind: 'keys', keys: new Set(keys) });

/** Marks one record, or takes its mark away. */
export function withToggled({ kind, keys }: Marks, key: string): Marks {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { kind, keys: next };
}

/** Marks these too. */
export function withMore({ kind, keys }: Marks, more: Iterable<string>): Marks {
  const next = new Set(keys);
  for (const key of more) {
    if (kind === 'keys') next.add(key);
    else next.delete(key);
  }
  return { kind, keys: next };
}

/** As the engine takes it. */
export const asSelection = ({ kind, keys }: Marks): Selection =>
  kind === 'keys' ? { kind, keys: [...keys] } : { kind, except: [...keys] };
