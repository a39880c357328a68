import { implement } from '@orpc/server';
import { teamContract, type ColleaguesWork, type TeamProblem } from '#contract/features/team/calls';
import { appendTo } from '#contract/maps';
import { allRecordsQuery } from '#contract/query';
import type { Grants } from '#common/grants';
import { declareFailures } from '#common/rpc';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { ApprovalGuard } from '../../jobs/approval-guard';
import { draftsOf } from '../../records/draft-service';
import type { Clock } from '../../service/clock';
import type { Workspace } from '../../workspace/open/workspace';
import type { RouterDeps } from '../feature';
import { markKey, type MarkContent } from './saved-work/topics/review-marks';
import { claimSubjects, releaseClaims } from './claims';
import { fromKeychain, TeamProblemError } from './database-problems';
import {
  admitMember,
  inviteMember,
  leaveTeam,
  leaveTeamOffline,
  removeMember,
  setMemberRole,
  withdrawInvitation,
} from './members';
import { Approvals } from './approvals';
import { HandOvers } from './hand-overs';
import { Team } from './team';

/** Loads the PostgreSQL client, which is not needed without a team. */
const setUp = () => import('./set-up');

type UntilClosed = OpenConnection['untilClosed'];
type Result<T> = (T & { readonly ok: true }) | { readonly ok: false; readonly problem: TeamProblem };

/** Returns a problem as a value; anything else is a failure of the call. */
async function asResult<T extends object>(work: () => Promise<T> | T): Promise<Result<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    if (error instanceof TeamProblemError) return { ok: false, problem: error.problem };
    throw error;
  }
}

const done = (work: () => Promise<void> | void): Promise<Result<object>> =>
  asResult(async () => {
    await work();
    return {};
  });

/** Returns the service's origin; for a demo firm its application, because its port changes with every start. */
const serviceOf = ({ connection: { demo, application, baseUrl } }: OpenConnection): string =>
  demo ? `demo-${application}` : new URL(baseUrl).origin;

const MAX_FIRMS = 1_000;

/** Returns the IDs of the firms in the cached data. */
const firmIds = ({ reader }: OpenConnection): string[] =>
  reader.keys({ query: allRecordsQuery('firms'), offset: 0, limit: MAX_FIRMS }).keys;

const os = implement(teamContract).use(declareFailures);

/** Starts the team of an open connection. */
function startTeam(connections: OpenConnections, opened: OpenConnection, clock: Clock): Team {
  const { workspace, closed, connection } = opened;
  const { teamKeychain } = connections;
  const team = new Team({
    workspace,
    secrets: {
      read: () => teamKeychain.read(connection.id),
      write: (secrets) => teamKeychain.write(connection.id, secrets),
      remove: () => teamKeychain.remove(connection.id),
    },
    service: serviceOf(opened),
    firms: () => firmIds(opened),
    isBlocked: opened.isBlocked,
    clock,
    closed,
  });
  team.start();
  connections.wakes.on(() => team.syncNow(), closed);
  return team;
}

/** Handlers for founding, joining and leaving a team, and for its database. */
function accessHandlers(team: () => Team, grants: Grants) {
  /** Loads the set-up, which connects to a database; fails with `by-policy` if a policy forbids that. */
  const connectingSetUp = () => {
    team().expectMayConnect();
    return setUp();
  };
  return {
    check: os.check.handler(({ input }) =>
      asResult(async () => ({ check: await (await connectingSetUp()).checkAccess(team(), input) })),
    ),
    createTeam: os.createTeam.handler(({ input }) =>
      done(async () => (await connectingSetUp()).foundTeam(team(), input)),
    ),
    readInvitation: os.readInvitation.handler(({ input: { grant, code } }) =>
      asResult(async () => ({
        invitation: await (await setUp()).summarizeInvitation(team(), grants.path(grant, 'team-join'), code),
      })),
    ),
    join: os.join.handler(({ input: { grant, ...access } }) =>
      done(async () =>
        (await connectingSetUp()).joinTeam(team(), { file: grants.path(grant, 'team-join'), ...access }),
      ),
    ),
    cancelJoin: os.cancelJoin.handler(() => done(() => leaveTeam(team()))),
    leave: os.leave.handler(() => done(() => leaveTeam(team()))),
    leaveOffline: os.leaveOffline.handler(() => done(() => leaveTeamOffline(team()))),
    setDatabase: os.setDatabase.handler(({ input }) => done(() => setDatabase(team(), input))),
  };
}

const memberHandlers = (team: () => Team, grants: Grants) => ({
  invite: os.invite.handler(({ input: { grant, ...invitee } }) =>
    asResult(() => inviteMember(team(), { file: grants.path(grant, 'team-invitation'), ...invitee })),
  ),
  admit: os.admit.handler(({ input }) => done(() => admitMember(team(), input.invitation))),
  withdraw: os.withdraw.handler(({ input }) => done(() => withdrawInvitation(team(), input.invitation))),
  setRole: os.setRole.handler(({ input }) => done(() => setMemberRole(team(), input.member, input.role))),
  remove: os.remove.handler(({ input }) => done(() => removeMember(team(), input.member))),
});

const handOverHandlers = (handOvers: () => HandOvers, untilClosed: UntilClosed) => ({
  followHandOvers: os.followHandOvers.handler(({ signal }) => handOvers().follow(untilClosed(signal))),
  draftHolderOf: os.draftHolderOf.handler(({ input }) => handOvers().holderOf(input.draft)),
  handOverRows: os.handOverRows.handler(({ input }) => handOvers().rows(input.draft, input)),
  handOver: os.handOver.handler(({ input: { draft, to, note } }) =>
    done(() => handOvers().offer(draft, to, note)),
  ),
  takeHandOver: os.takeHandOver.handler(({ input }) => done(() => handOvers().take(input.draft))),
  declineHandOver: os.declineHandOver.handler(({ input }) =>
    done(() => handOvers().decline(input.draft, input.note)),
  ),
  takeBackHandOver: os.takeBackHandOver.handler(({ input }) => done(() => handOvers().takeBack(input.draft))),
});

const approvalHandlers = (approvals: () => Approvals, untilClosed: UntilClosed) => ({
  followApprovals: os.followApprovals.handler(({ signal }) => approvals().follow(untilClosed(signal))),
  approvalRows: os.approvalRows.handler(({ input }) => approvals().rows(input.approval, input)),
  approvalOf: os.approvalOf.handler(({ input }) => approvals().statusOf(input.subject)),
  askApproval: os.askApproval.handler(({ input: { subject, note, sections } }) =>
    done(() => approvals().requestApproval(subject, note, sections)),
  ),
  approve: os.approve.handler(({ input: { approval, note } }) =>
    done(() => approvals().approve(approval, note)),
  ),
  declineApproval: os.declineApproval.handler(({ input: { approval, note } }) =>
    done(() => approvals().decline(approval, note)),
  ),
  withdrawApproval: os.withdrawApproval.handler(({ input }) =>
    done(() => approvals().withdraw(input.approval)),
  ),
  setApprovalRules: os.setApprovalRules.handler(({ input }) => done(() => approvals().setRules(input))),
});

/** Handlers for claims, and for what colleagues did. */
const sharedWorkHandlers = (connections: OpenConnections, team: () => Team, clock: Clock) => ({
  claim: os.claim.handler(({ input }) => done(() => claimSubjects(team(), input.subjects))),
  releaseClaims: os.releaseClaims.handler(({ input }) => done(() => releaseClaims(team(), input.subjects))),
  sinceVisit: os.sinceVisit.handler(({ input }) => {
    const { workspace } = connections.current;
    return colleaguesWorkSince(workspace, team(), input.isPresent ? new Date(clock.now()) : null);
  }),
  issues: os.issues.handler(({ input }) => issuesOf(team(), input.offset, input.limit)),
  history: os.history.handler(({ input }) => ({
    items: connections.current.workspace.team.self ? historyOf(team(), input.rule, input.key) : [],
  })),
});

/** Creates the calls for the team of the open connection. */
export function teamRouter(
  connections: OpenConnections,
  { clock, periodRows }: Pick<RouterDeps, 'clock' | 'periodRows'>,
) {
  const teamOf = perConnection((opened: OpenConnection) => startTeam(connections, opened, clock));
  const handOversOf = perConnection(
    (opened: OpenConnection) =>
      new HandOvers({
        team: teamOf(opened),
        workspace: opened.workspace,
        drafts: draftsOf(opened).drafts,
        clock,
        closed: opened.closed,
      }),
  );
  const approvalsOf = perConnection((opened: OpenConnection) => {
    const { workspace, closed, jobs } = opened;
    return new Approvals({
      team: teamOf(opened),
      workspace,
      drafts: draftsOf(opened),
      jobs,
      guard: jobs.guard ?? new ApprovalGuard(workspace.team), // the jobs of an open connection always have one
      periodRows: (period, request) => periodRows(opened, period, request),
      clock,
      closed,
    });
  });
  connections.onOpen(handOversOf); // starts the team, too
  const team = () => teamOf(connections.current);
  const untilClosed: UntilClosed = (signal) => connections.current.untilClosed(signal);
  return os.router({
    follow: os.follow.handler(({ signal }) => team().follow(untilClosed(signal))),
    syncNow: os.syncNow.handler(() => team().syncNow()),
    ...accessHandlers(team, connections.grants),
    ...memberHandlers(team, connections.grants),
    ...handOverHandlers(() => handOversOf(connections.current), untilClosed),
    ...approvalHandlers(() => approvalsOf(connections.current), untilClosed),
    ...sharedWorkHandlers(connections, team, clock),
  });
}

async function setDatabase(
  team: Team,
  { database, password }: { readonly database: Team['self']['database']; readonly password: string | null },
): Promise<void> {
  team.expectMayConnect();
  const { self } = team; // fails without a team, before the keychain is read
  const secrets = await fromKeychain(team.deps.secrets.read());
  if (!secrets) throw new TeamProblemError({ code: 'keys-lost' });
  const newSecrets = { ...secrets, password: password ?? secrets.password };
  await (await setUp()).checkTeamAccess(self, { database, password: newSecrets.password });
  await fromKeychain(team.deps.secrets.write(newSecrets));
  team.deps.workspace.team.changeSelf({ database });
  await team.reconnect(newSecrets);
}

/** Returns what colleagues did since the last visit, by name; records a visit at `now`, if there is one. */
function colleaguesWorkSince(
  workspace: Pick<Workspace, 'visits' | 'team'>,
  { membership }: Pick<Team, 'membership'>,
  now: Date | null,
): ColleaguesWork {
  const {
    visits,
    team: { self },
  } = workspace;
  if (!self) return { since: null, colleagues: [] };
  const since = now ? visits.recordVisit(now) : visits.since();
  if (since === null) return { since, colleagues: [] };
  const byName = new Map<string, { topic: string; count: number }[]>();
  for (const { member, topic, count } of workspace.team.workSince(since, self.member)) {
    const name = membership.member(member)?.name;
    if (name !== undefined) appendTo(byName, name, { topic, count });
  }
  const colleagues = [...byName].map(([name, work]) => ({ name, work }));
  return { since, colleagues: colleagues.sort((a, b) => a.name.localeCompare(b.name)) };
}

/** Returns a page of the team's issues, with the names of their members. */
function issuesOf(team: Team, offset: number, limit: number) {
  const store = team.deps.workspace.team;
  const items = store.self ? store.issues(offset, limit) : [];
  return {
    items: items.map((item) => ({ ...item, name: team.membership.member(item.member)?.name ?? null })),
    total: store.self ? store.issueCount() : 0,
  };
}

/** Returns the marks of a finding, newest first, with the names of their members. */
function historyOf(team: Team, rule: string, key: string) {
  const { items } = team.deps.workspace.team;
  return items.newestFirst('mark', markKey(rule, key)).map(({ member, place, at, value }) => {
    const mark = value as MarkContent | null;
    return {
      member,
      name: team.membership.member(member)?.name ?? null,
      at,
      place,
      state: mark?.state ?? ('open' as const),
      reason: mark?.reason ?? null,
      until: mark?.until ?? null,
      note: mark?.note ?? null,
      owner: mark?.owner ?? null,
    };
  });
}
