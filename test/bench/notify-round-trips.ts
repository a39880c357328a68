import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestPostgres } from '../support/postgres';

/** Pause after a round trip, in which the server becomes idle. */
const IDLE_MS = 40;

/** Measures a NOTIFY to another connection and one back, `count` times. Returns milliseconds. */
export async function notifyRoundTrips(server: TestPostgres, count: number): Promise<number[]> {
  const { database, password } = await server.newDatabase('notifier');
  const { host, port, database: name, login: user } = database;
  const newClient = async () => {
    const client = new pg.Client({ host, port, database: name, user, password });
    await client.connect();
    return client;
  };
  const [here, there] = [await newClient(), await newClient()];
  await here.query('LISTEN back');
  await there.query('LISTEN out');
  there.on('notification', () => void there.query('NOTIFY back'));
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    const back = new Promise<void>((resolve) => here.once('notification', () => resolve()));
    await here.query('NOTIFY out');
    await back;
    times.push(performance.now() - started);
    await sleep(IDLE_MS);
  }
  await Promise.all([here.end(), there.end()]);
  return times;
}
