import type { TeamDatabase } from '#contract/features/team/schemas';
import type { DatabaseCheck } from '#contract/features/team/calls';
import { memberRole } from '#contract/features/team/login';
import { TeamProblemError, teamProblemError } from './database-problems';
import type { PlacedEntry, SignedEntry } from './entry';
import {
  MAX_CHUNK_BYTES,
  type JoinRequest,
  type LogDatabase,
  type RangeDigest,
  type ReadPosition,
  type StoredNumber,
} from './log-database';
import { MIN_VERSION, type PostgresConnection } from './postgres';
import { EXPECTED_OBJECTS, OBJECTS_SQL, SCHEMA_STEPS, setUpSql } from './schema';

interface EntryRow {
  readonly place: string;
  readonly team: string;
  readonly member: string;
  readonly number: string;
  readonly epoch: number;
  readonly previous: Buffer;
  readonly body: Buffer;
  readonly signature: Buffer;
}

const placedEntry = ({ place, number, ...row }: EntryRow): PlacedEntry => ({
  ...row,
  place: Number(place),
  number: Number(number),
});

/** Adds the first entry of a failed append to the facts of its problem. */
const withEntry = (error: TeamProblemError, { member, number }: SignedEntry): TeamProblemError =>
  new TeamProblemError({ ...error.problem, facts: { ...error.problem.facts, member, number } }, error);

/** The team's log in PostgreSQL. */
export class PostgresLog implements LogDatabase {
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  /** Stores the team's ID; fails with `team-exists` if the database has another one. */
  async putTeam(team: string): Promise<void> {
    await this.#connection.query('INSERT INTO firm_desk.team (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      team,
    ]);
    if ((await this.team()) !== team) throw teamProblemError('team-exists');
  }

  /** Returns the ID of the team in the database, or null. */
  async team(): Promise<string | null> {
    const [row] = await this.#connection.query<{ id: string }>('SELECT id FROM firm_desk.team');
    return row?.id ?? null;
  }

  async register(member: string): Promise<void> {
    await this.#connection.query('INSERT INTO firm_desk.member (id) VALUES ($1) ON CONFLICT DO NOTHING', [
      member,
    ]);
    await this.expectLoginOf(member);
  }

  /** Fails with `other-login` if another login writes for this member: the database would accept nothing from this one. */
  async expectLoginOf(member: string): Promise<void> {
    const [row] = await this.#connection.query<{ needed: string; login: string }>(
      'SELECT login AS needed, session_user AS login FROM firm_desk.member WHERE id = $1',
      [member],
    );
    if (row && row.login !== row.needed) throw teamProblemError('other-login', { facts: { ...row } });
  }

  /** The server's time. */
  async now(): Promise<Date> {
    const [row] = await this.#connection.query<{ now: Date }>('SELECT now()');
    return row?.now ?? new Date();
  }

  async append(entries: readonly SignedEntry[], read: ReadPosition): Promise<readonly StoredNumber[] | null> {
    const [first] = entries;
    if (!first) return [];
    const appending = this.#connection.query<{
      at_number: string;
      at_place: string;
      with_signature: Buffer;
    }>('SELECT * FROM firm_desk.append($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      read.place,
      read.epoch,
      first.team,
      first.member,
      entries.map(({ number }) => number),
      entries.map(({ epoch }) => epoch),
      entries.map(({ previous }) => previous),
      entries.map(({ body }) => body),
      entries.map(({ signature }) => signature),
    ]);
    const rows = await appending.catch((error: unknown) => {
      throw error instanceof TeamProblemError ? withEntry(error, first) : error;
    });
    if (rows.length === 0) return null;
    return rows.map(({ at_number, at_place, with_signature }) => ({
      number: Number(at_number),
      place: Number(at_place),
      signature: with_signature,
    }));
  }

  async read(after: number, limit: number): Promise<readonly PlacedEntry[]> {
    const rows = await this.#connection.query<EntryRow>(
      `SELECT place, team, member, number, epoch, previous, body, signature FROM (
         SELECT *, sum(octet_length(body)) OVER (
             ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
         FROM (SELECT * FROM firm_desk.entry WHERE place > $1 ORDER BY place LIMIT $2) AS following) AS sized
       WHERE coalesce(bytes_before, 0) < $3 ORDER BY place`,
      [after, limit, MAX_CHUNK_BYTES],
    );
    return rows.map(placedEntry);
  }

  async digest(after: number, upTo: number): Promise<RangeDigest> {
    const [row] = await this.#connection.query<{ count: number; digest: string }>(
      `SELECT count(*)::int AS count, encode(sha256(coalesce(string_agg(
         signature || sha256(body) || previous || int4send(epoch), ''::bytea ORDER BY place), ''::bytea)), 'hex') AS digest
       FROM firm_desk.entry WHERE place > $1 AND place <= $2`,
      [after, upTo],
    );
    return row ?? { count: 0, digest: '' };
  }

  async requestJoin({ invitation, member, body }: JoinRequest): Promise<void> {
    await this.#connection.query(
      'INSERT INTO firm_desk.join_request (invitation, member, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [invitation, member, body],
    );
  }

  async joinRequests(invitations: readonly string[]): Promise<readonly JoinRequest[]> {
    if (invitations.length === 0) return [];
    return this.#connection.query<JoinRequest>(
      'SELECT invitation, member, body FROM firm_desk.join_request WHERE invitation = ANY ($1)',
      [invitations],
    );
  }
}

type DatabaseLogin = Pick<TeamDatabase, 'login' | 'database'>;

const noRights = ({ login, database }: DatabaseLogin) =>
  teamProblemError('no-rights', { facts: { login, database, role: memberRole(database) } });

interface ServerRow {
  readonly number: string;
  readonly version: string;
  readonly standby: boolean;
  readonly schema: boolean;
  readonly readable: boolean;
  readonly creates: boolean;
  readonly roles: boolean;
}

/** Returns the newest step of the schema that the database has; 0 if none is recorded. */
async function schemaVersion(connection: PostgresConnection): Promise<number> {
  const [row] = await connection.query<{ version: number | null }>(
    'SELECT max(number) AS version FROM firm_desk.migration',
  );
  return row?.version ?? 0;
}

/**
 * Checks the server, the schema and this login's rights. Fails with a problem that only a change of the server, or an
 * update of Firm Desk, can solve; a missing or older schema is part of the result.
 */
export async function checkDatabase(
  connection: PostgresConnection,
  databaseLogin: DatabaseLogin,
): Promise<DatabaseCheck> {
  const [server] = await connection.query<ServerRow>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version,
       pg_is_in_recovery() AS standby,
       to_regnamespace('firm_desk') IS NOT NULL AS schema,
       coalesce(has_schema_privilege(to_regnamespace('firm_desk'), 'USAGE'), false) AS readable,
       has_database_privilege(current_database(), 'CREATE') AS creates,
       (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS roles`,
  );
  if (!server) throw teamProblemError('not-postgres');
  const version = (server.version.split(' ')[0] ?? '').slice(0, 20); // "16.2" of "16.2 (Debian 16.2-1)"
  if (Number(server.number) < MIN_VERSION)
    throw teamProblemError('too-old', { facts: { version, needed: '14' } });
  if (server.standby) throw teamProblemError('read-only', { facts: { version } });
  const serverFacts = { version, isEncrypted: connection.isEncrypted };
  if (!server.schema) {
    const sql = setUpSql(0, databaseLogin);
    const schema = server.creates && server.roles ? 'creatable' : 'needs-administrator';
    return { ...serverFacts, schema, isOlder: false, hasTeam: false, sql };
  }
  if (!server.readable) throw noRights(databaseLogin);
  const number = await schemaVersion(connection);
  if (number > SCHEMA_STEPS.length)
    throw teamProblemError('newer-schema', { facts: { number, known: SCHEMA_STEPS.length } });
  const hasTeam = (await new PostgresLog(connection).team()) !== null;
  if (number < SCHEMA_STEPS.length) {
    const schema = (await ownsSchema(connection)) ? 'creatable' : 'needs-administrator';
    return { ...serverFacts, schema, isOlder: true, hasTeam, sql: setUpSql(number, databaseLogin) };
  }
  await requireIntactSchema(connection, databaseLogin);
  return { ...serverFacts, schema: 'ready', isOlder: false, hasTeam, sql: null };
}

/** Returns whether this login has the rights of those who own the schema's objects, which an upgrade changes. */
async function ownsSchema(connection: PostgresConnection): Promise<boolean> {
  const [row] = await connection.query<{ may: boolean | null }>(
    `SELECT bool_and(pg_has_role(owner, 'USAGE')) AS may FROM (
       SELECT nspowner FROM pg_namespace WHERE oid = 'firm_desk'::regnamespace
       UNION SELECT relowner FROM pg_class WHERE relnamespace = 'firm_desk'::regnamespace AND relkind = 'r'
       UNION SELECT proowner FROM pg_proc WHERE pronamespace = 'firm_desk'::regnamespace) AS owners (owner)`,
  );
  return row?.may === true;
}

/** Fails with `altered-schema` if something that protects the log is missing, and with `no-rights` without access. */
async function requireIntactSchema(
  connection: PostgresConnection,
  databaseLogin: DatabaseLogin,
): Promise<void> {
  const rows = await connection.query<{ what: string }>(OBJECTS_SQL);
  const existing = new Set(rows.map(({ what }) => what));
  const missing = EXPECTED_OBJECTS.find((object) => !existing.has(object));
  if (missing !== undefined) throw teamProblemError('altered-schema', { facts: { what: missing } });
  const [rights] = await connection.query<{ may: boolean }>(
    `SELECT bool_and(has_table_privilege('firm_desk.' || name, 'SELECT')
       AND has_table_privilege('firm_desk.' || name, 'INSERT')) AS may
     FROM unnest(ARRAY['team', 'member', 'entry', 'join_request']) AS name`,
  );
  if (rights?.may !== true) throw noRights(databaseLogin);
}

/** Creates the schema where this login may. If it fails, nothing is created. */
export const createSchema = (connection: PostgresConnection, databaseLogin: DatabaseLogin): Promise<void> =>
  changeSchema(connection, setUpSql(0, databaseLogin));

async function changeSchema(connection: PostgresConnection, sql: string): Promise<void> {
  try {
    await connection.execute(sql);
  } catch (error) {
    await connection.execute('ROLLBACK').catch(() => undefined); // the first error counts
    throw error;
  }
}

/** Returns the log of a team. Fails with `not-this-team` if the database has another one or none, and changes nothing. */
export async function openTeamLog(
  connection: PostgresConnection,
  databaseLogin: DatabaseLogin,
  team: string,
): Promise<PostgresLog> {
  const check = await checkDatabase(connection, databaseLogin);
  const log = new PostgresLog(connection);
  if (!check.hasTeam || (await log.team()) !== team) {
    const { database, login } = databaseLogin;
    throw teamProblemError('not-this-team', { facts: { database, login } });
  }
  await requireSchema(connection, databaseLogin, check);
  return log;
}

/**
 * Checks the database, and upgrades an older schema where this login may. Fails with `no-schema` if there is none, and
 * with `old-schema` and the statements for its administrator if the upgrade fails or is not allowed.
 */
export async function requireSchema(
  connection: PostgresConnection,
  databaseLogin: DatabaseLogin,
  latestCheck?: DatabaseCheck,
): Promise<DatabaseCheck> {
  let check = latestCheck ?? (await checkDatabase(connection, databaseLogin));
  let cause: unknown;
  if (check.isOlder && check.schema === 'creatable' && check.sql !== null) {
    try {
      await changeSchema(connection, check.sql);
    } catch (error) {
      cause = error; // a colleague's app may have upgraded it at the same moment
    }
    check = await checkDatabase(connection, databaseLogin);
  }
  if (check.schema === 'ready') return check;
  const { login, database } = databaseLogin;
  if (!check.isOlder) throw teamProblemError('no-schema', { facts: { login, database } });
  const why = cause instanceof TeamProblemError ? cause.problem.cause : undefined;
  throw teamProblemError(
    'old-schema',
    { facts: { login, database, sql: check.sql ?? '' }, ...(why === undefined ? {} : { cause: why }) },
    cause,
  );
}
