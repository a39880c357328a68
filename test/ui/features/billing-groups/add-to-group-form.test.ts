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
  const form = new AddToGroupForm(() => engine, QUERY, { kind: 'all', except: [] });
  await form.load(() => Promise.resolve(['1', '2', '3']));
  expect(form.firms).toEqual(['39', '41']);
  expect({ firm: form.firm, household: form.household }).toEqual({ firm: '39', household: '' });

  const shared = accounts.slice(1);
  const { engine: sharedEngine } = fakeEngine({ 'billingGroups.accounts': () => shared });
  const sharedForm = new AddToGroupForm(() => sharedEngine, QUERY, { kind: 'all', except: [] });
  await sharedForm.load(() => Promise.resolve(['2', '3']));
  expect(sharedForm.household).toBe('60002');
});

const PLAN = {
  lines: [],
  counts: { added: 0, alreadyIn: 0, stays: 0 },
  warnings: {},
  isPayerOutside: false,
  groups: [],
};

it('shows no earlier plan when the next one fails', async () => {
  const { engine } = fakeEngine({
    'billingGroups.planAddToGroup': ({ target }: { target: { group: string } }) => {
      if (target.group === '8') throw declaredFailure('not-found');
      return PLAN;
    },
  });
  const form = new AddToGroupForm(() => engine, QUERY, { kind: 'all', except: [] });
  form.group = { key: '7', title: 'Park Household', detail: '' };
  await form.planRequest(form.request);
  expect(form.plan).toEqual(PLAN);
  form.group = { key: '8', title: 'Reed Family', detail: '' };
  await form.planRequest(form.request);
  expect(form.plan).toBeNull();
  expect(form.planFailure?.kind).toBe('not-found');
});

it('keeps the failure of the accounts when a plan succeeds, and the other way round', async () => {
  let isPlanned = false;
  const { engine } = fakeEngine({
    'billingGroups.accounts': () => {
      if (!isPlanned) throw declaredFailure('disk-full');
      return [accountOf('1', '41', '60001')];
    },
    'billingGroups.planAddToGroup': () => {
      if (isPlanned) throw declaredFailure('not-found');
      return PLAN;
    },
  });
  const group = { key: '7', title: 'Park Household', detail: '' };
  const form = new AddToGroupForm(() => engine, QUERY, { kind: 'all', except: [] }, { group, name: '' });
  const load = () => form.load(() => Promise.resolve(['1']));
  await load();
  await form.planRequest(form.request);
  expect([form.failure?.kind, form.planFailure]).toEqual(['disk-full', null]);
  isPlanned = true;
  await form.planRequest(form.request);
  await load();
  expect([form.failure, form.planFailure?.kind]).toEqual([null, 'not-found']);
});
