import { TRANSIENT_PROBLEMS } from '#contract/features/team/schemas';
import type { TeamLinkState, TeamState } from '#contract/features/team/calls';
import type { Approval } from '#contract/features/team/approval-calls';
import type { HandOver } from '#contract/features/team/hand-overs';
import { watchStream } from '../../state/watch.svelte';
import { countOf, formatDateTime } from '../../ui/format';
import type { TodayCardProps, TodayTask, TodayTasks } from '../feature';
import { ApprovalsState, approvalTasks } from './approvals.svelte';
import { handOverTasks, HandOversState } from './hand-overs.svelte';
import { connectionMessage } from './problem-messages';
import { followTeam, mayWrite } from './team.svelte';
import { ENDED_INVITATIONS, type JoiningTeam } from './team-messages';

const ROUTE = { screen: 'settings', section: 'team' } as const;

/** Time offline after which the user should check the connection, although it is retried. */
const LONG_OFFLINE_MS = 3_600_000;

/** Whether the user must fix the connection: retrying can't restore it, or has failed for a long time. */
const needsUser = (link: TeamLinkState): link is Extract<TeamLinkState, { state: 'offline' }> =>
  link.state === 'offline' &&
  (link.retryAt === null ||
    !TRANSIENT_PROBLEMS.has(link.problem.code) ||
    Date.now() - Date.parse(link.since) > LONG_OFFLINE_MS);

/** A user who waits to be admitted must call the inviter, or needs another invitation. */
const joiningTask = ({ team, invitedBy, ended }: JoiningTeam): TodayTask => ({
  id: 'team-joining',
  urgency: 'team',
  title: ended ? `You did not join the team ${team}` : `You asked to join the team ${team}`,
  about: ended
    ? `Ask ${invitedBy} or another admin for a new invitation, and use it in Settings.`
    : `Call ${invitedBy}, and compare the words in Settings on both screens.`,
  mark: ended ? { label: ENDED_INVITATIONS[ended].label, tone: 'warn' } : null,
  route: ROUTE,
});

function tasksOf(team: TeamState): TodayTask[] {
  if (team.kind === 'joining') return [joiningTask(team)];
  if (team.kind === 'none') return [];
  const { invitations, issues, link } = team;
  if (team.role === null)
    // Not known before the log was read for the first time.
    return team.asOf === null
      ? []
      : [
          {
            id: 'team-removed',
            urgency: 'team',
            title: `You were removed from the team ${team.team.name}`,
            about: 'You keep what you had read. Leave the team in Settings to continue without it.',
            mark: { label: 'Removed', tone: 'warn' },
            route: ROUTE,
          },
        ];
  const applicants = invitations.filter(({ words }) => words !== null);
  return [
    ...applicants.map(({ id, name }): TodayTask => ({
      id: `team-join-${id}`,
      urgency: 'team',
      title: `${name} wants to join the team`,
      about: 'Compare the words on both screens by phone, in Settings.',
      mark: null,
      route: ROUTE,
    })),
    ...(needsUser(link)
      ? [
          {
            id: 'team-offline',
            urgency: 'team',
            title: connectionMessage(link.problem).title,
            about: `No connection to the team’s database since ${formatDateTime(link.since)}. Settings says what to do.`,
            mark: { label: 'Not connected', tone: 'warn' },
            route: ROUTE,
          } as const,
        ]
      : []),
    ...(issues > 0
      ? [
          {
            id: 'team-issues',
            urgency: 'team',
            title: `${countOf(issues, 'entry', 'entries')} of the team could not be verified`,
            about: 'Settings shows whose, and why.',
            mark: { label: 'Not verified', tone: 'warn' },
            route: ROUTE,
          } as const,
        ]
      : []),
  ];
}

/**
 * Returns the hand-overs without declined ones whose draft the user has changed or checked since, or asked approval
 * for. `at` is the time of the offer: until it was declined, the draft could not be changed.
 */
const handOversWithNews = (handOvers: readonly HandOver[], approvals: readonly Approval[]): HandOver[] =>
  handOvers.filter(
    ({ draft, state, at }) =>
      state !== 'declined' ||
      (draft.updatedAt <= at &&
        !approvals.some(
          ({ about, from, at: asked }) =>
            about.kind === 'draft' && about.draft.id === draft.id && from.isSelf && asked > at,
        )),
  );

/**
 * Returns the tasks for Today: hand-overs, approvals, colleagues who wait to be admitted, and problems of the team that
 * need the user.
 */
export function teamTasks(read: () => Pick<TodayCardProps, 'engine'>): TodayTasks {
  const team = followTeam(() => read().engine);
  const handOvers = $derived(new HandOversState(read().engine));
  const approvals = $derived(new ApprovalsState(read().engine));
  watchStream(
    () => approvals,
    (followed, signal) => followed.follow(signal),
  );
  const role = $derived(team.state?.kind === 'member' ? team.state.role : null);
  watchStream(
    () => handOvers,
    (followed, signal) => followed.follow(signal),
  );
  const failure = $derived(team.readFailure ?? handOvers.failure ?? approvals.failure);
  const isKnown = $derived(team.state !== null && handOvers.isKnown && approvals.rules !== null);
  return {
    get list() {
      if (!isKnown && failure === null) return null;
      return [
        ...handOverTasks(handOversWithNews(handOvers.list, approvals.list), team.joined?.members ?? []),
        ...approvalTasks(approvals.list, mayWrite(role)),
        ...(team.state ? tasksOf(team.state) : []),
      ];
    },
    get failure() {
      return failure;
    },
  };
}
