import { isStringAt, skipSpace, stringEnd, valueEnd } from './scan';

/** Maximum indentation levels, so that lines do not start out of view. */
const MAX_INDENT = 40;

/** Indents JSON text by changing white space only: digits, escapes and names stay as sent. */
export function indentJson(text: string): string {
  let out = '';
  let depth = 0;
  let previous = '';
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  for (const token of tokens(text)) {
    const isOpened = previous === '{' || previous === '[';
    if (token === '}' || token === ']') {
      depth -= 1;
      out += isOpened ? token : line() + token;
    } else {
      if (isOpened) out += line();
      if (token === '{' || token === '[') depth += 1;
      out += token === ',' ? token + line() : token === ':' ? ': ' : token;
    }
    previous = token;
  }
  return out;
}

/** Masks the texts in some fields at any depth, for display; numbers, lists and empty texts stay. */
export function maskJson(text: string, isSecret: (name: string) => boolean): string {
  let out = '';
  let copiedTo = 0;
  let name = '';
  let previous = '';
  let end = 0;
  for (const token of tokens(text)) {
    const start = skipSpace(text, end);
    end = start + token.length;
    if (token === ':') name = previous;
    else if (
      previous === ':' &&
      isStringAt(token, 0) &&
      token !== '""' &&
      isSecret(String(JSON.parse(name)))
    ) {
      out += `${text.slice(copiedTo, start)}"••••"`;
      copiedTo = end;
    }
    previous = token;
  }
  return out + text.slice(copiedTo);
}

/** Yields strings and numbers as a whole, and every bracket, comma and colon. */
function* tokens(text: string): Generator<string, void, void> {
  for (let start = skipSpace(text, 0); start < text.length;) {
    const end = isStringAt(text, start)
      ? stringEnd(text, start)
      : '{}[],:'.includes(text.charAt(start))
        ? start + 1
        : valueEnd(text, start);
    yield text.slice(start, end);
    start = skipSpace(text, end);
  }
}
