import { SCREENS } from '#contract/screens';
import { expect, test, type RunningApp } from '../e2e/running-app';
import { exploreDemo, goTo, refreshAndWait, sidebar } from '../e2e/steps';
import { DRAFT_PICTURES } from './drafts';
import { FEE_FILE_PICTURES } from './fee-files';
import { LIST_PICTURES } from './lists';
import { captureStates, takePictures, type PictureSteps } from './pictures';
import { SAFETY_PICTURES } from './safety';
import { TASK_PICTURES } from './tasks';
import { takeTeamPictures } from './team';
import { ERROR_STATES } from './error-states';

/** Opens and refreshes the demo firm, and closes the message about it. */
async function loadDemo({ page }: RunningApp): Promise<void> {
  await exploreDemo(page);
  await refreshAndWait(page);
  const closeToast = page.getByRole('button', { name: 'Close toast' });
  await closeToast.first().waitFor();
  await closeToast.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await expect(closeToast).toHaveCount(0);
}

/** Returns the screens that the sidebar offers now, without its other buttons. */
const screensOf = (offered: readonly string[]): string[] =>
  SCREENS.map(({ title }) => title).filter((title) => offered.includes(title));
const visits = (screens: readonly string[], name: (screen: string) => string): PictureSteps =>
  Object.fromEntries(
    screens.map((screen) => [
      name(screen),
      async ({ page }) => {
        await goTo(page, screen);
        await page.getByRole('heading', { name: screen }).first().waitFor();
      },
    ]),
  );

test('screens before there is data', async ({ running }) => {
  const { page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  await takePictures(running, 'connect');
  await exploreDemo(page);
  const offered = await sidebar(page).locator('.link .title').allTextContents();
  const informative = /^(Today|Accounts|Review|Edits|Tax|ROI|Advisor|Groups|Fee upload|Changes|Activity)/;
  const screens = screensOf(offered).filter((screen) => informative.test(screen));
  await captureStates(
    running,
    visits(screens, (screen) => `${screen} without data`),
  );
});

test('every screen', async ({ running }) => {
  const { page } = running;
  await loadDemo(running);
  const offered = await sidebar(page).locator('.link .title').allTextContents();
  await captureStates(
    running,
    visits(screensOf(offered), (screen) => screen),
  );
});

for (const [element, steps] of Object.entries({
  lists: LIST_PICTURES,
  tasks: TASK_PICTURES,
  drafts: DRAFT_PICTURES,
  files: FEE_FILE_PICTURES,
}))
  test(`states of ${element}`, async ({ running }) => {
    await loadDemo(running);
    await captureStates(running, steps);
  });

test('backups, the recovery code and the app lock', async ({ running }) => {
  await exploreDemo(running.page);
  await captureStates(running, SAFETY_PICTURES);
});

test('a team', ({ firm, data }) => takeTeamPictures(firm, data));

for (const [name, show] of Object.entries(ERROR_STATES))
  test(`error: ${name}`, async ({ data, firm }) => {
    await show({ data, firm });
  });
