import { parse } from 'csv-parse/sync';
import { inflateRawSync } from 'node:zlib';
import { LINE_COLUMNS } from '../../../../preload/contract/calls/reconcile';
import { foldNumber } from './numbers';

/** Lines between two pauses. */
const STRETCH = 500;
const [KINDS, NUMBER, CUSTODIAN] = (['kinds', 'number', 'custodian'] as const).map((name) =>
  LINE_COLUMNS.indexOf(name),
);
/** Lines that charge no known account in this file. */
const NO_ACCOUNT = ['unmatched', 'gone'];

/** An account number of a custodian, however it is written. */
export const numberName = (custodian: string, number: string): string => `${custodian} ${foldNumber(number)}`;

/**
 * The accounts that the lines of a signed-off reconciliation charge, as numberName writes them. Its table is gone
 * through in stretches: a fee file may have a hundred thousand lines.
 */
export async function reconciledNumbers(lines: Uint8Array, pause: () => Promise<void>): Promise<Set<string>> {
  const found = new Set<string>();
  const [, ...rows] = inflateRawSync(lines).toString('utf8').split('\r\n'); // one line of the table is one of the text
  for (let at = 0; at < rows.length; at += STRETCH) {
    const some = rows.slice(at, at + STRETCH).join('\n');
    for (const row of parse(some, { relax_column_count: true, skip_empty_lines: true })) {
      const kinds = (row[KINDS ?? 0] ?? '').split(' ');
      const [number = '', custodian = ''] = [row[NUMBER ?? 0], row[CUSTODIAN ?? 0]];
      // A number that a spreadsheet would take for a formula stands after an apostrophe.
      if (number !== '' && !NO_ACCOUNT.some((kind) => kinds.includes(kind)))
        found.add(numberName(custodian, number.replace(/^'/, '')));
    }
    await pause();
  }
  return found;
}
