import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it as anyIt, vi } from 'vitest';
import type { TeamLinkState } from '#contract/features/team/calls';
import { PostgresConnection } from '#engine/features/team/postgres';
import { checkDatabase } from '#engine/features/team/postgres-log';
import { TeamLink } from '#engine/features/team/team-link';
import { systemClock } from '#engine/service/clock';
import { addCleanup } from '#test/support/cleanups';
import {
  asOrdinaryUser,
  canRunPostgres,
  freePort,
  newServerFolder,
  TestPostgres,
} from '#test/support/postgres';
import { it, useServer } from '#test/support/postgres-tests';
import { problemCodeOf } from './desks';
import { newServerTeam, type ServerDesk } from './server-team';

const WAIT = { timeout: 20_000, interval: 50 };

const server = useServer();

async function teamOfTwo(): Promise<{ database: string; team: string; anna: ServerDesk; ben: ServerDesk }> {
  const { database, team, desks } = await newServerTeam(server(), ['Anna', 'Ben']);
  const [anna, ben] = desks;
  if (!anna || !ben) throw new Error('No team');
  return { database, team, anna, ben };
}

/** Lets everyone read and send until all entries are everywhere; expects each to have these notes, each once. */
async function expectEverywhere(
  desks: readonly ServerDesk[],
  notes: readonly string[],
  port?: number,
): Promise<void> {
  for (let round = 0; round < 2; round += 1)
    for (const desk of desks) await desk.run(port === undefined ? {} : { port });
  for (const { writer } of desks) {
    expect(writer.issues()).toEqual([]);
    expect(writer.store.waitingCount()).toBe(0);
    expect(writer.notes()).toEqual(new Map(notes.map((note) => [note, 1])));
    expect(writer.marks()).toEqual(desks[0]?.writer.marks());
  }
}

/** Mounts a disk of this size in memory; null where a test may not. */
function mountSmallDisk(megabytes: number): string | null {
  const folder = newServerFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'firm-desk-test', folder], {
      stdio: 'ignore',
    });
  } catch {
    fs.rmSync(folder, { recursive: true });
    return null;
  }
  return folder;
}

describe('a server that fails', () => {
  it('with a full disk keeps marks waiting until it has space', async ({ skip }) => {
    const disk = mountSmallDisk(20);
    if (disk === null) return skip('mounting a disk needs root');
    const { database, anna, ben } = await teamOfTwo();
    addCleanup(async () => {
      await server().run('postgres', `DROP DATABASE ${database} WITH (FORCE)`);
      await server().run('postgres', 'DROP TABLESPACE small');
      execFileSync('umount', [disk]);
      fs.rmSync(disk, { recursive: true });
    });
    const tablespace = path.join(disk, 'tablespace');
    fs.mkdirSync(tablespace);
    asOrdinaryUser(tablespace);
    await server().run('postgres', `CREATE TABLESPACE small LOCATION '${tablespace}'`);
    await server().run('postgres', `ALTER DATABASE ${database} SET TABLESPACE small`);
    const notes = Array.from({ length: 30 }, (_, index) => `${index} ${'long note '.repeat(300)}`);
    for (const note of notes) ben.writer.mark('rule', note.slice(0, 2), note);
    const { bavail, bsize } = fs.statfsSync(disk);
    fs.writeFileSync(path.join(disk, 'filler'), Buffer.alloc(bavail * bsize));
    expect(await problemCodeOf(() => ben.run())).toBe('disk-full');
    expect(ben.writer.store.waitingCount()).toBe(30);
    fs.rmSync(path.join(disk, 'filler'));
    await expectEverywhere([ben, anna], notes);
  }, 60_000);

  it('that became read-only keeps marks waiting, and nothing arrives, until it is writable', async () => {
    const { database, anna, ben } = await teamOfTwo();
    anna.writer.mark('rule', 'b', 'not read yet');
    await anna.run();
    await server().run('postgres', `ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    ben.writer.mark('rule', 'a', 'waits');
    expect(await problemCodeOf(() => ben.run())).toBe('read-only');
    expect(ben.writer.store.waitingCount()).toBe(1);
    expect([...ben.writer.notes().keys()]).toEqual([]);
    await server().run('postgres', `ALTER DATABASE ${database} RESET default_transaction_read_only`);
    await expectEverywhere([ben, anna], ['not read yet', 'waits']);
  });

  it('with a lock held for minutes is reported after 10 seconds, and the mark goes out once', async () => {
    const { team, anna, ben } = await teamOfTwo();
    const { database, password } = anna.access;
    const holder = await PostgresConnection.connect(database, password);
    addCleanup(() => holder.close());
    expect(await holder.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '10s' }]);
    const firstStatement = "SET lock_timeout = '200ms'"; // the test does not wait 10 seconds
    ben.writer.mark('rule', 'a', 'waits');
    // A colleague whose computer stopped in an append, and a maintenance job.
    const append = `SELECT firm_desk.append(0, 1, '${team}', '${anna.writer.id}', '{}', '{}', '{}', '{}', '{}')`;
    for (const lock of [append, 'LOCK TABLE firm_desk.entry IN SHARE MODE']) {
      await holder.query('BEGIN');
      await holder.query(lock);
      expect(await problemCodeOf(() => ben.run({ firstStatement })), lock).toBe('locked');
      expect(ben.writer.store.waitingCount()).toBe(1);
      await holder.query('ROLLBACK');
    }
    await expectEverywhere([ben, anna], ['waits']);
  });

  it('whose connection is dead is given up after two seconds', async () => {
    const { anna } = await teamOfTwo();
    const { database, password } = anna.access;
    // Forwards both ways, but never closes its side.
    const sockets: net.Socket[] = [];
    const dead = net.createServer({ allowHalfOpen: true }, (client) => {
      const upstream = net.connect(database.port, database.host);
      sockets.push(client, upstream);
      client.on('data', (bytes) => upstream.write(bytes)).on('error', () => undefined);
      upstream.on('data', (bytes) => client.write(bytes)).on('error', () => undefined);
    });
    const port = await new Promise<number>((resolve) => {
      dead.listen(0, '127.0.0.1', () => resolve((dead.address() as net.AddressInfo).port));
    });
    addCleanup(() => {
      for (const socket of sockets) socket.destroy();
      dead.close();
    });
    const connection = await PostgresConnection.connect({ ...database, port }, password);
    await connection.query('SELECT 1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    addCleanup(() => void vi.useRealTimers());
    const closed = connection.close();
    vi.advanceTimersByTime(2_000);
    await closed;
  });

  it('is reported as too old if its version is 13', async () => {
    const row = { number: '130014', version: '13.14 (Debian 13.14-1)', standby: false };
    const connection = { isEncrypted: true, query: () => Promise.resolve([row]) };
    const check = () => checkDatabase(connection as never, { login: 'anna', database: 'team' });
    expect(await problemCodeOf(check)).toBe('too-old');
  });
});

it('a promoted replica lacks the last entries, and gets them from the members', async () => {
  const primary = await TestPostgres.start();
  const { desks } = await newServerTeam(primary, ['Anna', 'Ben', 'Cleo']);
  const [anna, ben, cleo] = desks;
  if (!anna || !ben || !cleo) throw new Error('No team');
  const replica = await primary.startReplica();
  addCleanup(async () => {
    await replica.stop();
    await primary.stop();
  });
  anna.writer.mark('rule', 'a', 'replicated');
  for (const desk of desks) await desk.run();
  const { database, password } = ben.access;
  const replicaAddress = { ...database, port: replica.port };
  await vi.waitFor(async () => {
    const { rows } = await replica.run(
      database.database,
      'SELECT count(*)::int AS count FROM firm_desk.entry',
    );
    expect(rows).toEqual([{ count: anna.writer.store.entryCount() }]);
  }, WAIT);
  const standby = await PostgresConnection.connect(replicaAddress, password);
  expect(await problemCodeOf(() => checkDatabase(standby, replicaAddress))).toBe('read-only');
  await standby.close();
  ben.writer.mark('rule', 'b', 'to the replica');
  expect(await problemCodeOf(() => ben.run({ port: replica.port }))).toBe('read-only');

  await replica.kill();
  anna.writer.mark('rule', 'c', 'lost by Anna');
  for (const desk of desks) await desk.run();
  await primary.kill();
  await replica.restart();
  await replica.run('postgres', 'SELECT pg_promote()');
  cleo.writer.mark('rule', 'd', 'after it');
  const notes = ['replicated', 'to the replica', 'lost by Anna', 'after it'];
  await expectEverywhere([cleo, ben, anna], notes, replica.port);
}, 120_000);

it('orders marks by their place in the log, even if clocks are an hour off', async () => {
  const { anna, ben } = await teamOfTwo();
  const hoursFromNow = (change: number) => new Date(Date.now() + change * 3_600_000).toISOString();
  anna.writer.now = hoursFromNow(1);
  ben.writer.now = hoursFromNow(-1);
  anna.writer.mark('rule', 'a', 'by the fast clock', { at: hoursFromNow(1) });
  await anna.run();
  await ben.run();
  ben.writer.mark('rule', 'a', 'by the slow clock', { at: hoursFromNow(-1) });
  await expectEverywhere([ben, anna], ['by the fast clock', 'by the slow clock']);
  expect(anna.writer.marks()).toEqual(['rule a by the slow clock Ben']);
});

it('audits the log again after the clock was set back', async () => {
  const { team, anna } = await teamOfTwo();
  const closed = new AbortController();
  addCleanup(() => closed.abort());
  let now = Date.now();
  const audit = vi.fn(() => Promise.resolve());
  const link = new TeamLink({
    team,
    database: () => anna.access.database,
    password: () => Promise.resolve(anna.access.password),
    clock: { ...systemClock, now: () => now },
    closed: closed.signal,
    onConnect: () => Promise.resolve(),
    sync: () => Promise.resolve(),
    audit,
    onState: () => undefined,
  });
  link.start();
  await vi.waitFor(() => expect(audit).toHaveBeenCalledTimes(1), WAIT);
  now -= 86_400_000;
  link.syncNow();
  await vi.waitFor(() => expect(audit).toHaveBeenCalledTimes(2), { ...WAIT, timeout: 5_000 });
});

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Starts PgBouncer in front of the server, with transaction pooling, and returns its port. */
async function startPooler(desks: readonly ServerDesk[]): Promise<number> {
  const folder = newServerFolder();
  const port = await freePort();
  const users = desks.map(({ access }) => `"${access.database.login}" "${access.password}"`);
  fs.writeFileSync(path.join(folder, 'users.txt'), users.join('\n'));
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server().port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${path.join(folder, 'users.txt')}`,
    'pool_mode = transaction',
  ];
  fs.writeFileSync(path.join(folder, 'pgbouncer.ini'), settings.join('\n'));
  const owner = asOrdinaryUser(folder);
  const pooler = spawn(PGBOUNCER, [path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...owner });
  addCleanup(async () => {
    const ended = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await ended;
    fs.rmSync(folder, { recursive: true });
  });
  return port;
}

anyIt.skipIf(!canRunPostgres || !fs.existsSync(PGBOUNCER))(
  'shares marks behind PgBouncer, where it polls instead of listening',
  async () => {
    const { team, anna, ben } = await teamOfTwo();
    const port = await startPooler([anna, ben]);
    await vi.waitFor(() => anna.run({ port }), WAIT);
    anna.writer.mark('rule', 'a', 'by Anna');
    ben.writer.mark('rule', 'b', 'by Ben');
    await expectEverywhere([anna, ben], ['by Anna', 'by Ben'], port);

    const closed = new AbortController();
    addCleanup(() => closed.abort());
    const states: TeamLinkState['state'][] = [];
    const link = new TeamLink({
      team,
      database: () => ({ ...ben.access.database, port }),
      password: () => Promise.resolve(ben.access.password),
      clock: systemClock,
      closed: closed.signal,
      onConnect: () => Promise.resolve(),
      sync: (log) => ben.writer.run(log),
      audit: () => Promise.resolve(),
      onState: ({ state }) => void states.push(state),
    });
    link.start();
    await vi.waitFor(() => expect(states).toContain('polling'), WAIT);
    anna.writer.mark('rule', 'c', 'while it polls');
    await anna.run({ port });
    link.syncNow();
    await vi.waitFor(() => expect(ben.writer.notes().has('while it polls')).toBe(true), WAIT);
    expect(states).not.toContain('live');
  },
  60_000,
);
