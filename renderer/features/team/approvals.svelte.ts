import { periodLabels } from '#contract/dates';
import type { PeriodId } from '#contract/features/period/schemas';
import type { ApprovalRule, ApprovalRules } from '#contract/features/team/approvals';
import type { Approval } from '#contract/features/team/approval-calls';
import { TRANSIENT_PROBLEMS } from '#contract/features/team/schemas';
import type { TeamProblem } from '#contract/features/team/calls';
import type { Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { draftTitle } from '../../records/drafts/bulk-messages';
import { names } from '../../records/names/names.svelte';
import { approvalRoute, draftRoute, jobRoute, outcomeRouteOf } from '../../records/outcome/edit-routes';
import type { Route, TaskRoute } from '../../routes';
import { follow } from '../../state/follow';
import { count, countOf, formatDateTime } from '../../ui/format';
import type { FailureMessage } from '../../ui/failure-texts';
import type { TodayTask } from '../feature';
import { ANSWER_NOT_SENT, ANSWER_NOT_SENT_BADGE } from './hand-overs.svelte';
import { problemMessage } from './problem-messages';

/** The rules for approval, with the open and answered requests. */
export class ApprovalsState {
  /** Null until known. */
  rules = $state.raw<ApprovalRules | null>(null);
  list = $state.raw<readonly Approval[]>([]);
  /** Why both can't be read; they are then the last ones that were read. */
  failure = $state.raw<Failure | null>(null);

  readonly #engine: EngineClient;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  follow(signal: AbortSignal): void {
    void follow({
      signal,
      open: (until) => this.#engine.team.followApprovals(undefined, { signal: until }),
      onValue: ({ rules, list }) => {
        this.rules = rules;
        this.list = list;
        this.failure = null;
      },
      onFailure: (failure) => (this.failure = failure),
    });
  }
}

/** Returns the route of a billing period. */
const periodRoute = (period: PeriodId): TaskRoute => ({
  screen: 'task',
  task: 'period',
  page: { kind: 'period', ...period },
});

/** Returns the screen from which the user sends or signs what was approved. */
function nextRoute({ about }: Approval): Route {
  if (about.kind === 'period') return periodRoute(about.period);
  const { kind, draft, operation } = about;
  if (kind === 'draft') return draftRoute(draft.id);
  if (operation === 'unassign' && draft.sourceJob) return jobRoute(draft.sourceJob);
  if (draft.resource === 'advisorCodes')
    return { screen: 'task', task: 'advisorCodes', page: { kind: 'job', id: draft.id } };
  return outcomeRouteOf({ id: draft.id, kind: { resource: draft.resource, operation } });
}

/** Returns the screen that shows a colleague's request. */
const requestRoute = ({ id, about }: Approval): Route =>
  about.kind === 'period'
    ? { screen: 'task', task: 'period', page: { kind: 'approval', id } }
    : approvalRoute(id);

/** Returns a request's title: "Edit 12 accounts", "Sign Q2 2026, Juniper Harbor Wealth". */
export function approvalTitle({ about }: Pick<Approval, 'about'>): string {
  if (about.kind === 'period') return `Sign ${periodName(about.period)}`;
  const { draft, operation } = about;
  const groups = countOf(draft.total, 'billing group', 'billing groups');
  if (operation === 'recreate') return `Delete ${groups} and recreate all from households`;
  if (operation === 'unassign')
    return `Remove ${countOf(draft.total, 'account', 'accounts')} from billing groups one by one`;
  return draftTitle(draft);
}

function periodName({ firm, endDate }: PeriodId): string {
  const label = periodLabels([endDate]).get(endDate) ?? endDate;
  return firm === null ? label : `${label}, ${names.nameOf('firms', firm) ?? `firm ${firm}`}`;
}

/** The reasons why a colleague must approve, in words. */
export const APPROVAL_RULE_TEXTS: Readonly<Record<ApprovalRule, (rules: ApprovalRules) => string>> = {
  records: ({ records }) =>
    `more than ${count(records ?? 0)} ${records === 1 ? 'record' : 'records'} at once`,
  removals: () => 'deletions',
  feeStructures: () => 'changes to fee structures',
  advisorCodes: () => 'advisor codes',
  recreations: () => 'billing groups recreated from households',
  leftovers: () => 'leftover group assignments',
  periods: () => 'signing a billing period',
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
    ...(rules.periods ? [APPROVAL_RULE_TEXTS.periods(rules)] : []),
  ];
  return texts.length === 0 ? null : texts.join('; ');
}

/** Returns why the user's approval of a request failed. */
export function notApproved(problem: TeamProblem, { from }: Pick<Approval, 'from'>): FailureMessage {
  const message = problemMessage(problem);
  if (!TRANSIENT_PROBLEMS.has(problem.code)) return message;
  return {
    title: 'Your approval was not recorded',
    meaning: `${message.title}. ${from.name} may have withdrawn the request; Firm Desk can’t tell until the database is connected.`,
    next: 'When the database is connected, try to approve it again.',
  };
}

/** Returns why an approval ended, although nothing changed since. */
export function endedText({ by, until }: Approval): string {
  const isOver = until !== null && Date.parse(until) <= Date.now();
  const reason = isOver ? 'five days have passed' : 'this colleague can no longer approve on your team';
  return `The approval by ${by?.name ?? ''} has ended: ${reason}.`;
}

/** Returns whose approval or request ended, and why. */
export function outdatedApprovalText({ from, at, by, decidedAt }: Approval, changed: string): string {
  const asker = from.isSelf ? 'You' : from.name;
  const [who, did, time] =
    decidedAt === null ? [asker, 'asked for approval', at] : [by?.name ?? '', 'approved this', decidedAt];
  return `${who} ${did} on ${formatDateTime(time)}. ${changed} have changed since then.`;
}

function nothingDoneText({ about, state }: Approval): string {
  if (state === 'asked') return `Nothing has been ${about.kind === 'period' ? 'signed' : 'sent'} yet.`;
  return about.kind === 'period' ? 'Nothing was signed.' : 'Nothing was sent.';
}

/** What the user can do after an answer; follows its note, if any. */
function nextText(answered: Approval): string {
  const { about, state, until } = answered;
  if (state !== 'approved' || !until) return nothingDoneText(answered);
  const time = formatDateTime(until);
  return about.kind === 'period'
    ? `Sign it by ${time}, unless something changes first.`
    : `Send it by ${time}.`;
}

/** Returns the user's latest request about each draft, job and period: answers to earlier ones no longer matter. */
function latestOwnRequests(list: readonly Approval[]): Approval[] {
  const bySubject = new Map(
    list
      .filter(({ from }) => from.isSelf)
      .map((approval) => [
        approval.about.kind === 'period' ? JSON.stringify(approval.about.period) : approval.about.draft.id,
        approval,
      ]),
  );
  return [...bySubject.values()];
}

/** Returns the tasks for Today: what waits for the user's approval, and the answers to the user's own requests. */
export const approvalTasks = (list: readonly Approval[], mayWrite: boolean): TodayTask[] => [
  ...list
    .filter(({ state, from }) => mayWrite && state === 'asked' && !from.isSelf)
    .map((request): TodayTask => ({
      id: `approval-${request.id}`,
      urgency: 'team',
      title: `${request.from.name} asks for your approval: ${approvalTitle(request)}`,
      about: request.isWaiting ? ANSWER_NOT_SENT : request.note || nothingDoneText(request),
      mark: request.isWaiting ? ANSWER_NOT_SENT_BADGE : { label: 'Approve or decline', tone: 'accent' },
      route: requestRoute(request),
    })),
  ...latestOwnRequests(list)
    .filter(({ state, isCurrent }) => isCurrent && (state === 'approved' || state === 'declined'))
    .map((answered): TodayTask => {
      const { id, by, state, answer } = answered;
      return {
        id: `approval-${id}`,
        urgency: 'team',
        title: `${state === 'approved' ? 'Approved' : 'Approval declined'} by ${by?.name ?? ''}: ${approvalTitle(answered)}`,
        about: answer ? `“${answer}” ${nextText(answered)}` : nextText(answered),
        mark:
          state === 'approved' ? { label: 'Approved', tone: 'good' } : { label: 'Declined', tone: 'warn' },
        route: nextRoute(answered),
      };
    }),
];
