import type { Decision, Notation } from '#contract/features/reconcile/schemas';
import {
  KINDS_BY_SEVERITY,
  LINE_KINDS,
  needsConfirmation,
  type ComparedOutcome,
  type EntryPreview,
  type EntryProblem,
  type LineKind,
  type Reconciliation,
} from '#contract/features/reconcile/reconciliation';
import type { SignedState } from '#contract/features/reconcile/calls';
import {
  isWithPreviousPeriod,
  type Confidence,
  type UnsureReason,
} from '#contract/features/reconcile/findings';
import { NOTATION_NAMES } from '#contract/features/reconcile/messages';
import { CUSTODIANS } from '#contract/fields';
import { reasonsFor } from '../../ui/failure-reasons';
import { failureMessage } from '../../ui/failure-messages';
import { count, countOf, formatDate, formatMoney } from '../../ui/format';
import type { StateLabel, Tone } from '../../ui/tone';
import { DECISION_LABELS, FILE_OUTCOME_LABELS } from '../fee-files/file-messages';

/** Labels and colors of a reconciliation, shown by the components. */

/** Labels of the outcomes of results whose comparisons are known. */
export const COMPARED_OUTCOME_LABELS: Readonly<Record<ComparedOutcome, StateLabel>> = {
  ...FILE_OUTCOME_LABELS,
  skipped: { label: 'Agrees (checks skipped)', tone: 'warn' },
  'not-compared': { label: 'Not compared', tone: 'warn' },
};

export const CONFIDENCE: Readonly<Record<Confidence, StateLabel>> = {
  sure: { label: 'Recognized', tone: 'good' },
  likely: { label: 'Likely', tone: 'accent' },
  unsure: { label: 'Check', tone: 'warn' },
};

export const SIGNED_STATE: Readonly<Record<SignedState, StateLabel & { readonly meaning: string }>> = {
  holds: { label: 'Signed off', tone: 'quiet', meaning: 'The saved file is the one that was signed off.' },
  'other-file': {
    label: 'Modified',
    tone: 'bad',
    meaning: 'The saved file is not the file that was signed off: its contents have changed since.',
  },
  'file-missing': {
    label: 'Missing',
    tone: 'warn',
    meaning: 'The file that was signed off can’t be read where it was saved, so it can’t be compared.',
  },
  'seal-broken': {
    label: 'Seal broken',
    tone: 'bad',
    meaning: 'The stored reconciliation is not what was sealed. Do not rely on it; contact support.',
  },
};

/** Returns the label of a sign-off in a list: its decision while it is valid, else its error. */
export const signOffLabel = ({
  state,
  decision,
}: {
  state: SignedState;
  decision: Decision | null;
}): StateLabel => (state === 'holds' && decision ? DECISION_LABELS[decision] : SIGNED_STATE[state]);

/** What the user does to sign off with a decision. */
export const DECISION_ACTIONS: Readonly<Record<Decision, string>> = {
  approved: 'Approve',
  'approved-with-exceptions': 'Approve with exceptions',
  rejected: 'Reject',
};

export const NOTATION_CHOICES: readonly { value: Notation; label: string }[] = [
  { value: 'point', label: `${NOTATION_NAMES.point}: 1,234.50` },
  { value: 'comma', label: `${NOTATION_NAMES.comma}: 1.234,50` },
  { value: 'cents', label: `${NOTATION_NAMES.cents}: 123450` },
];

/** Returns why a file of the archive is skipped. */
export function entryProblemText(problem: EntryProblem): string {
  switch (problem.code) {
    case 'unreadable':
      return reasonsFor(problem.failure)[0] ?? `${failureMessage(problem.failure).title}.`;
    case 'no-columns':
      return 'It has no columns, so it is not a list of fees.';
    case 'no-amounts':
      return 'No column of amounts was recognized.';
    case 'no-account-numbers':
      return 'No column of account numbers was recognized.';
  }
}

export const CUSTODIAN_CHOICES: readonly { value: string; label: string }[] = [
  { value: '', label: 'Unknown' },
  ...Object.entries(CUSTODIANS).map(([value, label]) => ({ value, label })),
];

/** What the user must do, among several files, before a file's fees count. */
export const CONFIRM_LABELS: Readonly<
  Record<UnsureReason, { readonly verb: string; readonly next: string }>
> = {
  'unsure-columns': { verb: 'Check columns', next: 'Open the file to confirm them.' },
  'unsure-custodian': { verb: 'Choose custodian', next: 'Open the file to choose the custodian.' },
};

/** Returns a file's state in the list of files, before it is reconciled. */
export function entryLabel(entry: EntryPreview): StateLabel {
  if (entry.mapping.leftOut) return { label: 'Skipped', tone: 'quiet' };
  if (entry.isRemembered) return { label: 'As before', tone: 'good' };
  if (needsConfirmation(entry)) return CONFIDENCE.unsure;
  const columns = [entry.account, entry.amount, entry.notation];
  return columns.some(({ confidence }) => confidence === 'likely') ? CONFIDENCE.likely : CONFIDENCE.sure;
}

/** Returns "A", "B", … "AA" for columns without headings, as in spreadsheets. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

export const columnLabel = (heading: string, index: number): string =>
  heading === '' ? `Column ${columnLetters(index)}` : heading;

/** An option in the list of kinds next to the lines. */
export interface KindChoice {
  readonly kind: LineKind | 'any' | null;
  readonly label: string;
  readonly count: string;
  readonly sum: string;
  readonly tone: Tone;
}

const KIND_TONES: Readonly<Record<LineKind, Tone>> = {
  unmatched: 'bad',
  ambiguous: 'bad',
  'other-custodian': 'warn',
  closed: 'warn',
  stale: 'warn',
  'direct-billed': 'warn',
  duplicate: 'bad',
  negative: 'warn',
  zero: 'quiet',
  unreadable: 'bad',
  new: 'accent',
  gone: 'accent',
};

/** Returns every kind that occurs, the worst first, after "all" and "needs attention". */
export function kindChoices(result: Reconciliation): KindChoice[] {
  const worstFirst = [...result.kinds].sort(
    (a, b) => KINDS_BY_SEVERITY.indexOf(a.kind) - KINDS_BY_SEVERITY.indexOf(b.kind),
  );
  const presentKinds = worstFirst.map(({ kind, lines, sum }): KindChoice => ({
    kind,
    label: LINE_KINDS[kind],
    count: count(lines),
    sum: formatMoney(sum),
    tone: KIND_TONES[kind],
  }));
  return [
    {
      kind: null,
      label: 'All lines',
      count: count(result.lines),
      sum: formatMoney(result.sum),
      tone: 'quiet',
    },
    { kind: 'any', label: 'Needs attention', count: count(result.worthALook), sum: '', tone: 'quiet' },
    ...presentKinds,
  ];
}

/**
 * Returns what a sign-off of these results accepts without a review, "1 check skipped in all 6, 210 lines need
 * attention"; empty if nothing.
 */
export function signOffCaveats(results: readonly Reconciliation[]): string {
  const skipped = results.map(({ comparisons }) =>
    comparisons
      .filter((comparison) => comparison.outcome === 'unsaid' && !isWithPreviousPeriod(comparison))
      .map(({ what }) => what),
  );
  const checks = new Set(skipped.flat()).size;
  const withSkipped = skipped.filter(({ length }) => length > 0).length;
  const where =
    withSkipped === results.length
      ? `all ${count(withSkipped)}`
      : `${count(withSkipped)} of ${count(results.length)}`;
  const lines = results.reduce((total, { worthALook }) => total + worthALook, 0);
  return [
    checks > 0 && `${countOf(checks, 'check', 'checks')} skipped${results.length > 1 ? ` in ${where}` : ''}`,
    lines > 0 && `${countOf(lines, 'line needs', 'lines need')} attention`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** "Period ending Sep 30, 2026". */
export const periodEndingText = (endDate: string | null): string =>
  endDate === null ? 'Unknown period' : `Period ending ${formatDate(endDate)}`;
