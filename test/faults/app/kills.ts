import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, watch } from 'node:fs';
import path from 'node:path';
import { previewBackup } from '#engine/backup/restore';
import {
  closeApp,
  waitForExit,
  expect,
  launch,
  rememberSecret,
  test,
  type RunningApp,
} from '../../e2e/running-app';
import { answerDialogs, exploreDemo, goTo, grid, refreshAndWait } from '../../e2e/steps';
import { waitMs } from '../../support/run-program';
import { runTrials, sampleOrAll, seededRandom } from '../trial-report';

const KILLS = sampleOrAll(6, 50);
const PASSPHRASE = 'canary passphrase 5508';
/** Approximate time of an undisturbed restore or backup; the process is killed at a random time within it. */
const MAX_DELAY_MS = 2_500;
/** Approximate duration of a swap, in which a restore replaces the saved work, from its first file on. */
const SWAP_MS = 25;
const ACCOUNTS = { FIRM_DESK_DEMO_ACCOUNTS: '50' };
const random = seededRandom(20_261_123);

async function showViews({ page }: RunningApp) {
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '51');
  await page.getByRole('button', { name: 'Saved views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await expect(views.getByRole('textbox')).toBeVisible();
  return views;
}
/** Saves the shown query as a view, or renames the current view. */
async function nameView(running: RunningApp, name: string): Promise<void> {
  const views = await showViews(running);
  await views.getByRole('textbox').fill(name);
  await views.getByRole('button', { name: /^(Save|Rename)$/ }).click();
  await expect(views).toBeHidden();
}

/** Opens the dialog and fills it in; returns the button that starts the work. */
async function prepareBackUp(running: RunningApp, file: string) {
  const { page } = running;
  await answerDialogs(running, file);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Back up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Back up saved work' });
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  return dialog.getByRole('button', { name: 'Choose file…' });
}
async function prepareRestore(running: RunningApp, file: string) {
  const { page } = running;
  await answerDialogs(running, file);
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Manage connections' }).click();
  await page.getByRole('button', { name: 'Restore from a backup…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' });
  await dialog.getByRole('button', { name: 'Choose backup…' }).click();
  await dialog.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Open backup' }).click();
  return dialog.getByRole('button', { name: 'Restore', exact: true });
}

/** Resolves when a swap begins in the folder, or after 20 seconds: without a swap, the trial continues. */
const waitForSwap = (folder: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder, (_event, name) => {
      if (name?.startsWith('swap.json')) done();
    });
    const timeout = setTimeout(() => done(), 20_000);
    const done = (): void => {
      clearTimeout(timeout);
      watcher.close();
      resolve();
    };
  });

/** Ends all processes of the app at once; no handler runs. */
async function kill(running: RunningApp, pids: readonly number[]): Promise<void> {
  const exited = waitForExit(running);
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  await exited;
}

test('keeps old or new work intact when killed at random times in a restore or backup', async ({ data }) => {
  rememberSecret(PASSPHRASE);
  const backup = path.join(data, 'mine.fdbackup');
  const target = path.join(data, 'target');
  const userData = path.join(data, 'app');
  const template = path.join(data, 'template');
  const folder = path.join(userData, 'connections', 'demo-production');
  const quarantineFolders = () => readdirSync(folder).filter((name) => name.startsWith('set-aside-'));
  const start = () => launch(userData, ACCOUNTS);

  let running = await start();
  await exploreDemo(running.page);
  await refreshAndWait(running.page);
  await nameView(running, 'Backed up');
  await (await prepareBackUp(running, backup)).click();
  await expect(running.page.getByText('Backup made')).toBeVisible();
  await nameView(running, 'Present');
  await closeApp(running);
  mkdirSync(target);
  cpSync(userData, template, { recursive: true });

  let isOpen = false;
  let hasPresent = true;
  let trialCount = 0;
  const outcomes = new Map<string, number>();
  const countOutcome = (outcome: string): void =>
    void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

  const ensureStarted = async (): Promise<void> => {
    if (isOpen) return;
    running = await start();
    isOpen = true;
  };
  const reset = async (): Promise<void> => {
    await closeApp(running).catch(() => undefined); // it may have exited
    rmSync(userData, { recursive: true, force: true });
    cpSync(template, userData, { recursive: true });
    isOpen = false;
    hasPresent = true;
  };

  const killOnce = async (operation: 'restore' | 'backup', isInSwap: boolean): Promise<void> => {
    await ensureStarted();
    if (!hasPresent) await nameView(running, 'Present');
    hasPresent = true;
    const foldersBefore = quarantineFolders().length;
    const file = path.join(target, `${(trialCount += 1)}.fdbackup`);
    const button =
      operation === 'restore' ? await prepareRestore(running, backup) : await prepareBackUp(running, file);
    await expect(button).toBeEnabled();
    const pids = await running.app.evaluate(({ app }) => app.getAppMetrics().map(({ pid }) => pid));
    const killMoment = isInSwap
      ? waitForSwap(folder).then(() => waitMs(random(SWAP_MS)))
      : waitMs(random(MAX_DELAY_MS));
    const clicked = button.click().catch(() => undefined); // the process may be killed before it answers
    await killMoment;
    await kill(running, pids);
    await clicked;
    isOpen = false;
    await ensureStarted();

    const views = await showViews(running);
    // The present work has the view "Present", next to "Backed up" if that was restored before.
    await expect(views.getByText(/^(Backed up|Present)$/).first()).toBeVisible();
    hasPresent = (await views.getByText('Present', { exact: true }).count()) === 1;
    if (!hasPresent) await expect(views.getByText('Backed up', { exact: true })).toHaveCount(1);
    countOutcome(`${operation}: ${hasPresent ? 'old' : 'new'} work`);
    if (operation === 'backup') expect(hasPresent).toBe(true);
    expect(quarantineFolders()).toHaveLength(foldersBefore + (hasPresent ? 0 : 1));
    await goTo(running.page, 'Activity');
    await expect(running.page.locator('[role=option]').first()).toBeVisible();
    await expect(running.page.locator('[role=option]', { hasText: /part missing|rescued/i })).toHaveCount(0);
    await expect(
      running.page.getByText(/saved work (is missing|could not be opened)|history of changes is missing/i),
    ).toHaveCount(0);
    for (const directory of [userData, folder, target])
      expect(
        readdirSync(directory).filter((name) => /^(swap\.json|(restore|backup|rescue)-)|\.part$/.test(name)),
      ).toEqual([]);
    if (operation !== 'backup') return;
    countOutcome(`backup: ${existsSync(file) ? 'complete' : 'absent'} file`);
    if (existsSync(file))
      expect((await previewBackup(file, PASSPHRASE)).connection.id).toBe('demo-production');
  };

  await runTrials('the app killed in a restore or a backup', KILLS, async (trial) => {
    try {
      // In turn: a restore killed at any time, a restore killed in its swap, and a backup.
      await killOnce(trial % 3 === 2 ? 'backup' : 'restore', trial % 3 === 1);
    } catch (error) {
      await reset();
      throw error;
    }
  });
  console.log([...outcomes].map(([outcome, times]) => `${outcome} ${times}`).join(' | '));
  // Otherwise all kill signals came too early or too late.
  expect(outcomes.get('restore: old work')).toBeGreaterThan(0);
  expect(outcomes.get('restore: new work')).toBeGreaterThan(0);
  await closeApp(running);
});
