/** A number whose digits JavaScript would change, such as an id above 2^53 or 0.10: kept as it was written. */
export class ExactNumber {
  constructor(readonly digits: string) {}
  toString(): string {
    return this.digits;
  }
  toJSON(): string {
    return this.digits;
  }
}

type Reviver = (
  this: unknown,
  key: string,
  value: unknown,
  context?: { readonly source?: string },
) => unknown;

/**
 * Reads JSON for display without losing digits. Where the engine gives no access to the source text (before Chrome 114
 * and Node 21) numbers are as JavaScript reads them.
 */
export function parseExact(text: string): unknown {
  const revive: Reviver = (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
      ? new ExactNumber(context.source)
      : value;
  return JSON.parse(text, revive) as unknown;
}

/** Sets JSON text out over lines by moving white space only: every digit, escape and key stays as it was sent. */
export function indentJson(text: string): string {
  let out = '';
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  // Strings as wholes, then punctuation, then runs of anything else (numbers and words).
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (token === '{' || token === '[') {
      depth += 1;
      out += next === '}' || next === ']' ? token : token + line();
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const opened = tokens[at - 1];
      out += opened === '{' || opened === '[' ? token : line() + token;
    } else if (token === ',') out += token + line();
    else if (token === ':') out += ': ';
    else out += token;
  });
  return out;
}

/** The text with tax id tokens covered, for showing: nobody reads them over a shoulder. */
export const withoutSecrets = (text: string): string =>
  text.replace(/("tax_id_token"\s*:\s*)"(?:[^"\\]|\\.)+"/g, '$1"••••"');
