import { inflateRawSync } from 'node:zlib';
import { LINE_COLUMNS } from '#contract/features/reconcile/reconciliation';
import { separatedRows } from '#contract/separated-text';
import { normalizeAccountNumber } from './numbers';

/** Lines between two yields. */
const LINES_PER_STEP = 500;
const [KINDS, NUMBER, CUSTODIAN] = (['kinds', 'number', 'custodian'] as const).map((name) =>
  LINE_COLUMNS.indexOf(name),
);
/** Kinds of lines that charge no known account in this file. */
const NO_ACCOUNT = ['unmatched', 'gone'];

/** Returns the key of an account number at a custodian; spellings of the same number have the same key. */
export const accountNumberKey = (custodian: string, number: string): string =>
  `${custodian} ${normalizeAccountNumber(number)}`;

/**
 * Returns the accounts that a signed-off reconciliation charges at these custodians, as keys (accountNumberKey).
 * Yields regularly, because a fee file may have a hundred thousand lines.
 */
export async function reconciledNumbers(
  lines: Uint8Array,
  pause: () => Promise<void>,
  custodians: ReadonlySet<string>,
): Promise<Set<string>> {
  const numbers = new Set<string>();
  const [, ...rows] = inflateRawSync(lines).toString('utf8').split('\r\n'); // each row of the table is one line of text
  for (let offset = 0; offset < rows.length; offset += LINES_PER_STEP) {
    const text = rows.slice(offset, offset + LINES_PER_STEP).join('\n');
    for (const { cells: row } of separatedRows(text, ',')) {
      const kinds = (row[KINDS ?? 0] ?? '').split(' ');
      const [number = '', custodian = ''] = [row[NUMBER ?? 0], row[CUSTODIAN ?? 0]];
      // A number that looks like a formula is preceded by an apostrophe.
      if (number !== '' && custodians.has(custodian) && !NO_ACCOUNT.some((kind) => kinds.includes(kind)))
        numbers.add(accountNumberKey(custodian, number.replace(/^'/, '')));
    }
    await pause();
  }
  return numbers;
}
