import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { labelFindings } from './label-findings';

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
const markExtraRows = (page: Page): Promise<void> =>
  page.evaluate((most) => {
    for (const list of document.querySelectorAll('[role=grid], [role=listbox]'))
      for (const [at, row] of list.querySelectorAll('[role=row], [role=option]').entries())
        row.toggleAttribute('data-extra-row', at >= most);
  }, MAX_ROWS_CHECKED);

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules that axe does not run by default. */
const RULES = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };

/** A menu or tooltip belongs to its button and is drawn above the page, outside of all landmarks. */
const LAYER = '[role=menu], [role=tooltip], [data-tooltip-content], [data-bits-floating-content-wrapper]';
const isInLayer = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, layer) => element.closest(layer) !== null, LAYER);

interface Where {
  /** Without it, the whole page is checked, and what only a whole page can have: landmarks, one heading. */
  readonly within?: string;
  /** A part that was checked before. */
  readonly without?: string;
  readonly rules?: string[];
}

/** Returns all accessibility findings: rule, element and reason; and names that do not start as their label. */
export async function accessibilityFindings(
  page: Page,
  { within, without, rules }: Where = {},
): Promise<string[]> {
  await settled(page);
  await markExtraRows(page);
  const axe = new AxeBuilder({ page })
    // Passed checks would be described one by one.
    .options({ resultTypes: ['violations'], ...(rules ? {} : { rules: RULES }) })
    .setLegacyMode(true)
    .exclude('[data-extra-row]');
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target, any, all, none } of nodes) {
      const selector = target.join(' ');
      if (id === 'region' && (await isInLayer(page, selector))) continue;
      const messages = [...any, ...all, ...none].map(({ message }) => message);
      found.push(`${id} at ${selector}: ${messages[0] ?? ''}`);
    }
  return rules ? found : [...found, ...(await labelFindings(page, within, without))];
}

/** Returns the findings in both color schemes, with the name; only the colors of `part` are checked in dark. */
export async function findingsInBothThemes(
  page: Page,
  name: string,
  part: string,
  inLight: Where,
): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const where = theme === 'dark' ? { within: part, rules: ['color-contrast'] } : inLight;
    for (const finding of await accessibilityFindings(page, where))
      found.push(`${name}, ${theme}: ${finding}`);
  }
  return found;
}
