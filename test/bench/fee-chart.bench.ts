import { test, type Locator, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchToFirstPaint } from './baselines';
import { note, quantile, report } from './numbers';
import { startDemoProcess } from './demo-process';

const KEYS = 60;

let data: string;
test.beforeAll(() => {
  data = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-'));
});

/**
 * Types digits and measures each key: from its event to the frame after the last change of the watched
 * elements, every text and line. Returns milliseconds, one value per key that changed something.
 */
async function keysToChange(page: Page, box: Locator, watched: Locator): Promise<number[]> {
  await watched.evaluate((root) => {
    const times: number[] = [];
    let pressed = 0;
    let painted = 0;
    document.addEventListener(
      'keydown',
      () => {
        pressed = performance.now();
        painted = 0;
      },
      true,
    );
    new MutationObserver(() =>
      requestAnimationFrame(() => {
        painted = performance.now();
      }),
    ).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    Reflect.set(window, 'keysToChange', {
      times,
      recordKey: () => {
        if (painted > 0) times.push(painted - pressed);
      },
    });
  });
  await box.fill('1');
  for (let key = 0; key < KEYS; key += 1) {
    await box.press(key % 8 === 7 ? 'Backspace' : String((key % 9) + 1));
    await page.waitForTimeout(80);
    await page.evaluate(() => (Reflect.get(window, 'keysToChange') as { recordKey: () => void }).recordKey());
    if (key % 8 === 7) await box.fill('1');
  }
  return await page.evaluate(() => (Reflect.get(window, 'keysToChange') as { times: number[] }).times);
}

/** Replaces the page with a plain input and its text: the chart's baseline. */
async function bareInput(page: Page): Promise<{ box: Locator; text: Locator }> {
  await page.evaluate(() => {
    const box = document.createElement('input');
    const text = document.createElement('output');
    box.id = 'bare-input';
    text.id = 'bare-text';
    box.addEventListener('input', () => (text.textContent = box.value));
    document.body.replaceChildren(box, text);
  });
  return { box: page.locator('#bare-input'), text: page.locator('#bare-text') };
}

test('redrawing the chart of two fee structures for a typed balance', async () => {
  const service = await startDemoProcess(2_000);
  const { app, window: page } = await launchToFirstPaint(['.', `--user-data-dir=${data}`], {
    FIRM_DESK_KEYCHAIN: 'Firm Desk bench fee chart',
  });
  await page.getByLabel('Service address').fill(service.baseUrl);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Name of this connection').fill('Bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  const navigation = page.getByRole('navigation').first();
  await navigation.getByRole('button', { name: 'Refresh', exact: true }).click();
  await page.getByText('First download complete.', { exact: true }).waitFor();
  await navigation
    .getByRole('link', { name: /^Fee structures/ })
    .or(navigation.getByRole('button', { name: /^Fee structures/ }))
    .first()
    .click();
  await page.getByLabel('Search fee structures').fill('Wealth Tiered');
  await page.getByRole('grid').getByText('Wealth Tiered', { exact: true }).dblclick();
  const record = page.getByRole('complementary', { name: 'Record' });
  await record.getByRole('tab', { name: 'Fee', exact: true }).click();
  await record.getByLabel('Compare with').selectOption({ index: 3 });
  await record.getByRole('table', { name: 'Differences' }).waitFor();

  const chart = record.locator('.charts');
  const chartTimes = await keysToChange(page, record.getByLabel('Example balance', { exact: true }), chart);
  await page.reload();
  const { box, text } = await bareInput(page);
  const bare = await keysToChange(page, box, text);
  note('key to updated chart of two fee structures, p95', quantile(chartTimes, 0.95), 'ms', {
    baseline: quantile(bare, 0.95),
    times: 2,
  });
  note('key to updated chart, median', quantile(chartTimes, 0.5), 'ms', { baseline: quantile(bare, 0.5) });
  await app.close();
  service.stop();
});

test.afterAll(() => {
  rmSync(data, { recursive: true, force: true });
  console.log(`\n${report()}\n`);
});
