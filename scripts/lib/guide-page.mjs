// Parses the Markdown of the user guide at build time, so that the app shows it without a parser and without HTML.
import path from 'node:path';

/** Inline constructs: bold, italics, code, keys and links. */
const INLINE =
  /\*\*(?<strong>[^*]+)\*\*|_(?<em>[^_]+)_|`(?<code>[^`]+)`|<kbd>(?<kbd>[^<]+)<\/kbd>|\[(?<link>[^\]]+)\]\((?<to>[\w-]+)\.md\)/g;

function requirePlain(text) {
  if (/[*`<>[\]]/.test(text)) throw new Error(`The guide uses Markdown that the app does not show: ${text}`);
}

/** Returns a text as runs of one kind each; inline constructs do not nest. */
function runsOf(text) {
  const runs = [];
  const plain = (part) => {
    requirePlain(part);
    if (part !== '') runs.push({ kind: 'text', text: part });
  };
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    plain(text.slice(end, match.index));
    const { to, ...kinds } = match.groups;
    const [kind, value] = Object.entries(kinds).find(([, found]) => found !== undefined);
    if (kind !== 'code' && kind !== 'kbd') requirePlain(value);
    runs.push({ kind, text: value, ...(to ? { to } : {}) });
    end = match.index + match[0].length;
  }
  plain(text.slice(end));
  return runs;
}

const joined = (lines) => lines.map((line) => line.trim()).join(' ');

/** Returns the items of a list; an indented line continues its item. */
function itemsOf(lines) {
  const items = [];
  for (const line of lines) {
    const start = /^(?:- |\d+\. )(.*)$/.exec(line);
    if (/^\s+(?:- |\d+\. )/.test(line)) throw new Error(`The guide has a list in a list: ${line}`);
    if (start) items.push([start[1]]);
    else if (/^\s+\S/.test(line) && items.length > 0) items.at(-1).push(line);
    else throw new Error(`A list of the guide ends without a blank line: ${line}`);
  }
  return items.map((item) => runsOf(joined(item)));
}

function blockOf(text) {
  const lines = text.split('\n');
  const [first] = lines;
  const heading = /^## (.+)$/.exec(text);
  if (heading) return { kind: 'heading', text: heading[1] };
  const picture = /^!\[([^\]]+)\]\(\.\.\/screenshots\/([\w-]+\.png)\)$/.exec(joined(lines));
  if (picture) return { kind: 'picture', text: picture[1], file: picture[2] };
  if (/^\d+\. /.test(first)) return { kind: 'steps', items: itemsOf(lines) };
  if (first.startsWith('- ')) return { kind: 'list', items: itemsOf(lines) };
  if (/^(#|\||>| )/.test(first))
    throw new Error(`The guide uses a block that the app does not show: ${first}`);
  // In Markdown, these start another block without a blank line before them.
  const next = lines.find((line) => /^(#{1,6} |[-*+] |1[.)] |>|```)/.test(line));
  if (next !== undefined) throw new Error(`A paragraph of the guide ends without a blank line: ${next}`);
  return { kind: 'paragraph', runs: runsOf(joined(lines)) };
}

/**
 * Returns the title and blocks of a page. Throws for Markdown that the app cannot show.
 * @param {string} name
 * @param {string} markdown
 * @returns {import('../../renderer/app/guide/guide-pages').GuidePage}
 */
export function guidePage(name, markdown) {
  const [title = '', ...blocks] = markdown.trim().split(/\n{2,}/);
  if (!/^# \S[^\n]*$/.test(title)) throw new Error(`${name} has no title`);
  return { name, title: title.slice(2), blocks: blocks.map(blockOf) };
}

/**
 * Vite plugin: a page of the guide is imported as data.
 * @returns {import('vite').Plugin}
 */
export const guidePages = () => ({
  name: 'guide-pages',
  transform(text, id) {
    const file = id.replace(/\?.*$/, '');
    if (!/\/docs\/user-guide\/[\w-]+\.md$/.test(file)) return null;
    return {
      code: `export default ${JSON.stringify(guidePage(path.basename(file, '.md'), text))};`,
      map: null,
    };
  },
});
