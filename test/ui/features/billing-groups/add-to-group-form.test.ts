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

  const shared = accounts.slice(1);
  const sharedForm = new AddToGroupForm(
    fakeEngine({ 'billingGroups.accounts': () => shared }).engine,
    QUERY,
    { kind: 'all', except: [] },
  );
  await sharedForm.load(() => Promise.resolve(['2', '3']));
  expect(sharedForm.household).toBe('60002');
});

it('shows no earlier plan when the next one fails', async () => {
  const plan = {
    lines: [],
    counts: { added: 0, alreadyIn: 0, stays: 0 },
    warnings: {},
    isPayerOutside: false,
    groups: [],
  };
  const { engine } = fakeEngine({
    'billingGroups.planAddToGroup': ({ target }: { target: { group: string } }) => {
      if (target.group === '8') throw declaredFailure('not-found');
      return plan;
    },
  });
  const form = new AddToGroupForm(engine, QUERY, { kind: 'all', except: [] });
  form.group = { key: '7', title: 'Park Household', detail: '' };
  await form.planRequest(form.request);
  expect(form.plan).toEqual(plan);
  form.group = { key: '8', title: 'Reed Family', detail: '' };
  await form.planRequest(form.request);
  expect(form.plan).toBeNull();
  expect(form.failure?.kind).toBe('not-found');
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
