/**
 * What is remarked on a line of a fee file, as codes and facts in one short text: "held-at SWB; repeated 1 2". Half a
 * million lines have no room for objects, and the sealed table of lines outlives every wording.
 */
const FACTS = {
  'no-account-number': 0,
  'no-amount': 1,
  'several-accounts': 1,
  'held-at': 1,
  'closed-later': 0,
  'closed-earlier': 0,
  'zeros-lost': 1,
  repeated: 2,
} as const;
export type LineRemarkCode = keyof typeof FACTS;

export interface LineRemark {
  readonly code: LineRemarkCode;
  readonly facts: readonly string[];
}

/** What parts remarks and facts, in a fact, is written as its character's number. */
const escaped = (fact: string): string =>
  fact.replace(/[%;\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const plain = (fact: string): string =>
  fact.replace(/%([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const isCode = (code: string): code is LineRemarkCode => Object.hasOwn(FACTS, code);

/** One remark as text. `no-amount`: what is written; `held-at`: a custodian; `zeros-lost`: the number it may be. */
export const lineRemark = (code: LineRemarkCode, ...facts: readonly (string | number)[]): string =>
  [code, ...facts.map((fact) => escaped(String(fact)))].join(' ');

/** Remarks behind each other; an empty text is none. */
export const joinedRemarks = (one: string, other: string): string =>
  [one, other].filter((text) => text !== '').join('; ');

/** The remarks of a text that `lineRemark` and `joinedRemarks` made; null for any other, such as words of an older seal. */
export function remarksIn(text: string): LineRemark[] | null {
  if (text === '') return [];
  const found: LineRemark[] = [];
  for (const part of text.split('; ')) {
    const [code = '', ...facts] = part.split(' ');
    if (!isCode(code) || facts.length !== FACTS[code]) return null;
    found.push({ code, facts: facts.map(plain) });
  }
  return found;
}
