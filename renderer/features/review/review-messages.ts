import { choiceText } from '#contract/format-value';
import type { FindingState } from '#contract/features/review/schemas';
import type { FoundSince, MarkRequest, RuleOverview } from '#contract/features/review/calls';
import type { SharedMark } from '#contract/features/team/calls';
import { resourceTitle } from '#contract/screens';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { OTHER_NEEDS, Severity } from '#contract/features/review/rules';
import { count, countOf, formatDate, formatDateTime } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { shortListText } from './fact-messages';
import { UNDETERMINED_TEXTS } from './fee-file-messages';

export const SEVERITY_LABELS: Readonly<Record<Severity, StateLabel>> = {
  high: { label: 'High', tone: 'bad' },
  medium: { label: 'Medium', tone: 'warn' },
  low: { label: 'Low', tone: 'quiet' },
};

export const SEVERITY_MEANINGS: Readonly<Record<Severity, string>> = {
  high: 'Could affect billing, trading or data.',
  medium: 'Needs a decision.',
  low: 'For your information.',
};

export const FINDING_STATE_LABELS: Readonly<Record<FindingState, StateLabel>> = {
  open: { label: 'Open', tone: 'accent' },
  flagged: { label: 'Flagged', tone: 'warn' },
  reviewed: { label: 'Reviewed', tone: 'good' },
  waived: { label: 'Waived', tone: 'quiet' },
};

/** The list's filters by state: their labels, and the states of the findings that they keep. */
export const STATE_FILTERS = {
  'to-do': { label: 'To do', states: ['open', 'flagged'] },
  open: { label: 'Open', states: ['open'] },
  flagged: { label: 'Flagged', states: ['flagged'] },
  reviewed: { label: 'Reviewed', states: ['reviewed'] },
  waived: { label: 'Waived', states: ['waived'] },
  all: { label: 'All states', states: ['open', 'flagged', 'reviewed', 'waived'] },
} as const satisfies Readonly<Record<string, { label: string; states: readonly FindingState[] }>>;
export type StateFilter = keyof typeof STATE_FILTERS;

/** Labels of the list's filter by time. */
export const TIME_FILTERS = {
  ever: 'Found at any time',
  refresh: 'New since the last refresh',
  yesterday: 'New since yesterday',
} as const satisfies Readonly<Record<FoundSince | 'ever', string>>;
export type TimeFilter = keyof typeof TIME_FILTERS;

/** "12 findings". */
export const findingCountText = (value: number): string => countOf(value, 'finding', 'findings');

/** Returns why a rule could not run: "Couldn’t run: no complete data yet for billing groups." */
export function missingDataText(missing: RuleOverview['missing']): string {
  const lists = missing.filter((need): need is ResourceName => !Object.hasOwn(OTHER_REQUIREMENTS, need));
  const titles = (names: readonly ResourceName[]) =>
    shortListText(names.map((list) => resourceTitle(list).toLowerCase()));
  const isOptional = (list: ResourceName): boolean => resourceNamed(list).service.optional === true;
  const [optional, others] = [lists.filter(isOptional), lists.filter((list) => !isOptional(list))];
  const reasons = [
    ...(others.length > 0 ? [`no complete data yet for ${titles(others)}`] : []),
    // Services may lack these lists (wire facts A).
    ...(optional.length > 0
      ? [`no ${choiceText(optional.map((list) => resourceTitle(list).toLowerCase()))} from your service`]
      : []),
    ...missing.flatMap((need) =>
      Object.hasOwn(OTHER_REQUIREMENTS, need)
        ? [OTHER_REQUIREMENTS[need as keyof typeof OTHER_REQUIREMENTS]]
        : [],
    ),
  ];
  return `Couldn’t run: ${reasons.join('; ')}.`;
}

/** Returns the text of an empty queue: "No findings left in this part of the queue. 12 rules couldn’t run." */
export function noFindingsText(rules: readonly RuleOverview[]): string {
  const unchecked = rules.filter(({ missing }) => missing.length > 0).length;
  const text = 'No findings left in this part of the queue.';
  return unchecked === 0 ? text : `${text} ${countOf(unchecked, 'rule', 'rules')} couldn’t run.`;
}

/** "Not determined for 12 records: several fee structures (8), paid through its billing group (4)."; null if none. */
export function undeterminedText(undetermined: RuleOverview['undetermined'] = []): string | null {
  const all = undetermined.reduce((sum, reason) => sum + reason.count, 0);
  const reasons = undetermined.map(
    (reason) => `${UNDETERMINED_TEXTS[reason.reason]} (${count(reason.count)})`,
  );
  return all === 0 ? null : `Not determined for ${countOf(all, 'record', 'records')}: ${reasons.join(', ')}.`;
}

/** Requirements of rules other than lists, and why they may be missing. */
const OTHER_REQUIREMENTS: Readonly<Record<(typeof OTHER_NEEDS)[number], string>> = {
  reconciliation: 'no fee file has been reconciled and signed off yet',
  'fee-history': 'no fee file has been reconciled yet',
  'billable-accounts': 'no fee file has been reconciled yet',
  'rate-ceiling': 'no rate ceiling has been set',
  'period-balances': 'there are no balances to calculate fees from',
};

/** "Reviewed by pat, Nov 21, 2026, 9:00 AM". Says so if the mark is no longer valid. */
export function markText(
  mark: { state: FindingState; by: string; at: string; until: string | null },
  currentState: FindingState,
): string {
  const stateText = mark.state === 'open' ? 'Note' : FINDING_STATE_LABELS[mark.state].label;
  const until = mark.until === null ? '' : ` through ${formatDate(mark.until)}`;
  const validity =
    mark.state === currentState
      ? ''
      : mark.state === 'waived'
        ? '. The waiver no longer applies'
        : '. The record has changed since';
  return `${stateText}${until} by ${mark.by}, ${formatDateTime(mark.at)}${validity}`;
}

/** The fields of a finding without a mark. */
const UNMARKED = { state: 'open', reason: null, until: null, note: null, owner: null } as const;

/** Returns what a colleague changed in the previous mark: "Note", "Assigned to Kim"; null if it is the state. */
function stepBesideState(mark: SharedMark, previous: SharedMark | undefined): string | null {
  const differs = (...fields: readonly (keyof typeof UNMARKED)[]): boolean =>
    fields.some((field) => mark[field] !== (previous ?? UNMARKED)[field]);
  if (!differs('state', 'until', 'reason')) {
    if (differs('note')) return mark.note === null ? 'Note removed' : 'Note';
    if (differs('owner')) return mark.owner === null ? 'Owner removed' : `Assigned to ${mark.owner}`;
  }
  return null;
}

/** "Waived through Dec 1, 2026 by Robin Reyes, Nov 21, 2026, 9:00 AM": one step of a finding's history. */
export function markStepText(mark: SharedMark, previous: SharedMark | undefined): string {
  const { state, until } = mark;
  const stateText = state === 'open' ? 'Reopened' : FINDING_STATE_LABELS[state].label;
  const untilText = state === 'waived' && until !== null ? ` through ${formatDate(until)}` : '';
  const step = stepBesideState(mark, previous) ?? `${stateText}${untilText}`;
  return `${step} by ${mark.name ?? 'an unknown user'}, ${formatDateTime(mark.at)}`;
}

/** Returns the message of the toast: "3 findings waived". */
export function doneText(mark: MarkRequest, count: number): string {
  if (mark.kind === 'note') return mark.text.trim() === '' ? 'Note removed' : 'Note saved';
  if (mark.kind === 'owner')
    return `Owner ${mark.owner.trim() === '' ? 'removed from' : 'saved for'} ${findingCountText(count)}`;
  const action = { reviewed: 'marked reviewed', flagged: 'flagged', waived: 'waived', open: 'reopened' }[
    mark.kind
  ];
  return `${findingCountText(count)} ${action}`;
}
