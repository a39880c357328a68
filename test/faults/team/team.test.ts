import { afterAll, beforeAll, expect, it } from 'vitest';
import { TeamProblemError } from '#engine/features/team/database-problems';
import type { PlacedEntry } from '#engine/features/team/entry';
import { PostgresConnection } from '#engine/features/team/postgres';
import { createSchema, PostgresLog } from '#engine/features/team/postgres-log';
import { TestPostgres } from '#test/support/postgres';
import { MemoryLog } from '../../unit/features/team/memory-log';
import { newTeam, Writer } from '../../unit/features/team/writers';
import { runTrials, sampleOrAll, seededRandom } from '../trial-report';
import { DisturbingProxy, type Disturbance } from './disturbing-proxy';

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'];
const DISTURBANCES: readonly Disturbance[] = ['reset', 'swallow', 'delay'];
/** Within it, an undisturbed connection has answered. */
const SWALLOWED_MS = 150;
const TIMEOUT_MS = 7_200_000;

type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;

let server: TestPostgres;
let proxy: DisturbingProxy;
beforeAll(async () => {
  server = await TestPostgres.start();
  proxy = await DisturbingProxy.start(server.port);
}, 120_000);
afterAll(async () => {
  proxy.close();
  await server.stop();
});

/** A member with its own login, whose connection is made again after it was lost. */
class Desk {
  readonly writer: Writer;
  readonly #access: Access;
  #connection: PostgresConnection | null = null;

  constructor(writer: Writer, access: Access) {
    this.writer = writer;
    this.#access = { ...access, database: { ...access.database, port: proxy.port } };
  }

  /** Reads and sends once; a lost connection is no error. */
  async run(): Promise<void> {
    try {
      if (!this.#connection || this.#connection.ended.aborted) {
        this.writer.disconnect();
        this.#connection = await PostgresConnection.connect(this.#access.database, this.#access.password);
      }
      await this.writer.run(new PostgresLog(this.#connection));
    } catch (error) {
      if (!(error instanceof TeamProblemError)) throw error;
      await this.disconnect();
    }
  }

  async disconnect(): Promise<void> {
    await this.#connection?.close();
    this.#connection = null;
    this.writer.disconnect();
  }
}

async function newDesks(): Promise<{ desks: Desk[]; database: string; founded: number }> {
  const owner = await server.newDatabase('anna');
  const { database } = owner.database;
  const connection = await PostgresConnection.connect(owner.database, owner.password);
  await createSchema(connection, owner.database);
  const writers = NAMES.map((name) => new Writer(name));
  const [anna, ...others] = writers;
  if (!anna) throw new Error('No founder');
  const team = anna.found();
  await new PostgresLog(connection).putTeam(team);
  await connection.close();
  const desks = [new Desk(anna, owner)];
  for (const other of others) {
    desks.push(new Desk(other, await server.newLogin(database, other.name.toLowerCase())));
    anna.admit(other);
    other.join(team, anna);
  }
  for (const desk of desks) await desk.run();
  const { rows } = await server.run(database, 'SELECT max(place)::int AS place FROM firm_desk.entry');
  return { desks, database, founded: (rows[0] as { place: number }).place };
}

/** The database comes back as an older copy: its last entries are missing, and their places are used again. */
async function goBack(database: string, founded: number, entries: number): Promise<void> {
  await server.run(
    database,
    `ALTER TABLE firm_desk.entry DISABLE TRIGGER append_only;
     DELETE FROM firm_desk.entry WHERE place > ${founded} AND place IN
       (SELECT place FROM firm_desk.entry ORDER BY place DESC LIMIT ${entries});
     ALTER TABLE firm_desk.entry ENABLE TRIGGER append_only;
     SELECT setval(pg_get_serial_sequence('firm_desk.entry', 'place'), (SELECT max(place) FROM firm_desk.entry))`,
  );
}

it(
  'five writers lose and double nothing while the database is killed, cut and restored',
  async () => {
    const { desks, database, founded } = await newDesks();
    const notes = new Set<string>();
    const runs = sampleOrAll(12, 2_000);
    await runTrials(
      'five writers, the database killed, cut, restored',
      runs,
      async (at) => {
        const random = seededRandom(at + 1);
        const disturbance = DISTURBANCES[random(DISTURBANCES.length)] ?? 'reset';
        for (const { writer } of desks) {
          const note = `note ${notes.size}`;
          notes.add(note);
          writer.mark('rule', String(random(20)), note);
        }
        proxy.disturb(disturbance, random(6_000));
        const running = Promise.all(desks.map((desk) => desk.run()));
        if (at % 10 === 5) await server.kill();
        if (disturbance === 'swallow' || at % 10 === 5) {
          await Promise.race([running, new Promise((resolve) => setTimeout(resolve, SWALLOWED_MS))]);
          proxy.calm();
        }
        await running;
        proxy.calm();
        if (at % 10 === 5) await server.resume();
        if (at % 10 === 7) {
          await goBack(database, founded, 1 + random(6));
          for (const desk of desks) await desk.disconnect();
        }
        if (random(4) === 0) desks[random(desks.length)]?.writer.restart();
        // Everything works again: to the end, twice around.
        for (let round = 0; round < 3; round += 1) for (const desk of desks) await desk.run();
        const [first] = desks;
        for (const { writer } of desks) {
          expect(writer.issues()).toEqual([]);
          expect(writer.store.waitingCount()).toBe(0);
          expect(writer.marks()).toEqual(first?.writer.marks());
          expect(writer.notes()).toEqual(new Map([...notes].map((note) => [note, 1])));
        }
      },
      'lost 0, counted twice 0',
    );
  },
  TIMEOUT_MS,
);

type Field = 'body' | 'signature' | 'previous';
const FIELDS: readonly Field[] = ['body', 'signature', 'previous'];

it(
  'every flipped byte of an entry is reported with member and number',
  async () => {
    const log = new MemoryLog();
    const [anna, ben] = await newTeam(log, ['Anna', 'Ben']);
    if (!anna || !ben) throw new Error('No team');
    for (let at = 0; at < 10; at += 1) ben.mark('rule', String(at), `note ${at}`);
    await ben.run(log);
    await anna.run(log);
    const marks = anna.marks();
    const intact = log.rows;
    const ofBen = intact.filter(({ member }) => member === ben.id);
    await runTrials('flipped bytes in the team’s log', sampleOrAll(24, 400), async (at) => {
      const random = seededRandom(at + 1);
      const row = ofBen[random(ofBen.length)];
      if (!row) throw new Error('No entry');
      log.rows = intact.map((one) => (one === row ? flipped(row, FIELDS[random(3)] ?? 'body', random) : one));
      await anna.sync.audit(log);
      expect(anna.issues()).toEqual([`bad-signature Ben ${row.number}`]);
      expect(anna.marks()).toHaveLength(marks.length - 1);
      log.rows = intact;
      await anna.sync.audit(log);
      expect(anna.issues()).toEqual([]);
      expect(anna.marks()).toEqual(marks);
    });
  },
  TIMEOUT_MS,
);

function flipped(row: PlacedEntry, field: Field, random: (below: number) => number): PlacedEntry {
  const bytes = Buffer.from(row[field]);
  const at = random(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
  return { ...row, [field]: bytes };
}
