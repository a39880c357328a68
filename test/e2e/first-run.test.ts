import { expect, launch, test } from './running-app';
import { exploreDemo, goTo, grid, rows } from './steps';

test('opens the demo firm, which loads itself, and restores it after a restart', async ({ data }) => {
  let running = await launch(data);
  const problems: string[] = [];
  running.page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  running.page.on('pageerror', (error) => problems.push(error.message));

  await expect(running.page.getByRole('heading', { name: 'Welcome to Firm Desk' })).toBeVisible();
  await exploreDemo(running.page);
  await expect(running.page.getByText('DEMO', { exact: true })).toBeVisible();
  await goTo(running.page, 'Accounts');
  await expect(grid(running.page)).toHaveAttribute('aria-rowcount', '2001'); // 2,000 and the heading
  await expect(rows(running.page).first()).toBeVisible();
  await running.app.close();

  running = await launch(data);
  // On the screen that was open before.
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
  const answers = await page.evaluate(
    (addresses) => Promise.all(addresses.map(async (address) => (await fetch(address)).status)),
    outside,
  );
  expect(answers).toEqual(outside.map(() => 404));
  await expect(page.evaluate(() => (document.createElement('p').innerHTML = '<b>x</b>'))).rejects.toThrow(
    /TrustedHTML/,
  );
  const before = page.url();
  await page.evaluate(() => window.location.assign('https://example.invalid/'));
  await expect.poll(() => page.url()).toBe(before);
  expect(await page.evaluate(() => window.open('https://example.invalid/') === null)).toBe(true);
});

test('marks the sandbox demo unmistakably', async ({ running }) => {
  await running.page.getByRole('button', { name: 'Explore the sandbox demo' }).click();
  await expect(running.page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await expect(running.page.getByText('Demo firm (sandbox)')).toBeVisible();
  await expect(running.page.getByText(/sandbox/i).first()).toBeVisible();
});
