import { closeApp, expect, launch, test as base, type RunningApp } from './running-app';
import { exploreDemo, goTo, grid, sidebarScreens } from './steps';
import {
  ACCESSIBILITY_ENV,
  ACCESSIBILITY_FLAGS,
  AccessibilityTree,
  waitUntil,
  type AccessibleObject,
} from './support/accessibility-tree';

/** Tests the platform's accessibility tree and events (AT-SPI), which the DOM alone does not show. */
const test = base.extend<{ running: RunningApp; tree: AccessibilityTree }>({
  running: async ({ data }, use) => {
    const running = await launch(data, ACCESSIBILITY_ENV, ACCESSIBILITY_FLAGS);
    await use(running);
    await closeApp(running);
  },
  tree: async ({ running }, use) => {
    const tree = await AccessibilityTree.connect(running);
    await use(tree);
    tree.close();
  },
});
test.skip(process.platform !== 'linux', 'AT-SPI is the accessibility interface of Linux');

const CONTROLS = new Set([
  ...['push button', 'toggle button', 'check box', 'radio button', 'combo box', 'entry', 'link'],
  ...['menu item', 'page tab', 'tree table', 'dialog', 'landmark', 'slider'],
]);

/** A focus on any element: not lost to the page itself or to nothing. */
const ANY_ELEMENT = /^(?!document|nothing)/;

/** Returns controls without a name, and names or descriptions that are spoken twice. */
function namingProblems(screen: string, tree: readonly AccessibleObject[]): string[] {
  return tree.flatMap(({ role, name, description, text = '', states, attributes: { tag } }) => {
    const plainDescription = description.replace(/…$/, '').trim();
    if (
      plainDescription !== '' &&
      [name, text].some((spoken) => spoken.replace(/…$/, '').trim() === plainDescription)
    )
      return [`${screen}: “${name}” (${role}) is described by the same text`];
    const isControl = CONTROLS.has(role);
    if (isControl && name === '' && states.includes('showing'))
      return [`${screen}: a ${role} (${tag}) without a name`];
    const [firstWord = '', ...otherWords] = name.split(' ');
    const half = name.slice(0, Math.floor(name.length / 2)).trim();
    const isTwice = half !== '' && otherWords.length > 0 && name === `${half} ${half}`;
    if (isTwice || (role === 'column header' && otherWords.includes(firstWord)))
      return [`${screen}: “${name}” is spoken twice`];
    return [];
  });
}

/** Returns the row numbers that are spoken for a table's rows, without its heading. */
function rowNumbers(tree: readonly AccessibleObject[]): number[] {
  let previous = 0;
  const numbers = tree
    .filter(({ role }) => role === 'table row')
    // A row without a number counts as the next one.
    .map(({ attributes }) => (previous = Number(attributes['rowindex'] ?? previous + 1)));
  return numbers.slice(1);
}
const isInOrder = (numbers: readonly number[]): boolean =>
  numbers.length > 20 &&
  numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);

/** Checks what a screen reader receives, and collects the problems. */
class ScreenReaderChecks {
  readonly problems: string[] = [];
  readonly #tree: AccessibilityTree;

  constructor(tree: AccessibilityTree) {
    this.#tree = tree;
  }

  /** Checks the names of everything on screen. */
  async checkNames(screen: string): Promise<void> {
    const tree = await this.#tree.objects();
    if (tree.length === 0) this.problems.push(`${screen}: nothing could be read`);
    this.problems.push(...namingProblems(screen, tree));
  }

  /** Checks that the rows are numbered in order, from `first` to `last` at most. */
  async checkRows(state: string, first: number, last: number): Promise<void> {
    let numbers: number[] = [];
    const read = async () => {
      numbers = rowNumbers(await this.#tree.objects());
      return isInOrder(numbers) && (numbers[0] ?? 0) >= first && (numbers.at(-1) ?? 0) <= last;
    };
    const isValid = await waitUntil(read);
    if (!isValid) this.problems.push(`${state}: rows ${numbers.join(' ')}`);
  }

  /** Waits until `text` is announced, without an announcement that matches `never`. */
  async expectAnnounced(state: string, text: RegExp, never?: RegExp): Promise<void> {
    const announced: string[] = [];
    if (
      !(await waitUntil(
        async () => (announced.push(...(await this.#tree.announcements())), text.test(announced.join('\n'))),
      ))
    )
      this.problems.push(`${state}: heard “${announced.join(' | ')}”, not ${String(text)}`);
    if (never?.test(announced.join('\n')))
      this.problems.push(`${state}: heard “${announced.join(' | ')}” with ${String(never)}`);
  }

  /** Waits until the focused element matches. */
  async checkFocus(state: string, expected: RegExp): Promise<void> {
    let name = '';
    const read = async () => {
      const now = await this.#tree.focused();
      name = now ? `${now.role}: ${now.name}` : 'nothing';
      return expected.test(name);
    };
    if (!(await waitUntil(read)))
      this.problems.push(`${state}: the focus is on ${name}, not on ${String(expected)}`);
  }
}

test('announces row positions and search results, and keeps the focus in the page', async ({
  running,
  tree,
}) => {
  test.setTimeout(150_000);
  const { page } = running;
  const checks = new ScreenReaderChecks(tree);
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).first().press('Enter');

  await test.step('numbers the rows of a long list', async () => {
    await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
    await waitUntil(async () => (await tree.objects()).some(({ name }) => name === 'Explore the demo firm'));
    await checks.checkNames('Connections');
    await exploreDemo(page);
    await checks.checkNames('Today');
    await goTo(page, 'Accounts');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    await checks.checkNames('Accounts');
    await checks.checkRows('Accounts', 2, 60);
    await grid(page).focus();
    for (let pages = 0; pages < 3; pages += 1) await page.keyboard.press('PageDown');
    await checks.checkRows('Accounts after paging', 40, 200);
    await page.keyboard.press('Control+End');
    await checks.checkRows('Accounts at the end', 1940, 2001);
    await page.keyboard.press('PageUp');
    await checks.checkRows('Accounts a page before the end', 1900, 2000);
  });

  await test.step('announces the number of selected rows', async () => {
    await page.keyboard.press('Control+Home');
    await tree.events();
    await page.keyboard.press('Space');
    await checks.expectAnnounced('a ticked row', /1 of 2,000 selected/);
    await press('Clear');
    await checks.checkFocus('the selection cleared', ANY_ELEMENT);
  });

  await test.step('announces search results', async () => {
    const search = page.getByLabel('Search accounts');
    await search.fill('trust');
    await checks.expectAnnounced('a search', /^\d+ accounts$/m);
    await search.fill('zzqx');
    await checks.expectAnnounced('a search without results', /^No accounts match$/m);
    await checks.checkNames('No results');
    await press('Clear the search');
    await expect(search).toBeFocused();
  });

  await test.step('announces sorting and grouping', async () => {
    await grid(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await checks.checkFocus('a heading', /^column header: Name$/);
    await page.keyboard.press('Enter');
    await checks.expectAnnounced('a sort', /^Sorted by Name, descending$/m);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Alt+ArrowDown');
    await checks.checkNames('A column menu');
    await page.getByRole('menuitem', { name: /^Group/ }).press('Enter');
    await checks.expectAnnounced('groups', /^Grouped by Status$/m);
    await checks.checkNames('Groups');
    await press(/^(Remove|Stop|Ungroup).*/);
    await checks.expectAnnounced('no groups', /^Not grouped$/m);
    await checks.checkFocus('the group removed', ANY_ELEMENT);
  });

  await test.step('announces the results of the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to…' }).fill('adams');
    await checks.expectAnnounced('the palette', /^\d+ results$/m);
    await page.keyboard.press('ArrowDown');
    await checks.checkFocus('a result', /^list item: .*Adams.*, (Accounts|Households|Related people)/);
    await checks.checkNames('The palette');
    await page.keyboard.press('Escape');
    await checks.checkFocus('the palette closed', ANY_ELEMENT);
  });

  await test.step('names the controls of each menu of a list', async () => {
    for (const [button, screen] of [
      ['Filter', 'Filters'],
      ['Saved views', 'Saved views'],
      ['Columns', 'Columns'],
      ['Export…', 'Export'],
    ] as const) {
      await press(button);
      await checks.checkNames(screen);
      await page.keyboard.press('Escape');
      await checks.checkFocus(`${screen} closed`, new RegExp(`^push button: ${button}$`));
    }
  });

  await test.step('announces the number of remaining findings, and a message without its buttons', async () => {
    await goTo(page, 'Review queue');
    const countText = page.getByText(/^[\d,]+ findings$/).first();
    await expect(countText).toBeVisible({ timeout: 30_000 });
    await grid(page, 'Findings').focus();
    await page.keyboard.press('ArrowDown');
    const initialCount = Number((await countText.innerText()).replace(/\D/g, ''));
    for (const remaining of [initialCount - 1, initialCount - 2]) {
      // Earlier announcements may still arrive: they must not count as those of the key.
      await waitUntil(async () => (await tree.announcements()).length === 0);
      await page.keyboard.press('r');
      const count = remaining.toLocaleString('en-US');
      await checks.expectAnnounced(
        'a finding reviewed',
        new RegExp(`^${count} findings$`, 'm'),
        /Undo|Close/,
      );
    }
    await waitUntil(async () => (await tree.announcements()).length === 0);
    await page.keyboard.press('r');
    await checks.expectAnnounced('the message', /^1 finding marked reviewed \S.*$/m, /Undo|Close/);
  });

  await test.step('names the controls of each screen', async () => {
    for (const screen of await sidebarScreens(page)) {
      await goTo(page, screen);
      await expect(page.locator('h1')).toBeVisible();
      await checks.checkNames(screen);
      await checks.checkFocus(screen, ANY_ELEMENT);
    }
  });
  expect(checks.problems).toEqual([]);
});
