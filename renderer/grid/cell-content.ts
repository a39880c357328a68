import type { Tone } from '../ui/tone';
import { findMatches } from './matches';

/** The content of a cell. */
export interface CellContent {
  readonly text: string;
  /** True if the service has no value; the text says so. */
  readonly isBlank: boolean;
  readonly tone: Tone | undefined;
  /** The value that an unsent edit replaces; undefined without such an edit. */
  readonly was?: string | undefined;
  /** The value in full, if the text shortens it: an exact amount, a name with its ID. */
  readonly exact?: string | undefined;
  /** Search words to highlight in the text. */
  readonly highlighted: readonly string[];
  /** Where else the row matched, shown after the text; null if nowhere. */
  readonly hint: string | null;
}

/** Writes a cell's content and skips what is unchanged: this is most of a list's rendering cost. */
export function writeCell(
  cell: Element,
  { text, isBlank, tone, was, exact, highlighted: terms, hint }: CellContent,
): void {
  set(cell, 'data-tone', tone);
  set(cell, 'data-none', isBlank ? '' : undefined);
  set(cell, 'data-exact', exact);
  set(cell, 'data-was', was);
  set(cell, 'aria-description', was === undefined ? undefined : `Not sent yet. ${wasText(was)}`);
  set(cell, 'data-hinted', hint === null ? undefined : '');
  if (hint === null) writeText(cell, text, terms);
  else cell.replaceChildren(span('name', text, terms), span('hint', hint, terms));
}

/** Returns the tooltip of an edited cell. */
export const wasText = (was: string): string => `Was: ${was}`;

function set(cell: Element, name: string, value: string | undefined): void {
  if (value === undefined) cell.removeAttribute(name);
  else if (cell.getAttribute(name) !== value) cell.setAttribute(name, value);
}

function span(name: string, text: string, terms: readonly string[]): HTMLElement {
  const element = document.createElement('span');
  element.className = name;
  if (name === 'hint') element.title = text;
  writeText(element, text, terms);
  return element;
}

interface TextRun {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Reuses existing nodes, because creating elements costs several times as much. */
function writeText(box: Element, text: string, terms: readonly string[]): void {
  let node = box.firstChild;
  for (const run of textRunsOf(text, terms)) {
    // A match needs a <mark>, any other text a text node.
    if (!node || node instanceof Text === run.isMatch) {
      const newNode = run.isMatch ? document.createElement('mark') : document.createTextNode('');
      node = box.insertBefore(newNode, node);
    }
    if (node.textContent !== run.text) node.textContent = run.text;
    node = node.nextSibling;
  }
  while (node) {
    const { nextSibling } = node;
    node.remove();
    node = nextSibling;
  }
}

function textRunsOf(text: string, terms: readonly string[]): TextRun[] {
  const matches = terms.length === 0 ? [] : findMatches(text, terms);
  const runs: TextRun[] = [];
  let end = 0;
  for (const [from, to] of matches) {
    if (from > end) runs.push({ text: text.slice(end, from), isMatch: false });
    runs.push({ text: text.slice(from, to), isMatch: true });
    end = to;
  }
  // An empty text is one run, so that the cell keeps its text node.
  if (end < text.length || end === 0) runs.push({ text: text.slice(end), isMatch: false });
  return runs;
}
