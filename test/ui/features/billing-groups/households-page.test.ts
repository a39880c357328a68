import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { HouseholdPlan } from '#contract/features/billing-groups/calls';
import HouseholdsPage from '../../../../renderer/features/billing-groups/HouseholdsPage.svelte';
import { declaredFailure, fakeEngine } from '../../fakes';
import { flushAsync, stubLayout } from '../../grid/support';
import { sampleBulkDraft } from '../../records/drafts/samples';

beforeEach(stubLayout);

const planOf = (households: number): HouseholdPlan => ({
  rows: Array.from({ length: households }, (_, index) => ({
    key: `39 ${index}`,
    firm: '39',
    household: String(index),
    householdName: `Household of ${index}`,
    state: 'new',
    why: null,
    group: null,
    open: 1,
    added: 1,
    inOtherGroups: 0,
  })),
  counts: { new: households, extend: 0, leave: 0 },
  accounts: { new: households, extend: 0 },
  without: { household: 0, firm: 0 },
  asOf: '2026-11-21T07:00:00Z',
});

it('prepares at most 10,000 households at once and explains how to prepare the others', async () => {
  const { engine, calls } = fakeEngine({
    'billingGroups.planHouseholds': () => planOf(11_102),
    'billingGroups.draftHouseholds': () => [sampleBulkDraft({ id: 'draft-2', resource: 'billingGroups' })],
  });
  const go = vi.fn();
  render(HouseholdsPage, { engine, version: 1, go, onrecreate: vi.fn() });
  expect(await screen.findByText(/prepare the other 1,102/)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Prepare 10,000 new groups' }));
  await vi.waitFor(() =>
    expect(go).toHaveBeenCalledWith(expect.objectContaining({ page: { kind: 'draft', id: 'draft-2' } })),
  );
  const draftInput = calls.find(({ name }) => name === 'billingGroups.draftHouseholds')?.input as {
    chosen: { keys: string[] };
  };
  expect(draftInput.chosen.keys).toHaveLength(10_000);
});

it('keeps the selection when the plan is read again, unless its households differ', async () => {
  let households = 3;
  const { engine } = fakeEngine({ 'billingGroups.planHouseholds': () => planOf(households) });
  const props = { engine, version: 1, go: vi.fn(), onrecreate: vi.fn() };
  const { rerender } = render(HouseholdsPage, props);
  await userEvent.setup().click(await screen.findByText('Household of 1'));
  expect(screen.getByRole('button', { name: 'Prepare 1 new group' })).toBeTruthy();
  await rerender({ ...props, version: 2 });
  await flushAsync();
  expect(screen.getByRole('button', { name: 'Prepare 1 new group' })).toBeTruthy();
  households = 2;
  await rerender({ ...props, version: 3 });
  await flushAsync();
  expect(screen.getByRole('button', { name: 'Prepare 2 new groups' })).toBeTruthy();
});

it('still says why the drafts could not be prepared after the plan was read again', async () => {
  const { engine } = fakeEngine({
    'billingGroups.planHouseholds': () => planOf(3),
    'billingGroups.draftHouseholds': () => {
      throw declaredFailure('disk-not-read');
    },
  });
  const props = { engine, version: 1, go: vi.fn(), onrecreate: vi.fn() };
  const { rerender } = render(HouseholdsPage, props);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Prepare 3 new groups' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await rerender({ ...props, version: 2 });
  await flushAsync();
  expect(screen.getByRole('alert')).toBeTruthy();
});

it('does not open the prepared drafts if the user has left the page', async () => {
  let respond: (drafts: object[]) => void = () => undefined;
  const { engine } = fakeEngine({
    'billingGroups.planHouseholds': () => planOf(3),
    'billingGroups.draftHouseholds': () => new Promise<object[]>((resolve) => (respond = resolve)),
  });
  const go = vi.fn();
  const { unmount } = render(HouseholdsPage, { engine, version: 1, go, onrecreate: vi.fn() });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Prepare 3 new groups' }));
  unmount();
  respond([sampleBulkDraft({ id: 'draft-2', resource: 'billingGroups' })]);
  await flushAsync();
  expect(go).not.toHaveBeenCalled();
});
