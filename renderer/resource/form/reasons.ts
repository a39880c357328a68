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
  // The longest name first: "required_cash_frequency" is not about "required_cash".
  const names = Object.entries(fields)
    .flatMap(([name, { also = [], label }]) =>
      [name, ...also, label, name.replaceAll('_', ' ')].map((word) => ({ name, word })),
    )
    .sort((one, other) => other.word.length - one.word.length);
  for (const reason of reasons) {
    const named = names.find(({ word }) => isIn(word, reason));
    if (named) (byField[named.name] ??= []).push(reason);
    else others.push(reason);
  }
  return { fields: byField, others };
}

const isIn = (word: string, reason: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'iu').test(reason);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
