import { test } from '@playwright/test';
import type { ExpectedFeeTimes } from './expected-fees-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

test.afterAll(() => console.log(report()));

test('expected fees of many accounts', async () => {
  test.setTimeout(15 * 60_000);
  const { baselines, appTimes, longestBlock, scanBlock, compared } =
    await measureProgram<ExpectedFeeTimes>('expected-fees-program.ts');
  const measure = `expected fees of 100,000 accounts, ${compared.toLocaleString('en-US')} calculated`;
  note(measure, median(appTimes), 'ms', { baseline: median(baselines), times: 3 });
  note('  longest time without a pause; baseline: of a plain scan', longestBlock, 'ms', {
    baseline: scanBlock,
    times: 4,
  });
});
