import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import pg from 'pg';
import type { TeamDatabase } from '#contract/features/team/schemas';
import { teamProblemOf, TeamProblemError, teamProblemError } from './database-problems';

/** The oldest supported version of PostgreSQL (14), as `server_version_num`. */
export const MIN_VERSION = 140_000;

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** A lock of other writers held for longer is reported. */
const LOCK_TIMEOUT_MS = 10_000;
/** For a server that does not answer at all, so its own timeouts do not apply. */
const QUERY_TIMEOUT_MS = 35_000;
/** For a server that does not close its side: after the computer slept, the system would wait for about 15 minutes. */
const CLOSE_TIMEOUT_MS = 2_000;

const THIS_COMPUTER = new Set(['localhost', '127.0.0.1', '::1']);

/** Returns whether a host is this computer. Only to this computer may a connection be unencrypted. */
export const isThisComputer = (host: string): boolean => THIS_COMPUTER.has(host.toLowerCase());

/** Returns the certificates of the system and of the program; undefined where the runtime cannot read them. */
function systemCertificates(): string[] | undefined {
  if (!('getCACertificates' in tls)) return undefined;
  return [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
}

/** Returns options that require a certificate of this host, signed by the given or a known authority (verify-full). */
function encryption({ host, ca }: TeamDatabase): tls.ConnectionOptions {
  const trusted = ca ?? systemCertificates();
  return {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(trusted === undefined ? {} : { ca: trusted }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    checkServerIdentity: (_, certificate) => tls.checkServerIdentity(host, certificate),
  };
}

/** The members of `pg`'s connection that its types do not declare. */
interface PgConnection {
  readonly stream: Socket;
  on(event: 'authenticationSASL', listener: () => void): unknown;
}

const connectionOf = (client: pg.Client): PgConnection =>
  (client as unknown as { readonly connection: PgConnection }).connection;

interface ClientOptions {
  readonly isEncrypted: boolean;
  /** The server is a pooler that refuses settings of a session. */
  readonly isPooled: boolean;
}

/** PgBouncer refuses session settings that it would have to track for each client. */
const isRefusedSetting = (error: unknown): boolean =>
  error instanceof TeamProblemError &&
  error.cause instanceof Error &&
  /unsupported startup parameter/i.test(error.cause.message);

/**
 * The first byte of a server's answer: authentication, error, notice, protocol version, or whether it encrypts. Without
 * this check, `pg` reads the "HTTP" of a web server as the start of a long message and waits for its end.
 */
const FIRST_BYTES: ReadonlySet<number> = new Set(Buffer.from('RENvS'));

/** Creates a client that gives its password to SCRAM only, and tells whether its server is another program. */
function newClient(
  database: TeamDatabase,
  password: string,
  { isEncrypted, isPooled }: ClientOptions,
): { readonly client: pg.Client; readonly isOtherProgram: () => boolean } {
  let isScram = false;
  let isOtherProgram = false;
  const client = new pg.Client({
    host: database.host,
    port: database.port,
    database: database.database,
    user: database.login,
    password: () => {
      if (!isScram) throw teamProblemError('weak-sign-in');
      return password;
    },
    ssl: isEncrypted ? encryption(database) : false,
    application_name: 'Firm Desk',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(isPooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS, lock_timeout: LOCK_TIMEOUT_MS }),
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  const connection = connectionOf(client);
  connection.on('authenticationSASL', () => (isScram = true));
  // If connecting throws, `pg` has no error listener on its socket yet, and its timeout destroys the socket with an
  // error.
  connection.stream.on('error', () => undefined);
  connection.stream.once('data', ([first]: Buffer) => {
    isOtherProgram = first !== undefined && !FIRST_BYTES.has(first);
  });
  return { client, isOtherProgram: () => isOtherProgram };
}

/** A connection to the team's database, and its failures as problems. */
export class PostgresConnection {
  readonly #client: pg.Client;
  readonly #database: TeamDatabase;
  readonly isEncrypted: boolean;
  readonly #ended = new AbortController();

  private constructor(client: pg.Client, database: TeamDatabase, isEncrypted: boolean) {
    this.#client = client;
    this.#database = database;
    this.isEncrypted = isEncrypted;
    client.on('error', () => this.#ended.abort());
    client.on('end', () => this.#ended.abort());
  }

  /** Aborted when the connection ends, for whatever reason. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Connects, encrypted unless the database is on this computer and does not require encryption. */
  static async connect(database: TeamDatabase, password: string): Promise<PostgresConnection> {
    if (!isThisComputer(database.host)) return PostgresConnection.#connect(database, password, true);
    try {
      return await PostgresConnection.#connect(database, password, false);
    } catch (error) {
      const requiresEncryption = error instanceof TeamProblemError && error.problem.code === 'tls-failed';
      if (!requiresEncryption) throw error;
      return PostgresConnection.#connect(database, password, true);
    }
  }

  static async #connect(database: TeamDatabase, password: string, isEncrypted: boolean) {
    try {
      return await PostgresConnection.#open(database, password, { isEncrypted, isPooled: false });
    } catch (error) {
      if (!isRefusedSetting(error)) throw error;
      // Only the client's own timeout is left.
      return PostgresConnection.#open(database, password, { isEncrypted, isPooled: true });
    }
  }

  static async #open(database: TeamDatabase, password: string, options: ClientOptions) {
    const { client, isOtherProgram } = newClient(database, password, options);
    const opened = new PostgresConnection(client, database, options.isEncrypted);
    try {
      await client.connect();
    } catch (error) {
      void client.end().catch(() => undefined);
      const problem = teamProblemOf(error, database);
      // A connection that is closed before it is established was not interrupted: there is no database.
      const code = problem.code === 'connection-lost' ? 'unreachable' : problem.code;
      throw new TeamProblemError({ ...problem, code: isOtherProgram() ? 'not-postgres' : code }, error);
    }
    return opened;
  }

  /** Runs a statement. Fails with a problem; the statement may still have been executed. */
  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.#client.query<Row>(text, [...values]);
      return result.rows;
    } catch (error) {
      throw this.#problemOf(error);
    }
  }

  /** Runs statements that have no values, separated by semicolons. */
  async execute(text: string): Promise<void> {
    try {
      await this.#client.query(text);
    } catch (error) {
      throw this.#problemOf(error);
    }
  }

  /** Returns the problem of a failed statement; closes the connection if its answer may still come. */
  #problemOf(error: unknown): TeamProblemError {
    const problem = teamProblemOf(error, this.#database);
    // After its client-side timeout, `pg` would give the late answer to the next statement.
    if (problem.code === 'timeout' || problem.code === 'connection-lost') void this.close();
    return new TeamProblemError(problem, error);
  }

  /** Calls `listener` at every notification of a channel. */
  async listen(channel: string, listener: (payload: string) => void): Promise<void> {
    this.#client.on('notification', (message) => {
      if (message.channel === channel) listener(message.payload ?? '');
    });
    await this.query(`LISTEN ${channel}`);
  }

  async close(): Promise<void> {
    this.#ended.abort();
    const timer = setTimeout(() => connectionOf(this.#client).stream.destroy(), CLOSE_TIMEOUT_MS);
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }
}
