import type { LineState, TaxIdLine, TaxIdProgress } from '../../../preload/contract/calls/tax-ids';
import { maskedTaxId, TAX_ID_WORDS } from '../../../preload/contract/domain/tax-id-text';
import { count, counted, EMPTY } from '../../kit/format';
import type { Said } from '../../kit/tone';

export const EXCHANGE_STATES: Readonly<Record<LineState, Said>> = {
  known: { word: 'Found', tone: 'good' },
  unknown: { word: 'Not known', tone: 'warn' },
  wrong: { word: 'Wrong', tone: 'bad' },
  failed: { word: 'No answer', tone: 'bad' },
  waiting: { word: 'Not asked', tone: 'quiet' },
};
export const TOKENISE_STATES: Readonly<Record<LineState, Said>> = {
  known: { word: 'Token', tone: 'good' },
  unknown: { word: 'Not taken', tone: 'warn' },
  wrong: { word: 'Wrong', tone: 'bad' },
  failed: { word: 'No answer', tone: 'bad' },
  waiting: { word: 'Not asked', tone: 'quiet' },
};

/** How a line is called: the name of its record, or its number. */
export const lineName = ({ who, number }: Pick<TaxIdLine, 'who' | 'number'>): string =>
  who ?? (number === null ? 'Without a name' : `Line ${count(number)}`);

export const kindOf = (line: Pick<TaxIdLine, 'type'>): string =>
  line.type ? TAX_ID_WORDS[line.type] : EMPTY;

/** The tax id of a line while it is not shown. */
export const maskOf = (line: Pick<TaxIdLine, 'type' | 'state'>): string =>
  line.type && line.state === 'known' ? maskedTaxId(line.type) : EMPTY;

/** "3,000 of 5,000 answered". */
export function progressText({ counts, total }: TaxIdProgress): string {
  return `${count(total - counts.waiting)} of ${count(total)} answered`;
}

/** Share that is answered, 0 to 1. */
export const shareOf = ({ counts, total }: TaxIdProgress): number =>
  total === 0 ? 1 : (total - counts.waiting) / total;

/** The states that occur, with how many lines each has, to choose from. */
export function stateChoices(
  { counts, total }: TaxIdProgress,
  states: Readonly<Record<LineState, Said>>,
): { value: LineState | 'all'; label: string; count: string }[] {
  const order: readonly LineState[] = ['known', 'unknown', 'wrong', 'failed', 'waiting'];
  return [
    { value: 'all', label: 'All', count: count(total) },
    ...order
      .filter((state) => counts[state] > 0)
      .map((state) => ({ value: state, label: states[state].word, count: count(counts[state]) })),
  ];
}

/** What asking again would take up: lines that failed, and those that were not asked. */
export const openLines = ({ counts }: TaxIdProgress): number => counts.failed + counts.waiting;

export const taxIdsText = (n: number): string => counted(n, 'tax id', 'tax ids');
