import type { Fields } from '#contract/resource';

/** Why the service refused a record, by the fields that its sentences name; others are listed separately. */
export interface Reasons {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly others: readonly string[];
}

/**
 * Assigns the service's reasons (`validation_errors`, wire facts A) to the fields they name, in any spelling.
 */
export function reasonsByField(fields: Fields, reasons: readonly string[]): Reasons {
  const byField: Record<string, string[]> = {};
  const others: string[] = [];
  const names = Object.entries(fields).flatMap(([name, { aliases = [], label }]) =>
    [name, ...aliases, label, name.replaceAll('_', ' ')].map((word) => ({ name, word })),
  );
  for (const reason of reasons) {
    // A sentence belongs to the first field it names: "required_cash is needed with a frequency". Of two at
    // the same position the longer one counts: "Required cash frequency" is not about the required cash.
    const [named] = names
      .map(({ name, word }) => ({ name, word, position: positionIn(word, reason) }))
      .filter(({ position }) => position !== -1)
      .sort((a, b) => a.position - b.position || b.word.length - a.word.length);
    if (named) (byField[named.name] ??= []).push(reason);
    else others.push(reason);
  }
  return { fields: byField, others };
}

const positionIn = (word: string, reason: string): number =>
  reason.search(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, 'iu'));
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
