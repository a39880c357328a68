import type { Hits } from '../../../preload/contract/calls/engine-core';
import { fit, type PaletteEntry } from './entries';

/** Entries under one heading. */
export interface PaletteGroup {
  readonly entries: readonly PaletteEntry[];
  /** How good its best entry is: the best group stands first. */
  readonly score: number;
}

/** A number that was typed is meant; a place or an action called so is, before records that merely have the word. */
const HITS: Readonly<Record<Hits['best'], number>> = { number: 50, liked: 35, title: 30, word: 10 };
const FITS = [0, 5, 20, 40];
/** Places, actions and settings of a heading beside records, so that these stay in sight. */
const BESIDE = 5;

export const scoreOfHits = (best: Hits['best']): number => HITS[best];

/** The entries that fit what was typed, under their headings, the best first. */
export function rankedGroups(entries: readonly PaletteEntry[], text: string): PaletteGroup[] {
  const headings = new Map<string, { entry: PaletteEntry; fits: number }[]>();
  for (const entry of entries) {
    const fits = fit(entry, text);
    if (fits > 0) headings.set(entry.group, [...(headings.get(entry.group) ?? []), { entry, fits }]);
  }
  return [...headings.values()].map((lines) => {
    const sorted = lines.sort((a, b) => b.fits - a.fits);
    return {
      entries: sorted.slice(0, BESIDE).map(({ entry }) => entry),
      score: FITS[sorted[0]?.fits ?? 0] ?? 0,
    };
  });
}

/** All entries in the order they are shown: groups by their best entry, in their own order where they are alike. */
export const inOrder = (groups: readonly PaletteGroup[]): PaletteEntry[] =>
  [...groups].sort((a, b) => b.score - a.score).flatMap(({ entries }) => entries);
