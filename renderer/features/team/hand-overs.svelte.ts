import type { HandOver } from '#contract/features/team/hand-overs';
import type { EngineClient } from '../../bridge';
import { draftTitle } from '../../records/drafts/bulk-messages';
import { draftRoute, handOverRoute } from '../../records/outcome/edit-routes';
import { follow } from '../../state/follow';
import type { TodayTask } from '../feature';

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

/** Drafts that colleagues handed to the user. */
export const receivedTasks = (list: readonly HandOver[]): TodayTask[] =>
  list.filter(isReceived).map(({ draft, from, note }): TodayTask => ({
    id: `hand-over-${draft.id}`,
    urgency: 'team',
    title: `Handed to you by ${from.name}: ${draftTitle(draft)}`,
    about: note || 'Nothing has been sent.',
    mark: { label: 'Take over or decline', tone: 'accent' },
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
