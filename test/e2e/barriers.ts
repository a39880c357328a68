import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Colors on their way from one to another are not those that people read. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });

/** Rows of a list are alike: a few stand for all, where looking at each took most of the time. */
const LOOKED_AT = 4;
const markAlike = (page: Page): Promise<void> =>
  page.evaluate((most) => {
    for (const list of document.querySelectorAll('[role=grid], [role=listbox]'))
      for (const [at, row] of list.querySelectorAll('[role=row], [role=option]').entries())
        row.toggleAttribute('data-alike', at >= most);
  }, LOOKED_AT);

interface Where {
  /** A short message may come and go at any moment, and fades: look at `main` where one may be on its way. */
  readonly within?: string;
  readonly rules?: string[];
}

/** Serious and critical findings of the accessibility check: which rule, where, and why. */
export async function barriers(page: Page, { within = 'body', rules }: Where = {}): Promise<string[]> {
  await settled(page);
  await markAlike(page);
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // of the many that pass it would describe each
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
