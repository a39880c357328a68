import { test } from '@playwright/test';
import type { ExpectedFeeTimes } from './expected-fees-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

test.afterAll(() => console.log(report()));

test('expected fees of many accounts', async () => {
  test.setTimeout(15 * 60_000);
  const { baselines, own, held, scanHeld, compared } =
    await measureProgram<ExpectedFeeTimes>('expected-fees-program.ts');
  const words = `expected fees of 100,000 accounts, ${compared.toLocaleString('en-US')} calculated`;
  note(words, median(own), 'ms', { baseline: median(baselines), times: 3 });
  note('  longest time without a pause; baseline: of a plain scan', held, 'ms', {
    baseline: scanHeld,
    times: 4,
  });
});
