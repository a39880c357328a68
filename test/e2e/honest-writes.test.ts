import type { Page } from '@playwright/test';
import { test } from './ready';
import { expect, type RunningApp } from './running-app';
import { chooseMore, goTo, grid, rows } from './steps';

/** Creates and deletes records in the real app, against a service whose answers do not show what it did. */

const PLURAL = 'asset adjustments';
const ENDPOINT = '/billing/asset-adjustments';

interface Firm {
  readonly address: string;
  readonly apiKey: string;
}

/** Returns the service's records whose names start with `name`. */
async function fetchRecords(firm: Firm, name: string): Promise<{ id: number; name: string; slug: string }[]> {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}${ENDPOINT}?pager.limit=10000&pager.page=1`, { headers });
  const { data } = (await response.json()) as { data: { id: number; name: string; slug: string }[] };
  return data.filter((record) => record.name.startsWith(name));
}

async function bulkAdd({ app, page }: RunningApp, names: readonly string[]): Promise<void> {
  await goTo(page, 'Asset adjustments');
  await page.getByRole('button', { name: 'Bulk add…' }).click();
  await page.getByRole('menuitem', { name: `Add ${PLURAL}…` }).click();
  const lines = names.map((name) => `${name},e,Firm-wide,100,39`);
  const text = ['Name,Type,Level,Weight,Firm', ...lines].join('\n');
  await app.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text);
  await page.getByLabel('Paste from a spreadsheet').press('ControlOrMeta+v');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Check lines' }).click();
  await page.getByRole('button', { name: `Create ${names.length} ${PLURAL}` }).click();
}

async function confirmDeletion(page: Page, count: number): Promise<void> {
  await page.getByLabel(`Type ${count} to confirm`).fill(String(count));
  await page.getByRole('button', { name: `Delete ${count} ${PLURAL}` }).click();
}

test.use({ actionTimeout: 8_000 });
test('creates nothing twice, reports no listed record as deleted, undoes only its creations', async ({
  running,
  firm,
}) => {
  test.setTimeout(60_000);
  const { page } = running;
  const { gate } = firm;
  const writes = () =>
    gate.requests.filter((request) => request.startsWith('POST') && request.includes(ENDPOINT));

  await test.step('creates the other half one by one if create-many created half and answered 404', async () => {
    gate.judgeBody = ({ path, body }) => {
      if (path !== `${ENDPOINT}/create-many`) return undefined;
      const lines = JSON.parse(body) as unknown[];
      return { passed: JSON.stringify(lines.slice(0, 2)), after: { status: 404, body: '{}' } };
    };
    await bulkAdd(running, ['Harbor 1', 'Harbor 2', 'Harbor 3', 'Harbor 4']);
    await expect(page.getByText(`4 ${PLURAL} created`)).toBeVisible();
    expect((await fetchRecords(firm, 'Harbor')).map(({ name }) => name).sort()).toEqual([
      'Harbor 1',
      'Harbor 2',
      'Harbor 3',
      'Harbor 4',
    ]);
    expect(writes().filter((request) => request.includes('create-many'))).toHaveLength(1);
    expect(writes()).toHaveLength(3);
  });

  const { harbor } =
    await test.step('reports records as still listed if delete-many only claims to have deleted them', async () => {
      const harbor = await fetchRecords(firm, 'Harbor');
      gate.judgeBody = ({ path }) =>
        path === `${ENDPOINT}/delete-many`
          ? { status: 200, body: JSON.stringify({ n: 4, ids: harbor.map(({ id }) => id) }) }
          : undefined;
      await goTo(page, 'Asset adjustments');
      await page.getByLabel(`Search ${PLURAL}`).fill('Harbor');
      await expect(rows(page, 'Asset adjustments')).toHaveCount(4);
      await grid(page, 'Asset adjustments').focus();
      await page.keyboard.press('Control+a');
      await chooseMore(page, 'Delete…');
      await confirmDeletion(page, 4);
      await expect(page.getByText(`4 ${PLURAL} are still in the list`)).toBeVisible();
      await expect(page.getByText(`4 ${PLURAL} deleted`)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Undo…' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Retry records not deleted…' })).toBeVisible();
      expect(await fetchRecords(firm, 'Harbor')).toHaveLength(4);
      return { harbor };
    });

  await test.step('deletes the new records on undo if create-many answered with the IDs of other records', async () => {
    gate.judgeBody = ({ path, body }) => {
      if (path !== `${ENDPOINT}/create-many`) return undefined;
      const lines = JSON.parse(body) as object[];
      const echo = lines.map((line, index) => ({ ...line, id: harbor[index]?.id }));
      return { passed: body, after: { status: 200, body: JSON.stringify(echo) } };
    };
    await bulkAdd(running, ['Summit 1', 'Summit 2']);
    await expect(page.getByText(`2 ${PLURAL} created`)).toBeVisible();
    gate.judgeBody = null;
    await page.getByRole('button', { name: 'Undo…' }).click();
    await expect(page.getByText(`2 ${PLURAL} will be deleted.`)).toBeVisible();
    await confirmDeletion(page, 2);
    await expect(page.getByText(`2 ${PLURAL} deleted`)).toBeVisible();
    expect(await fetchRecords(firm, 'Summit')).toEqual([]);
    expect(await fetchRecords(firm, 'Harbor')).toHaveLength(4);
  });
});
