import { randomUUID } from 'node:crypto';
import { describe, expect, vi } from 'vitest';
import { teamProblemError } from '#engine/features/team/database-problems';
import { inviteMember } from '#engine/features/team/members';
import { PostgresLog } from '#engine/features/team/postgres-log';
import { checkAccess, checkTeamAccess, foundTeam, joinTeam } from '#engine/features/team/set-up';
import { addCleanup } from '#test/support/cleanups';
import { it, useServer } from '#test/support/postgres-tests';
import {
  createTeamAsAnna,
  invitationFile,
  joinAsBen,
  newDesk,
  newLoginOfBen,
  problemCodeOf,
  teamProblemFrom,
  WAIT,
  type Desk,
} from './desks';

const server = useServer();

const createTeam = async () => createTeamAsAnna(await server().newDatabase('anna'));

/** Anna invites Ben, who has a login. */
async function inviteBen(anna: Desk, database: string) {
  const file = invitationFile();
  const { code } = await inviteMember(anna.team, { file, name: 'Ben', role: 'member' });
  const { password, ...access } = await newLoginOfBen(server(), database);
  return { file, code, login: access.database.login, password, ca: null, bring: [] };
}

const membersIn = async (database: string): Promise<unknown[]> =>
  (await server().run(database, 'SELECT id FROM firm_desk.member')).rows as unknown[];

type WriteCall = 'putTeam' | 'register' | 'requestJoin';

/** Loses the connection at one call, before or after the database has executed it. */
function interruptOnce(call: WriteCall, when: 'before' | 'after'): void {
  const original = PostgresLog.prototype[call];
  const spy = vi.spyOn(PostgresLog.prototype, call);
  addCleanup(() => spy.mockRestore());
  spy.mockImplementationOnce(async function (this: PostgresLog, argument: unknown) {
    if (when === 'after') await original.call(this, argument as never);
    throw teamProblemError('connection-lost');
  });
}

const INTERRUPTIONS = (['before', 'after'] as const).flatMap((when) =>
  (['putTeam', 'register', 'requestJoin'] as const).map((call) => ({ call, when })),
);

describe('an interrupted attempt', () => {
  it.each(INTERRUPTIONS.filter(({ call }) => call !== 'requestJoin'))(
    'to create a team continues with the same keys, interrupted $when $call',
    async ({ call, when }) => {
      const owner = await server().newDatabase('anna');
      const anna = newDesk();
      const names = { team: 'Harborview operations', name: 'Anna' };
      interruptOnce(call, when);
      expect(await problemCodeOf(() => foundTeam(anna.team, { ...owner, ...names }))).toBe('connection-lost');
      const keys = anna.stored();
      const restarted = anna.restart();
      // A team that was only begun here does not count.
      expect(await checkAccess(restarted.team, owner)).toMatchObject({ schema: 'ready', hasTeam: false });
      await foundTeam(restarted.team, { ...owner, ...names });
      await vi.waitFor(async () => expect((await restarted.member()).waiting).toBe(0), WAIT);
      expect(await restarted.member()).toMatchObject({ role: 'admin', issues: 0 });
      expect(restarted.stored()).toEqual(keys);
      expect(await membersIn(owner.database.database)).toHaveLength(1);
      expect(await checkAccess(newDesk().team, owner)).toMatchObject({ hasTeam: true });
    },
  );

  it.each(INTERRUPTIONS.filter(({ call }) => call !== 'putTeam'))(
    'to join continues with the same keys, interrupted $when $call',
    async ({ call, when }) => {
      const { anna, database } = await createTeam();
      const joining = await inviteBen(anna, database);
      const ben = newDesk();
      interruptOnce(call, when);
      expect(await problemCodeOf(() => joinTeam(ben.team, joining))).toBe('connection-lost');
      const keys = ben.stored();
      expect(keys).not.toBe(null);
      const restarted = ben.restart();
      await joinTeam(restarted.team, joining);
      await vi.waitFor(async () => {
        const [request] = (await anna.member()).invitations;
        const state = await restarted.state();
        expect(request?.words).toHaveLength(5);
        expect(state.kind === 'joining' && state.words).toEqual(request?.words);
      }, WAIT);
      expect(restarted.stored()).toEqual(keys);
      expect(await membersIn(database)).toHaveLength(2);
    },
  );

  it('to create a team leaves nothing if the saved work could not be written', async () => {
    const owner = await server().newDatabase('anna');
    const anna = newDesk();
    const founding = { ...owner, team: 'Harborview operations', name: 'Anna' };
    const note = vi.spyOn(anna.workspace.activity, 'note').mockImplementationOnce(() => {
      throw new Error('disk full');
    });
    expect(await problemCodeOf(() => foundTeam(anna.team, founding))).toBe('Error: disk full');
    note.mockRestore();
    anna.mark('a', 'before the team');
    expect([anna.workspace.team.self, anna.workspace.team.unsealed(10)]).toEqual([null, []]);
    // The version before left such lines.
    anna.workspace.team.enqueue({ kind: 'mark', at: new Date().toISOString(), items: [] });
    await foundTeam(anna.team, founding);
    await vi.waitFor(async () => expect((await anna.member()).waiting).toBe(0), WAIT);
    expect(await anna.member()).toMatchObject({ role: 'admin', issues: 0 });
  });

  it('of another user does not let this one take over the database', async () => {
    const owner = await server().newDatabase('anna');
    interruptOnce('register', 'before');
    await problemCodeOf(() => foundTeam(newDesk().team, { ...owner, team: 'A', name: 'Anna' }));
    const ben = newDesk();
    expect(await problemCodeOf(() => foundTeam(ben.team, { ...owner, team: 'B', name: 'Ben' }))).toBe(
      'team-exists',
    );
    expect(ben.stored()).toBe(null);
  });
});

describe('an invitation that cannot be used', () => {
  /** Expects that joining fails with this problem, and leaves nothing in the database or the keychain. */
  async function expectRefused(joining: Parameters<typeof joinTeam>[1], database: string, code: string) {
    const membersBefore = await membersIn(database);
    const ben = newDesk();
    expect(await problemCodeOf(() => joinTeam(ben.team, joining))).toBe(code);
    expect(ben.stored()).toBe(null);
    expect(await membersIn(database)).toEqual(membersBefore);
  }

  it('is refused before anything is written: used, or expired by the server’s clock', async () => {
    const { anna, database } = await createTeam();
    const joining = await inviteBen(anna, database);
    const clockSpy = vi
      .spyOn(PostgresLog.prototype, 'now')
      .mockResolvedValue(new Date(Date.now() + 8 * 86_400_000));
    await expectRefused(joining, database, 'expired');
    clockSpy.mockRestore();
    await joinTeam(newDesk().team, joining);
    await expectRefused(joining, database, 'no-invitation');
  });

  it('is refused before keys are made if the database has another team', async () => {
    const { anna, database } = await createTeam();
    const joining = await inviteBen(anna, database);
    await server().run(
      database,
      `ALTER TABLE firm_desk.team DISABLE TRIGGER append_only; UPDATE firm_desk.team SET id = '${randomUUID()}';
       ALTER TABLE firm_desk.team ENABLE TRIGGER append_only`,
    );
    await expectRefused(joining, database, 'not-this-team');
  });

  it('is refused if the database has no team', async () => {
    const { anna, database } = await createTeam();
    const joining = await inviteBen(anna, database);
    await server().run(database, 'DROP SCHEMA firm_desk CASCADE');
    const ben = newDesk();
    expect(await problemCodeOf(() => joinTeam(ben.team, joining))).toBe('not-this-team');
    expect(ben.stored()).toBe(null);
  });
});

it('an address of another team, or of none, is refused with the database’s name', async () => {
  const { anna } = await createTeam();
  const other = await server().newDatabase('anna');
  const access = (await createTeam()).anna.team.self.database;
  const check = (database: typeof access, password: string) =>
    teamProblemFrom(() => checkTeamAccess(anna.team.self, { database, password }));
  expect(await check(access, `${access.login} secret`)).toMatchObject({
    code: 'not-this-team',
    facts: { database: access.database },
  });
  expect(await check(other.database, other.password)).toMatchObject({ code: 'not-this-team' });
});

it('names both logins if this one is another member’s', async () => {
  const { anna, database } = await createTeam();
  const ben = await joinAsBen(anna, await server().newLogin(database, 'ben'));
  const { self } = ben.team;
  const login = anna.team.self.database.login;
  const facts = { login, needed: self.database.login };
  const access = { database: { ...self.database, login }, password: `${login} secret` };
  expect(await teamProblemFrom(() => checkTeamAccess(self, access))).toEqual({ code: 'other-login', facts });
  const stored = ben.stored();
  if (!stored) throw new Error('No keys');
  ben.workspace.team.changeSelf({ database: access.database });
  await ben.team.reconnect({ ...stored, password: access.password });
  await vi.waitFor(async () => {
    const { link } = await ben.member();
    expect(link).toMatchObject({ state: 'offline', problem: { code: 'other-login', facts } });
  }, WAIT);
});

describe('a problem', () => {
  it('of the database reaches the caller with its server and cause', async () => {
    const { anna } = await createTeam();
    const { host, port } = anna.team.self.database;
    await server().kill();
    addCleanup(() => server().restart());
    await vi.waitFor(async () => expect((await anna.member()).link.state).toBe('offline'), WAIT);
    anna.team.syncNow();
    await vi.waitFor(async () => {
      const problem = await teamProblemFrom(() => anna.team.syncToEnd());
      expect(problem).toMatchObject({ code: 'unreachable', facts: { host, port }, cause: 'ECONNREFUSED' });
    }, WAIT);
  });

  it('of an entry that the database refuses names the member and the number', async () => {
    const { anna, database } = await createTeam();
    await server().run(
      database,
      'REVOKE INSERT ON firm_desk.entry FROM PUBLIC, "firm_desk_' + database + '"',
    );
    // Anna created the table, and its owner could still write.
    await server().run(database, `ALTER TABLE firm_desk.entry OWNER TO postgres`);
    anna.mark('a', 'refused');
    await vi.waitFor(async () => {
      const { link, self } = await anna.member();
      expect(link).toMatchObject({
        problem: { code: 'no-rights', facts: { member: self, number: 2 }, cause: '42501' },
      });
    }, WAIT);
  });

  it('of the keychain says what the keychain said', async () => {
    const { anna } = await createTeam();
    anna.lockKeychain();
    const restarted = anna.restart();
    await vi.waitFor(async () => expect((await restarted.member()).link.state).toBe('offline'), WAIT);
    const problem = { code: 'keychain', cause: 'keychain-locked' };
    expect(await teamProblemFrom(() => restarted.team.keys)).toEqual(problem);
    expect(await teamProblemFrom(() => restarted.team.syncToEnd())).toEqual(problem);
  });
});
