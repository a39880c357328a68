import { test } from '@playwright/test';
import type { CreateTimes } from './creating-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

test.afterAll(() => console.log(report()));

test('create 5,000 billing groups', async () => {
  test.setTimeout(15 * 60_000);
  const { bare, durable, appTimes, inLists } = await measureProgram<CreateTimes>('creating-program.ts');
  // The target refers to the durable baseline: a write must never be lost or sent twice, so plan, intent and
  // outcome must be on disk. Writing them costs about as much as sending and parsing, which is the bare
  // baseline.
  const measure =
    'create many of 5,000 billing groups; baseline: the same bytes, and each on disk before and after';
  note(measure, median(appTimes), 'ms', { baseline: median(durable), times: 2 });
  note('  baseline: the same bytes sent and parsed once, nothing on disk', median(appTimes), 'ms', {
    baseline: median(bare),
  });
  note('  until the lists have them too', median(inLists), 'ms', null);
});
