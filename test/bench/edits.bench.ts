import { test } from '@playwright/test';
import type { EditTimes } from './editing-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

test.afterAll(() => console.log(report()));

test('edit 5,000 accounts', async () => {
  const { baselines, appTimes, inLists } = await measureProgram<EditTimes>('editing-program.ts');
  // The baseline stores nothing; the app has the intent and the outcome of every record on disk.
  note(
    'bulk edit of 5,000 accounts; baseline: the same bytes read, sent and parsed once',
    median(appTimes),
    'ms',
    {
      baseline: median(baselines),
      times: 2,
    },
  );
  note('  until lists and history have them too', median(inLists), 'ms', null);
});
