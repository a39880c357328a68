import { test } from '@playwright/test';
import { RULE_IDS } from '#contract/features/review/rules';
import { median, note, report } from './numbers';
import { measureProgram } from './program';
import type { DraftRules } from './draft-rules-program';
import type { ReviewTimes } from './reviewing-program';

const PAUSES = 'longest time without a pause; baseline: of a plain scan';

test.afterAll(() => console.log(report()));

test('all rules over many accounts', async () => {
  test.setTimeout(15 * 60_000);
  const { first, baselines, ownBaselines, complete, held, scanHeld, found } =
    await measureProgram<ReviewTimes>('reviewing-program.ts');
  const words = `${RULE_IDS.length} rules, 100,000 accounts, ${found.toLocaleString('en-US')} findings`;
  note(`review: ${words}`, median(complete), 'ms', { baseline: median(baselines), times: 2 });
  note('  review; baseline: the columns that it reads itself', median(complete), 'ms', {
    baseline: median(ownBaselines),
  });
  note('  review: the first in a process', first, 'ms', null);
  note(`review: ${PAUSES}`, held, 'ms', { baseline: scanHeld, times: 4 });
});

test('all rules over a draft of many accounts', async () => {
  test.setTimeout(15 * 60_000);
  const { previews, own, twice, held, scanHeld, found } =
    await measureProgram<DraftRules>('draft-rules-program.ts');
  const words = `a draft of 5,000 of 100,000 accounts, ${found.toLocaleString('en-US')} new findings`;
  const baseline = median(previews);
  note(`rules on ${words}; baseline: its preview without them`, median(own), 'ms', { baseline, times: 2 });
  note('  the same before the review queue has run', median(twice), 'ms', { baseline });
  note(`  ${PAUSES}`, held, 'ms', { baseline: scanHeld, times: 4 });
});
