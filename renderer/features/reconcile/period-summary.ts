import { periodLabels } from '#contract/dates';
import type { ComparedOutcome } from '#contract/features/reconcile/reconciliation';
import type { SummarizedFile } from '#contract/features/reconcile/calls';
import { DECISION_NAMES } from '#contract/features/reconcile/messages';
import { appendTo } from '#contract/maps';
import { sumOf } from '#contract/money';
import { count, countOf, formatDateTime, formatMoney, listText } from '../../ui/format';
import { COMPARED_OUTCOME_LABELS } from './reconcile-messages';

/** Rows that fit on one Letter page; files.csv in the pack lists all files. */
const MAX_FILES = 40;
/** Texts of one section; a last line counts the others. */
const MAX_TEXTS = 3;
/** File names in one sentence. */
const MAX_NAMES = 8;

const WORST_FIRST: Readonly<Record<ComparedOutcome, number>> = {
  differs: 0,
  'not-compared': 1,
  skipped: 2,
  agrees: 3,
};

/** The summary page of an evidence pack, in words. */
export interface PeriodSummary {
  readonly title: string;
  readonly about: string;
  readonly rows: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly accounts: string;
    readonly sum: string;
    readonly attention: string;
    readonly decision: string;
    readonly signedBy: string;
    readonly signedAt: string;
  }[];
  /** How many files did not fit in the table; empty if all did. */
  readonly moreFilesText: string;
  readonly total: { readonly accounts: string; readonly sum: string; readonly attention: string };
  readonly sections: readonly { readonly title: string; readonly texts: readonly string[] }[];
}

const fileCountText = (files: number): string => countOf(files, 'fee upload file', 'fee upload files');

/** Returns the period of the files, "Q2 2026" or "Q1 2026 to Q3 2026"; or empty if none is known. */
export function periodRangeText(endDates: readonly (string | null)[]): string {
  const known = [...new Set(endDates.flatMap((endDate) => endDate ?? []))].sort();
  const labels = periodLabels(known);
  const [first, last] = [known[0], known.at(-1)].map((day) => (day === undefined ? '' : labels.get(day)));
  return first === last ? (first ?? '') : `${first} to ${last}`;
}

/** Returns the texts that fit, and a count of the others; `where`: the file of the pack that has all. */
function firstTexts(texts: readonly string[], where = 'files.csv'): string[] {
  const moreCount = texts.length - MAX_TEXTS;
  return moreCount > 0
    ? [...texts.slice(0, MAX_TEXTS), `And ${count(moreCount)} more, in ${where}.`]
    : [...texts];
}

/** Returns a text for each skipped check, such as "Households in all 6 files". */
export function skippedTexts(
  all: readonly { readonly skipped: readonly { readonly title: string }[] }[],
): string[] {
  const fileCounts = new Map<string, number>();
  for (const { skipped } of all)
    for (const { title } of skipped) fileCounts.set(title, (fileCounts.get(title) ?? 0) + 1);
  return [...fileCounts].map(([title, files]) => `${title}${inFilesText(files, all.length)}`);
}

const inFilesText = (files: number, total: number): string =>
  total === 1
    ? ''
    : files === total
      ? ` in all ${count(total)} files`
      : ` in ${count(files)} of ${count(total)} files`;

/** A file that was not signed off on this computer; `isOfColleague`: a colleague's valid sign-off covers it. */
export interface UnsignedFile {
  readonly name: string;
  readonly isOfColleague: boolean;
}

function openTexts(
  all: readonly SummarizedFile[],
  files: readonly UnsignedFile[],
  outdated: readonly string[],
): string[] {
  const unsigned = files.filter(({ isOfColleague }) => !isOfColleague).map(({ name }) => name);
  const ofColleagues = files.filter(({ isOfColleague }) => isOfColleague).map(({ name }) => name);
  const firstNames = (names: readonly string[]) =>
    listText(names.slice(0, MAX_NAMES), Math.max(0, names.length - MAX_NAMES));
  const rejected = all.filter(({ signed }) => signed.decision === 'rejected').map(({ name }) => name);
  const attention = all.filter(({ flaggedLines }) => flaggedLines > 0);
  const lines = attention.reduce((total, { flaggedLines }) => total + flaggedLines, 0);
  return [
    unsigned.length > 0 && `Not signed off, so not in this pack: ${firstNames(unsigned)}.`,
    outdated.length > 0 &&
      `Saved again since they were signed off, so not in this pack: ${firstNames(outdated)}.`,
    ofColleagues.length > 0 &&
      `Signed off by colleagues only, so their results are not in this pack: ${firstNames(ofColleagues)}.`,
    rejected.length > 0 && `Rejected: ${firstNames(rejected)}.`,
    lines > 0 &&
      `${countOf(lines, 'line needs', 'lines need')} attention${inFilesText(attention.length, all.length)}; lines.csv of each file lists them.`,
  ].filter((text) => text !== false);
}

function notesOf(all: readonly SummarizedFile[]): string[] {
  const byNote = new Map<string, string[]>();
  for (const { signed, name } of all) appendTo(byNote, signed.note, name);
  return [...byNote].map(([note, names]) =>
    byNote.size === 1
      ? note
      : `${names.length === 1 ? names.join('') : fileCountText(names.length)}: ${note}`,
  );
}

/** Returns the summary of signed files, the worst first. `colleagues`: their sign-offs of all files, in words. `outdated`: files that were saved again since. */
export function periodSummary(
  signed: readonly SummarizedFile[],
  unsigned: readonly UnsignedFile[],
  colleagues: readonly string[] = [],
  outdated: readonly string[] = [],
): PeriodSummary {
  const all = [...signed].sort(
    (a, b) =>
      WORST_FIRST[a.outcome] - WORST_FIRST[b.outcome] || (b.endDate ?? '').localeCompare(a.endDate ?? ''),
  );
  const range = periodRangeText(all.map(({ endDate }) => endDate));
  const differing = all.filter(({ outcome }) => outcome === 'differs');
  const counted = (outcome: SummarizedFile['outcome']) =>
    all.filter((file) => file.outcome === outcome).length;
  const skippedCount = counted('skipped');
  const notComparedCount = counted('not-compared');
  const compared = [
    countOf(differing.length, 'differs', 'differ'),
    countOf(counted('agrees'), 'agrees', 'agree'),
    ...(skippedCount > 0 ? [countOf(skippedCount, 'has skipped checks', 'have skipped checks')] : []),
    ...(notComparedCount > 0 ? [countOf(notComparedCount, 'was not compared', 'were not compared')] : []),
  ];
  const sum = formatMoney(sumOf(all.map((file) => file.sum)));
  const total = (numberIn: (file: SummarizedFile) => number) =>
    count(all.reduce((sum, file) => sum + numberIn(file), 0));
  const moreCount = all.length - MAX_FILES;
  return {
    title: `Reconciliation summary${range === '' ? '' : `, ${range}`}`,
    about: `${fileCountText(all.length)}, ${sum} in all. Compared with the record in the service: ${compared.join(', ')}.`,
    rows: all.slice(0, MAX_FILES).map((file) => ({
      name: file.name,
      outcome: COMPARED_OUTCOME_LABELS[file.outcome].label,
      accounts: count(file.accounts),
      sum: formatMoney(file.sum),
      attention: count(file.flaggedLines),
      decision: file.signed.decision === null ? '' : DECISION_NAMES[file.signed.decision],
      signedBy: file.signed.signedBy,
      signedAt: formatDateTime(file.signed.signedAt),
    })),
    moreFilesText: moreCount > 0 ? `And ${countOf(moreCount, 'more file', 'more files')}, in files.csv.` : '',
    total: {
      accounts: total(({ accounts }) => accounts),
      sum,
      attention: total(({ flaggedLines }) => flaggedLines),
    },
    sections: [
      {
        title: 'Differences from the record',
        texts: firstTexts(differing.map(({ name, differences }) => `${name}. ${differences.join(' ')}`)),
      },
      { title: 'Skipped checks', texts: firstTexts(skippedTexts(all)) },
      { title: 'Open', texts: openTexts(all, unsigned, outdated) },
      { title: 'Sign-off notes', texts: firstTexts(notesOf(all)) },
      ...(colleagues.length > 0
        ? [
            {
              title: 'Signed off by colleagues',
              texts: firstTexts(colleagues, 'sign-offs of colleagues.csv'),
            },
          ]
        : []),
    ].map(({ title, texts }) => ({ title, texts: texts.length === 0 ? ['None.'] : texts })),
  };
}
