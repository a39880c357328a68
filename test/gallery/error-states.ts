import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { holdKeyring } from '../e2e/keyring';
import { closeApp, expect, launch, type RunningApp } from '../e2e/running-app';
import { connectWithKey, exploreDemo, goTo, refreshAndWait, clickRefresh } from '../e2e/steps';
import type { Gate } from '../support/gate';
import { captureStates } from './pictures';

interface ErrorStateContext {
  /** A new user-data folder. */
  readonly data: string;
  readonly firm: { readonly gate: Gate; readonly address: string; readonly apiKey: string };
}

/** Starts the app, and closes it when its pictures are taken. */
async function withApp(starting: Promise<RunningApp>, takePictures: (running: RunningApp) => Promise<void>) {
  const running = await starting;
  try {
    await takePictures(running);
  } finally {
    await closeApp(running);
  }
}
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };

/** Errors, long operations and missing data, each from a separate start. */
export const ERROR_STATES: Readonly<Record<string, (context: ErrorStateContext) => Promise<void>>> = {
  'a wrong key': ({ data, firm }) =>
    withApp(launch(data), (running) =>
      captureStates(running, {
        'connect with a wrong key': async ({ page }) => {
          await page.getByLabel('Service address').fill(firm.address);
          await page.getByLabel('API key', { exact: true }).fill('not-the-key');
          await page.getByLabel('Name of this connection').fill('Juniper Harbor Wealth');
          await page.getByRole('button', { name: 'Connect', exact: true }).click();
          await expect(page.getByText('Incorrect API key or password').first()).toBeVisible();
        },
      }),
    ),
  'no keychain': ({ data }) =>
    withApp(launch(data, NO_KEYCHAIN), (running) =>
      captureStates(running, {
        'connect without a keychain': ({ page }) =>
          expect(page.getByText(/has no keychain|keychain is locked/)).toBeVisible(),
      }),
    ),
  'a locked keychain': async ({ data, firm }) => {
    await withApp(launch(data), (running) =>
      captureStates(running, {
        'remove a connection': async ({ page }) => {
          await connectWithKey(page, firm.address, firm.apiKey, 'Juniper Harbor Wealth');
          await page.keyboard.press('Control+Shift+o');
          await page.getByRole('button', { name: 'More for Juniper Harbor Wealth' }).click();
          await page.getByRole('menuitem', { name: 'Remove…' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      }),
    );
    const releaseKeyring = holdKeyring();
    try {
      await withApp(launch(data), (running) =>
        captureStates(running, {
          'a locked keychain': ({ page }) =>
            expect(page.getByText('The keychain is locked').first()).toBeVisible({ timeout: 15_000 }),
        }),
      );
    } finally {
      releaseKeyring();
    }
    await withApp(
      launch(data, { FIRM_DESK_KEYCHAIN: `${path.basename(data)} without its entries` }),
      (running) =>
        captureStates(running, {
          'saved work not unlocked': ({ page }) =>
            expect(page.getByText('Your saved work cannot be unlocked').first()).toBeVisible(),
          'start over': async ({ page }) => {
            await page.getByRole('button', { name: 'Start over…' }).click();
            await expect(page.getByRole('dialog')).toBeVisible();
          },
        }),
    );
  },
  'a firm without accounts': ({ data }) =>
    withApp(launch(data, { FIRM_DESK_DEMO_ACCOUNTS: '0' }), (running) =>
      captureStates(running, {
        'today of an empty firm': async ({ page }) => {
          await exploreDemo(page);
          await clickRefresh(page);
          await expect(page.getByText('Changes found by the last refresh')).toBeVisible();
        },
        'accounts of an empty firm': ({ page }) => goTo(page, 'Accounts'),
        'review queue of an empty firm': ({ page }) => goTo(page, 'Review queue'),
        'fee upload files of an empty firm': ({ page }) => goTo(page, 'Fee upload files'),
      }),
    ),
  'a slow service and a refused key': ({ data, firm }) =>
    withApp(launch(data), (running) =>
      captureStates(running, {
        'today while refreshing': async ({ page }) => {
          await connectWithKey(page, firm.address, firm.apiKey, 'Juniper Harbor Wealth');
          firm.gate.judge = () => 'hold';
          await clickRefresh(page);
          await expect.poll(() => firm.gate.held).toBeGreaterThan(0);
        },
        'accounts while refreshing': ({ page }) => goTo(page, 'Accounts'),
        'refresh paused by a refused key': async ({ page }) => {
          firm.gate.open();
          await refreshAndWait(page);
          firm.gate.judge = () => ({ status: 401, body: '{"message":"Unauthorized"}' });
          await clickRefresh(page);
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      }),
    ),
  'data to be downloaded again': async ({ data, firm }) => {
    await withApp(launch(data), async ({ page }) => {
      await connectWithKey(page, firm.address, firm.apiKey, 'Juniper Harbor Wealth');
      await refreshAndWait(page);
    });
    const folders = path.join(data, 'connections');
    const cache = path.join(folders, readdirSync(folders)[0] ?? '', 'cache.db');
    rmSync(cache);
    symlinkSync('/proc/self/mem', cache); // EIO on every read
    await withApp(launch(data), (running) =>
      captureStates(running, {
        'data not read from the disk': ({ page }) =>
          expect(page.getByText('The disk could not be read')).toBeVisible(),
        'data to be downloaded again': ({ page }) =>
          page.getByRole('button', { name: 'Download the data again…' }).click(),
        'data set aside': async ({ page }) => {
          await page.getByRole('dialog').getByRole('button', { name: 'Download again' }).click();
          await expect(page.getByRole('dialog')).toHaveCount(0);
          await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
        },
        'data downloaded again': async ({ page }) => {
          await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible({ timeout: 60_000 });
          await goTo(page, 'Accounts');
        },
        'data to be rebuilt': async ({ page }) => {
          await goTo(page, 'Settings');
          await page.getByRole('button', { name: 'Rebuild data on this computer…' }).click();
        },
        'data being rebuilt': async ({ page }) => {
          firm.gate.judge = () => 'hold';
          await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
          await expect.poll(() => firm.gate.held).toBeGreaterThan(0);
        },
        'accounts being rebuilt': async ({ page }) => {
          await goTo(page, 'Accounts');
          await expect(page.getByRole('heading', { name: 'Accounts' }).first()).toBeVisible();
        },
      }),
    );
    firm.gate.open();
  },
  'a connection that cannot be opened': async ({ data, firm }) => {
    await withApp(launch(data), async ({ page }) => {
      await connectWithKey(page, firm.address, firm.apiKey, 'Juniper Harbor Wealth');
    });
    const folders = path.join(data, 'connections');
    const workspace = path.join(folders, readdirSync(folders)[0] ?? '', 'workspace.db');
    // Overwrites the first page of the database.
    writeFileSync(workspace, Buffer.from(readFileSync(workspace)).fill(0x5a, 0, 4096));
    await withApp(launch(data), (running) =>
      captureStates(running, {
        'saved work not opened': ({ page }) =>
          expect(page.getByText('Your saved work could not be opened').first()).toBeVisible(),
        'rescue what can be read': async ({ page }) => {
          await page.getByRole('button', { name: 'Rescue what can be read…' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
        'settings of a connection not open': async ({ page }) => {
          await page.keyboard.press('Escape');
          await goTo(page, 'Settings');
        },
      }),
    );
  },
};
