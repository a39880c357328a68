/**
 * Issues of a fee-file line as compact codes and facts: "held-at SWB; repeated 1 2". Half a million lines are
 * too many for objects, and the sealed table of lines must not depend on any wording. Each code has this many facts.
 */
const FACT_COUNTS = {
  'no-account-number': 0,
  'no-amount': 1,
  'several-accounts': 1,
  'held-at': 1,
  'closed-later': 0,
  'closed-earlier': 0,
  'zeros-lost': 1,
  repeated: 2,
} as const;
export type LineIssueCode = keyof typeof FACT_COUNTS;

export interface LineIssue {
  readonly code: LineIssueCode;
  readonly facts: readonly string[];
}

/** Escapes the characters that separate issues and facts. */
const escapeFact = (fact: string): string =>
  fact.replace(/[%;\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const unescapeFact = (fact: string): string =>
  fact.replace(/%([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const isCode = (code: string): code is LineIssueCode => Object.hasOwn(FACT_COUNTS, code);

/**
 * Encodes one issue. Facts of `no-amount`: the cell's text; `several-accounts`: their number; `held-at`: a custodian;
 * `zeros-lost`: the likely number; `repeated`: the line's position among the lines of its account, and their number.
 */
export const encodeLineIssue = (code: LineIssueCode, ...facts: readonly (string | number)[]): string =>
  [code, ...facts.map((fact) => escapeFact(String(fact)))].join(' ');

/** Joins issues; empty text means none. */
export const joinLineIssues = (a: string, b: string): string =>
  [a, b].filter((text) => text !== '').join('; ');

/**
 * Decodes text made by `encodeLineIssue` and `joinLineIssues`; null for anything else, such as sentences of an
 * older seal.
 */
export function decodeLineIssues(text: string): LineIssue[] | null {
  if (text === '') return [];
  const issues: LineIssue[] = [];
  for (const part of text.split('; ')) {
    const [code = '', ...facts] = part.split(' ');
    if (!isCode(code) || facts.length !== FACT_COUNTS[code]) return null;
    issues.push({ code, facts: facts.map(unescapeFact) });
  }
  return issues;
}
