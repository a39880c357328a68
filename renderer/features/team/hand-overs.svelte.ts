import type { TeamProblem } from '#contract/features/team/calls';
import type { HandOver } from '#contract/features/team/hand-overs';
import type { EngineClient } from '../../bridge';
import { draftTitle } from '../../records/drafts/bulk-messages';
import { draftRoute, handOverRoute } from '../../records/outcome/edit-routes';
import { follow } from '../../state/follow';
import type { FailureMessage } from '../../ui/failure-texts';
import type { TodayTask } from '../feature';
import { problemMessage } from './problem-messages';

/** The hand-overs of drafts that concern this member. */
export class HandOversState {
  list = $state.raw<readonly HandOver[]>([]);
  /** False until the first list arrived. */
  isKnown = $state(false);

  constructor(private readonly engine: EngineClient) {}

  follow(signal: AbortSignal): void {
    void follow({
      signal,
      open: (until) => this.engine.team.followHandOvers(undefined, { signal: until }),
      onValue: (list) => {
        this.list = list;
        this.isKnown = true;
      },
    });
  }
}

const isReceived = ({ state, to }: HandOver): boolean => state === 'offered' && to.isSelf;

/** Shown for an answer of the user that has not reached the team yet. */
export const ANSWER_WAITS = 'Your answer is not sent yet: it waits on this computer for the team’s database.';
/** The badge of a task that the user has answered. */
export const ANSWERED = { label: 'Answer not sent', tone: 'warn' } as const;

/** Why an offered draft was not taken back, and who may have it. */
export function notTakenBack(
  problem: TeamProblem,
  { waiting, to }: Pick<HandOver, 'waiting' | 'to'>,
): FailureMessage {
  if (problem.code === 'no-hand-over') return problemMessage(problem);
  return {
    title: 'The draft was not taken back',
    meaning:
      waiting === 'offer'
        ? `${problemMessage(problem).title}. The hand-over still waits on this computer, too.`
        : `${problemMessage(problem).title}. ${to.name} may have taken the draft over before: only the database says who was first.`,
    next: 'Take it back again when the database is connected.',
  };
}

/** Drafts that colleagues handed to the user. */
export const receivedTasks = (list: readonly HandOver[]): TodayTask[] =>
  list.filter(isReceived).map(({ draft, from, note, waiting }): TodayTask => ({
    id: `hand-over-${draft.id}`,
    urgency: 'team',
    title: `Handed to you by ${from.name}: ${draftTitle(draft)}`,
    about: waiting ? ANSWER_WAITS : note || 'Nothing has been sent.',
    mark: waiting ? ANSWERED : { label: 'Take over or decline', tone: 'accent' },
    route: handOverRoute(draft.id),
  }));

/** On Today: drafts that colleagues handed to the user, and those that they declined. */
export const handOverTasks = (list: readonly HandOver[]): TodayTask[] => [
  ...receivedTasks(list),
  ...list
    .filter(({ state }) => state === 'declined')
    .map(({ draft, to, answer }): TodayTask => ({
      id: `declined-${draft.id}`,
      urgency: 'team',
      title: `Declined by ${to.name}: ${draftTitle(draft)}`,
      about: answer || 'The draft is yours again.',
      mark: { label: 'Declined', tone: 'warn' },
      route: draftRoute(draft.id),
    })),
];
