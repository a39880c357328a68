import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { labelFindings } from './label-findings';

/** Waits for color transitions to end; colors in between are not what the user reads. */
const waitForTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(running.map(({ finished }) => finished));
  });

/** Maximum rows to check in a list: they are alike, and checking all of them took most of the time. */
const MAX_ROWS_CHECKED = 4;
const markExtraRows = (page: Page): Promise<void> =>
  page.evaluate((maxRows) => {
    for (const list of document.querySelectorAll('[role=grid], [role=listbox]'))
      for (const [index, row] of list.querySelectorAll('[role=row], [role=option]').entries())
        row.toggleAttribute('data-extra-row', index >= maxRows);
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

/** Returns a builder that injects axe (a 1.4 MB script, twice) only if no earlier scan left it in the page. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const isInjected = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isInjected ? { axeSource: 'undefined' } : {}) });
}

interface ScanOptions {
  /** The area to check; by default the whole page, including its landmarks and single main heading. */
  readonly within?: string;
  /** An area to leave out, as it was already checked. */
  readonly without?: string;
  readonly rules?: string[];
}

/** Returns all accessibility findings: rule, element and reason; and names that do not begin with their visible label. */
export async function accessibilityFindings(
  page: Page,
  { within, without, rules }: ScanOptions = {},
): Promise<string[]> {
  await waitForTransitions(page);
  await markExtraRows(page);
  const axe = (await axeIn(page))
    // Other result types would describe each passed check.
    .options({ resultTypes: ['violations'], ...(rules ? {} : { rules: RULES }) })
    .setLegacyMode(true) // otherwise axe opens another page, which Electron does not support
    .exclude('[data-extra-row]');
  if (within !== undefined) axe.include(within);
  if (without !== undefined) axe.exclude(without);
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  const findings: string[] = [];
  for (const { id, nodes } of violations)
    for (const { target, any, all, none } of nodes) {
      const selector = target.join(' ');
      if (id === 'region' && (await isInLayer(page, selector))) continue;
      const messages = [...any, ...all, ...none].map(({ message }) => message);
      findings.push(`${id} at ${selector}: ${messages[0] ?? ''}`);
    }
  return rules ? findings : [...findings, ...(await labelFindings(page, within, without))];
}

/**
 * Returns the findings in both color schemes, with the name; only the colors of `selector` are checked in dark. Leaves
 * the page in dark.
 */
export async function findingsInBothThemes(
  page: Page,
  name: string,
  selector: string,
  inLight: ScanOptions,
): Promise<string[]> {
  const findings: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const scan = theme === 'dark' ? { within: selector, rules: ['color-contrast'] } : inLight;
    for (const finding of await accessibilityFindings(page, scan))
      findings.push(`${name}, ${theme}: ${finding}`);
  }
  return findings;
}
