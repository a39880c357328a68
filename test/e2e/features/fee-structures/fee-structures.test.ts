import type { Locator, Page } from '@playwright/test';
import { test } from '../../ready';
import { expect, test as fresh } from '../../running-app';
import { chooseMore, connectWithKey, goTo, grid, refreshAndWait, rows } from '../../steps';

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Record' });
const list = (page: Page): Locator => rows(page, 'Fee structures');

/** Opens the Fee tab of the structure with this name. */
async function openFee(page: Page, name: string): Promise<void> {
  await page.getByLabel('Search fee structures').fill(name);
  await list(page).filter({ hasText: name }).first().getByRole('gridcell').nth(1).dblclick();
  await panel(page).getByRole('tab', { name: 'Fee', exact: true }).click();
  await expect(panel(page).getByRole('heading', { name: 'Fee by balance' })).toBeVisible();
}

const SUFFIX: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9 };
/** Parses "$1.5M" or "0.75%" of an axis, or "$12,500.00" of the calculation. */
function amountOf(text: string): number {
  const [, digits = '', suffix = ''] = /^\$?([\d,.]+)([KMB])?%?$/.exec(text.trim()) ?? [];
  return Number(digits.replaceAll(',', '')) * (SUFFIX[suffix] ?? 1);
}

/**
 * Reads a chart's values from its pixels: the position of its mark against the axis ticks, and its line at the
 * mark.
 */
async function readChart(
  chart: Locator,
): Promise<{ balance: number; value: number; line: number; perPixel: number }> {
  const pixels = await chart.evaluate((svg) => {
    const labels = (kind: string, attribute: string) =>
      [...svg.querySelectorAll(`text.${kind}`)].map((text) => ({
        text: text.textContent,
        position: Number(text.getAttribute(attribute)),
      }));
    const lines = [...svg.querySelectorAll('line.grid')].map((line) => Number(line.getAttribute('y1')));
    const circle = svg.querySelector('circle.point:not(.second)');
    const points = [
      ...(svg.querySelector('path.curve:not(.second)')?.getAttribute('d') ?? '').matchAll(
        /[ML]([\d.]+),([\d.]+)/g,
      ),
    ];
    return {
      x: labels('x', 'x'),
      y: labels('y', 'y').map(({ text }, index) => ({ text, position: lines[index] ?? NaN })),
      left: Number(circle?.getAttribute('cx')),
      top: Number(circle?.getAttribute('cy')),
      points: points.map(([, x, y]) => [Number(x), Number(y)] as const),
    };
  });
  const scale = (ticks: readonly { text: string; position: number }[]) => {
    const [first, last] = [ticks[0], ticks.at(-1)];
    if (!first || !last) throw new Error('the axis has no ticks');
    const perPixel = (amountOf(last.text) - amountOf(first.text)) / (last.position - first.position);
    return {
      valueAt: (pixel: number) => amountOf(first.text) + (pixel - first.position) * perPixel,
      perPixel: Math.abs(perPixel),
    };
  };
  const [x, y] = [scale(pixels.x), scale(pixels.y)];
  const nextIndex = pixels.points.findIndex(([left]) => left >= pixels.left);
  const [previous, next] = [pixels.points[nextIndex - 1], pixels.points[nextIndex]];
  if (!previous || !next) throw new Error('the line does not reach the point');
  const interpolated =
    previous[1] + ((pixels.left - previous[0]) / (next[0] - previous[0])) * (next[1] - previous[1]);
  return {
    balance: x.valueAt(pixels.left),
    value: y.valueAt(pixels.top),
    line: y.valueAt(interpolated),
    perPixel: y.perPixel,
  };
}

/** Types an example balance into the calculator, and checks that both charts draw its fee. */
async function expectDrawnFee(record: Locator, balance: string): Promise<void> {
  const chart = (title: string) => record.getByRole('img', { name: new RegExp(`^${title}`) });
  await record.getByLabel('Example balance', { exact: true }).fill(balance);
  const total = record
    .getByRole('table', { name: 'Calculation' })
    .getByRole('row', { name: /^Fee per year/ });
  const fee = amountOf((await total.getByRole('cell').last().textContent()) ?? '');
  const rate = amountOf(
    ((await total.getByRole('cell').first().textContent()) ?? '').replace(' of the balance', ''),
  );
  expect(fee).toBeGreaterThan(0);
  for (const [title, expected] of [
    ['Fee per year', fee],
    ['Effective rate', rate],
  ] as const) {
    const drawn = await readChart(chart(title));
    expect(Math.abs(drawn.value - expected)).toBeLessThan(drawn.perPixel * 1.5);
    expect(Math.abs(drawn.line - expected)).toBeLessThan(drawn.perPixel * 2);
  }
}

test("draws the calculator's fees, compares two structures, and lists the accounts that use one", async ({
  running,
  firm,
}) => {
  const { page } = running;
  await goTo(page, 'Fee structures');
  await expect(list(page).filter({ hasText: 'Wealth Tiered' }).first()).toContainText('Tiered');
  await openFee(page, 'Wealth Tiered');

  const record = panel(page);
  for (const balance of ['750k', '1,234,567.89', '4m']) await expectDrawnFee(record, balance);
  await expect(record.getByText('Assumes annual rates')).toBeVisible();

  const other = await record
    .getByLabel('Compare with')
    .locator('option', { hasText: 'Legacy Tiered (' })
    .textContent();
  await record.getByLabel('Compare with').selectOption({ label: other ?? '' });
  await expect(record.getByRole('table', { name: 'Differences' })).toContainText('Tiers');
  await expect(record.locator('path.curve.second')).toHaveCount(2);

  // Choosing another structure for all accounts that use it opens a draft preview and sends nothing.
  firm.gate.requests.length = 0;
  await record.getByRole('button', { name: 'Mark as retired' }).click();
  await expect(record.getByText(/Marked retired by .* in Firm Desk only/)).toBeVisible();
  await expect(list(page).filter({ hasText: 'Wealth Tiered' }).first()).toContainText('Retired');
  const useCount = Number(
    ((await record.getByText(/^\d[\d,]* accounts?:/).textContent()) ?? '')
      .trim()
      .replace(/ .*/s, '')
      .replaceAll(',', ''),
  );
  expect(useCount).toBeGreaterThan(1);
  await expect(record.getByRole('button', { name: 'Replace with…' })).toBeVisible();
  // The row menu offers the same.
  await list(page).filter({ hasText: 'Wealth Tiered' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Replace with…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Replace “Wealth Tiered/ });
  await dialog.getByLabel('Replace with').selectOption({ label: other ?? '' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByRole('main', { name: `Edit ${useCount.toLocaleString('en-US')} accounts`, exact: true }),
  ).toBeVisible();
  expect(firm.gate.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);

  await page.keyboard.press('Alt+ArrowLeft');
  await openFee(page, 'Wealth Tiered');
  await record.getByRole('button', { name: 'Show accounts' }).click();
  await expect(grid(page, 'Accounts')).toHaveAttribute('aria-rowcount', String(useCount + 1));
});

test('edits tiers by keyboard alone, and sends the structure as a list of one', async ({ running, firm }) => {
  const { page } = running;
  await goTo(page, 'Fee structures');
  await page.getByLabel('Search fee structures').fill('Wealth Tiered');
  await list(page).filter({ hasText: 'Wealth Tiered' }).first().getByRole('gridcell').nth(1).dblclick();
  await panel(page).getByRole('button', { name: 'Edit…', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  const cell = (tier: number, column: string) =>
    dialog.getByRole('textbox', { name: `Tier ${tier}, ${column}`, exact: true });
  await cell(1, 'to').focus();
  // The chart stays visible while tiers are typed.
  await expect(dialog.getByRole('img', { name: /^Fee per year/ })).toBeInViewport({ ratio: 1 });
  // Fields that the calculation does not use are hidden.
  await expect(dialog.getByLabel('Rate', { exact: true })).toHaveCount(0);
  const rowCount = await dialog.getByRole('table', { name: 'Tiers' }).getByRole('row').count();

  await page.keyboard.press('Control+A');
  await page.keyboard.type('300k');
  await page.keyboard.press('Enter');
  await expect(cell(2, 'to')).toBeFocused();
  await expect(dialog.getByRole('rowheader', { name: '$300,000.01' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByRole('table', { name: 'Tiers' }).getByRole('row')).toHaveCount(rowCount + 1);
  await page.keyboard.press('Control+Delete');
  await expect(dialog.getByRole('table', { name: 'Tiers' }).getByRole('row')).toHaveCount(rowCount);
  await cell(1, 'rate').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100');
  await expect(dialog.getByText('Enter a rate from 0 to 99.').first()).toBeVisible();
  // The fee is hidden until the tiers are valid, and a message says so.
  const hiddenFeeMessage = dialog.getByText('Fix Tiers to see the fee for these values.');
  await expect(hiddenFeeMessage).toBeVisible();
  await expect(dialog.getByRole('img', { name: /^Fee per year/ })).toHaveCount(0);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1.11');
  await expect(hiddenFeeMessage).toHaveCount(0);
  await expect(dialog.getByRole('img', { name: /^Fee per year/ })).toBeVisible();

  firm.gate.requests.length = 0;
  await dialog.getByRole('button', { name: 'Review and send…' }).press('Enter');
  const send = dialog.getByRole('button', { name: /^Send/ });
  await expect(send).not.toHaveAttribute('aria-busy'); // it waits for the review rules
  await send.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  // The specification edits structures by a PUT of a list: one structure is a list of one.
  expect(firm.gate.requests.filter((request) => request.startsWith('PUT'))).toEqual([
    'PUT /v2/billing/fee-structures',
  ]);
});

test('keeps a gap until it is closed; recreating a deleted structure repoints its accounts', async ({
  running,
  firm,
}) => {
  test.setTimeout(60_000);
  interface Structure {
    readonly id: number;
    readonly name: string;
    readonly tiers: readonly { readonly min_balance: number; readonly max_balance: number | null }[];
  }
  const STRUCTURES_PATH = '/billing/fee-structures';
  const headers = { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' };
  const read = async <T>(apiPath: string): Promise<T[]> =>
    (
      (await (await fetch(`${firm.address}${apiPath}?pager.limit=10000`, { headers })).json()) as {
        data: T[];
      }
    ).data;
  const findStructure = async (name: string): Promise<Structure> => {
    const structure = (await read<Structure>(STRUCTURES_PATH)).find((candidate) => candidate.name === name);
    if (!structure) throw new Error(`${name} is not there`);
    return structure;
  };
  const { original, page } =
    await test.step('saves a structure that has a gap of $1,000 from another client, then closes the gap', async () => {
      const original = await findStructure('Wealth Tiered');
      const [first, ...above] = original.tiers;
      const withGap = [{ ...first, max_balance: (first?.max_balance ?? 0) - 1000 }, ...above];
      const body = JSON.stringify([{ ...original, tiers: withGap }]);
      expect((await fetch(`${firm.address}${STRUCTURES_PATH}`, { method: 'PUT', headers, body })).ok).toBe(
        true,
      );

      const { page } = running;
      await refreshAndWait(page);
      await goTo(page, 'Fee structures');
      await page.getByLabel('Search fee structures').fill('Wealth Tiered');
      await list(page).filter({ hasText: 'Wealth Tiered' }).first().getByRole('gridcell').nth(1).dblclick();
      const editButton = panel(page).getByRole('button', { name: 'Edit…', exact: true });
      const dialog = page.getByRole('dialog');
      const send = async () => {
        await dialog.getByRole('button', { name: 'Review and send…' }).click();
        await dialog.getByRole('button', { name: 'Send 1 change' }).click();
        await expect(dialog.getByText('Changes saved')).toBeVisible();
        await dialog.getByRole('button', { name: 'Done' }).click();
      };
      await editButton.click();
      await expect(dialog.getByText(/^Gap: no tier covers balances between/)).toBeVisible();
      await expect(dialog.getByRole('table', { name: 'Tiers as received' })).toBeVisible();
      await dialog.getByLabel('Name', { exact: true }).fill('Wealth Tiered Holed');
      await send();
      expect((await findStructure('Wealth Tiered Holed')).tiers).toMatchObject(withGap);
      await editButton.click();
      await dialog.getByRole('button', { name: 'Close gaps and overlaps' }).click();
      await send();
      expect((await findStructure('Wealth Tiered Holed')).tiers).toMatchObject([
        { max_balance: first?.max_balance },
        ...above,
      ]);
      await page.keyboard.press('Escape');
      return { original, page };
    });

  await test.step('recreates a deleted structure under a new ID, and points its accounts to it', async () => {
    type Account = Record<string, unknown> & { fee_structures_ids: number[] | null };
    const countUsers = async (id: number) =>
      (await read<Account>('/account-management/accounts')).filter((account) =>
        account.fee_structures_ids?.includes(id),
      ).length;
    const useCounts = new Map<number, number>();
    for (const { fee_structures_ids } of await read<Account>('/account-management/accounts'))
      for (const id of fee_structures_ids ?? []) useCounts.set(id, (useCounts.get(id) ?? 0) + 1);
    const [deleted] = (await read<Structure>(STRUCTURES_PATH))
      .filter(({ id }) => useCounts.has(id) && id !== original.id)
      .toSorted((a, b) => (useCounts.get(a.id) ?? 0) - (useCounts.get(b.id) ?? 0));
    if (!deleted) throw new Error('No account has a fee structure.');
    await page.getByLabel('Search fee structures').fill(deleted.name);
    await list(page).filter({ hasText: deleted.name }).first().getByRole('gridcell').nth(1).click();
    await chooseMore(page, 'Delete…');
    await expect(page.getByText(/ refers? to this fee structure: /)).toBeVisible();
    await page.getByRole('button', { name: 'Delete 1 fee structure' }).click();
    await expect(page.getByText('1 fee structure deleted')).toBeVisible();
    await expect(page.getByText(/ still refers? to the deleted fee structure: /)).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('button', { name: 'Undo…' }).click();
    await page.getByRole('button', { name: 'Create 1 fee structure' }).click();
    await expect(page.getByText('1 fee structure created')).toBeVisible();
    await expect(page.getByText(/ still refers? to the deleted ID \(Fee structures\)\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Point to the new ID…' }).click();
    await page.getByRole('button', { name: /^Send \d+ changes?$/ }).click();
    await expect(page.getByText(/^\d+ accounts? changed$/)).toBeVisible();
    const recreated = await findStructure(deleted.name);
    expect(recreated.id).not.toBe(deleted.id);
    expect([await countUsers(deleted.id), await countUsers(recreated.id)]).toEqual([
      0,
      useCounts.get(deleted.id),
    ]);
  });
});

fresh(
  'edits and creates without calls by ID, and says what the service does not offer',
  async ({ running, firm }) => {
    const { page } = running;
    const STRUCTURES_PATH = '/billing/fee-structures';
    firm.gate.judge = ({ path }) =>
      path.startsWith(`${STRUCTURES_PATH}/`) ? { status: 404, body: '{"message":"Not Found"}' } : 'pass';
    await connectWithKey(page, firm.address, firm.apiKey);
    await refreshAndWait(page);
    await goTo(page, 'Fee structures');
    await list(page).first().click();
    await expect(page.getByText('This service doesn’t support deleting fee structures.')).toBeVisible();
    await page.getByRole('button', { name: 'More actions for selection' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await fresh.step('sends two new structures one by one, by the call in the specification', async () => {
      await page.getByRole('button', { name: 'Bulk add…' }).click();
      await page.getByRole('menuitem', { name: 'Add fee structures…' }).click();
      await page
        .getByLabel('Paste from a spreadsheet')
        .fill(
          [
            'Name,Calculation,Frequency,Collection,Balance,Flat rate,Firm',
            ...['Oak', 'Elm'].map((name) => `${name} Flat,R,Quarterly,Z9,E,0.85,39`),
          ].join('\n'),
        );
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Check lines' }).click();
      await page.getByRole('button', { name: 'Create 2 fee structures' }).click();
      await expect(page.getByText('2 fee structures created')).toBeVisible();
      await expect(page.getByText(/^This service does not accept fee structures in bulk/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Undo…' })).toHaveCount(0);
      await expect(page.getByText(/Created records can’t be undone in Firm Desk\.$/)).toBeVisible();
    });

    await fresh.step('edits one by the PUT of a list, and reads it back from the complete list', async () => {
      await goTo(page, 'Fee structures');
      await page.getByLabel('Search fee structures').fill('Oak Flat');
      await expect(list(page)).toHaveCount(1);
      await expect(list(page).first()).toContainText('Z9');
      await list(page).first().getByRole('gridcell').nth(1).dblclick();
      await expect(
        panel(page).getByText('This service doesn’t support deleting fee structures.'),
      ).toBeVisible();
      await panel(page).getByRole('button', { name: 'Edit…', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Rate', { exact: true }).fill('100');
      await dialog.getByRole('button', { name: 'Review and send…' }).click();
      await expect(dialog.getByText('Enter a number from 0 to 99.')).toBeVisible();
      await dialog.getByLabel('Rate', { exact: true }).fill('0.7');
      await dialog
        .getByRole('combobox', { name: 'Collection', exact: true })
        .selectOption({ label: 'Another code…' });
      await dialog.getByLabel('Collection code').fill('Q7');
      await dialog.getByRole('button', { name: 'Review and send…' }).click();
      await dialog.getByRole('button', { name: 'Send 2 changes' }).click();
      await expect(dialog.getByText('Changes saved')).toBeVisible();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(list(page).first()).toContainText('Q7');
      await panel(page).getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'Copy as new…' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveCount(0);
      expect(firm.gate.requests.filter((request) => /^(DELETE|PUT .*structures\/)/.test(request))).toEqual(
        [],
      );
    });
  },
);
