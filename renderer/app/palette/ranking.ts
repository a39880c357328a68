import type { ListHits } from '#contract/calls/engine-core';
import type { PaletteEntry } from './entries';

/** Entries under one heading. */
export interface PaletteGroup {
  readonly entries: readonly PaletteEntry[];
  /** Score of its best entry; the best group comes first. */
  readonly score: number;
}

/** A matching number ranks first; a screen or action with that name ranks before records that contain the word. */
const SCORE_BY_BEST_HIT: Readonly<Record<ListHits['best'], number>> = {
  number: 50,
  favorite: 35,
  title: 30,
  word: 10,
};
/** Scores of other entries, by where the text is found. */
const TITLE_START_SCORE = 40;
const TITLE_SCORE = 20;
const KEYWORDS_SCORE = 5;
/** Maximum number of other entries per heading, so that records stay visible. */
const MAX_OTHER_ENTRIES = 5;

export const scoreOfHits = (best: ListHits['best']): number => SCORE_BY_BEST_HIT[best];

/** Splits a typed text and an entry's text alike, so that a name is found as it is written. */
const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,()]+/)
    .filter(Boolean);

/** Returns how well an entry matches: 0 unless every typed word is the start of one of its words. */
function scoreOf(entry: PaletteEntry, words: readonly string[]): number {
  const title = wordsIn(entry.title);
  const searched = [...title, ...wordsIn(entry.keywords ?? '')];
  if (!words.every((word) => searched.some((part) => part.startsWith(word)))) return 0;
  if (title.join(' ').startsWith(words.join(' '))) return TITLE_START_SCORE;
  return title.join(' ').includes(words[0] ?? '') ? TITLE_SCORE : KEYWORDS_SCORE;
}

/** Returns the matching entries by heading, best first. */
export function rankedGroups(entries: readonly PaletteEntry[], text: string): PaletteGroup[] {
  const words = wordsIn(text);
  if (words.length === 0) return [];
  const matches = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const groups = new Map<string, { entries: PaletteEntry[]; score: number }>();
  for (const { entry, score } of matches) {
    const group = groups.get(entry.group);
    if (!group) groups.set(entry.group, { entries: [entry], score });
    else if (group.entries.length < MAX_OTHER_ENTRIES) group.entries.push(entry);
  }
  return [...groups.values()];
}

/** Returns all entries in display order: groups by their best entry, ties in their original order. */
export const entriesInOrder = (groups: readonly PaletteGroup[]): PaletteEntry[] =>
  [...groups].sort((a, b) => b.score - a.score).flatMap(({ entries }) => entries);
