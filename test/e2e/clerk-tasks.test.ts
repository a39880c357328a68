import { Clerk, CLERK_TASKS } from './clerk-tasks';
import { test } from './ready';
import { expect } from './running-app';

/** The tasks that run here; `npm run tasks` runs all of them. */
const SAMPLE = /^edit twelve accounts|^import forty lines|^review ten findings/;

test('edits, imports and reviews from the screen alone, each within its number of actions', async ({
  running,
  firm,
}) => {
  for (const { name, limit, perform } of CLERK_TASKS.filter((task) => SAMPLE.test(task.name)))
    await test.step(name, async () => {
      const clerk = new Clerk(running.page);
      await perform({ clerk, running, firm });
      expect(clerk.count, name).toBeLessThanOrEqual(limit);
    });
});
