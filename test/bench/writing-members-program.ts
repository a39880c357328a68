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
/** Any number but the one of the app's lock. */
const LOCK = 1;

/** Milliseconds, one value per round. */
export interface AppendTimes {
  readonly app: number[];
  /** The same bytes inserted by bare statements that take one lock. */
  readonly baseline: number[];
  readonly entries: number;
}

type Append = (entry: SignedEntry) => Promise<void>;
interface ConnectedMember {
  readonly member: BareMember;
  readonly append: Append;
  readonly insertBare: Append;
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
  return {
    member,
    async append(entry) {
      const [stored] = (await log.append([entry], { place, epoch: 1 })) ?? [];
      if (!stored?.signature.equals(entry.signature)) throw new Error('Not stored');
      ({ place } = stored);
    },
    async insertBare({ member: id, number, previous, body, signature }) {
      await client.query(INSERT_BARE, [team, id, number, previous, body, signature]);
    },
    close: () => Promise.all([connection.close(), client.end()]),
  };
}

const CREATE_BARE = `CREATE TABLE bare (place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, team uuid NOT NULL,
    member uuid NOT NULL, number bigint NOT NULL, epoch integer NOT NULL, previous bytea NOT NULL, body bytea NOT NULL,
    signature bytea NOT NULL, UNIQUE (member, number));
  GRANT SELECT, INSERT ON bare TO PUBLIC`;
const INSERT_BARE = `WITH held AS MATERIALIZED (SELECT pg_advisory_xact_lock(${LOCK}))
  INSERT INTO bare (team, member, number, epoch, previous, body, signature)
  SELECT $1, $2, $3, 1, $4, $5, $6 FROM held RETURNING place`;

/** Lets all members write at once, each one entry after the other. Returns milliseconds. */
async function timed(batches: readonly (readonly [Append, readonly SignedEntry[]])[]): Promise<number> {
  const started = performance.now();
  await Promise.all(
    batches.map(async ([append, entries]) => {
      for (const entry of entries) await append(entry);
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
for (let at = 1; at <= MEMBERS; at += 1) connected.push(await connectMember(server, database, `member${at}`));
const times: AppendTimes = { app: [], baseline: [], entries: MEMBERS * ENTRIES };
for (let round = 0; round <= ROUNDS; round += 1) {
  const batches = connected.map((writer) => {
    const { member } = writer;
    const entries = Array.from({ length: ENTRIES }, (_, at) => markEntry(member, team, teamKey, at));
    return { writer, entries };
  });
  const baseline = await timed(batches.map(({ writer, entries }) => [writer.insertBare, entries]));
  const app = await timed(batches.map(({ writer, entries }) => [writer.append, entries]));
  if (round === 0) continue; // the first round includes compilation
  times.baseline.push(baseline);
  times.app.push(app);
}
await Promise.all(connected.map(({ close }) => close()));
await connection.close();
await server.stop();
process.stdout.write(JSON.stringify(times));
