import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { TestPostgres } from '#test/support/postgres';
import { closeApp, expect, launch, rememberSecret, RUN_FOLDER, type RunningApp } from '../../running-app';
import { SCREENSHOT_FOLDER } from '../../screenshots';
import { answerDialogs, connectWithKey, goTo, grid, refreshAndWait, resizeTo, rows } from '../../steps';

/** Steps of colleagues who share their work. */

/** More than the number of tab stops on any page. */
const MAX_KEY_PRESSES = 80;

interface Firm {
  readonly address: string;
  readonly apiKey: string;
}

/** A login for the team's database. */
type Access = Awaited<ReturnType<TestPostgres['newDatabase']>>;

/** Starts an app with its own data and keychain entries, connected to the firm and refreshed. */
export async function startDesk(firm: Firm, name: string): Promise<RunningApp> {
  const running = await launch(mkdtempSync(path.join(RUN_FOLDER, `desk-${name}-`)));
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await refreshAndWait(running.page);
  return running;
}

/** Runs a test with one app per colleague, and closes all of them. */
export async function withDesks<const Names extends readonly string[]>(
  firm: Firm,
  names: Names,
  run: (desks: { readonly [At in keyof Names]: RunningApp }) => Promise<void>,
): Promise<void> {
  const started = await Promise.allSettled(names.map((name) => startDesk(firm, name)));
  const desks = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    await run(desks as { readonly [At in keyof Names]: RunningApp });
  } finally {
    await Promise.allSettled(desks.map(closeApp));
  }
}

const dialog = (page: Page): Locator => page.getByRole('dialog');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function fillLogin(page: Page, { database: { login }, password }: Access): Promise<void> {
  rememberSecret(password);
  await dialog(page).getByLabel('User name').fill(login);
  await dialog(page).getByLabel('Password').fill(password);
}

/** Fills the first step of the set-up, and continues. */
export async function enterDatabase(page: Page, access: Access): Promise<void> {
  const { host, port, database } = access.database;
  await goTo(page, 'Settings');
  await button(page, 'Set up a team…').click();
  await dialog(page).getByLabel('Server').fill(host);
  await dialog(page).getByLabel('Port').fill(String(port));
  await dialog(page).getByLabel('Database', { exact: true }).fill(database);
  await fillLogin(page, access);
  await button(page, 'Continue').click();
}

/** Names the team, from the second step of the set-up to the third. */
export async function nameTeam(page: Page, team: string, name: string): Promise<void> {
  await dialog(page).getByLabel('Team name').fill(team);
  await dialog(page).getByLabel('Your name').fill(name);
  await button(page, 'Create team').click();
  await expect(page.getByRole('heading', { name: 'Set up a team: step 3 of 3' })).toBeVisible({
    timeout: 20_000,
  });
}

/** Saves an invitation from its open dialog; the code stays on the screen. Returns the code. */
export async function invite(running: RunningApp, name: string, file: string): Promise<string> {
  const { page } = running;
  await answerDialogs(running, file);
  await dialog(page).getByLabel('Colleague’s name').fill(name);
  await button(page, 'Save invitation…').click();
  const code = await page.getByRole('textbox', { name: 'Code' }).innerText();
  rememberSecret(code.trim());
  return code.trim();
}

/** Uses an invitation. Returns the words to compare. */
export async function join(
  running: RunningApp,
  { file, code, access }: { readonly file: string; readonly code: string; readonly access: Access },
): Promise<string[]> {
  const { page } = running;
  await goTo(page, 'Settings');
  await answerDialogs(running, file);
  await button(page, 'Join a team…').click();
  await button(page, 'Choose invitation…').click();
  await dialog(page).getByLabel('Code').fill(code);
  await button(page, 'Continue').click();
  await fillLogin(page, access);
  await button(page, 'Join').click();
  return wordsToCompare(page);
}

/** Returns the words on the screen that both sides compare. */
export async function wordsToCompare(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Words to compare' });
  await expect(list).toBeVisible({ timeout: 30_000 });
  return list.getByRole('listitem').allInnerTexts();
}

/** A colleague's app and name. */
interface Colleague {
  readonly desk: RunningApp;
  readonly name: string;
}

/** Lets a colleague join a team whose admin has the dialog of an invitation open. */
async function admit(
  admin: RunningApp,
  { desk, name, access }: Colleague & { readonly access: Access },
  folder: string,
): Promise<void> {
  const file = path.join(folder, `${name}.fdinvitation`);
  const code = await invite(admin, name, file);
  await button(admin.page, 'Done').click();
  const comparedWords = await join(desk, { file, code, access });
  expect(comparedWords.length).toBeGreaterThan(3);
  expect(await wordsToCompare(admin.page)).toEqual(comparedWords);
  await button(admin.page, 'The words match').click();
  await expect(desk.page.getByRole('heading', { name: 'Team Juniper desk' })).toBeVisible({
    timeout: 30_000,
  });
}

/** Sets up a team on the first desk, in a new database, and admits the others. Returns the database's name. */
export async function setUpTeam(
  postgres: TestPostgres,
  [founder, ...others]: readonly [Colleague, ...Colleague[]],
  folder: string,
): Promise<string> {
  const { page } = founder.desk;
  const access = await postgres.newDatabase('founder');
  const { database } = access.database;
  await enterDatabase(page, access);
  await nameTeam(page, 'Juniper desk', founder.name);
  for (const [index, colleague] of others.entries()) {
    if (index > 0) await button(page, 'Invite…').click();
    await admit(
      founder.desk,
      { ...colleague, access: await postgres.newLogin(database, `member${index}`) },
      folder,
    );
  }
  return database;
}

export const findingPanel = (page: Page): Locator => page.getByRole('complementary', { name: 'Finding' });
const rules = (page: Page): Locator => page.getByRole('navigation', { name: 'Rules' });

/** Opens the queue at a rule, with the cursor on its first finding. */
export async function openRule(page: Page, rule: string): Promise<void> {
  await goTo(page, 'Review queue');
  await rules(page).getByRole('button', { name: rule }).click();
  await expect(findingPanel(page).getByRole('heading', { name: rule, level: 3 })).toBeVisible({
    timeout: 30_000,
  });
  await grid(page, 'Findings').focus();
}

/** Returns how many findings of a rule are to do. */
export const countOfRule = async (page: Page, rule: string): Promise<number> =>
  Number((await rules(page).getByRole('button', { name: rule }).innerText()).replace(/\D/g, ''));

/** Lists findings in this state, such as "Reviewed". */
export const showState = async (page: Page, state: string): Promise<unknown> =>
  page.getByRole('combobox', { name: 'State' }).selectOption(state);

/** Drafts a note on the first two accounts, and stays on the draft's page. */
export async function draftNote({ page }: RunningApp, note: string): Promise<void> {
  await goTo(page, 'Accounts');
  await expect(rows(page).first()).toBeVisible();
  await rows(page).nth(0).click();
  await rows(page)
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await page.getByLabel('Status', { exact: true }).getByRole('button', { name: 'Edit…' }).click();
  await dialog(page).getByLabel('Field').selectOption({ label: 'Notes' });
  await dialog(page).getByLabel('Value').fill(note);
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: 'Edit 2 accounts', level: 1 })).toBeVisible();
  await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 20_000 });
}

/** Presses a key until an element has the focus. */
export async function pressUntilFocused(target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MAX_KEY_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

/** Expects that some element has the focus: without one, a keyboard starts from the top of the window again. */
export const expectFocus = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

/** Takes screenshots for design reviews, in all themes of a small window, if `SCREENSHOT_FOLDER` names a folder. */
export async function takeScreenshotsInAllThemes(running: RunningApp, name: string): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  const { page } = running;
  await resizeTo(running, 1024, 768);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${SCREENSHOT_FOLDER}/${name} ${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await page.screenshot({ path: `${SCREENSHOT_FOLDER}/${name} forced.png` });
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await resizeTo(running, 1920, 1080);
}
