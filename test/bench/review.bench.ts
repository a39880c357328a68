import { test } from '@playwright/test';
import { RULE_IDS } from '#contract/features/review/rules';
import { median, note, report } from './numbers';
import { measureProgram } from './program';
import type { DraftRuleTimes } from './draft-rules-program';
import type { ReviewTimes } from './reviewing-program';

const PAUSES = 'longest time without yielding; baseline: a plain scan';

test.afterAll(() => console.log(report()));

test('all rules over many accounts', async () => {
  test.setTimeout(15 * 60_000);
  const { first, baselines, columnBaselines, complete, longestBlock, scanBlock, findingCount } =
    await measureProgram<ReviewTimes>('reviewing-program.ts');
  const label = `${RULE_IDS.length} rules, 100,000 accounts, ${findingCount.toLocaleString('en-US')} findings`;
  // This baseline reads nested fields from the records' texts, and all others from their columns.
  note(`review: ${label}`, median(complete), 'ms', { baseline: median(baselines), times: 2 });
  note('  review; baseline: reading the same columns', median(complete), 'ms', {
    baseline: median(columnBaselines),
  });
  note('  review: first one in a process', first, 'ms', null);
  note(`review: ${PAUSES}`, longestBlock, 'ms', { baseline: scanBlock, times: 4 });
});

test('all rules over a draft of many accounts', async () => {
  test.setTimeout(15 * 60_000);
  const { previews, appTimes, beforeQueue, longestBlock, scanBlock, findingCount } =
    await measureProgram<DraftRuleTimes>('draft-rules-program.ts');
  const label = `a draft of 5,000 of 100,000 accounts, ${findingCount.toLocaleString('en-US')} new findings`;
  const baseline = median(previews);
  note(`rules on ${label}; baseline: its preview without them`, median(appTimes), 'ms', {
    baseline,
    times: 2,
  });
  note('  the same before the review queue has run', median(beforeQueue), 'ms', { baseline });
  note(`  ${PAUSES}`, longestBlock, 'ms', { baseline: scanBlock, times: 4 });
});
