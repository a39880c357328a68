import type { Approval, ApprovalRule, ApprovalRules } from '#contract/features/team/approvals';
import type { EngineClient } from '../../bridge';
import { draftTitle } from '../../records/drafts/bulk-messages';
import { approvalRoute, draftRoute } from '../../records/outcome/edit-routes';
import type { Route } from '../../routes';
import { follow } from '../../state/follow';
import { count, formatDateTime } from '../../ui/format';
import type { TodayTask } from '../feature';

/** What needs a second person, with the open and answered requests. */
export class Approvals {
  /** Null until known. */
  rules = $state.raw<ApprovalRules | null>(null);
  list = $state.raw<readonly Approval[]>([]);

  constructor(private readonly engine: EngineClient) {}

  follow(signal: AbortSignal): void {
    void follow({
      signal,
      open: (until) => this.engine.team.followApprovals(undefined, { signal: until }),
      onValue: ({ rules, list }) => {
        this.rules = rules;
        this.list = list;
      },
    });
  }
}

/** Advisor codes are the only jobs that are planned without a draft and can need approval. */
const codesJobRoute = (id: string): Route => ({
  place: 'task',
  task: 'advisorCodes',
  page: { kind: 'job', id },
});

/** The reasons why a colleague must approve, in words. */
export const RULE_TEXTS: Readonly<Record<ApprovalRule, (rules: ApprovalRules) => string>> = {
  records: ({ records }) =>
    `more than ${count(records ?? 0)} ${records === 1 ? 'record' : 'records'} at once`,
  removals: () => 'deletions',
  feeStructures: () => 'changes of fee structures',
  advisorCodes: () => 'advisor codes',
};

/** Returns the rules in force as one text; null if nothing needs approval. */
export function rulesText(rules: ApprovalRules): string | null {
  const texts = [
    ...(rules.records === null ? [] : [RULE_TEXTS.records(rules)]),
    ...(rules.removals ? [RULE_TEXTS.removals(rules)] : []),
    ...(rules.feeStructures ? [RULE_TEXTS.feeStructures(rules)] : []),
    ...(rules.advisorCodes ? [RULE_TEXTS.advisorCodes(rules)] : []),
  ];
  return texts.length === 0 ? null : texts.join('; ');
}

/** On Today: what waits for the user's approval, and the answers to the user's own requests. */
export const approvalTasks = (list: readonly Approval[], mayWrite: boolean): TodayTask[] => [
  ...list
    .filter(({ state, from }) => mayWrite && state === 'asked' && !from.isSelf)
    .map(({ id, draft, from, note }): TodayTask => ({
      id: `approval-${id}`,
      urgency: 'team',
      title: `${from.name} asks for your approval: ${draftTitle(draft)}`,
      about: note || 'Nothing has been sent.',
      mark: { label: 'Approve or decline', tone: 'accent' },
      route: approvalRoute(id),
    })),
  ...list
    .filter(({ state, from }) => from.isSelf && (state === 'approved' || state === 'declined'))
    .map(({ id, draft, isJob, by, state, answer, until }): TodayTask => ({
      id: `approval-${id}`,
      urgency: 'team',
      title: `${state === 'approved' ? 'Approved' : 'Declined'} by ${by?.name ?? ''}: ${draftTitle(draft)}`,
      about:
        answer ||
        (state === 'approved' && until ? `Send it by ${formatDateTime(until)}.` : 'Nothing was sent.'),
      mark: state === 'approved' ? { label: 'Approved', tone: 'good' } : { label: 'Declined', tone: 'warn' },
      route: isJob ? codesJobRoute(draft.id) : draftRoute(draft.id),
    })),
];
