import { TAX_ID_LABELS, type TaxIdIssue } from '#contract/tax-id';
import type { LineState } from '#contract/features/tax-ids/calls';
import type { SessionLine } from '../session';

/** Headings of the exported file, the only document of this task. */
const HEADINGS = ['Line', 'Name', 'Account', 'Token', 'Type', 'Tax ID', 'Result'] as const;

const RESULTS: Readonly<Record<LineState, string>> = {
  known: 'Found',
  unknown: 'Not found',
  rejected: 'Rejected',
  doubtful: 'Not reliable',
  wrong: 'Error',
  failed: 'No response',
  waiting: 'Not looked up',
};

/** Reasons why a line has no tax ID. */
const REASONS: Partial<Readonly<Record<TaxIdIssue['code'], string>>> = {
  'plain-tax-id': 'a tax ID, not a token',
  empty: 'empty',
  spaces: 'contains spaces',
  'no-token-form': 'not a token',
  'no-token': 'no tax ID token on record',
  'answer-characters': 'the value from the service is not a tax ID',
  'answer-digits': 'the value from the service does not have nine digits',
  'answer-without-token': 'the service returned values without their tokens',
  'answers-differ': 'the service returned two different values',
};

export interface ExportRow {
  readonly line: SessionLine;
  /** Line number in the list from 1, counting empty lines; for a selection, its position. */
  readonly position: number;
  readonly account: string | null;
  readonly value: string | null;
}

/** Returns the rows of the file, including failed lines. */
export function exportTable(rows: readonly ExportRow[]): (string | number | null)[][] {
  return [
    [...HEADINGS],
    ...rows.map(({ line, position, account, value }) => [
      position,
      line.who,
      account,
      line.token,
      line.type ? TAX_ID_LABELS[line.type] : line.otherType && `Unknown (${line.otherType})`,
      value,
      resultOf(line),
    ]),
  ];
}

function resultOf({ state, issue }: SessionLine): string {
  const reason = issue && REASONS[issue.code];
  return reason ? `${RESULTS[state]}: ${reason}` : RESULTS[state];
}
