import type { Hits } from '#contract/calls/engine-core';
import { matchScore, type PaletteEntry } from './entries';

/** Entries under one heading. */
export interface PaletteGroup {
  readonly entries: readonly PaletteEntry[];
  /** Score of its best entry; the best group comes first. */
  readonly score: number;
}

/**
 * A matching number ranks first; a screen or action with that name ranks before records that contain the word.
 */
const SCORE_BY_BEST_HIT: Readonly<Record<Hits['best'], number>> = {
  number: 50,
  favorite: 35,
  title: 30,
  word: 10,
};
const SCORE_BY_MATCH = [0, 5, 20, 40];
/** Maximum number of other entries per heading next to records, so that records stay visible. */
const MAX_OTHER_ENTRIES = 5;

export const scoreOfHits = (best: Hits['best']): number => SCORE_BY_BEST_HIT[best];

/** Returns the matching entries by heading, best first. */
export function rankedGroups(entries: readonly PaletteEntry[], text: string): PaletteGroup[] {
  const headings = new Map<string, { entry: PaletteEntry; match: number }[]>();
  for (const entry of entries) {
    const match = matchScore(entry, text);
    if (match > 0) headings.set(entry.group, [...(headings.get(entry.group) ?? []), { entry, match }]);
  }
  return [...headings.values()].map((matches) => {
    const sorted = matches.sort((a, b) => b.match - a.match);
    return {
      entries: sorted.slice(0, MAX_OTHER_ENTRIES).map(({ entry }) => entry),
      score: SCORE_BY_MATCH[sorted[0]?.match ?? 0] ?? 0,
    };
  });
}

/** Returns all entries in display order: groups by their best entry, ties in their original order. */
export const entriesInOrder = (groups: readonly PaletteGroup[]): PaletteEntry[] =>
  [...groups].sort((a, b) => b.score - a.score).flatMap(({ entries }) => entries);
