import { closeApp, expect, launch, test as base, type RunningApp } from './running-app';
import { exploreDemo, goTo, grid } from './steps';
import { SPOKEN_ENV, SPOKEN_FLAGS, SpokenApp, until, type SpokenObject } from './support/spoken-app';

/** Tests what a screen reader receives from the platform (AT-SPI); the DOM alone does not show it. */
const test = base.extend<{ running: RunningApp; spoken: SpokenApp }>({
  running: async ({ data }, use) => {
    const running = await launch(data, SPOKEN_ENV, SPOKEN_FLAGS);
    await use(running);
    await closeApp(running);
  },
  spoken: async ({ running }, use) => {
    const spoken = await SpokenApp.of(running);
    await use(spoken);
    spoken.close();
  },
});
test.skip(process.platform !== 'linux', 'AT-SPI is the accessibility interface of Linux');

const CONTROLS = new Set([
  ...['push button', 'toggle button', 'check box', 'radio button', 'combo box', 'entry', 'link'],
  ...['menu item', 'list item', 'page tab', 'tree table', 'dialog', 'landmark', 'slider'],
]);

/** Returns what a screen reader could not name, or would name twice. */
function wrongNames(place: string, tree: readonly SpokenObject[]): string[] {
  return tree.flatMap(({ role, name, states, attributes: { tag } }) => {
    const isControl = CONTROLS.has(role) && role !== 'list item';
    if (isControl && name === '' && states.includes('showing'))
      return [`${place}: a ${role} (${tag}) without a name`];
    const [first = '', ...rest] = name.split(' ');
    const half = name.slice(0, Math.floor(name.length / 2)).trim();
    const isTwice = half !== '' && rest.length > 0 && name === `${half} ${half}`;
    if (isTwice || (role === 'column header' && rest.includes(first) && first !== 'of'))
      return [`${place}: “${name}” is said twice`];
    return [];
  });
}

/** Returns the row numbers that are said for a table's rows, without its heading. */
function rowNumbers(tree: readonly SpokenObject[]): number[] {
  let before = 0;
  const numbers = tree
    .filter(({ role }) => role === 'table row')
    // A row that has the number after the one before it does not say so.
    .map(({ attributes }) => (before = Number(attributes['rowindex'] ?? before + 1)));
  return numbers.slice(1);
}
const isInOrder = (numbers: readonly number[]): boolean =>
  numbers.length > 20 && numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);

test('says where rows are, what a search finds, and keeps the focus in the page', async ({
  running,
  spoken,
}) => {
  test.setTimeout(150_000);
  const { page } = running;
  const wrong: string[] = [];
  const check = async (place: string): Promise<SpokenObject[]> => {
    const tree = await spoken.tree();
    if (tree.length === 0) wrong.push(`${place}: nothing could be read`);
    wrong.push(...wrongNames(place, tree));
    return tree;
  };
  const rowsAt = async (state: string, first: number, last: number): Promise<void> => {
    let numbers: number[] = [];
    const read = async () => {
      numbers = rowNumbers(await spoken.tree());
      return isInOrder(numbers) && (numbers[0] ?? 0) >= first && (numbers.at(-1) ?? 0) <= last;
    };
    const isRight = await until(read);
    if (!isRight) wrong.push(`${state}: rows ${numbers.join(' ')}`);
  };
  const hears = async (state: string, text: RegExp): Promise<void> => {
    const heard: string[] = [];
    if (!(await until(async () => (heard.push(...(await spoken.said())), text.test(heard.join('\n'))))))
      wrong.push(`${state}: heard “${heard.join(' | ')}”, not ${String(text)}`);
  };
  const focuses = async (state: string, wanted: RegExp): Promise<void> => {
    let name = '';
    const read = async () => {
      const now = await spoken.focused();
      name = now ? `${now.role}: ${now.name}` : 'nothing';
      return wanted.test(name);
    };
    if (!(await until(read))) wrong.push(`${state}: the focus is on ${name}, not on ${String(wanted)}`);
  };
  const press = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).first().press('Enter');

  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  await until(async () => (await spoken.tree()).some(({ name }) => name === 'Explore the demo firm'));
  await check('Connections');
  await exploreDemo(page);
  await check('Today');
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  await check('Accounts');
  await rowsAt('Accounts', 2, 60);
  await grid(page).focus();
  for (let pages = 0; pages < 3; pages += 1) await page.keyboard.press('PageDown');
  await rowsAt('Accounts after paging', 40, 200);
  await page.keyboard.press('Control+End');
  await rowsAt('Accounts at the end', 1940, 2001);
  await page.keyboard.press('PageUp');
  await rowsAt('Accounts a page before the end', 1900, 2000);

  await page.keyboard.press('Control+Home');
  await spoken.events();
  await page.keyboard.press('Space');
  await hears('a ticked row', /1 of 2,000 selected/);
  await press('Clear');
  await focuses('the selection cleared', /^(?!document|nothing)/);

  const search = page.getByLabel('Search accounts');
  await search.fill('trust');
  await hears('a search', /^\d+ accounts$/m);
  await search.fill('zzqx');
  await hears('a search without results', /^No accounts match$/m);
  await check('No results');
  await press('Clear the search');
  await expect(search).toBeFocused();

  await grid(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await focuses('a heading', /^column header: Name$/);
  await page.keyboard.press('Enter');
  await hears('a sort', /^Sorted by Name, descending$/m);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+ArrowDown');
  await check('A column menu');
  await page.getByRole('menuitem', { name: /^Group/ }).press('Enter');
  await hears('groups', /^Grouped by Status$/m);
  await check('Groups');
  await press(/^(Remove|Stop|Ungroup).*/);
  await hears('no groups', /^Not grouped$/m);
  await focuses('the group removed', /^(?!document|nothing)/);

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to…' }).fill('adams');
  await hears('the palette', /^\d+ results$/m);
  await page.keyboard.press('ArrowDown');
  await focuses('a result', /^list item: .*Adams.*, (Accounts|Households|Related people)/);
  await check('The palette');
  await page.keyboard.press('Escape');
  await focuses('the palette closed', /^(?!document|nothing)/);

  for (const [button, place] of [
    ['Filter', 'Filters'],
    ['Saved views', 'Saved views'],
    ['Columns', 'Columns'],
    ['Export…', 'Export'],
  ] as const) {
    await press(button);
    await check(place);
    await page.keyboard.press('Escape');
    await focuses(`${place} closed`, new RegExp(`^push button: ${button}$`));
  }
  for (const place of [
    ...[
      'Related people',
      'Billing groups',
      'Fee structures',
      'Households',
      'Review queue',
      'Edits',
      'Tax IDs',
    ],
    ...[
      'ROI requests',
      'Advisor codes',
      'Create groups by household',
      'Fee upload files',
      'Changes',
      'Activity',
    ],
    ...['Settings'],
  ]) {
    await goTo(page, place);
    await expect(page.locator('h1')).toBeVisible();
    await check(place);
    await focuses(place, /^(?!document|nothing)/);
  }
  expect(wrong).toEqual([]);
});
