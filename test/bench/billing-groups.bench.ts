import { test } from '@playwright/test';
import type { GroupingTimes } from './grouping-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

test.afterAll(() => console.log(report()));

test('plan and check groups of many accounts; open a group of many assignments', async () => {
  test.setTimeout(15 * 60_000);
  const { planned, opened, rules } = await measureProgram<GroupingTimes>('grouping-program.ts');
  note('groups planned and cross-checked from 100,000 accounts', median(planned.appTimes), 'ms', {
    baseline: median(planned.baselines),
    times: 2,
  });
  note('  groups; baseline: reading only the columns that the plan reads', median(planned.appTimes), 'ms', {
    baseline: median(planned.columnBaselines),
  });
  note('  number of rules checked', rules, '', null);
  note(
    'a group of 2,000 assignments opened; baseline: a list of as many rows',
    median(opened.appTimes),
    'ms',
    {
      baseline: median(opened.baselines),
      times: 3,
    },
  );
});
