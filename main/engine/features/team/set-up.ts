import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import type {
  BroughtWork,
  DatabaseCheck,
  InvitationSummary,
  TeamDatabase,
} from '#contract/features/team/calls';
import type { JoiningState } from './admission';
import { teamProblemOf, TeamProblemError, teamProblemError } from './database-problems';
import { readInvitation, sealJoinAnswer, type Invitation } from './invitation';
import { newMemberKeys, newTeamKey, teamIdOf, type MemberKeys } from './member-keys';
import { PostgresConnection } from './postgres';
import { checkDatabase, createSchema, PostgresLog, requireSchema } from './postgres-log';
import type { Team } from './team';

/** Larger files are no invitations. */
const MAX_INVITATION_BYTES = 1_000_000;

interface Access {
  readonly database: TeamDatabase;
  readonly password: string;
}

/** Runs with a connection that ends afterwards. Fails with a problem. */
async function withConnection<T>(
  { database, password }: Access,
  work: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const connection = await PostgresConnection.connect(database, password);
  try {
    return await work(connection);
  } catch (error) {
    throw new TeamProblemError(teamProblemOf(error, database), error);
  } finally {
    await connection.close();
  }
}

/** Says what the database has; changes nothing. */
export const checkAccess = (access: Access): Promise<DatabaseCheck> =>
  withConnection(access, (connection) => checkDatabase(connection, access.database));

/** Checks other access to the team's database before it replaces the current one. */
export async function checkTeamAccess(team: string, access: Access): Promise<void> {
  await withConnection(access, async (connection) => {
    await requireSchema(connection, access.database);
    if ((await new PostgresLog(connection).team()) !== team) throw teamProblemError('team-exists');
  });
}

function expectNoTeam(team: Team): void {
  if (team.deps.workspace.team.self) throw teamProblemError('already-in-team');
}

const secretsOf = ({ secrets }: MemberKeys, password: string) => ({
  sign: secrets.sign.toString('hex'),
  seal: secrets.seal.toString('hex'),
  password,
});

interface Founding extends Access {
  readonly team: string;
  readonly name: string;
}

/** Creates the team's tables where they are missing and may be created, and the team with this user as its admin. */
export async function foundTeam(team: Team, { database, password, ...names }: Founding): Promise<void> {
  expectNoTeam(team);
  const keys = newMemberKeys();
  const salt = randomBytes(32);
  const id = teamIdOf(keys.public, salt);
  const member = randomUUID();
  await withConnection({ database, password }, async (connection) => {
    const { schema, isOlder, hasTeam } = await checkDatabase(connection, database);
    if (hasTeam) throw teamProblemError('team-exists');
    if (schema === 'creatable' && !isOlder) await createSchema(connection, database);
    await requireSchema(connection, database);
    await team.deps.secrets.write(secretsOf(keys, password)).catch(keychainProblem);
    const log = new PostgresLog(connection);
    await log.putTeam(id);
    await log.register(member);
  });
  const { workspace } = team.deps;
  workspace.transaction(() => {
    const { team: store } = workspace;
    const state = { state: 'member', teamName: names.team, memberName: names.name } as const;
    store.setSelf({ team: id, member, ...state, database, joining: null });
    store.addKey(1, newTeamKey());
    store.enqueue({
      kind: 'founded',
      team: names.team,
      name: names.name,
      salt: salt.toString('hex'),
      sign: keys.public.sign.toString('hex'),
      seal: keys.public.seal.toString('hex'),
    });
    store.items.keepEarlier(member);
    store.shareEarlier('all');
    workspace.activity.note({ kind: 'team-found', count: 1, facts: { team: names.team } });
  });
  team.start();
  await waitForRole(team);
}

/** Waits until the founding entry is in the log, so that the founder can invite; offline, that comes later. */
async function waitForRole(team: Team): Promise<void> {
  for await (const state of team.follow(team.deps.closed))
    if (state.kind !== 'member' || state.role !== null || state.link.state === 'offline') return;
}

function keychainProblem(error: unknown): never {
  throw teamProblemError('keychain', {}, error);
}

function readInvitationFile(file: string): string {
  try {
    if (fs.statSync(file).size > MAX_INVITATION_BYTES) throw teamProblemError('not-invitation');
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw error instanceof TeamProblemError ? error : teamProblemError('not-invitation', {}, error);
  }
}

/** Opens an invitation; it must be for the service and a firm of this connection, as far as the data says. */
async function openInvitation(team: Team, file: string, code: string) {
  const { clock, service } = team.deps;
  const opened = await readInvitation(readInvitationFile(file), code, new Date(clock.now()));
  if (opened.invitation.service !== service)
    throw teamProblemError('other-firm', { facts: { service: opened.invitation.service } });
  const [own, theirs] = [new Set(team.deps.firms()), opened.invitation.firms];
  if (own.size > 0 && theirs.length > 0 && !theirs.some((firm) => own.has(firm)))
    throw teamProblemError('other-firm');
  return opened;
}

const summaryOf = ({ teamName, inviter, name, role, database, expires }: Invitation): InvitationSummary => ({
  team: teamName,
  invitedBy: inviter.name,
  name,
  role,
  host: database.host,
  port: database.port,
  database: database.database,
  expires,
});

export async function summarizeInvitation(
  team: Team,
  file: string,
  code: string,
): Promise<InvitationSummary> {
  return summaryOf((await openInvitation(team, file, code)).invitation);
}

interface Joining {
  readonly file: string;
  readonly code: string;
  readonly login: string;
  readonly password: string;
  readonly ca: string | null;
  readonly bring: readonly BroughtWork[];
}

/** Asks the team to admit this user: registers the login, and puts the sealed request into the database. */
export async function joinTeam(
  team: Team,
  { file, code, login, password, ca, bring }: Joining,
): Promise<void> {
  expectNoTeam(team);
  const { invitation, requestKey } = await openInvitation(team, file, code);
  const database = { ...invitation.database, login, ca: ca ?? invitation.database.ca };
  const keys = newMemberKeys();
  const member = randomUUID();
  const answer = {
    member,
    sign: keys.public.sign.toString('hex'),
    seal: keys.public.seal.toString('hex'),
  };
  await withConnection({ database, password }, async (connection) => {
    await requireSchema(connection, database, 'no-team');
    const log = new PostgresLog(connection);
    if ((await log.team()) !== invitation.team) throw teamProblemError('no-team');
    await team.deps.secrets.write(secretsOf(keys, password)).catch(keychainProblem);
    await log.register(member);
    await log.requestJoin({
      invitation: invitation.id,
      member,
      body: sealJoinAnswer(invitation.id, requestKey, answer),
    });
    const [request] = await log.joinRequests([invitation.id]);
    if (request?.member !== member) throw teamProblemError('no-invitation');
  });
  const { id, inviter, role, expires } = invitation;
  const joining: JoiningState = { invitation: id, inviter, role, expires, bring: [...bring] };
  const { workspace } = team.deps;
  workspace.transaction(() => {
    workspace.team.setSelf({
      team: invitation.team,
      member,
      state: 'joining',
      teamName: invitation.teamName,
      memberName: invitation.name,
      database,
      joining: JSON.stringify(joining),
    });
    workspace.activity.note({ kind: 'team-join', count: 1, facts: { team: invitation.teamName } });
  });
  team.start();
}
