import keytar from 'keytar';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { TestPostgres } from '#test/support/postgres';
import { openRule, setUpTeam } from '../e2e/features/team/team-steps';
import { closeApp, expect, keychainOf, launch, RUN_FOLDER, test, type RunningApp } from '../e2e/running-app';
import { exploreDemo, goTo } from '../e2e/steps';

/** The rules whose findings a colleague marks, and the key pressed on each finding. */
const MARKS = {
  ada: { rule: 'No household', keys: ['r', 'f', 'r'] },
  robin: { rule: 'No advisor code', keys: ['f', 'r'] },
} as const;

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
  await goTo(page, 'Settings');
  await expect(page.getByText(/of yours (is|are) being sent/)).toBeHidden();
}

async function removeKeychainEntries({ keychain }: MemberApp): Promise<void> {
  for (const { account } of await keytar.findCredentials(keychain))
    await keytar.deletePassword(keychain, account);
}

test('opens an app in a team of three', async ({ data }) => {
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
      { desk: you, name: 'You' },
    ] as const;
    await setUpTeam(postgres, members, data);
    await markFindings(ada, MARKS.ada);
    await markFindings(robin, MARKS.robin);
    await Promise.all([ada, robin].map(closeApp));
    await openRule(you.page, MARKS.ada.rule);
    await you.page.bringToFront();
    console.log('The app is open. Ada Park and Robin Reyes have marked findings; close it to end.');
    await closed;
  } finally {
    await Promise.allSettled(apps.map(closeApp));
    await postgres.stop();
    await Promise.all(apps.map(removeKeychainEntries));
  }
});
