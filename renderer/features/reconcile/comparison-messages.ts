import type { Reconciliation } from '#contract/features/reconcile/reconciliation';
import {
  isWithPreviousPeriod,
  type Comparison,
  type ResultIssue,
} from '#contract/features/reconcile/findings';
import { outcomeLabel, resultIssueText, verdictText } from '#contract/features/reconcile/messages';
import { countOf, formatMoney } from '../../ui/format';
import type { StateLabel, Tone } from '../../ui/tone';

/** Labels, colors and next steps of a reconciliation's result on the screen. */

const NEXT_STEPS: Partial<Record<ResultIssue['code'], string>> = {
  'file-changed': ' Save it again.',
  'no-accounts': ' Refresh, then reconcile again.',
};

/** Returns a note about a result other than its comparisons, with what to do next. */
export const resultNoteText = (issue: ResultIssue): string =>
  `${resultIssueText(issue)}${NEXT_STEPS[issue.code] ?? ''}`;

type Tones = Readonly<Record<Comparison['outcome'], Tone>>;
const TONES: Tones = { agrees: 'good', differs: 'bad', unsaid: 'warn' };
/** A change from the previous period is information, not a warning. */
const PREVIOUS_PERIOD_TONES: Tones = { agrees: 'quiet', differs: 'accent', unsaid: 'quiet' };

export const comparisonOutcomeLabel = (comparison: Comparison): StateLabel => ({
  label: outcomeLabel(comparison),
  tone: (isWithPreviousPeriod(comparison) ? PREVIOUS_PERIOD_TONES : TONES)[comparison.outcome],
});

/** Returns the headline for the comparisons with the record. `namesSkipped` is that of `verdictText`. */
export function reconciliationVerdict(
  result: Reconciliation,
  namesSkipped = true,
): StateLabel & { readonly text: string } {
  const outcomes = result.comparisons
    .filter((comparison) => !isWithPreviousPeriod(comparison))
    .map(({ outcome }) => outcome);
  return {
    tone: TONES[outcomes.includes('differs') ? 'differs' : outcomes.includes('unsaid') ? 'unsaid' : 'agrees'],
    label: verdictText(result.comparisons, namesSkipped),
    text: `${countOf(result.lines, 'line', 'lines')} for ${countOf(result.accounts, 'account', 'accounts')}, ${formatMoney(result.sum)} in all.`,
  };
}
