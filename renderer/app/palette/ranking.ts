import type { Hits } from '#contract/calls/engine-core';
import { matchScore, type PaletteEntry } from './entries';

/** Entries under one heading. */
export interface PaletteGroup {
  readonly entries: readonly PaletteEntry[];
  /** Score of its best entry; the best group comes first. */
  readonly score: number;
}

/**
 * A matching number ranks first; a place or action with that name ranks before records that contain the word.
 */
const HITS: Readonly<Record<Hits['best'], number>> = { number: 50, liked: 35, title: 30, word: 10 };
const FITS = [0, 5, 20, 40];
/** Maximum number of other entries per heading next to records, so that records stay visible. */
const MAX_OTHER_ENTRIES = 5;

export const scoreOfHits = (best: Hits['best']): number => HITS[best];

/** Returns the matching entries by heading, best first. */
export function rankedGroups(entries: readonly PaletteEntry[], text: string): PaletteGroup[] {
  const headings = new Map<string, { entry: PaletteEntry; fits: number }[]>();
  for (const entry of entries) {
    const fits = matchScore(entry, text);
    if (fits > 0) headings.set(entry.group, [...(headings.get(entry.group) ?? []), { entry, fits }]);
  }
  return [...headings.values()].map((lines) => {
    const sorted = lines.sort((a, b) => b.fits - a.fits);
    return {
      entries: sorted.slice(0, MAX_OTHER_ENTRIES).map(({ entry }) => entry),
      score: FITS[sorted[0]?.fits ?? 0] ?? 0,
    };
  });
}

/** Returns all entries in display order: groups by their best entry, ties in their original order. */
export const entriesInOrder = (groups: readonly PaletteGroup[]): PaletteEntry[] =>
  [...groups].sort((a, b) => b.score - a.score).flatMap(({ entries }) => entries);
