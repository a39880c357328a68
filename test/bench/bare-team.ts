import path from 'node:path';
import type { TestPostgres } from '../support/postgres';
import { launchToFirstPaint } from './baselines';
import { keysToOtherScreen } from './other-screen';

/**
 * The baseline of a mark from one app to the other: two bare windows, each with an engine process. A key stores a row
 * in PostgreSQL, and the other app reads it after a notification and paints its text. There is no encryption, no
 * signature, no saved work and no list. Returns milliseconds, one value per key.
 */
export async function bareTeamDelays(server: TestPostgres, count: number, idleMs: number): Promise<number[]> {
  const { database, password } = await server.newDatabase('bare');
  await server.run(
    database.database,
    `CREATE TABLE mark (place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL);
     GRANT SELECT, INSERT ON mark TO ${database.login}`,
  );
  const { host, port, database: name, login: user } = database;
  const launch = () =>
    launchToFirstPaint([path.resolve('test/bench/bare-team')], {
      BARE_POSTGRES: JSON.stringify({ host, port, database: name, user, password }),
    });
  const [from, to] = [await launch(), await launch()];
  for (const { window } of [from, to]) await window.getByText('ready').waitFor();
  const delays = await keysToOtherScreen({
    from: from.window,
    to: to.window,
    selector: 'output',
    count,
    idleMs,
  });
  for (const { app } of [from, to]) await app.close();
  return delays;
}
