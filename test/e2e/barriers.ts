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

interface Where {
  /** A short message may come and go at any moment, and fades: look at `main` where one may be on its way. */
  readonly within?: string;
  readonly rules?: string[];
}

/** Serious and critical findings of the accessibility check: which rule, where, and why. */
export async function barriers(page: Page, { within = 'body', rules }: Where = {}): Promise<string[]> {
  await settled(page);
  const axe = new AxeBuilder({ page }).setLegacyMode(true).include(within);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
    );
}
