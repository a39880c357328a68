import { copyFileSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleEntry } from '../support/bundle';
import { runProgram } from '../support/killed-program';
import { launchReady } from './ready';
import { closeApp, expect, launch, test, type RunningApp } from './running-app';
import { goTo, grid } from './steps';

const STAGING = 'restore-Ab12Cd';
const WORK = ['history.db', 'workspace.db'];
const VIEWS = ['Before', 'Present'];

/** A swap killed before a file system call: the databases in the folder then, and what the next start does. */
const KILLS = [
  { when: 'before the first file goes out', killAt: 8, there: WORK, outcome: 'finished' },
  { when: 'with both databases out', killAt: 15, there: [], outcome: 'finished' },
  { when: 'with one new database in', killAt: 16, there: ['history.db'], outcome: 'finished' },
  { when: 'with the note of the old work left', killAt: 19, there: WORK, outcome: 'finished' },
  {
    when: 'with one new database in, and the other one lost since',
    killAt: 16,
    there: ['history.db'],
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

test('the next start finishes or undoes a swap of saved work that was killed, and tells no loss', async ({
  data,
  firm,
}) => {
  test.slow();
  const program = await bundleEntry('test/faults/kills/replacing-program.ts');
  let running = await launchReady(data, firm);
  const [id = ''] = readdirSync(path.join(data, 'connections'));
  const folder = path.join(data, 'connections', id);
  const note = path.join(data, 'workspace-notes', `${id}.json`);
  const earlier = path.join(data, 'earlier');
  await saveView(running, 'Before');
  await running.app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('close-connection')?.click();
  });
  await expect(running.page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  mkdirSync(earlier);
  for (const name of WORK) copyFileSync(path.join(folder, name), path.join(earlier, name));
  await running.page.getByRole('button', { name: /^Test firm/ }).click();
  await saveView(running, 'Present');
  await closeApp(running);
  const template = `${data}-template`;
  renameSync(data, template);

  for (const { when, killAt, there, outcome, ...more } of KILLS)
    await test.step(when, async () => {
      rmSync(data, { recursive: true, force: true });
      cpSync(template, data, { recursive: true });
      cpSync(earlier.replace(data, template), path.join(folder, STAGING), { recursive: true });
      const killed = runProgram(program, ['swap', folder, note, '', STAGING, '', String(killAt)]);
      expect(await killed.ended).toBeNull();
      const left = readdirSync(folder);
      expect(left).toContain('swap.json');
      expect(left.filter((name) => WORK.includes(name))).toEqual(there);
      if ('lost' in more) rmSync(path.join(folder, STAGING, more.lost));

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
      const after = readdirSync(folder);
      expect(after.filter((name) => /^(swap|restore)|\.part$/.test(name))).toEqual([]);
      expect(after.filter((name) => name.startsWith('set-aside-'))).toHaveLength(
        outcome === 'undone' ? 0 : 1,
      );
    });
});
