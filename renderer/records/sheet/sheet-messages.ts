import type { SheetOutcome } from '#contract/calls/sheet-tables';
import type { Field } from '#contract/fields';
import type { RowIssue } from '#contract/job';
import { MAIN_LIST } from '#contract/resources';
import { count, countOf, formatDate } from '../../ui/format';
import { rowIssueText } from '../outcome/row-issue-messages';

export const SHEET = {
  check: 'Check lines',
  onlyHere: 'The lines are stored on this computer. Nothing is sent.',
  excludedLines: 'Excluded lines',
} as const;

type IssueFacts = NonNullable<RowIssue['facts']>;
const LINE_TEXTS: Readonly<Record<string, (facts: IssueFacts) => string>> = {
  'no-owner': () => 'The line has neither an account nor a household.',
  'two-owners': () => 'The line has both an account and a household. Keep only one.',
  'no-such-household': ({ value }) => `No account on this computer is in household ${String(value)}.`,
  'no-terms': () => 'The line has no terms: no fee, collection or frequency.',
  'several-fees': () =>
    'The line has more than one fee. Keep the fee structure, rate, tiers or flat dollars.',
  'future-date': ({ date }) => `${formatDate(String(date))} is in the future.`,
  'date-not-billed': ({ date }) =>
    `No fee file or billing report on this computer is for ${formatDate(String(date))}.`,
  negative: () => 'It must not be below zero.',
  'not-tiers': () =>
    'These are not complete tiers. Write them like this: 250,000: 1.25%; 1,000,000: 1%; above: 0.8%.',
  required: () => 'It must be filled in.',
};

/** Returns why a line was excluded: "Rate: Enter a number from 0 to 99." */
export function lineText(
  fields: Readonly<Record<string, Field>>,
  { field, issue }: SheetOutcome['lines'][number],
): string {
  const { [field ?? '']: labeledField } = fields;
  const text = LINE_TEXTS[issue.code]?.(issue.facts ?? {}) ?? rowIssueText(MAIN_LIST, issue);
  return labeledField ? `${labeledField.label}: ${text}` : text;
}

/** "4,960 lines can be imported, 12 already stored, 3 excluded." */
export function sheetOutcomeText({ stored, unchanged, excluded }: SheetOutcome, isStored: boolean): string {
  const parts = [
    isStored
      ? `${countOf(stored, 'line', 'lines')} imported`
      : `${countOf(stored, 'line', 'lines')} can be imported`,
    ...(unchanged > 0 ? [`${count(unchanged)} already stored`] : []),
    ...(excluded > 0 ? [`${count(excluded)} excluded`] : []),
  ];
  return `${parts.join(', ')}.`;
}
