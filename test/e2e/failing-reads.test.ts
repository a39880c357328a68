import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testWithOwnApp } from './ready';
import { expect } from './running-app';
import { goTo, grid } from './steps';

const PAGE_BYTES = 8192;
/** Number of pages that the open connection has already read. */
const PAGES_READ = 5;

testWithOwnApp(
  'reports a disk that fails in an open connection, and Try again reopens it once healthy',
  async ({ running, data }) => {
    testWithOwnApp.skip(process.platform !== 'linux', 'Only Linux has a file that fails every read');
    const { app, page } = running;
    const folders = path.join(data, 'connections');
    const folder = path.join(folders, readdirSync(folders)[0] ?? '');
    const cache = path.join(folder, 'cache.db');
    const healthy = readFileSync(cache);
    const failing = Buffer.from(healthy);
    for (let offset = PAGE_BYTES * PAGES_READ + 100; offset < failing.length; offset += PAGE_BYTES)
      failing[offset] = (failing[offset] ?? 0) ^ 1;
    // The open file returns damaged pages; opening it again fails with EIO.
    writeFileSync(cache, failing);
    rmSync(cache);
    symlinkSync('/proc/self/mem', cache);

    await goTo(page, 'Accounts');
    await expect(page.getByText('The disk could not be read').first()).toBeVisible({ timeout: 20_000 });
    rmSync(cache);
    writeFileSync(cache, healthy);
    await page.getByRole('button', { name: 'Try again' }).click();
    await goTo(page, 'Accounts');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
    expect(app.windows()).toHaveLength(1);
  },
);
