import { foundIn } from './found';

/** The name under which the style sheet colors what was found. */
const NAME = 'found';
/** A frame. */
const AFTER_MS = 16;

/**
 * Marks the words of a search in the cells of a list, as they come and go. The page itself is not changed: rows are
 * painted as quickly as without a search, and the marks with them. `columns`: those that are searched, as they are
 * numbered in the page. Ends with the returned function.
 */
export function markFound(
  rows: HTMLElement,
  words: readonly string[],
  columns: readonly number[],
): () => void {
  if (words.length === 0 || columns.length === 0 || typeof Highlight === 'undefined') return () => undefined;
  let due: ReturnType<typeof setTimeout> | undefined;
  const marks = new Highlight();
  CSS.highlights.set(NAME, marks);
  const searched = columns.map((column) => `[data-column="${column}"]`).join();
  const draw = () => {
    due = undefined;
    marks.clear();
    for (const cell of rows.querySelectorAll(searched))
      for (const range of rangesIn(cell, words)) marks.add(range);
  };
  // Once the rows are painted: nobody waits longer for them.
  const later = () => (due ??= setTimeout(draw, AFTER_MS));
  const watch = new MutationObserver(later);
  watch.observe(rows, { childList: true, characterData: true, subtree: true });
  later();
  return () => {
    watch.disconnect();
    clearTimeout(due);
    if (CSS.highlights.get(NAME) === marks) CSS.highlights.delete(NAME);
  };
}

function* rangesIn(cell: Element, words: readonly string[]): Generator<Range> {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const [from, to] of foundIn(node.textContent ?? '', words)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, to);
      yield range;
    }
}
