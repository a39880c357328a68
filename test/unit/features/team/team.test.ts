import fs from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it as anyIt, vi } from 'vitest';
import type { TeamState } from '#contract/features/team/calls';
import type { TeamSecrets } from '#contract/features/team/secrets';
import { claimSubjects, releaseClaims } from '#engine/features/team/claims';
import { TeamProblemError } from '#engine/features/team/database-problems';
import {
  admitMember,
  inviteMember,
  leaveTeam,
  removeMember,
  setMemberRole,
} from '#engine/features/team/members';
import { PostgresConnection } from '#engine/features/team/postgres';
import { checkAccess, foundTeam, joinTeam, summarizeInvitation } from '#engine/features/team/set-up';
import { Team } from '#engine/features/team/team';
import { systemClock } from '#engine/service/clock';
import { openWorkspace } from '#engine/workspace/open/workspace';
import { addCleanup } from '#test/support/cleanups';
import { canRunPostgres, TestPostgres } from '#test/support/postgres';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const WAIT = { timeout: 15_000, interval: 20 };

const it = anyIt.skipIf(!canRunPostgres);

let server: TestPostgres;
beforeAll(async () => {
  server = await TestPostgres.start();
}, 120_000);
afterAll(() => server.stop());

/** A desk whose cache has these firms; without any, it was not refreshed yet. */
function newDesk(service = 'https://api.harborview.example', firms: readonly string[] = []): Desk {
  const workspace = openWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  let stored: TeamSecrets | null = null;
  const secrets = {
    read: () => Promise.resolve(stored),
    write: (next: TeamSecrets) => {
      stored = next;
      return Promise.resolve();
    },
    remove: () => {
      stored = null;
      return Promise.resolve();
    },
  };
  addCleanup(() => workspace.close());
  const newTeam = (isBlocked = false) => {
    const closed = new AbortController();
    addCleanup(() => {
      closed.abort();
      return new Promise<void>((resolve) => setTimeout(resolve, 50)); // a statement may be on its way
    });
    return {
      closed,
      team: new Team({
        workspace,
        secrets,
        service,
        firms: () => firms,
        isBlocked,
        clock: systemClock,
        closed: closed.signal,
      }),
    };
  };
  const mark = (key: string, note: string) => {
    const at = new Date().toISOString();
    const rest = { print: 'p', reason: null, until: null, owner: null };
    workspace.reviews.write([
      { rule: 'rule', key, mark: { rule: 'rule', key, state: 'flagged', note, user: 'x', at, ...rest } },
    ]);
  };
  const notes = () => workspace.reviews.all().map(({ key, note }) => `${key} ${note}`);
  const of = ({ team, closed }: ReturnType<typeof newTeam>): Desk => ({
    team,
    workspace,
    state: () => stateOf(team),
    member: () => memberOf(team),
    mark,
    notes,
    stored: () => stored,
    loseKeys: () => (stored = null),
    /** Starts the app again. */
    restart: (isBlocked) => {
      closed.abort();
      const next = newTeam(isBlocked);
      next.team.start();
      return of(next);
    },
  });
  return of(newTeam());
}
interface Desk {
  readonly team: Team;
  readonly workspace: ReturnType<typeof openWorkspace>;
  readonly state: () => Promise<TeamState>;
  readonly member: () => Promise<Extract<TeamState, { kind: 'member' }>>;
  readonly mark: (key: string, note: string) => void;
  readonly notes: () => string[];
  readonly stored: () => TeamSecrets | null;
  readonly loseKeys: () => void;
  /** `isBlocked`: a policy no longer allows the service. */
  readonly restart: (isBlocked?: boolean) => Desk;
}

async function stateOf(team: Team): Promise<TeamState> {
  const { value } = await team.follow().next();
  if (!value) throw new Error('The state ended');
  return value;
}

async function memberOf(team: Team) {
  const now = await stateOf(team);
  if (now.kind !== 'member') throw new Error(`It is ${now.kind}`);
  return now;
}

async function problemFrom(work: () => Promise<unknown> | void): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof TeamProblemError ? error.problem.code : String(error);
  }
  return 'none';
}

function invitationFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-invitation-'));
  addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'Ben.firmdesk-invitation');
}

async function founded(): Promise<{ anna: Desk; database: string }> {
  const owner = await server.newDatabase('anna');
  const anna = newDesk('https://api.harborview.example', ['7', '8']);
  expect(await checkAccess(owner)).toMatchObject({ schema: 'creatable' });
  await foundTeam(anna.team, { ...owner, team: 'Harborview operations', name: 'Anna' });
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  return { anna, database: owner.database.database };
}

/** Ben joins Anna's team; both screens showed the same words. */
async function joined(anna: Desk, database: string, bringMarks = false): Promise<Desk> {
  const file = invitationFile();
  const ben = newDesk('https://api.harborview.example', ['8']);
  if (bringMarks) ben.mark('b', 'brought by Ben');
  const { invitation, code } = await inviteMember(anna.team, { file, name: 'Ben', role: 'member' });
  const access = await server.newLogin(database, `ben${Math.random().toString(36).slice(2, 8)}`);
  const login = { login: access.database.login, password: access.password, ca: null };
  await joinTeam(ben.team, { file, code, ...login, bring: bringMarks ? ['marks'] : [] });
  await vi.waitFor(async () => {
    const request = (await anna.member()).invitations.find(({ id }) => id === invitation);
    const state = await ben.state();
    expect(request?.words).toHaveLength(5);
    expect(state.kind === 'joining' && state.words).toEqual(request?.words);
  }, WAIT);
  admitMember(anna.team, invitation);
  await vi.waitFor(async () => expect((await ben.state()).kind).toBe('member'), WAIT);
  await vi.waitFor(async () => expect((await ben.member()).members).toHaveLength(2), WAIT);
  return ben;
}

it('contacts no database if a policy blocks the connection, and keeps what was read', async () => {
  const { anna } = await founded();
  anna.mark('a', 'by Anna');
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  const connect = vi.spyOn(PostgresConnection, 'connect');
  addCleanup(() => connect.mockRestore());
  const blocked = anna.restart(true);
  const { link } = await blocked.member();
  expect(link).toMatchObject({ state: 'offline', problem: { code: 'by-policy' } });
  blocked.team.syncNow();
  const stored = blocked.stored();
  expect(await problemFrom(() => blocked.team.syncToEnd())).toBe('by-policy');
  if (!stored) throw new Error('No keys');
  expect(await problemFrom(() => blocked.team.reconnect(stored))).toBe('by-policy');
  expect(await problemFrom(() => blocked.team.expectMayConnect())).toBe('by-policy');
  expect(connect).not.toHaveBeenCalled();
  expect(blocked.notes()).toEqual(['a by Anna']);
});

it('two desks found and join a team, and a mark on one is seen on the other', async () => {
  const { anna, database } = await founded();
  anna.mark('a', 'by Anna');
  const ben = await joined(anna, database, true);
  await vi.waitFor(() => expect(ben.notes()).toContain('a by Anna'), WAIT);
  await vi.waitFor(() => expect(anna.notes()).toContain('b brought by Ben'), WAIT);
  await vi.waitFor(async () => expect((await ben.member()).link.state).toBe('live'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('live'), WAIT);
  const start = performance.now();
  ben.mark('c', 'by Ben');
  await vi.waitFor(() => expect(anna.notes()).toContain('c by Ben'), WAIT);
  expect(performance.now() - start).toBeLessThan(1_000);
  const { members, issues } = await anna.member();
  expect(members.map(({ name, role, isSelf }) => `${name} ${role} ${isSelf}`)).toEqual([
    'Anna admin true',
    'Ben member false',
  ]);
  expect(issues).toBe(0);
});

it('a colleague who was first keeps the claim until it is given back', async () => {
  const { anna, database } = await founded();
  const ben = await joined(anna, database);
  const subjects = [{ kind: 'finding', id: 'rule a' } as const];
  await claimSubjects(anna.team, subjects);
  await vi.waitFor(
    async () => expect((await ben.member()).claims).toMatchObject([{ name: 'Anna', isSelf: false }]),
    WAIT,
  );
  expect(await problemFrom(() => claimSubjects(ben.team, subjects))).toBe('claimed');
  expect((await ben.member()).waiting).toBe(0);
  releaseClaims(anna.team, subjects);
  await vi.waitFor(async () => expect((await ben.member()).claims).toEqual([]), WAIT);
  await claimSubjects(ben.team, subjects);
  expect((await ben.member()).claims).toMatchObject([{ name: 'Ben', isSelf: true }]);
}, 60_000);

it('works offline while the server is down, and sends afterwards', async () => {
  const { anna, database } = await founded();
  const ben = await joined(anna, database);
  await server.kill();
  await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('offline'), WAIT);
  anna.mark('a', 'while down');
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(1), WAIT);
  await server.restart();
  for (const { team } of [anna, ben]) team.syncNow();
  await vi.waitFor(() => expect(ben.notes()).toContain('a while down'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
}, 60_000);

it('refuses an invitation with a wrong code, for another service or firm, used, or expired', async () => {
  const { anna, database } = await founded();
  const file = invitationFile();
  const { code } = await inviteMember(anna.team, { file, name: 'Ben', role: 'member' });
  const ben = newDesk();
  expect(await problemFrom(() => summarizeInvitation(ben.team, file, 'XXXX-XXXX'))).toBe('wrong-code');
  expect(await summarizeInvitation(ben.team, file, code.toLowerCase())).toMatchObject({
    team: 'Harborview operations',
    invitedBy: 'Anna',
    name: 'Ben',
  });
  const other = newDesk('https://api.elsewhere.example');
  expect(await problemFrom(() => summarizeInvitation(other.team, file, code))).toBe('other-firm');
  const otherFirm = newDesk('https://api.harborview.example', ['99']);
  expect(await problemFrom(() => summarizeInvitation(otherFirm.team, file, code))).toBe('other-firm');
  const access = await server.newLogin(database, 'ben');
  const login = { login: access.database.login, password: access.password, ca: null, bring: [] };
  await joinTeam(ben.team, { file, code, ...login });
  const second = newDesk();
  const again = await server.newLogin(database, 'eve');
  const otherLogin = { ...login, login: again.database.login, password: again.password };
  expect(await problemFrom(() => joinTeam(second.team, { file, code, ...otherLogin }))).toBe('no-invitation');
  fs.writeFileSync(file, 'something else');
  expect(await problemFrom(() => summarizeInvitation(second.team, file, code))).toBe('not-invitation');
  expect(fs.readFileSync(file, 'utf8')).not.toContain('Anna');
});

it('an admin changes roles and removes a member, who keeps what was read', async () => {
  const { anna, database } = await founded();
  const ben = await joined(anna, database);
  anna.mark('a', 'before');
  await vi.waitFor(() => expect(ben.notes()).toContain('a before'), WAIT);
  const { self } = await ben.member();
  expect(await problemFrom(() => removeMember(ben.team, self))).toBe('not-admin');
  setMemberRole(anna.team, self, 'viewer');
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('viewer'), WAIT);
  expect(() => ben.mark('b', 'as viewer')).toThrow('not-allowed');
  removeMember(anna.team, self);
  await vi.waitFor(async () => expect((await ben.member()).role).toBe(null), WAIT);
  anna.mark('a', 'after');
  await vi.waitFor(() => expect(anna.workspace.team.waitingCount()).toBe(0), WAIT);
  ben.team.syncNow();
  expect((await ben.member()).issues).toBe(0);
  expect(ben.notes()).toEqual(['a before']);
  ben.mark('b', 'by the removed');
  expect((await ben.member()).waiting).toBe(0);
  await leaveTeam(ben.team);
  expect((await ben.state()).kind).toBe('none');
  expect(ben.notes()).toEqual(['a before', 'b by the removed']);
  expect(ben.stored()).toBe(null);
});

it('a desk whose keychain lost its keys forgets the team and can be invited again', async () => {
  const { anna } = await founded();
  anna.mark('a', 'by Anna');
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  anna.loseKeys();
  const again = anna.restart();
  await vi.waitFor(async () => {
    const { link } = await again.member();
    expect(link.state === 'offline' && link.problem.code).toBe('keys-lost');
  }, WAIT);
  await leaveTeam(again.team);
  expect((await again.state()).kind).toBe('none');
  expect(again.notes()).toEqual(['a by Anna']);
});

it('the last admin cannot leave', async () => {
  const { anna, database } = await founded();
  expect(await problemFrom(() => leaveTeam(anna.team))).toBe('last-admin');
  const ben = await joined(anna, database);
  setMemberRole(anna.team, (await ben.member()).self, 'admin');
  await vi.waitFor(async () => expect((await ben.member()).role).toBe('admin'), WAIT);
  await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
  await leaveTeam(anna.team);
  expect((await anna.state()).kind).toBe('none');
  await vi.waitFor(
    async () => expect((await ben.member()).members.map(({ isFormer }) => isFormer)).toEqual([true, false]),
    WAIT,
  );
});
