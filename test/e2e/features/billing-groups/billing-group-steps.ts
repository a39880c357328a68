import type { Page } from '@playwright/test';
import { expect } from '../../expect';
import type { Gate } from '#test/support/gate';
import { chooseMore, goTo, rows } from '../../steps';

/** A demo service behind a gate. */
interface Firm {
  readonly gate: Gate;
  readonly address: string;
  readonly apiKey: string;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly assignments: { readonly account_id: number }[] | null;
}

/** Returns the IDs of a group's accounts. */
export const assignedIn = ({ assignments }: Group): number[] =>
  Array.isArray(assignments) ? assignments.map(({ account_id }) => account_id) : [];

async function readService({ address, apiKey }: Firm, url: string): Promise<unknown> {
  const response = await fetch(`${address}${url}`, { headers: { authorization: `Bearer ${apiKey}` } });
  return response.json();
}

/** Returns the groups that the service has. */
export const fetchGroups = async (firm: Firm): Promise<Group[]> =>
  ((await readService(firm, '/billing/groups?pager.limit=10000')) as { data: Group[] }).data;

/**
 * Moves an account to the new group Harbor Trusts, while the service does not apply its removal from the old one. Ends
 * at the outcome, which offers to remove it another way. Returns the account's ID.
 */
export async function moveWithoutRemoval(page: Page, firm: Firm): Promise<number> {
  // At least two accounts stay in the old group, so it is changed but not emptied.
  const oldGroup = (await fetchGroups(firm)).find((group) => assignedIn(group).length > 2);
  const [account = 0] = oldGroup ? assignedIn(oldGroup) : [];
  const { number } = (await readService(firm, `/account-management/accounts/${account}`)) as {
    number: string;
  };
  await goTo(page, 'Accounts');
  await page.getByLabel('Search accounts').fill(number);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).first().click();
  await chooseMore(page, 'Add to billing group…');
  const dialog = page.getByRole('dialog', { name: 'Add 1 account to a billing group' });
  await dialog.getByRole('radio', { name: 'New group' }).check();
  await dialog.getByLabel('Name').fill('Harbor Trusts');
  await expect(dialog.getByText(/^The new group is created first/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 billing group will be created.')).toBeVisible();
  expect(
    firm.gate.requests.filter((request) => /^(PUT|POST) .*billing\/groups(\s|\?|$)/.test(request)),
  ).toEqual([]);
  await page.getByRole('button', { name: 'Create 1 billing group' }).click();
  await expect(page.getByText('1 billing group created')).toBeVisible();
  await expect(page.getByText(/^1 account is still in another billing group/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove from other groups…' }).click();
  await expect(page.getByText('1 billing group will be changed.')).toBeVisible();

  // The service reports success but does not remove the account from its old group.
  firm.gate.judgeBody = ({ method, body }) => {
    if (method !== 'PUT') return undefined;
    const isList = Array.isArray(JSON.parse(body));
    return { status: 200, body: JSON.stringify(isList ? { object: 'list', data: [oldGroup] } : oldGroup) };
  };
  await page.getByRole('button', { name: 'Send 1 change' }).click();
  await expect(
    page.getByText(/the service answered without an error, but did not apply/).first(),
  ).toBeVisible();
  firm.gate.judgeBody = null;
  return account;
}
