import { PostgresConnection } from '#engine/features/team/postgres';
import { createSchema, PostgresLog } from '#engine/features/team/postgres-log';
import type { TestPostgres } from '#test/support/postgres';
import { Writer } from './writers';

type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;

interface RunOptions {
  /** Another port of the same database. */
  readonly port?: number;
  /** A statement that the connection runs first. */
  readonly firstStatement?: string;
}

/** A member with its own login on a real server. */
export class ServerDesk {
  constructor(
    readonly writer: Writer,
    readonly access: Access,
  ) {}

  /** Connects, reads and sends once, and disconnects. Fails with a problem. */
  async run({ port, firstStatement }: RunOptions = {}): Promise<void> {
    const { database, password } = this.access;
    const connection = await PostgresConnection.connect(
      { ...database, port: port ?? database.port },
      password,
    );
    try {
      if (firstStatement !== undefined) await connection.query(firstStatement);
      this.writer.disconnect();
      await this.writer.run(new PostgresLog(connection));
    } finally {
      await connection.close();
    }
  }
}

/** Creates a team of these names in a new database of a server; the first is its admin. */
export async function newServerTeam(
  server: TestPostgres,
  names: readonly string[],
): Promise<{ readonly database: string; readonly team: string; readonly desks: readonly ServerDesk[] }> {
  const owner = await server.newDatabase('owner');
  const { database } = owner.database;
  const connection = await PostgresConnection.connect(owner.database, owner.password);
  await createSchema(connection, owner.database);
  const [founder, ...others] = names.map((name) => new Writer(name));
  if (!founder) throw new Error('No founder');
  const team = founder.foundTeam();
  await new PostgresLog(connection).putTeam(team);
  await connection.close();
  const desks = [new ServerDesk(founder, owner)];
  for (const other of others) {
    desks.push(new ServerDesk(other, await server.newLogin(database, other.name.toLowerCase())));
    founder.admit(other);
    other.join(team, founder);
  }
  for (const desk of desks) await desk.run();
  return { database, team, desks };
}
