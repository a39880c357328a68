// Fifty members append entries at once; prints the milliseconds of the app and of its baseline.
import pg from 'pg';
import type { SignedEntry } from '#engine/features/team/entry';
import { newTeamKey, teamIdOf } from '#engine/features/team/member-keys';
import { PostgresConnection } from '#engine/features/team/postgres';
import { createSchema, PostgresLog } from '#engine/features/team/postgres-log';
import { TestPostgres } from '../support/postgres';
import { BareMember, markEntry } from './team-log';

const MEMBERS = 50;
/** Entries of each member in a round. */
const ENTRIES = 40;
const ROUNDS = 5;
/** Any number other than that of the app's lock. */
const LOCK = 1;

/** Milliseconds, one value per round. */
export interface AppendTimes {
  /** One entry a call. */
  readonly app: number[];
  /** The same bytes inserted by bare statements that take one lock. */
  readonly baseline: number[];
  /** The same statements on the log itself: its locks, notifications and row-level security without the app's function. */
  readonly guarded: number[];
  /** All entries of a member in one call, as the app sends what waits. */
  readonly appTogether: number[];
  /** The same in one bare statement per member. */
  readonly baselineTogether: number[];
  readonly entries: number;
}

type Append = (entries: readonly SignedEntry[]) => Promise<void>;
interface ConnectedMember {
  readonly member: BareMember;
  readonly append: Append;
  readonly insertBare: Append;
  readonly insertGuarded: Append;
  readonly close: () => Promise<unknown>;
}

const team = teamIdOf(new BareMember('Member 0').keys.public, Buffer.alloc(32));
const teamKey = newTeamKey();

async function connectMember(server: TestPostgres, database: string, name: string): Promise<ConnectedMember> {
  const member = new BareMember(name);
  const { database: address, password } = await server.newLogin(database, name);
  const connection = await PostgresConnection.connect(address, password);
  const log = new PostgresLog(connection);
  await log.register(member.id);
  const { host, port, login: user } = address;
  const client = new pg.Client({ host, port, database, user, password });
  await client.connect();
  let place = 0;
  const insert = async (table: string, entries: readonly SignedEntry[]) => {
    const [first] = entries;
    if (entries.length === 1 && first) {
      const { number, previous, body, signature } = first;
      await client.query(insertSql(table), [team, member.id, number, previous, body, signature]);
    } else
      await client.query(insertAllSql(table), [
        team,
        member.id,
        entries.map(({ number }) => number),
        entries.map(({ previous }) => previous),
        entries.map(({ body }) => body),
        entries.map(({ signature }) => signature),
      ]);
  };
  return {
    member,
    async append(entries) {
      const stored = (await log.append(entries, { place, epoch: 1 })) ?? [];
      if (!entries.every(({ signature }, at) => stored[at]?.signature.equals(signature)))
        throw new Error('Not stored');
      place = stored.at(-1)?.place ?? place;
    },
    insertBare: (entries) => insert('bare', entries),
    insertGuarded: (entries) => insert('firm_desk.entry', entries),
    close: () => Promise.all([connection.close(), client.end()]),
  };
}

const CREATE_BARE = `CREATE TABLE bare (place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, team uuid NOT NULL,
    member uuid NOT NULL, number bigint NOT NULL, epoch integer NOT NULL, previous bytea NOT NULL, body bytea NOT NULL,
    signature bytea NOT NULL, UNIQUE (member, number));
  GRANT SELECT, INSERT ON bare TO PUBLIC`;
const WITH_LOCK = `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCK}))`;
const insertSql = (table: string) => `${WITH_LOCK}
  INSERT INTO ${table} (team, member, number, epoch, previous, body, signature)
  SELECT $1, $2, $3, 1, $4, $5, $6 FROM held RETURNING place`;
const insertAllSql = (table: string) => `${WITH_LOCK}
  INSERT INTO ${table} (team, member, number, epoch, previous, body, signature)
  SELECT $1, $2, number, 1, previous, body, signature FROM held,
    unnest($3::bigint[], $4::bytea[], $5::bytea[], $6::bytea[]) AS u (number, previous, body, signature)
  RETURNING place`;

type Batches = readonly (readonly [ConnectedMember, readonly SignedEntry[]])[];

/** Lets all members write at once, each `size` entries in a call. Returns milliseconds. */
async function measureAppends(
  batches: Batches,
  way: 'append' | 'insertBare' | 'insertGuarded',
  size = 1,
): Promise<number> {
  const started = performance.now();
  await Promise.all(
    batches.map(async ([writer, entries]) => {
      for (let at = 0; at < entries.length; at += size) await writer[way](entries.slice(at, at + size));
    }),
  );
  return performance.now() - started;
}

const server = await TestPostgres.start(['max_connections=120']); // two per member
const owner = await server.newDatabase('owner');
const { database } = owner.database;
const connection = await PostgresConnection.connect(owner.database, owner.password);
await createSchema(connection, owner.database);
await new PostgresLog(connection).putTeam(team);
await server.run(database, CREATE_BARE);
const connected: ConnectedMember[] = [];
for (let index = 1; index <= MEMBERS; index += 1)
  connected.push(await connectMember(server, database, `member${index}`));
const nextEntries = (): Batches =>
  connected.map((writer) => [
    writer,
    Array.from({ length: ENTRIES }, (_, index) => markEntry(writer.member, team, teamKey, index)),
  ]);
const times = { app: [], baseline: [], guarded: [], appTogether: [], baselineTogether: [] } as Record<
  Exclude<keyof AppendTimes, 'entries'>,
  number[]
>;
for (let round = 0; round <= ROUNDS; round += 1) {
  const guarded = await measureAppends(nextEntries(), 'insertGuarded');
  const single = nextEntries();
  const baseline = await measureAppends(single, 'insertBare');
  const app = await measureAppends(single, 'append');
  const together = nextEntries();
  const baselineTogether = await measureAppends(together, 'insertBare', ENTRIES);
  const appTogether = await measureAppends(together, 'append', ENTRIES);
  if (round === 0) continue; // the first round includes compilation
  times.guarded.push(guarded);
  times.baseline.push(baseline);
  times.app.push(app);
  times.baselineTogether.push(baselineTogether);
  times.appTogether.push(appTogether);
}
await Promise.all(connected.map(({ close }) => close()));
await connection.close();
await server.stop();
const result: AppendTimes = { ...times, entries: MEMBERS * ENTRIES };
process.stdout.write(JSON.stringify(result));
