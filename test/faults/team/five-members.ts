import { expect } from 'vitest';
import { TeamProblemError } from '#engine/features/team/database-problems';
import { PostgresConnection } from '#engine/features/team/postgres';
import { PostgresLog } from '#engine/features/team/postgres-log';
import type { TestPostgres } from '#test/support/postgres';
import { newServerTeam } from '../../unit/features/team/server-team';
import type { Writer } from '../../unit/features/team/writers';

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dan', 'Eve'];
/** Findings that are marked: few, so that members mark the same one. */
const FINDINGS = 20;
/** Maximum number of marks of one member in a run. */
const MAX_MARKS = 3;

type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;
type Random = (below: number) => number;

/** A member with a separate login that reconnects after a lost connection. */
class ConnectedMember {
  readonly writer: Writer;
  readonly #access: Access;
  #connection: PostgresConnection | null = null;

  constructor(writer: Writer, { database, password }: Access, port: number) {
    this.writer = writer;
    this.#access = { database: { ...database, port }, password };
  }

  /** Reads and sends once; a lost connection is not an error. */
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

/** A team of five who mark findings, each with its own connection through a proxy. */
export class FiveMembers {
  readonly database: string;
  readonly #server: TestPostgres;
  readonly #members: readonly ConnectedMember[];
  readonly #notes = new Set<string>();
  /** Number of entries that the founding wrote. */
  #foundingEntries = 0;

  private constructor(server: TestPostgres, database: string, members: readonly ConnectedMember[]) {
    [this.#server, this.database, this.#members] = [server, database, members];
  }

  /** Founds a team in a new database; its members connect through the proxy at `port`. */
  static async create(server: TestPostgres, port: number): Promise<FiveMembers> {
    const { database, desks: members } = await newServerTeam(server, NAMES);
    const five = new FiveMembers(
      server,
      database,
      members.map(({ writer, access }) => new ConnectedMember(writer, access, port)),
    );
    five.#foundingEntries = await five.#entryCount();
    return five;
  }

  /** Each member marks some findings; the marks wait to be sent. */
  mark(random: Random): void {
    for (const { writer } of this.#members)
      for (let left = 1 + random(MAX_MARKS); left > 0; left -= 1) {
        const note = `note ${this.#notes.size}`;
        this.#notes.add(note);
        writer.mark('rule', String(random(FINDINGS)), note);
      }
  }

  /** All read and send once, at the same time. */
  async run(): Promise<void> {
    await Promise.all(this.#members.map((member) => member.run()));
  }

  restartOne(random: Random): void {
    this.#members[random(this.#members.length)]?.writer.restart();
  }

  async disconnect(): Promise<void> {
    for (const member of this.#members) await member.disconnect();
  }

  /** Lets one member after the other read and send everything, once the server works again. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) for (const member of this.#members) await member.run();
  }

  /** Expects that nothing was lost, counted twice or sent twice, and that all members see the same. */
  async expectAllOnce(): Promise<void> {
    const [first] = this.#members;
    for (const { writer } of this.#members) {
      expect(writer.issues()).toEqual([]);
      expect(writer.store.waitingCount()).toBe(0);
      expect(writer.notes()).toEqual(new Map([...this.#notes].map((note) => [note, 1])));
      expect(writer.marks()).toEqual(first?.writer.marks());
    }
    expect(await this.#entryCount()).toBe(this.#foundingEntries + this.#notes.size);
  }

  async drop(): Promise<void> {
    await this.disconnect();
    await this.#server.run('postgres', `DROP DATABASE ${this.database} WITH (FORCE)`);
  }

  async #entryCount(): Promise<number> {
    const { rows } = await this.#server.run(
      this.database,
      'SELECT count(*)::int AS count FROM firm_desk.entry',
    );
    return (rows[0] as { count: number }).count;
  }
}
