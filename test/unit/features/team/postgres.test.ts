import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { TeamProblemError } from '#engine/features/team/database-problems';
import { PostgresConnection } from '#engine/features/team/postgres';
import { checkDatabase, createSchema, PostgresLog, requireSchema } from '#engine/features/team/postgres-log';
import { SCHEMA_STEPS, setUpSql } from '#engine/features/team/schema';
import { addCleanup } from '#test/support/cleanups';
import type { TestPostgres } from '#test/support/postgres';
import { it, useServer } from '#test/support/postgres-tests';
import { problemCodeOf } from './desks';
import { Writer } from './writers';

type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;

const server = useServer();

async function connect({ database, password }: Access): Promise<PostgresConnection> {
  const connection = await PostgresConnection.connect(database, password);
  addCleanup(() => connection.close());
  return connection;
}

/** Creates a database with the team's tables, and returns the owner's connection. */
async function newLog(): Promise<{ owner: Access; connection: PostgresConnection; log: PostgresLog }> {
  const owner = await server().newDatabase('anna');
  const connection = await connect(owner);
  await createSchema(connection, owner.database);
  return { owner, connection, log: new PostgresLog(connection) };
}

describe('set-up', () => {
  it('a login that may create a schema creates it, and the check finds it ready', async () => {
    const owner = await server().newDatabase('anna');
    const connection = await connect(owner);
    const check = await checkDatabase(connection, owner.database);
    expect(check).toMatchObject({ schema: 'creatable', hasTeam: false, isEncrypted: false });
    await createSchema(connection, owner.database);
    expect(await checkDatabase(connection, owner.database)).toMatchObject({
      schema: 'ready',
      hasTeam: false,
      sql: null,
    });
  });

  it('another login gets the exact statements, which its administrator runs', async () => {
    const { database } = await server().newDatabase('anna');
    const login = await server().newLogin(database.database, 'ben', '');
    const connection = await connect(login);
    const { schema, sql } = await checkDatabase(connection, login.database);
    expect(schema).toBe('needs-administrator');
    await server().run(database.database, sql ?? '');
    expect(await checkDatabase(connection, login.database)).toMatchObject({ schema: 'ready' });
  });

  it('a missing trigger or right, unforced row security and a newer schema are problems', async () => {
    const { owner, connection } = await newLog();
    const { database } = owner.database;
    const check = () => problemCodeOf(() => checkDatabase(connection, owner.database));
    expect(await check()).toBe('none');
    await server().run(database, 'DROP TRIGGER lock_log ON firm_desk.entry');
    expect(await check()).toBe('altered-schema');
    await server().run(
      database,
      `CREATE TRIGGER lock_log BEFORE INSERT ON firm_desk.entry FOR EACH STATEMENT EXECUTE FUNCTION firm_desk.lock_log();
       ALTER TABLE firm_desk.member NO FORCE ROW LEVEL SECURITY`,
    );
    expect(await check()).toBe('altered-schema');
    await server().run(database, 'ALTER TABLE firm_desk.member FORCE ROW LEVEL SECURITY');
    expect(await check()).toBe('none');
    const outsider = await server().newLogin(database, 'eve', '');
    const other = await connect(outsider);
    expect(await problemCodeOf(() => checkDatabase(other, outsider.database))).toBe('no-rights');
    await server().run(database, 'INSERT INTO firm_desk.migration VALUES (99, $$later$$)');
    expect(await check()).toBe('newer-schema');
  });

  it('a function without its search path, or a request that can change, is a problem', async () => {
    const { owner, connection } = await newLog();
    const check = () => problemCodeOf(() => checkDatabase(connection, owner.database));
    await server().run(owner.database.database, 'ALTER FUNCTION firm_desk.notify_log() RESET search_path');
    expect(await check()).toBe('altered-schema');
    await server().run(
      owner.database.database,
      `ALTER FUNCTION firm_desk.notify_log() SET search_path = pg_catalog, pg_temp;
       DROP TRIGGER append_only ON firm_desk.join_request`,
    );
    expect(await check()).toBe('altered-schema');
  });

  it('distinguishes a wrong password, a missing database and a port without server', async () => {
    const owner = await server().newDatabase('anna');
    const { database } = owner;
    expect(await problemCodeOf(() => PostgresConnection.connect(database, 'wrong'))).toBe('wrong-password');
    const missingDatabase = { ...database, database: 'missing' };
    expect(await problemCodeOf(() => PostgresConnection.connect(missingDatabase, owner.password))).toBe(
      'no-database',
    );
    const unusedPort = { ...database, port: 1 };
    expect(await problemCodeOf(() => PostgresConnection.connect(unusedPort, owner.password))).toBe(
      'unreachable',
    );
  });
});

describe('rights', () => {
  it('a login writes for its own member alone, and changes or deletes nothing', async () => {
    const { owner, connection, log } = await newLog();
    const team = randomUUID();
    const [anna, ben] = [randomUUID(), randomUUID()];
    await log.putTeam(team);
    await log.register(anna);
    const login = await server().newLogin(owner.database.database, 'ben');
    const other = await connect(login);
    await new PostgresLog(other).register(ben);
    const entry = (member: string) => ({
      team,
      member,
      number: 1,
      epoch: 1,
      previous: Buffer.alloc(32),
      body: Buffer.from('body'),
      signature: Buffer.alloc(64),
    });
    const read = { place: 0, epoch: 1 };
    expect(await problemCodeOf(() => new PostgresLog(other).append([entry(anna)], read))).toBe('no-rights');
    expect(await new PostgresLog(other).append([entry(ben)], read)).toHaveLength(1);
    const claim = () =>
      other.query('INSERT INTO firm_desk.member (id, login) VALUES ($1, $2)', [
        randomUUID(),
        owner.database.login,
      ]);
    expect(await problemCodeOf(claim)).toBe('no-rights');
    for (const sql of [
      'UPDATE firm_desk.entry SET epoch = 2',
      'DELETE FROM firm_desk.entry',
      'TRUNCATE firm_desk.entry',
    ])
      expect(await problemCodeOf(() => other.query(sql)), sql).toBe('no-rights');
    // The owner of the tables is refused by the trigger.
    for (const sql of ['UPDATE firm_desk.entry SET epoch = 2', 'DELETE FROM firm_desk.entry'])
      expect(await problemCodeOf(() => connection.query(sql)), sql).toBe('other');
    expect(await log.read(0, 10)).toHaveLength(1);
  });

  it('returns no entries after those whose bodies reach four megabytes', async () => {
    const { log } = await newLog();
    const [team, member] = [randomUUID(), randomUUID()];
    await log.putTeam(team);
    await log.register(member);
    const body = Buffer.alloc(900_000, 'x');
    for (const number of [1, 2, 3, 4, 5, 6, 7])
      await log.append(
        [
          {
            team,
            member,
            number,
            epoch: 1,
            previous: Buffer.alloc(32),
            body,
            signature: Buffer.alloc(64, number),
          },
        ],
        { place: 0, epoch: 1 },
      );
    const numbersAfter = async (place: number) => (await log.read(place, 500)).map(({ number }) => number);
    expect(await numbersAfter(0)).toEqual([1, 2, 3, 4, 5]);
    const [, , , , fifth] = await log.read(0, 500);
    expect(await numbersAfter(fifth?.place ?? 0)).toEqual([6, 7]);
    expect(await log.read(0, 2)).toHaveLength(2);
  });

  it('a database has one team', async () => {
    const { log } = await newLog();
    await log.putTeam(randomUUID());
    expect(await problemCodeOf(() => log.putTeam(randomUUID()))).toBe('team-exists');
  });
});

/** Creates a team whose members have a login and a connection each. */
async function teamOnServer(names: readonly string[]) {
  const { owner, log } = await newLog();
  const writers = names.map((name) => new Writer(name));
  const [founder, ...others] = writers;
  if (!founder) throw new Error('No founder');
  const team = founder.foundTeam();
  await log.putTeam(team);
  const logs = [log];
  for (const other of others) {
    const login = await server().newLogin(owner.database.database, other.name.toLowerCase());
    logs.push(new PostgresLog(await connect(login)));
    founder.admit(other);
    other.join(team, founder);
  }
  const syncAll = async () => {
    for (const [index, writer] of writers.entries()) await writer.run(logs[index] ?? log);
  };
  await syncAll();
  return { owner, writers, logs, syncAll };
}

describe('the log on a server', () => {
  it('is the same for five members who write at once', async () => {
    const { writers, logs, syncAll } = await teamOnServer(['Anna', 'Ben', 'Cleo', 'Dan', 'Eve']);
    for (let round = 0; round < 6; round += 1)
      await Promise.all(
        writers.map(async (writer, index) => {
          writer.mark('rule', String(round % 3), `${writer.name} ${round}`);
          const log = logs[index];
          if (log) await writer.run(log);
        }),
      );
    await syncAll();
    await syncAll();
    for (const writer of writers) {
      expect(writer.issues()).toEqual([]);
      expect(writer.marks()).toEqual(writers[0]?.marks());
      expect(writer.notes().size).toBe(30);
      expect([...writer.notes().values()].every((count) => count === 1)).toBe(true);
    }
  });

  it('finds rows that the administrator changed and deleted', async () => {
    const { owner, writers, logs, syncAll } = await teamOnServer(['Anna', 'Ben']);
    const [anna, ben] = writers;
    const [log] = logs;
    if (!anna || !ben || !log) throw new Error('No team');
    for (const note of ['one', 'two', 'three']) {
      ben.mark('rule', note, note);
      await syncAll();
    }
    await anna.run(log);
    await anna.sync.audit(log);
    expect(anna.issues()).toEqual([]);
    await server().run(
      owner.database.database,
      `ALTER TABLE firm_desk.entry DISABLE TRIGGER append_only;
       DELETE FROM firm_desk.entry WHERE member = '${ben.id}' AND number = 1;
       UPDATE firm_desk.entry SET body = set_byte(body, 100, 1 + get_byte(body, 100) % 255)
         WHERE member = '${ben.id}' AND number = 2;
       ALTER TABLE firm_desk.entry ENABLE TRIGGER append_only`,
    );
    await anna.sync.audit(log);
    expect(anna.issues()).toEqual(['bad-signature Ben 2', 'missing Ben 1']);
    expect(anna.marks()).toEqual(['rule three three Ben']);
  });

  it('holds no planted value in plain text', async () => {
    const { owner, writers, syncAll } = await teamOnServer(['Annabelle', 'Bartholomew']);
    writers[1]?.mark('planted-rule', 'planted-key', 'planted note, SSN 123-45-6789');
    await syncAll();
    await syncAll();
    expect(writers[0]?.marks()).toEqual(['planted-rule planted-key planted note, SSN ••••••••• Bartholomew']);
    const { rows } = await server().run(
      owner.database.database,
      `SELECT encode(body, 'escape') AS text FROM firm_desk.entry`,
    );
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(2);
    for (const value of ['planted', 'Annabelle', 'Bartholomew', 'Harborview', '123-45-6789', '6789'])
      expect(text.includes(value), value).toBe(false);
  });
});

describe('a schema that is one version older', () => {
  const OLDER_VERSION = SCHEMA_STEPS.length - 1;

  /** Creates the tables as the version before created them, with a team and one entry. */
  async function olderLog() {
    const owner = await server().newDatabase('anna');
    const connection = await connect(owner);
    await connection.execute(setUpSql(0, owner.database, OLDER_VERSION));
    const log = new PostgresLog(connection);
    const writer = new Writer('Anna');
    await log.putTeam(writer.foundTeam());
    await writer.run(log);
    return { owner, connection, log, writer };
  }
  const versionOf = async (connection: PostgresConnection): Promise<unknown> =>
    (await connection.query('SELECT max(number) AS number FROM firm_desk.migration'))[0]?.['number'];

  it('is upgraded by a login that owns it, and its entries stay', async () => {
    const { owner, connection, log } = await olderLog();
    const entriesBefore = await log.read(0, 10);
    expect(await checkDatabase(connection, owner.database)).toMatchObject({
      schema: 'creatable',
      isOlder: true,
      hasTeam: true,
    });
    expect(await requireSchema(connection, owner.database)).toMatchObject({
      schema: 'ready',
      isOlder: false,
      sql: null,
    });
    expect(await versionOf(connection)).toBe(SCHEMA_STEPS.length);
    expect(entriesBefore).toHaveLength(1);
    expect(await log.read(0, 10)).toEqual(entriesBefore);
  });

  it('of another owner stays as it is, and its administrator gets the exact statements', async () => {
    const { owner, writer } = await olderLog();
    const { database } = owner.database;
    const ben = await server().newLogin(database, 'ben');
    const connection = await connect(ben);
    const problem = await requireSchema(connection, ben.database).then(
      () => expect.fail('it is older'),
      (error: unknown) => (error instanceof TeamProblemError ? error.problem : expect.fail(String(error))),
    );
    expect(problem.code).toBe('old-schema');
    expect(await versionOf(connection)).toBe(OLDER_VERSION);
    await server().run(database, String(problem.facts?.['sql']));
    expect(await requireSchema(connection, ben.database)).toMatchObject({ schema: 'ready', hasTeam: true });
    await writer.run(new PostgresLog(await connect(owner))); // members write as before
  });

  it('is upgraded once by two apps at the same moment', async () => {
    const { owner, connection } = await olderLog();
    const other = await connect(owner);
    const checks = await Promise.all([connection, other].map((link) => requireSchema(link, owner.database)));
    expect(checks.map(({ schema }) => schema)).toEqual(['ready', 'ready']);
    const rows = await connection.query('SELECT number FROM firm_desk.migration ORDER BY number');
    expect(rows).toHaveLength(SCHEMA_STEPS.length);
  });

  it('is unchanged if its upgrade fails halfway', async () => {
    const { owner, connection } = await olderLog();
    await server().run(owner.database.database, 'DROP FUNCTION firm_desk.refuse() CASCADE');
    expect(await problemCodeOf(() => requireSchema(connection, owner.database))).toBe('old-schema');
    expect(await versionOf(connection)).toBe(OLDER_VERSION);
  });
});
