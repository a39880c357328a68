import { implement } from '@orpc/server';
import { teamContract, type TeamProblem } from '#contract/features/team/calls';
import type { Query } from '#contract/query';
import { resourceNamed } from '#contract/resources';
import { declareFailures } from '#common/rpc';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { ApprovalGuard } from '../../jobs/approval-guard';
import { draftsOf } from '../../records/draft-service';
import type { RouterDeps } from '../feature';
import { markKey, type MarkContent } from './saved-work/topics/review-marks';
import { colleaguesWorkSince } from './colleagues-work';
import { claimSubjects, releaseClaims } from './claims';
import { fromKeychain, TeamProblemError } from './database-problems';
import {
  admitMember,
  inviteMember,
  leaveTeam,
  removeMember,
  setMemberRole,
  withdrawInvitation,
} from './members';
import { Approvals } from './approvals';
import { HandOvers } from './hand-overs';
import { Team } from './team';

/** Loads the client of PostgreSQL, which nothing needs without a team. */
const setUp = () => import('./set-up');

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

/** A demo firm's service has another port with every start. */
const serviceOf = ({ connection: { demo, application, baseUrl } }: OpenConnection): string =>
  demo ? `demo-${application}` : new URL(baseUrl).origin;

const MAX_FIRMS = 1_000;
const ALL_FIRMS: Query = {
  resource: 'firms',
  search: '',
  filters: [],
  sort: resourceNamed('firms').sort,
};

/** The IDs of the firms in the cached data. */
const firmIds = ({ reader }: OpenConnection): string[] =>
  [
    ...reader.selected(
      { query: ALL_FIRMS, selection: { kind: 'all', except: [] }, columns: ['id'] },
      MAX_FIRMS,
    ),
  ].map(([id]) => String(id));

/** The team of the open connection. */
export function teamRouter(
  connections: OpenConnections,
  { clock, periodRows }: Pick<RouterDeps, 'clock' | 'periodRows'>,
) {
  const os = implement(teamContract).use(declareFailures);
  const teamOf = perConnection((opened: OpenConnection) => {
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
    connections.onWake(() => team.syncNow(), closed);
    return team;
  });
  const handOversOf = perConnection(
    (opened: OpenConnection) =>
      new HandOvers({
        team: teamOf(opened),
        workspace: opened.workspace,
        drafts: draftsOf(opened).drafts,
        closed: opened.closed,
      }),
  );
  const approvalsOf = perConnection((opened: OpenConnection) => {
    const { workspace, closed, jobs } = opened;
    const guard = jobs.guard ?? new ApprovalGuard(workspace.team);
    return new Approvals({
      team: teamOf(opened),
      workspace,
      drafts: draftsOf(opened),
      jobs,
      guard,
      periodRows: (period, request) => periodRows(opened, period, request),
      clock,
      closed,
    });
  });
  const approvals = () => approvalsOf(connections.current);
  const team = () => teamOf(connections.current);
  const handOvers = () => handOversOf(connections.current);
  const store = () => connections.current.workspace.team;
  const { grants } = connections;
  /** Loads the set-up, which connects to a database; fails with `by-policy` if a policy forbids that. */
  const connectingSetUp = () => {
    team().expectMayConnect();
    return setUp();
  };
  connections.onOpen(handOversOf); // with the team
  const untilClosed = (signal: AbortSignal | undefined) =>
    AbortSignal.any([connections.current.closed, ...(signal ? [signal] : [])]);
  return os.router({
    follow: os.follow.handler(({ signal }) => team().follow(untilClosed(signal))),
    check: os.check.handler(({ input }) =>
      asResult(async () => ({ check: await (await connectingSetUp()).checkAccess(team(), input) })),
    ),
    found: os.found.handler(({ input }) =>
      done(async () => (await connectingSetUp()).foundTeam(team(), input)),
    ),
    invite: os.invite.handler(({ input: { grant, ...whom } }) =>
      asResult(() => inviteMember(team(), { file: grants.path(grant, 'team-invitation'), ...whom })),
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
    admit: os.admit.handler(({ input }) => done(() => admitMember(team(), input.invitation))),
    withdraw: os.withdraw.handler(({ input }) => done(() => withdrawInvitation(team(), input.invitation))),
    setRole: os.setRole.handler(({ input }) => done(() => setMemberRole(team(), input.member, input.role))),
    remove: os.remove.handler(({ input }) => done(() => removeMember(team(), input.member))),
    leave: os.leave.handler(() => done(() => leaveTeam(team()))),
    setDatabase: os.setDatabase.handler(({ input }) => done(() => setDatabase(team(), input))),
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
    takeBackHandOver: os.takeBackHandOver.handler(({ input }) =>
      done(() => handOvers().takeBack(input.draft)),
    ),
    followApprovals: os.followApprovals.handler(({ signal }) => approvals().follow(untilClosed(signal))),
    approvalRows: os.approvalRows.handler(({ input }) => approvals().rows(input.approval, input)),
    approvalOf: os.approvalOf.handler(({ input }) => approvals().statusOf(input.subject)),
    askApproval: os.askApproval.handler(({ input: { subject, note, sections } }) =>
      done(() => approvals().ask(subject, note, sections)),
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
    syncNow: os.syncNow.handler(() => team().syncNow()),
    claim: os.claim.handler(({ input }) => done(() => claimSubjects(team(), input.subjects))),
    releaseClaims: os.releaseClaims.handler(({ input }) => done(() => releaseClaims(team(), input.subjects))),
    sinceVisit: os.sinceVisit.handler(() =>
      colleaguesWorkSince(connections.current.workspace, team(), new Date(clock.now())),
    ),
    issues: os.issues.handler(({ input }) => {
      const items = store().self ? store().issues(input.offset, input.limit) : [];
      const named = items.map((item) => ({
        ...item,
        name: team().membership.member(item.member)?.name ?? null,
      }));
      return { items: named, total: store().self ? store().issueCount() : 0 };
    }),
    history: os.history.handler(({ input }) => ({
      items: store().self ? historyOf(team(), input.rule, input.key) : [],
    })),
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
  const next = { ...secrets, password: password ?? secrets.password };
  await (await setUp()).checkTeamAccess(self, { database, password: next.password });
  await fromKeychain(team.deps.secrets.write(next));
  team.deps.workspace.team.changeSelf({ database });
  await team.reconnect(next);
}

/** The marks of a finding, newest first, with the names of their members. */
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
