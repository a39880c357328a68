import { TRANSIENT_PROBLEMS } from '#contract/features/team/schemas';
import type { TeamProblem, TeamMember } from '#contract/features/team/calls';
import type { HandOver } from '#contract/features/team/hand-overs';
import type { Failure } from '#contract/failure';
import type { EngineClient } from '../../bridge';
import { draftTitle } from '../../records/drafts/bulk-messages';
import { draftRoute, handOverRoute } from '../../records/outcome/edit-routes';
import { follow } from '../../state/follow';
import type { FailureMessage } from '../../ui/failure-texts';
import type { TodayTask } from '../feature';
import { problemMessage } from './problem-messages';
import { mayWrite } from './team.svelte';

/** The hand-overs of drafts that concern this member. */
export class HandOversState {
  list = $state.raw<readonly HandOver[]>([]);
  /** False until the first list has arrived. */
  isKnown = $state(false);
  /** Why the list can't be read; it is then the last one that was read. */
  failure = $state.raw<Failure | null>(null);

  readonly #engine: EngineClient;

  constructor(engine: EngineClient) {
    this.#engine = engine;
  }

  follow(signal: AbortSignal): void {
    void follow({
      signal,
      open: (until) => this.#engine.team.followHandOvers(undefined, { signal: until }),
      onValue: (list) => {
        this.list = list;
        this.isKnown = true;
        this.failure = null;
      },
      onFailure: (failure) => (this.failure = failure),
    });
  }
}

const isReceived = ({ state, to }: HandOver): boolean => state === 'offered' && to.isSelf;

/** Shown for an answer of the user that has not reached the team yet. */
export const ANSWER_NOT_SENT =
  'Your answer has not been sent yet. It will be sent when the team’s database is connected.';
/** The badge of a task whose answer has not reached the team yet. */
export const ANSWER_NOT_SENT_BADGE = { label: 'Answer not sent', tone: 'warn' } as const;

/** Returns why an offered draft was not taken back, and who may have it. */
export function notTakenBack(
  problem: TeamProblem,
  { waiting, to }: Pick<HandOver, 'waiting' | 'to'>,
): FailureMessage {
  if (problem.code === 'no-hand-over') return problemMessage(problem);
  return {
    title: 'The draft was not taken back',
    meaning:
      waiting === 'offer'
        ? `${problemMessage(problem).title}. The hand-over itself has not been sent from this computer yet.`
        : `${problemMessage(problem).title}. ${to.name} may have taken the draft over already; Firm Desk can’t tell until the database is connected.`,
    next: 'When the database is connected, try to take it back again.',
  };
}

/** Returns why an offered draft was not taken over. */
export function notTakenOver(problem: TeamProblem, { from }: Pick<HandOver, 'from'>): FailureMessage {
  const message = problemMessage(problem);
  if (!TRANSIENT_PROBLEMS.has(problem.code)) return message;
  return {
    title: 'The draft was not taken over',
    meaning: `${message.title}. ${from.name} may have taken it back; Firm Desk can’t tell until the database is connected.`,
    next: 'When the database is connected, try to take it over again.',
  };
}

/** Returns why a colleague can no longer take over what was offered; null if that is possible, or not known. */
export function whyCannotTakeOver(
  members: readonly TeamMember[] | undefined,
  { to }: Pick<HandOver, 'to'>,
): string | null {
  const member = members?.find(({ id }) => id === to.id);
  if (!member || (!member.isFormer && mayWrite(member.role))) return null;
  return member.isFormer ? `${to.name} is no longer on the team` : `${to.name} is a viewer now`;
}

/** Returns the tasks for Today: drafts that colleagues handed to the user. */
export const receivedTasks = (list: readonly HandOver[]): TodayTask[] =>
  list.filter(isReceived).map(({ draft, from, note, waiting }): TodayTask => ({
    id: `hand-over-${draft.id}`,
    urgency: 'team',
    title: `Handed to you by ${from.name}: ${draftTitle(draft)}`,
    about: waiting ? ANSWER_NOT_SENT : note || 'None of its changes have been sent.',
    mark: waiting ? ANSWER_NOT_SENT_BADGE : { label: 'Take over or decline', tone: 'accent' },
    route: handOverRoute(draft.id),
  }));

/**
 * Returns the tasks for Today: drafts that colleagues handed to the user, and the user's own drafts that a colleague
 * declined or can't take over.
 */
export const handOverTasks = (list: readonly HandOver[], members: readonly TeamMember[]): TodayTask[] => [
  ...receivedTasks(list),
  ...list
    .filter(({ state, from }) => state === 'offered' && from.isSelf)
    .flatMap((offered): TodayTask[] => {
      const why = whyCannotTakeOver(members, offered);
      if (why === null) return [];
      const { draft, to } = offered;
      return [
        {
          id: `stranded-${draft.id}`,
          urgency: 'team',
          title: `${to.name} can’t take over: ${draftTitle(draft)}`,
          about: `${why}. Take the draft back to change or send it.`,
          mark: { label: 'Take back', tone: 'warn' },
          route: draftRoute(draft.id),
        },
      ];
    }),
  ...list
    .filter(({ state }) => state === 'declined') // only the user's own drafts are listed with it
    .map(({ draft, to, answer }): TodayTask => ({
      id: `declined-${draft.id}`,
      urgency: 'team',
      title: `Hand-over declined by ${to.name}: ${draftTitle(draft)}`,
      about: answer ? `“${answer}” The draft is yours again.` : 'The draft is yours again.',
      mark: { label: 'Declined', tone: 'warn' },
      route: draftRoute(draft.id),
    })),
];
