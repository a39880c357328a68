import { afterAll, beforeAll, it as anyIt } from 'vitest';
import { canRunPostgres, TestPostgres } from './postgres';

/** A test that needs a server; skipped where none can run. */
export const it = anyIt.skipIf(!canRunPostgres);

/** A hook ends when its server has started or stopped, however slow the machine is. */
const NO_TIMEOUT = 0;

/** Runs a server during the tests of this file. Returns a function that returns it. */
export function useServer(): () => TestPostgres {
  let server: TestPostgres | undefined;
  beforeAll(async () => {
    server = await TestPostgres.start();
  }, NO_TIMEOUT);
  afterAll(() => server?.stop(), NO_TIMEOUT);
  return () => {
    if (!server) throw new Error('The server has not started');
    return server;
  };
}
