import type { EntryMapping, EntryPreview, EntryProblem } from '#contract/features/reconcile/reconciliation';
import type { Guess } from '#contract/features/reconcile/findings';
import { CUSTODIANS } from '#contract/fields';
import type { RememberedColumns } from './saved-work/fee-columns';
import { guessAccount, guessAmount, guessNotation, findHeadingLine, type FileColumn } from './columns';
import { headingWords } from './headings';
import type { AccountLookup } from './match';
import { accountNumberIn, normalizeAccountNumber } from './numbers';

interface CustodianGuess extends Guess {
  readonly custodian: string;
}

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/**
 * Guesses a file's custodian as that of most of the matching accounts, else by its name. `votes` has one custodian for
 * each example whose matching cached accounts are all held there.
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

/** Returns the custodian whose code or full name is in the file's name; null if there is none or several. */
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

/** The first lines of one file of the archive, or why they cannot be read. */
export interface EntryHead {
  readonly entry: string;
  readonly rows: readonly (readonly string[])[];
  /** The line of each row in the file, from 1. */
  readonly lineNumbers: readonly number[];
  readonly problem: EntryProblem | null;
}

interface DetectionSources {
  readonly lookUp: AccountLookup;
  readonly remembered: (custodian: string) => readonly RememberedColumns[];
}

/** Lines used to detect columns. */
export const SAMPLED_ROWS = 200;
/** Lines, and example cells of each column, in a preview. */
const SHOWN_ROWS = 12;
const EXAMPLES = 4;
export const MAX_DETECTED_COLUMNS = 60;

/** Detects each file's custodian, columns and notation; earlier confirmations take precedence. */
export function detectColumns(
  heads: readonly EntryHead[],
  { lookUp, remembered }: DetectionSources,
): EntryPreview[] {
  const wanted = new Set<string>();
  for (const head of heads)
    for (const row of head.rows)
      for (const cell of row) {
        const folded = normalizeAccountNumber(accountNumberIn(cell));
        // Looks up only cells that may be account numbers: at least three digits, and no long text.
        if (/\d.*\d.*\d/.test(folded) && folded.length <= 30) wanted.add(folded);
      }
  const accountsByNumber = lookUp(wanted, normalizeAccountNumber);
  const custodiansOf = (cell: string): string[] => {
    const accounts = accountsByNumber.get(normalizeAccountNumber(accountNumberIn(cell))) ?? [];
    return [...new Set(accounts.flatMap(({ custodian }) => custodian ?? []))];
  };
  const hasKnownAccounts = accountsByNumber.size > 0;
  return heads.map((head) => {
    const heading = findHeadingLine(head.rows);
    const columns = columnsOf(head.rows, heading, (cells) =>
      hasKnownAccounts
        ? shareOf(cells, (cell) => accountsByNumber.has(normalizeAccountNumber(accountNumberIn(cell))))
        : null,
    );
    const votes = (column: number | undefined): string[] =>
      (column === undefined ? [] : (columns[column]?.cells ?? [])).flatMap((cell) => {
        const [custodian, other] = custodiansOf(cell);
        return custodian !== undefined && other === undefined ? [custodian] : [];
      });
    return previewOf(head, heading, columns, { votes, remembered });
  });
}

function columnsOf(
  rows: EntryHead['rows'],
  heading: number | null,
  knownShareOf: (cells: readonly string[]) => number | null,
): FileColumn[] {
  const width = Math.min(
    MAX_DETECTED_COLUMNS,
    rows.reduce((max, row) => Math.max(max, row.length), 0),
  );
  const data = rows.slice(heading === null ? 0 : heading + 1);
  return Array.from({ length: width }, (_, index) => {
    const cells = data.map((row) => row[index] ?? '').filter((cell) => cell.trim() !== '');
    return {
      heading: heading === null ? '' : (rows[heading]?.[index] ?? ''),
      cells,
      knownShare: knownShareOf(cells),
    };
  });
}

const shareOf = (cells: readonly string[], test: (cell: string) => boolean): number =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;

interface Evidence {
  readonly votes: (column: number | undefined) => string[];
  readonly remembered: DetectionSources['remembered'];
}

function previewOf(
  head: EntryHead,
  heading: number | null,
  columns: readonly FileColumn[],
  { votes, remembered }: Evidence,
): EntryPreview {
  const account = guessAccount(columns);
  const custodian = guessCustodian(head.entry, votes(account?.column));
  const recalledColumns =
    custodian.custodian === '' ? null : recall(remembered(custodian.custodian), columns, heading === null);
  const amount = guessAmount(columns, account?.column ?? null);
  const amounts = columns[recalledColumns?.amount ?? amount?.column ?? -1]?.cells ?? [];
  const notation = guessNotation(amounts);
  const rememberedGuess = {
    confidence: 'sure' as const,
    reasons: [
      { code: 'remembered' as const, ...(recalledColumns?.change && { change: recalledColumns.change }) },
    ],
  };
  const noGuess = { confidence: 'unsure' as const, reasons: [{ code: 'no-column' as const }] };
  const problem: EntryProblem | null =
    head.problem ??
    (columns.length < 2
      ? { code: 'no-columns' }
      : recalledColumns || (account && amount)
        ? null
        : { code: account ? 'no-amounts' : 'no-account-numbers' });
  const mapping: EntryMapping = {
    entry: head.entry,
    custodian: custodian.custodian,
    leftOut: problem !== null,
    heading,
    // Without a guess, the file is left out; the form then starts with the first two columns.
    account: recalledColumns?.account ?? account?.column ?? 0,
    amount: recalledColumns?.amount ?? amount?.column ?? Math.min(1, Math.max(0, columns.length - 1)),
    notation: recalledColumns?.notation ?? notation.notation,
  };
  return {
    mapping,
    custodian: guessOf(custodian),
    account: recalledColumns ? rememberedGuess : account ? guessOf(account) : noGuess,
    amount: recalledColumns ? rememberedGuess : amount ? guessOf(amount) : noGuess,
    notation: recalledColumns ? rememberedGuess : guessOf(notation),
    isRemembered: recalledColumns !== null,
    columns: columns.map((column) => ({
      heading: column.heading.trim(),
      examples: [...new Set(column.cells.map((cell) => cell.trim()))].slice(0, EXAMPLES),
    })),
    rows: head.rows.slice(0, SHOWN_ROWS).map((row) => row.slice(0, MAX_DETECTED_COLUMNS)),
    lineNumbers: head.lineNumbers.slice(0, SHOWN_ROWS),
    problem,
  };
}

const guessOf = ({ confidence, reasons }: Guess): Guess => ({ confidence, reasons });

/** Returns remembered columns that match this file: by heading, or by position in a file without headings. */
function recall(
  candidates: readonly RememberedColumns[],
  columns: readonly FileColumn[],
  hasNoHeadings: boolean,
): Pick<RememberedColumns, 'account' | 'amount' | 'notation' | 'change'> | null {
  const positionOf = (heading: string, index: number): number => {
    if (hasNoHeadings) return heading === '' && index < columns.length ? index : -1;
    if (heading === '') return -1;
    return columns.findIndex((column) => headingWords(column.heading) === heading);
  };
  for (const candidate of candidates) {
    const account = positionOf(candidate.accountHeading, candidate.account);
    const amount = positionOf(candidate.amountHeading, candidate.amount);
    if (account >= 0 && amount >= 0) return { ...candidate, account, amount };
  }
  return null;
}

/** Returns the columns to remember for a confirmed mapping. */
export function rememberedOf(mapping: EntryMapping, rows: EntryHead['rows']): RememberedColumns {
  const headings = mapping.heading === null ? [] : (rows[mapping.heading] ?? []);
  return {
    accountHeading: headingWords(headings[mapping.account] ?? ''),
    amountHeading: headingWords(headings[mapping.amount] ?? ''),
    account: mapping.account,
    amount: mapping.amount,
    notation: mapping.notation,
  };
}
