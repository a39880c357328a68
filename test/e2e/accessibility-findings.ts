import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Waits for color transitions to end; colors in between are not what the user reads. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });

/** Number of rows to check: rows of a list are alike, and checking all of them took most of the time. */
const MAX_ROWS_CHECKED = 4;
const markAlike = (page: Page): Promise<void> =>
  page.evaluate((most) => {
    for (const list of document.querySelectorAll('[role=grid], [role=listbox]'))
      for (const [at, row] of list.querySelectorAll('[role=row], [role=option]').entries())
        row.toggleAttribute('data-alike', at >= most);
  }, MAX_ROWS_CHECKED);

interface Where {
  /** A toast may appear, fade and disappear at any moment: check `main` where one may be displayed. */
  readonly within?: string;
  readonly rules?: string[];
}

/** Returns serious and critical accessibility findings: rule, element and reason. */
export async function accessibilityFindings(
  page: Page,
  { within = 'body', rules }: Where = {},
): Promise<string[]> {
  await settled(page);
  await markAlike(page);
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // passed checks would be described one by one
    .setLegacyMode(true)
    .include(within)
    .exclude('[data-alike]');
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
    );
}
