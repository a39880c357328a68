import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleEntry } from '../support/bundle';
import { runProgram } from '../support/run-program';
import { launchReady } from './ready';
import { closeApp, expect, launch, test, type RunningApp } from './running-app';
import { goTo, grid } from './steps';

const STAGING = 'restore-Ab12Cd';
const WORK = ['history.db', 'workspace.db'];
const VIEWS = ['Before', 'Present'];

/** Swaps killed before file system call `killAt`: the databases left in the folder, and the next start's outcome. */
const KILLS = [
  { when: 'before the first file is moved out', killAt: 8, remaining: WORK, outcome: 'finished' },
  { when: 'with both databases moved out', killAt: 15, remaining: [], outcome: 'finished' },
  { when: 'with one new database moved in', killAt: 16, remaining: ['history.db'], outcome: 'finished' },
  { when: 'with the note of the old work left', killAt: 19, remaining: WORK, outcome: 'finished' },
  {
    when: 'with one new database moved in, and the other one lost since',
    killAt: 16,
    remaining: ['history.db'],
    lost: 'workspace.db',
    outcome: 'undone',
  },
] as const;

async function showViews({ page }: RunningApp) {
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Saved views' }).click();
  return page.getByRole('dialog', { name: 'Saved views' });
}
async function saveView(running: RunningApp, name: string): Promise<void> {
  const views = await showViews(running);
  await views.getByRole('textbox').fill(name);
  await views.getByRole('button', { name: /^(Save|Rename)$/ }).click();
  await expect(views).toBeHidden();
}

test('finishes or undoes a killed swap of saved work at the next start, and reports no loss', async ({
  data,
  firm,
}) => {
  test.slow();
  const program = await bundleEntry('test/faults/kills/replacing-program.ts');
  let running = await launchReady(data, firm);
  const [id = ''] = readdirSync(path.join(data, 'connections'));
  const folder = path.join(data, 'connections', id);
  const note = path.join(data, 'workspace-notes', `${id}.json`);
  const earlierFolder = path.join(data, 'earlier');
  await saveView(running, 'Before');
  await running.app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('close-connection')?.click();
  });
  await expect(running.page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  mkdirSync(earlierFolder);
  for (const name of WORK) copyFileSync(path.join(folder, name), path.join(earlierFolder, name));
  await running.page.getByRole('button', { name: /^Test firm/ }).click();
  await saveView(running, 'Present');
  await closeApp(running);
  const template = `${data}-template`;
  renameSync(data, template);

  for (const { when, killAt, remaining: existing, outcome, ...optional } of KILLS)
    await test.step(when, async () => {
      rmSync(data, { recursive: true, force: true });
      cpSync(template, data, { recursive: true });
      cpSync(earlierFolder.replace(data, template), path.join(folder, STAGING), { recursive: true });
      // A swap needs neither a key nor a passphrase.
      const killedSwap = runProgram(program, ['swap', folder, note, '', STAGING, '', String(killAt)]);
      expect(await killedSwap.ended).toBeNull(); // no exit code: it was killed
      const filesAfterKill = readdirSync(folder);
      expect(filesAfterKill).toContain('swap.json');
      expect(filesAfterKill.filter((name) => WORK.includes(name))).toEqual(existing);
      if ('lost' in optional) rmSync(path.join(folder, STAGING, optional.lost));

      running = await launch(data);
      const { page } = running;
      await expect(page.getByText(`Interrupted restore ${outcome}`).first()).toBeVisible({ timeout: 20_000 });
      const views = await showViews(running);
      const expected = outcome === 'undone' ? 'Present' : 'Before';
      for (const name of VIEWS)
        await expect(views.getByText(name, { exact: true })).toHaveCount(name === expected ? 1 : 0);
      await goTo(page, 'Activity');
      await expect(page.getByText('No activity yet')).toBeVisible(); // no line about a loss
      await closeApp(running);
      const filesAtEnd = readdirSync(folder);
      expect(filesAtEnd.filter((name) => /^(swap|restore)|\.part$/.test(name))).toEqual([]);
      expect(filesAtEnd.filter((name) => name.startsWith('set-aside-'))).toHaveLength(
        outcome === 'undone' ? 0 : 1,
      );
    });
});
