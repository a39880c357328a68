import type { LineState, TaxIdLine } from '#contract/features/tax-ids/schemas';
import type { TaxIdProgress } from '#contract/features/tax-ids/calls';
import { maskedTaxId, TAX_ID_LABELS, type TaxIdIssue } from '#contract/tax-id';
import { count, countOf, EMPTY } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

export const EXCHANGE_STATES: Readonly<Record<LineState, StateLabel>> = {
  known: { label: 'Found', tone: 'good' },
  unknown: { label: 'Not found', tone: 'warn' },
  rejected: { label: 'Rejected', tone: 'warn' },
  doubtful: { label: 'Not reliable', tone: 'bad' },
  wrong: { label: 'Error', tone: 'bad' },
  failed: { label: 'No response', tone: 'bad' },
  waiting: { label: 'Not looked up', tone: 'quiet' },
};
export const TOKENIZE_STATES: Readonly<Record<LineState, StateLabel>> = {
  known: { label: 'Token', tone: 'good' },
  unknown: { label: 'No token', tone: 'warn' },
  rejected: { label: 'Rejected', tone: 'warn' },
  doubtful: { label: 'Not reliable', tone: 'bad' },
  wrong: { label: 'Error', tone: 'bad' },
  failed: { label: 'No response', tone: 'bad' },
  waiting: { label: 'Not sent', tone: 'quiet' },
};

/** Messages for invalid or unusual lines, which follow the line's number: "Line 3: is empty." */
const ISSUES: Readonly<Record<TaxIdIssue['code'], (issue: TaxIdIssue) => string>> = {
  characters: () => 'has characters other than digits and dashes',
  dashes: () => 'has dashes or spaces in the wrong places',
  'lost-zero': ({ digits }) => `has ${digits} digits: a leading zero may be missing`,
  digits: ({ digits }) => `has ${digits === 1 ? '1 digit' : `${digits} digits`} instead of nine`,
  'ssn-prefix': ({ prefix }) => `no SSN begins with ${prefix}`,
  'ssn-zeros': () => 'no SSN has a part that is all zeros',
  'ein-prefix': ({ prefix }) => `no EIN begins with ${prefix}`,
  'several-columns': () => 'fits in several columns: paste one column, or a heading such as “Tax ID”',
  'plain-tax-id': () => 'is a tax ID, not a token',
  empty: () => 'is empty',
  spaces: () => 'contains spaces',
  'no-token-form': () => 'is too long, or has characters no token has',
  'no-token': () => 'has no tax ID token',
  'not-known': () => 'the service does not recognize this token',
  'not-taken': () => 'the service rejected it',
  'no-answer-token': () => 'the service gave no token for it',
  'answer-characters': () => 'the service’s answer is not a tax ID',
  'answer-digits': ({ digits }) =>
    `the service answered with ${digits === 1 ? '1 digit' : `${digits} digits`} instead of nine; leading zeros may be missing`,
  'answer-without-token': () =>
    'the service returned values without their tokens; one may belong to this token',
  'answers-differ': () => 'the service gave two different values for this token',
  echoed: () => 'the service answered with the tax ID itself instead of a token',
  'bad-token': () => 'the service’s answer is not a token',
  'shared-token': () => 'the service gave the same token for different tax IDs',
  forgotten: () => 'was cleared for safety; enter it again',
};

export const issueText = (issue: TaxIdIssue): string => ISSUES[issue.code](issue);

/** Returns the label of a line: the name of its record, or its number. */
export const lineName = ({ who, number }: Pick<TaxIdLine, 'who' | 'number'>): string =>
  who ?? (number === null ? 'Unnamed' : `Line ${count(number)}`);

/** Returns SSN, EIN, or that it is neither. */
export function typeOf({ type, otherType, state }: Pick<TaxIdLine, 'type' | 'otherType' | 'state'>): string {
  if (type) return TAX_ID_LABELS[type];
  if (otherType !== null) return `Unknown (${otherType})`;
  return state === 'known' ? 'Unknown' : EMPTY;
}

/** Returns the masked tax ID of a line; its type is known once it was looked up. */
export const maskOf = ({ type }: Pick<TaxIdLine, 'type'>, canShow: boolean): string =>
  canShow ? maskedTaxId(type) : EMPTY;

/** Returns a summary of a file's lines, before any of them is sent. */
export function fileSummaryText(
  file: string | null,
  { counts }: TaxIdProgress,
  singular: string,
  plural: string,
): string {
  const errorText =
    counts.wrong === 0 ? '' : `, ${countOf(counts.wrong, 'line with an error', 'lines with errors')}`;
  return `${file ?? 'The file'}: ${countOf(counts.waiting, singular, plural)}${errorText}. Nothing has been sent yet.`;
}

/** "One result per line of your list; 2 lines are blank." */
export const alignedText = (blank: number): string =>
  `One result per line of your list${blank === 0 ? '' : `; ${countOf(blank, 'line is', 'lines are')} blank`}.`;

/** "3,000 of 5,000 done", including lines that failed or were not sent because of an error. */
export function progressText({ counts, total }: TaxIdProgress): string {
  return `${count(total - counts.waiting)} of ${count(total)} done`;
}

/** Returns the fraction that is done, 0 to 1. */
export const progressShare = ({ counts, total }: TaxIdProgress): number =>
  total === 0 ? 1 : (total - counts.waiting) / total;

/** Returns the states that occur, with their number of lines, as options. */
export function stateChoices(
  { counts, total }: TaxIdProgress,
  states: Readonly<Record<LineState, StateLabel>>,
): { value: LineState | 'all'; label: string; count: string }[] {
  const order: readonly LineState[] = [
    'known',
    'unknown',
    'rejected',
    'doubtful',
    'wrong',
    'failed',
    'waiting',
  ];
  return [
    { value: 'all', label: 'All', count: count(total) },
    ...order
      .filter((state) => counts[state] > 0)
      .map((state) => ({ value: state, label: states[state].label, count: count(counts[state]) })),
  ];
}

/** Returns the number of lines that a retry would send: those that failed, and those not sent yet. */
export const countRetryableLines = ({ counts }: TaxIdProgress): number => counts.failed + counts.waiting;

export const taxIdsText = (n: number): string => countOf(n, 'tax ID', 'tax IDs');
