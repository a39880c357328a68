import keytar from 'keytar';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { TestPostgres } from '#test/support/postgres';
import { draftNote, openRule, setUpTeam } from '../e2e/features/team/team-steps';
import { closeApp, expect, keychainOf, launch, RUN_FOLDER, test, type RunningApp } from '../e2e/running-app';
import { exploreDemo, goTo } from '../e2e/steps';

/** The rules whose findings a colleague marks, and the key pressed on each finding. */
const MARKS = {
  ada: { rule: 'No household', keys: ['r', 'f', 'r'] },
  robin: { rule: 'No advisor code', keys: ['f', 'r'] },
} as const;

/** The name of the user on the team. */
const YOUR_NAME = 'Kim Sato';

interface MemberApp extends RunningApp {
  /** Service name of the app's entries in the keychain. */
  readonly keychain: string;
}

/** Opens the demo firm in an app with its own data. */
async function openMemberApp(name: string): Promise<MemberApp> {
  const data = mkdtempSync(path.join(RUN_FOLDER, `app-${name}-`));
  const running = await launch(data);
  await exploreDemo(running.page);
  return { ...running, keychain: keychainOf(data) };
}

async function markFindings(
  { page }: MemberApp,
  { rule, keys }: (typeof MARKS)[keyof typeof MARKS],
): Promise<void> {
  await openRule(page, rule);
  for (const key of keys) {
    await page.keyboard.press(key);
    await expect(page.getByText(/^1 finding (marked reviewed|flagged)$/).first()).toBeVisible();
  }
}

/** Requires a second person for changes of several accounts. */
async function requireApproval({ page }: MemberApp): Promise<void> {
  await goTo(page, 'Settings');
  await page.getByRole('button', { name: 'Change rules…' }).click();
  await page.getByLabel('Edits, creations and deletions of many records at once').check();
  await page.getByLabel('More than this many records').fill('1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/before these are sent or signed/)).toBeVisible();
}

async function handOverDraft(app: MemberApp, to: string): Promise<void> {
  const { page } = app;
  await draftNote(app, 'Client moved: confirm the address with the custodian');
  await page.getByRole('button', { name: 'Hand over…' }).click();
  await page.getByRole('dialog').getByLabel('Colleague').selectOption({ label: to });
  await page.getByLabel('Note (optional)').fill('These two are your clients');
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByText(`Offered to ${to}`, { exact: true })).toBeVisible();
}

async function askForApproval(app: MemberApp): Promise<void> {
  const { page } = app;
  await draftNote(app, 'Reviewed in the annual sweep');
  await page.getByRole('button', { name: 'Ask for approval…' }).click();
  await page.getByLabel('Note (optional)').fill('Agreed in the annual review');
  await page.getByRole('button', { name: 'Ask for approval', exact: true }).click();
  await expect(page.getByText(/^You asked for approval on/)).toBeVisible();
}

/** Waits until all changes of a member are sent to the database. */
async function waitUntilSent({ page }: MemberApp): Promise<void> {
  await goTo(page, 'Settings');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible(); // shown together with what waits
  await expect(page.getByText(/of your changes (is|are) being sent/)).toBeHidden();
}

async function removeKeychainEntries({ keychain }: MemberApp): Promise<void> {
  for (const { account } of await keytar.findCredentials(keychain))
    await keytar.deletePassword(keychain, account);
}

test('opens an app with a team of three', async ({ data }) => {
  const postgres = await TestPostgres.start();
  const apps: MemberApp[] = [];
  const open = async (name: string): Promise<MemberApp> => {
    const app = await openMemberApp(name);
    apps.push(app);
    return app;
  };
  try {
    const [ada, robin, you] = [await open('ada'), await open('robin'), await open('you')];
    const closed = you.app.waitForEvent('close', { timeout: 0 });
    const members = [
      { desk: ada, name: 'Ada Park' },
      { desk: robin, name: 'Robin Reyes' },
      { desk: you, name: YOUR_NAME },
    ] as const;
    await setUpTeam(postgres, members, data);
    await markFindings(ada, MARKS.ada);
    await markFindings(robin, MARKS.robin);
    await requireApproval(ada);
    await handOverDraft(ada, YOUR_NAME);
    await askForApproval(robin);
    for (const colleague of [ada, robin]) {
      await waitUntilSent(colleague);
      await closeApp(colleague);
    }
    await goTo(you.page, 'Today');
    await you.page.bringToFront();
    console.log(
      `The app is open. You are ${YOUR_NAME}; Ada Park and Robin Reyes have work for you. Close it to end.`,
    );
    await closed;
  } finally {
    await Promise.allSettled(apps.map(closeApp));
    await postgres.stop();
    await Promise.all(apps.map(removeKeychainEntries));
  }
});
