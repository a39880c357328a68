import { Clerk, CLERK_TASKS } from '../e2e/clerk-tasks';
import { test, testWithOwnApp } from '../e2e/ready';
import { expect } from '../e2e/running-app';

/** Every task of a clerk, each with a separate firm: `npm run tasks`. */
for (const { name, limit, needsFreshApp, perform: work } of CLERK_TASKS)
  (needsFreshApp ? testWithOwnApp : test)(`${name}: at most ${limit} actions`, async ({ running, firm }) => {
    const clerk = new Clerk(running.page);
    await work({ clerk, running, firm });
    console.log(`${clerk.count} of ${limit} actions: ${name}`);
    expect(clerk.count).toBeLessThanOrEqual(limit);
  });
