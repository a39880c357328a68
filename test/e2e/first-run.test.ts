import { expect, launch, test } from './running-app';
import { waitForFirstDownload, goTo, grid, rows, sidebar } from './steps';

test('opens the demo firm, which downloads its data at once, and restores it after a restart', async ({
  data,
}) => {
  const problems: string[] = [];
  const launchObserved = async () => {
    const launched = await launch(data);
    launched.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    launched.page.on('pageerror', (error) => problems.push(error.message));
    return launched;
  };
  let running = await launchObserved();
  await expect(running.page.getByRole('heading', { name: 'Welcome to Firm Desk' })).toBeVisible();
  const screens = ['Accounts', 'Review queue', 'Settings'];
  const positions = async () =>
    Promise.all(
      screens.map(
        async (screen) => (await sidebar(running.page).getByText(screen, { exact: true }).boundingBox())?.y,
      ),
    );
  await running.page.getByRole('button', { name: 'Explore the demo firm' }).click();
  await expect(running.page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  const positionsBefore = await positions();
  await waitForFirstDownload(running.page);
  await expect(running.page.getByText('DEMO', { exact: true })).toBeVisible();
  await expect(sidebar(running.page).getByText('Online', { exact: true })).toBeVisible();
  expect(await positions(), 'the sidebar does not move').toEqual(positionsBefore);
  await goTo(running.page, 'Accounts');
  await expect(grid(running.page)).toHaveAttribute('aria-rowcount', '2001'); // 2,000 and the heading
  await expect(rows(running.page).first()).toBeVisible();

  await test.step('moves neither the search box nor the list on a search or a message', async () => {
    const { page } = running;
    const search = page.getByRole('searchbox', { name: 'Search accounts' });
    const boxes = async () => [await search.boundingBox(), await grid(page).boundingBox()];
    const boxesBefore = await boxes();
    await search.fill('trust');
    await expect(grid(page)).not.toHaveAttribute('aria-rowcount', '2001');
    expect(await boxes()).toEqual(boxesBefore);
    await search.fill('no such account');
    await expect(page.getByText('No account matches')).toBeVisible();
    expect((await boxes())[0]).toEqual(boxesBefore[0]);
    await search.fill('');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Save as view').fill('All');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved as “All”')).toBeVisible();
    expect((await boxes())[1]).toEqual(boxesBefore[1]);
  });
  await running.app.close();

  running = await launchObserved();
  // The app opens the screen that was open last.
  await expect(grid(running.page)).toHaveAttribute('aria-rowcount', '2001');
  await expect(running.page.getByText(/^Updated \w+ \d/).first()).toBeVisible();
  await running.app.close();
  expect(problems).toEqual([]);
});

test('confines the page: no Node, strict CSP, trusted types, no navigation', async ({ running }) => {
  const { page } = running;
  expect(
    await page.evaluate(() => [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')]),
  ).toEqual(['undefined', 'undefined']);
  const policy = await page.evaluate(async () =>
    (await fetch('/index.html')).headers.get('content-security-policy'),
  );
  expect(policy).toContain("default-src 'none'");
  const outside = ['/..%2fmain%2findex.js', '/..%2f..%2fpackage.json', '/missing.js', '/assets'];
  const responses = await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => (await fetch(address)).status)),
    outside,
  );
  expect(responses).toEqual(outside.map(() => 404));
  await expect(page.evaluate(() => (document.createElement('p').innerHTML = '<b>x</b>'))).rejects.toThrow(
    /TrustedHTML/,
  );
  const initialUrl = page.url();
  await page.evaluate(() => window.location.assign('https://example.invalid/'));
  // Rejects if the page is replaced, which takes a moment.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  expect(page.url()).toBe(initialUrl);
  expect(await page.evaluate(() => window.open('https://example.invalid/') === null)).toBe(true);
});

test('labels the sandbox demo as a sandbox', async ({ running }) => {
  await running.page.getByRole('button', { name: 'Explore the sandbox demo' }).click();
  await expect(running.page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await expect(running.page.getByText('Demo firm (sandbox)')).toBeVisible();
  await expect(running.page.getByText('DEMO SANDBOX', { exact: true })).toBeVisible();
});
