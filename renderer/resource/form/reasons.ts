import type { Fields } from '../../../preload/contract/resource';

/** Why the service refused a record, by the fields that its sentences name; what names none stands by itself. */
export interface Reasons {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly others: readonly string[];
}

/** Lays the reasons of the service (`validation_errors`, wire facts A) at the fields that they name, in any spelling. */
export function reasonsByField(fields: Fields, reasons: readonly string[]): Reasons {
  const byField: Record<string, string[]> = {};
  const others: string[] = [];
  const names = Object.entries(fields).flatMap(([name, { also = [], label }]) =>
    [name, ...also, label, name.replaceAll('_', ' ')].map((word) => ({ name, word })),
  );
  for (const reason of reasons) {
    // A sentence is about what it names first: "required_cash is needed with a frequency". Of two that begin there, the
    // longer one: "Required cash frequency" is not about the required cash.
    const [named] = names
      .map(({ name, word }) => ({ name, word, at: placeIn(word, reason) }))
      .filter(({ at }) => at !== -1)
      .sort((one, other) => one.at - other.at || other.word.length - one.word.length);
    if (named) (byField[named.name] ??= []).push(reason);
    else others.push(reason);
  }
  return { fields: byField, others };
}

const placeIn = (word: string, reason: string): number =>
  reason.search(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'iu'));
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
