import type { Approval, ApprovalRule, ApprovalRules } from '#contract/features/team/approvals';
import type { EngineClient } from '../../bridge';
import { draftTitle } from '../../records/drafts/bulk-messages';
import { approvalRoute, draftRoute, jobRoute, jobShownAt } from '../../records/outcome/edit-routes';
import type { Route } from '../../routes';
import { follow } from '../../state/follow';
import { count, countOf, formatDateTime } from '../../ui/format';
import type { TodayTask } from '../feature';

/** What needs a second person, with the open and answered requests. */
export class ApprovalsState {
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

/** Returns the screen from which the user sends what was approved. */
function sendRoute({ draft, isJob, operation }: Approval): Route {
  if (!isJob) return draftRoute(draft.id);
  if (operation === 'unassign' && draft.sourceJob) return jobRoute(draft.sourceJob);
  if (draft.resource === 'advisorCodes')
    return { place: 'task', task: 'advisorCodes', page: { kind: 'job', id: draft.id } };
  return jobShownAt({ id: draft.id, kind: { resource: draft.resource, operation } });
}

/** What a request asks for: "Edit 12 accounts". */
export function approvalTitle({ draft, operation }: Approval): string {
  const groups = countOf(draft.total, 'billing group', 'billing groups');
  if (operation === 'recreate') return `Delete ${groups} and recreate all from households`;
  if (operation === 'unassign')
    return `Remove ${countOf(draft.total, 'account', 'accounts')} from billing groups one by one`;
  return draftTitle(draft);
}

/** The reasons why a colleague must approve, in words. */
export const APPROVAL_RULE_TEXTS: Readonly<Record<ApprovalRule, (rules: ApprovalRules) => string>> = {
  records: ({ records }) =>
    `more than ${count(records ?? 0)} ${records === 1 ? 'record' : 'records'} at once`,
  removals: () => 'deletions',
  feeStructures: () => 'changes of fee structures',
  advisorCodes: () => 'advisor codes',
  recreations: () => 'billing groups recreated from households',
  leftovers: () => 'leftover group assignments',
};

/** Returns the rules in force as one text; null if nothing needs approval. */
export function rulesText(rules: ApprovalRules): string | null {
  const texts = [
    ...(rules.records === null ? [] : [APPROVAL_RULE_TEXTS.records(rules)]),
    ...(rules.removals ? [APPROVAL_RULE_TEXTS.removals(rules)] : []),
    ...(rules.feeStructures ? [APPROVAL_RULE_TEXTS.feeStructures(rules)] : []),
    ...(rules.advisorCodes ? [APPROVAL_RULE_TEXTS.advisorCodes(rules)] : []),
    ...(rules.recreations ? [APPROVAL_RULE_TEXTS.recreations(rules)] : []),
    ...(rules.leftovers ? [APPROVAL_RULE_TEXTS.leftovers(rules)] : []),
  ];
  return texts.length === 0 ? null : texts.join('; ');
}

/** On Today: what waits for the user's approval, and the answers to the user's own requests. */
export const approvalTasks = (list: readonly Approval[], mayWrite: boolean): TodayTask[] => [
  ...list
    .filter(({ state, from }) => mayWrite && state === 'asked' && !from.isSelf)
    .map((request): TodayTask => ({
      id: `approval-${request.id}`,
      urgency: 'team',
      title: `${request.from.name} asks for your approval: ${approvalTitle(request)}`,
      about: request.note || 'Nothing has been sent.',
      mark: { label: 'Approve or decline', tone: 'accent' },
      route: approvalRoute(request.id),
    })),
  ...list
    .filter(({ state, from }) => from.isSelf && (state === 'approved' || state === 'declined'))
    .map((answered): TodayTask => {
      const { id, by, state, answer, until } = answered;
      return {
        id: `approval-${id}`,
        urgency: 'team',
        title: `${state === 'approved' ? 'Approved' : 'Declined'} by ${by?.name ?? ''}: ${approvalTitle(answered)}`,
        about:
          answer ||
          (state === 'approved' && until ? `Send it by ${formatDateTime(until)}.` : 'Nothing was sent.'),
        mark:
          state === 'approved' ? { label: 'Approved', tone: 'good' } : { label: 'Declined', tone: 'warn' },
        route: sendRoute(answered),
      };
    }),
];
