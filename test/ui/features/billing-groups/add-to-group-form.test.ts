import { expect, it } from 'vitest';
import { AddToGroupForm } from '../../../../renderer/features/billing-groups/add-to-group-form.svelte';
import { declaredFailure, fakeEngine } from '../../fakes';

const accountOf = (id: string, firm: string, household: string) => ({
  id,
  name: `Account ${id}`,
  number: null,
  custodian: null,
  status: 'funded',
  household,
  firm,
  groups: [],
});

const QUERY = {
  resource: 'accounts' as const,
  search: '',
  filters: [],
  sort: { field: 'name', descending: false },
};

it('proposes the firm of most accounts and only a household that all share', async () => {
  const accounts = [
    accountOf('1', '41', '60001'),
    accountOf('2', '39', '60002'),
    accountOf('3', '39', '60002'),
  ];
  const { engine } = fakeEngine({ 'billingGroups.accounts': () => accounts });
  const form = new AddToGroupForm(engine, QUERY, { kind: 'all', except: [] });
  await form.load(() => Promise.resolve(['1', '2', '3']));
  expect(form.firms).toEqual(['39', '41']);
  expect({ firm: form.firm, household: form.household }).toEqual({ firm: '39', household: '' });
});

it('keeps the failure of a plan when the accounts are loaded after it', async () => {
  const { engine } = fakeEngine({
    'billingGroups.accounts': () => [accountOf('1', '41', '60001')],
    'billingGroups.planAddToGroup': () => {
      throw declaredFailure('not-found');
    },
  });
  const group = { key: '7', title: 'Park Household', detail: '' };
  const form = new AddToGroupForm(engine, QUERY, { kind: 'all', except: [] }, { group, name: '' });
  await form.planRequest(form.request);
  await form.load(() => Promise.resolve(['1']));
  expect(form.failure?.kind).toBe('not-found');
});
