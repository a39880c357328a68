import fs from 'node:fs';
import type { BroughtWork, TeamDatabase } from '#contract/features/team/schemas';
import type { DatabaseCheck, InvitationSummary } from '#contract/features/team/calls';
import type { JoiningState } from './admission';
import { fromKeychain, teamProblemOf, TeamProblemError, teamProblemError } from './database-problems';
import { readInvitation, sealJoinAnswer, type Invitation } from './invitation';
import {
  memberIdOf,
  memberKeys,
  newMemberKeys,
  newTeamKey,
  foundedTeamOf,
  type MemberKeys,
} from './member-keys';
import { PostgresConnection } from './postgres';
import { checkDatabase, createSchema, openTeamLog, PostgresLog, requireSchema } from './postgres-log';
import type { TeamSelf } from './saved-work/team-store';
import type { Team } from './team';

/** Larger files are not invitations. */
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

/** Checks the database and this login's rights; changes nothing. A team that was only begun here is ignored. */
export const checkAccess = (team: Team, access: Access): Promise<DatabaseCheck> =>
  withConnection(access, async (connection) => {
    const check = await checkDatabase(connection, access.database);
    if (!check.hasTeam || team.deps.workspace.team.self) return check;
    return { ...check, hasTeam: !(await isOwnAttempt(connection, await keysOfInterruptedAttempt(team))) };
  });

/** Checks other access to the team's database before it replaces the current one. */
export async function checkTeamAccess(
  { team, member }: Pick<TeamSelf, 'team' | 'member'>,
  access: Access,
): Promise<void> {
  await withConnection(access, async (connection) => {
    await (await openTeamLog(connection, access.database, team)).expectLoginOf(member);
  });
}

/** Returns the keys that an interrupted attempt left in the keychain; null if there are none. */
async function keysOfInterruptedAttempt(team: Team): Promise<MemberKeys | null> {
  const stored = await fromKeychain(team.deps.secrets.read());
  return (
    stored && memberKeys({ sign: Buffer.from(stored.sign, 'hex'), seal: Buffer.from(stored.seal, 'hex') })
  );
}

/**
 * Returns whether the team in the database is that of these keys, and its creation was interrupted before its first
 * entry.
 */
async function isOwnAttempt(
  connection: PostgresConnection,
  earlierKeys: MemberKeys | null,
): Promise<boolean> {
  const log = new PostgresLog(connection);
  return (
    earlierKeys !== null &&
    (await log.team()) === foundedTeamOf(earlierKeys).id &&
    (await log.read(0, 1)).length === 0
  );
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

/**
 * Creates the team's tables where they are missing and may be created, and the team with this user as its admin. An
 * interrupted attempt is continued with its keys.
 */
export async function foundTeam(team: Team, { database, password, ...names }: Founding): Promise<void> {
  expectNoTeam(team);
  const { id, salt, member, keys } = await withConnection({ database, password }, async (connection) => {
    const { schema, isOlder, hasTeam } = await checkDatabase(connection, database);
    const earlierKeys = await keysOfInterruptedAttempt(team);
    if (hasTeam && !(await isOwnAttempt(connection, earlierKeys))) throw teamProblemError('team-exists');
    if (schema === 'creatable' && !isOlder) await createSchema(connection, database);
    await requireSchema(connection, database);
    const founderKeys = await storeKeys(team, earlierKeys ?? newMemberKeys(), password);
    const founded = foundedTeamOf(founderKeys);
    const admin = memberIdOf(founderKeys.public, founded.id);
    const log = new PostgresLog(connection);
    await log.putTeam(founded.id);
    await log.register(admin);
    return { ...founded, member: admin, keys: founderKeys };
  });
  const { workspace } = team.deps;
  const { team: store } = workspace;
  store.transaction(() => {
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
    store.items.storeEarlierWork(member);
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

/** Puts the keys into the keychain, before the database knows of them. */
async function storeKeys(team: Team, keys: MemberKeys, password: string): Promise<MemberKeys> {
  await fromKeychain(team.deps.secrets.write(secretsOf(keys, password)));
  return keys;
}

function readInvitationFile(file: string): string {
  try {
    if (fs.statSync(file).size > MAX_INVITATION_BYTES) throw teamProblemError('not-invitation');
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw error instanceof TeamProblemError ? error : teamProblemError('not-invitation', {}, error);
  }
}

/** Opens an invitation. Fails unless it is for this connection's service, and for one of its firms if both name any. */
async function openInvitation(team: Team, file: string, code: string) {
  const { clock, service } = team.deps;
  const opened = await readInvitation(readInvitationFile(file), code, new Date(clock.now()));
  if (opened.invitation.service !== service)
    throw teamProblemError('other-firm', { facts: { service: opened.invitation.service } });
  const [ownFirms, invitedFirms] = [new Set(team.deps.firms()), opened.invitation.firms];
  if (ownFirms.size > 0 && invitedFirms.length > 0 && !invitedFirms.some((firm) => ownFirms.has(firm)))
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

/**
 * Asks the team to admit this user: registers the login, and puts the sealed request into the database. Checks that
 * the invitation can be used before anything is written. An interrupted attempt is continued with its keys.
 */
export async function joinTeam(
  team: Team,
  { file, code, login, password, ca, bring }: Joining,
): Promise<void> {
  expectNoTeam(team);
  const { invitation, requestKey } = await openInvitation(team, file, code);
  const database = { ...invitation.database, login, ca: ca ?? invitation.database.ca };
  const { member, body } = await withConnection({ database, password }, async (connection) => {
    const log = await openTeamLog(connection, database, invitation.team);
    const earlierKeys = await keysOfInterruptedAttempt(team);
    await expectUsable(log, invitation, earlierKeys);
    const keys = await storeKeys(team, earlierKeys ?? newMemberKeys(), password);
    const memberId = memberIdOf(keys.public, invitation.id);
    const { sign, seal } = keys.public;
    const answer = { member: memberId, sign: sign.toString('hex'), seal: seal.toString('hex') };
    await log.register(memberId);
    const sealed = sealJoinAnswer(invitation.id, requestKey, answer);
    await log.requestJoin({ invitation: invitation.id, member: memberId, body: sealed });
    await expectUsable(log, invitation, keys); // a colleague may have used it at the same moment
    return { member: memberId, body: sealed };
  });
  const { id, inviter, role, expires } = invitation;
  const joining: JoiningState = {
    invitation: id,
    inviter,
    role,
    expires,
    bring: [...bring],
    request: body.toString('base64'),
    isWithdrawn: false,
  };
  const { workspace } = team.deps;
  workspace.team.transaction(() => {
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

/** Fails with `expired` by the database's clock, and with `no-invitation` if it was used with other keys. */
async function expectUsable(
  log: PostgresLog,
  invitation: Invitation,
  keys: MemberKeys | null,
): Promise<void> {
  if (Date.parse(invitation.expires) <= (await log.now()).getTime())
    throw teamProblemError('expired', { facts: { expired: invitation.expires } });
  const [request] = await log.joinRequests([invitation.id]);
  if (request && (keys === null || request.member !== memberIdOf(keys.public, invitation.id)))
    throw teamProblemError('no-invitation');
}
