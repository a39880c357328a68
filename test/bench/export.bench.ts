import { test } from '@playwright/test';
import type { ExportTimes } from './exporting-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

const MAX_MEMORY_MB = 64;

test.afterAll(() => console.log(report()));

test('export of 100,000 rows', async () => {
  test.setTimeout(15 * 60_000);
  const times = await measureProgram<ExportTimes>('exporting-program.ts');
  for (const format of ['csv', 'xlsx'] as const) {
    const { appTimes, baselines, sameCells, standing, peak } = times[format];
    note(`export of 100,000 rows, ${format}`, median(appTimes), 'ms', {
      baseline: median(baselines),
      times: 1.4,
    });
    note(
      `export of 100,000 rows, ${format}; baseline: the same cells with codes, labels, names and quotes`,
      median(appTimes),
      'ms',
      { baseline: median(sameCells), times: 1.1 },
    );
    note(`standing export of 100,000 rows, ${format}`, median(standing), 'ms', {
      baseline: median(appTimes),
      times: 1.1,
    });
    note(`export of 100,000 rows, ${format}: memory`, peak / 1_048_576, 'MB', { target: MAX_MEMORY_MB });
  }
});
