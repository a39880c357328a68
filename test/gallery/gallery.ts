import { PLACES } from '#contract/places';
import { expect, test, type RunningApp } from '../e2e/running-app';
import { exploreDemo, goTo, refreshWhole, sidebar } from '../e2e/steps';
import { DRAFTS } from './drafts';
import { FEE_FILE_PICTURES } from './fee-files';
import { LIST_PICTURES } from './lists';
import { each, pictures, type PictureSteps } from './pictures';
import { SAFETY } from './safety';
import { TASKS } from './tasks';
import { ERROR_STATES } from './error-states';

/** Refreshes completely, and closes the message about it. */
async function downloaded({ page }: RunningApp): Promise<void> {
  await exploreDemo(page);
  await refreshWhole(page);
  const closeToast = page.getByRole('button', { name: 'Close toast' });
  await closeToast.first().waitFor();
  await closeToast.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLElement).click()));
  await expect(closeToast).toHaveCount(0);
}

/** Returns the screens that the sidebar offers now, without its other buttons. */
const placesOf = (offered: readonly string[]): string[] =>
  PLACES.map(({ title }) => title).filter((title) => offered.includes(title));
const visits = (places: readonly string[], name: (place: string) => string): PictureSteps =>
  Object.fromEntries(
    places.map((place) => [
      name(place),
      async ({ page }) => {
        await goTo(page, place);
        await page.getByRole('heading', { name: place }).first().waitFor();
      },
    ]),
  );

test('every screen before there is data', async ({ running }) => {
  const { page } = running;
  await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeVisible();
  await pictures(running, 'connect');
  await exploreDemo(page);
  const offered = await sidebar(page).locator('.link .title').allTextContents();
  const telling = /^(Today|Accounts|Review|Edits|Tax|ROI|Advisor|Groups|Fee upload|Changes|Activity)/;
  const places = placesOf(offered).filter((place) => telling.test(place));
  await each(
    running,
    visits(places, (place) => `${place} without data`),
  );
});

test('every screen', async ({ running }) => {
  const { page } = running;
  await downloaded(running);
  const offered = await sidebar(page).locator('.link .title').allTextContents();
  await each(
    running,
    visits(placesOf(offered), (place) => place),
  );
});

for (const [part, ways] of Object.entries({
  lists: LIST_PICTURES,
  tasks: TASKS,
  drafts: DRAFTS,
  files: FEE_FILE_PICTURES,
}))
  test(`states of ${part}`, async ({ running }) => {
    await downloaded(running);
    await each(running, ways);
  });

test('backups, the recovery code and the app lock', async ({ running }) => {
  await exploreDemo(running.page);
  await each(running, SAFETY);
});

for (const [name, show] of Object.entries(ERROR_STATES))
  test(`trouble: ${name}`, async ({ data, firm }) => {
    await show({ data, firm });
  });
