import type { GuideBlock, GuidePage } from './guide-pages';

/** A page that matches a search. */
export interface GuideMatch {
  readonly page: GuidePage;
  /** Its line that has the most of the words; null if the title has them all, and without a search. */
  readonly excerpt: string | null;
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

function linesOfBlock(block: GuideBlock): string[] {
  if (block.kind === 'heading' || block.kind === 'picture') return [block.text];
  const lines = block.kind === 'paragraph' ? [block.runs] : block.items;
  return lines.map((runs) => runs.map(({ text }) => text).join(''));
}

/**
 * Returns the pages on which every search word starts some word, in any order; pages with more of the words in
 * their title come first.
 */
export function searchGuide(pages: readonly GuidePage[], search: string): readonly GuideMatch[] {
  const words = fold(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return pages.map((page) => ({ page, excerpt: null }));
  const starts = (text: string, word: string): boolean =>
    (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).some((token) => token.startsWith(word));
  return pages
    .flatMap((page) => {
      const lines = page.blocks.flatMap(linesOfBlock);
      const isFound = words.every((word) => [page.title, ...lines].some((text) => starts(text, word)));
      if (!isFound) return [];
      const inTitle = words.filter((word) => starts(page.title, word)).length;
      const best = Math.max(...lines.map((line) => words.filter((word) => starts(line, word)).length));
      const line = lines.find((candidate) => words.filter((word) => starts(candidate, word)).length === best);
      return [{ page, excerpt: inTitle === words.length ? null : (line ?? null), inTitle }];
    })
    .sort((a, b) => b.inTitle - a.inTitle)
    .map(({ page, excerpt }) => ({ page, excerpt }));
}
