import { TestPostgres } from '#test/support/postgres';
import { test as base } from '../../running-app';

/** A test with its own PostgreSQL server, for the databases of teams. */
export const test = base.extend<{ postgres: TestPostgres }>({
  postgres: async ({}, use) => {
    const postgres = await TestPostgres.start();
    await use(postgres);
    await postgres.stop();
  },
});
