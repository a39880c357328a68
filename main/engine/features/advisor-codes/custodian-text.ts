import { CUSTODIANS, custodianCode, type CustodianCode } from '#contract/fields';

const normalizedWords = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(' ');

/**
 * Returns the custodian that a cell names by its code, its name, or an unambiguous part of its name ("Schwab"), or that
 * it names among other words; null if there is none, or several.
 */
export function parseCustodian(text: string): CustodianCode | null {
  const byCode = custodianCode.safeParse(text.trim().toUpperCase());
  if (byCode.success) return byCode.data;
  const wanted = normalizedWords(text);
  if (wanted.length < 4) return null; // too short to name a custodian reliably
  const named = custodianCode.options.map((code) => ({ code, name: normalizedWords(CUSTODIANS[code]) }));
  const exactMatch = named.find(({ name }) => name === wanted);
  if (exactMatch) return exactMatch.code;
  const partialMatches = named.filter(
    ({ name }) => ` ${name} `.includes(` ${wanted} `) || ` ${wanted} `.includes(` ${name} `),
  );
  return partialMatches.length === 1 ? (partialMatches[0]?.code ?? null) : null;
}
