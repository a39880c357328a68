import type { Guess } from '#contract/features/reconcile/findings';
import { CUSTODIANS } from '#contract/fields';

export interface CustodianGuess extends Guess {
  readonly custodian: string;
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/**
 * Guesses a file's custodian by the matching accounts, else by its name. `votes` has one custodian for each
 * example that matches a cached account.
 */
export function guessCustodian(entry: string, votes: readonly string[]): CustodianGuess {
  const byName = custodianInName(entry);
  const counts = new Map<string, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const [mostFrequent] = [...counts].sort((a, b) => b[1] - a[1]);
  if (mostFrequent && mostFrequent[1] * 2 > votes.length) {
    const [custodian, count] = mostFrequent;
    const doesNameAgree = byName === null || byName === custodian;
    return {
      custodian,
      confidence: doesNameAgree && count === votes.length ? 'sure' : 'likely',
      reasons: [
        { code: 'accounts-at-custodian', count, of: votes.length },
        ...(byName === custodian ? [{ code: 'file-name' as const }] : []),
      ],
    };
  }
  if (byName) return { custodian: byName, confidence: 'likely', reasons: [{ code: 'file-name' }] };
  return { custodian: '', confidence: 'unsure', reasons: [{ code: 'unknown-custodian' }] };
}

/** Returns the custodian whose code or full name is in the file's name. */
export function custodianInName(entry: string): string | null {
  const base = entry.split(/[\\/]/).at(-1) ?? entry;
  const parts = wordsIn(base);
  const byCode = Object.keys(CUSTODIANS).filter((code) => parts.includes(code.toLowerCase()));
  if (byCode.length === 1) return byCode[0] ?? null;
  const text = ` ${parts.join(' ')} `;
  const byWords = Object.entries(CUSTODIANS).filter(([, name]) =>
    text.includes(` ${wordsIn(name).join(' ')} `),
  );
  return byWords.length === 1 ? (byWords[0]?.[0] ?? null) : null;
}
