import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import HouseholdSheet from '../../../renderer/features/household/HouseholdSheet.svelte';
import HouseholdView from '../../../renderer/features/household/HouseholdView.svelte';
import type { FeeFilesPage } from '#contract/features/fee-files/feature';
import FeeFilesScreen from '../../../renderer/features/reconcile/FeeFilesScreen.svelte';
import { sampleBulkDraft } from '../records/drafts/samples';
import {
  connectionOf,
  fakeDesktop,
  fakeEngine,
  liveOf,
  openStream,
  UNCHECKED_REVIEW,
  type Answers,
} from '../fakes';

const rows: Readonly<Record<string, readonly (readonly [string, readonly unknown[]])[]>> = {
  accounts: [
    ['7', ['Violet Juns IRA', '00110011', 'SWB', 'funded', 'C', '71']],
    ['8', ['Violet Juns Trust', '00220022', 'SWB', 'closed', 'D', '71, 72, 72']],
  ],
  relatedPersons: [['p1', ['Violet', 'Juns', null, 'Owner', '7', 'v@juns.example']]],
  billingGroups: [
    ['g1', ['Juns group', '60001', '7, 8']],
    ['g2', ['Trusts', null, '8']],
    ['g3', ['Moreau group', '60002', '8']],
  ],
};
const ANSWERS: Answers = {
  'records.get': () => ({
    raw: '{}',
    title: 'The Juns Household',
    fetchedAt: '2026-11-21T07:00:00Z',
    drift: [],
  }),
  'records.window': ({ query }: { query: { resource: string } }) => ({
    rows: (rows[query.resource] ?? []).map(([key, cells]) => ({ key, isDrifted: false, cells })),
    total: 1,
    version: 1,
  }),
  'feeHistory.get': () => ({
    periods: [
      {
        endDate: '2026-09-30',
        sum: '725.98',
        accounts: 2,
        lines: 2,
        unreadable: 0,
        custodians: ['SWB'],
        fileIds: ['40'],
        mayCountTwice: false,
      },
    ],
    allEndDates: ['2026-09-30'],
    accounts: 2,
    ambiguous: 0,
    hasAllAccounts: true,
  }),
  'feeHistory.readSaved': () => ({
    added: 0,
    unread: [{ fileId: '39', endDate: '2026-06-30', why: { code: 'unsure-columns' } }],
  }),
  'review.follow': () =>
    openStream({ ...UNCHECKED_REVIEW, stamp: 1, state: 'done', checkedAt: '2026-11-21T07:00:00Z' }),
  'review.findingsOf': ({ records }: { records: readonly { key: string }[] }) => ({
    items: records.some(({ key }) => key === '8')
      ? [
          {
            id: 'several-groups 8',
            rule: 'several-groups',
            resource: 'accounts',
            key: '8',
            title: 'Violet Juns Trust',
            subtitle: '00220022',
            custodian: 'SWB',
            state: 'open',
            hasNote: false,
            owner: null,
            foundAt: null,
          },
        ]
      : [],
  }),
};

it('shows all sections of a household, from accounts to findings', async () => {
  const { engine, calls } = fakeEngine(ANSWERS);
  const go = vi.fn();
  render(HouseholdView, {
    props: {
      engine,
      desktop: fakeDesktop().desktop,
      connection: connectionOf({ name: 'Harborview' }),
      live: liveOf({ version: 1 }),
      route: { screen: 'household', id: '60001' },
      go,
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'The Juns Household' })).toBeTruthy();
  const section = (name: string | RegExp) => within(screen.getByRole('region', { name }));
  expect(section('Accounts (2)').getAllByRole('row')).toHaveLength(3);
  expect(section('Related people').getByText('Violet Juns')).toBeTruthy();
  expect(section('Related people').getByText('Owner · 00110011 · v@juns.example')).toBeTruthy();
  expect(section('Billing groups').getByText('Juns group')).toBeTruthy();
  for (const about of ['Billing group of this household', /^Group without a household/, /^Group of another/])
    expect(section('Billing groups').getByText(about)).toBeTruthy();
  expect(section('Fee structures').getByText('2 accounts')).toBeTruthy();
  expect(section('Fee structures').getByText('1 account')).toBeTruthy();
  expect(await section('Fee history').findByText('$725.98')).toBeTruthy();
  expect(section('Fee history').getByText('Fees of the 2 accounts in this household now.')).toBeTruthy();
  expect(
    await section('Fee history').findByText(/columns could not be recognized with certainty/),
  ).toBeTruthy();
  expect(calls.find(({ name }) => name === 'feeHistory.get')?.input).toEqual({
    resource: 'households',
    key: '60001',
  });
  // Back from there returns to the household, not to the list of saved files.
  await userEvent.click(section('Fee history').getByRole('button', { name: 'Q3 2026' }));
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'feeFiles',
    page: { kind: 'reconcile', fileId: '40', household: '60001' },
  });
  await userEvent.click(await section('Findings').findByRole('button', { name: /Violet Juns Trust/ }));
  expect(go).toHaveBeenCalledWith({ screen: 'resource', resource: 'accounts', record: '8' });
});

it('reads all accounts of a household with more than 500, and says how many it lists', async () => {
  const ACCOUNTS = 1_203;
  const { engine, calls } = fakeEngine({
    ...ANSWERS,
    'records.window': ({
      query,
      offset,
      limit,
    }: {
      query: { resource: string };
      offset: number;
      limit: number;
    }) =>
      query.resource === 'accounts'
        ? {
            rows: Array.from({ length: Math.min(limit, ACCOUNTS - offset) }, (_, index) => ({
              key: `a${offset + index}`,
              isDrifted: false,
              cells: [`Account ${offset + index}`, String(offset + index), 'SWB', 'funded', 'C', '71'],
            })),
            total: ACCOUNTS,
            version: 1,
          }
        : { rows: [], total: 0, version: 1 },
  });
  render(HouseholdView, {
    props: {
      engine,
      desktop: fakeDesktop().desktop,
      connection: connectionOf({ name: 'Harborview' }),
      live: liveOf({ version: 1 }),
      route: { screen: 'household', id: '60001' },
      go: vi.fn(),
    },
  });
  const accounts = within(await screen.findByRole('region', { name: 'Accounts (1,203)' }));
  expect(accounts.getAllByRole('row')).toHaveLength(501);
  expect(accounts.getByText(/The first 500 of 1,203 accounts\./)).toBeTruthy();
  expect(
    within(screen.getByRole('region', { name: 'Fee structures' })).getByText('1,203 accounts'),
  ).toBeTruthy();
  const requestedFilters = calls.flatMap(({ name, input }) => {
    if (name !== 'records.window') return [];
    const { query } = input as { query: { resource: string; filters: { values: string[] }[] } };
    return query.resource === 'relatedPersons' ? query.filters : [];
  });
  expect(requestedFilters.flatMap(({ values }) => values)).toHaveLength(ACCOUNTS);
});

it('puts the open accounts into a group of the household and offers them as payer', async () => {
  const accountOf = (id: string, name: string, number: string) => ({
    id,
    name,
    number,
    custodian: 'SWB',
    status: 'funded',
    household: '60001',
    firm: '39',
    groups: [],
  });
  const plan = {
    lines: [],
    counts: { added: 1, alreadyIn: 0, stays: 0 },
    warnings: {},
    isPayerOutside: false,
    groups: [{ id: 'g1', name: 'Juns group', added: 1, removed: 0, left: 1 }],
  };
  const { engine, calls } = fakeEngine({
    ...ANSWERS,
    'billingGroups.accounts': () => [accountOf('7', 'Violet Juns IRA', '00110011')],
    'billingGroups.planAddToGroup': () => plan,
    'billingGroups.draftAddToGroup': () => sampleBulkDraft(),
  });
  const go = vi.fn();
  render(HouseholdView, {
    props: {
      engine,
      desktop: fakeDesktop().desktop,
      connection: connectionOf({ name: 'Harborview' }),
      live: liveOf({ version: 1 }),
      route: { screen: 'household', id: '60001' },
      go,
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add to billing group…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 account to a billing group' }));
  expect(dialog.getByText('1 closed account is not shown.')).toBeTruthy();
  expect(dialog.getByText('Chosen: Juns group')).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: 'One account' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Paying account' }));
  await userEvent.click(await dialog.findByRole('option', { name: /Violet Juns IRA.*00110011/ }));
  expect(dialog.getByText('Chosen: Violet Juns IRA (00110011)')).toBeTruthy();
  await vi.waitFor(() =>
    expect(calls.findLast(({ name }) => name === 'billingGroups.planAddToGroup')?.input).toMatchObject({
      selection: { kind: 'keys', keys: ['7'] },
      target: { kind: 'group', group: 'g1' },
      payer: '7',
    }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
  await vi.waitFor(() => expect(go).toHaveBeenCalled());
});

it('neither claims nor suggests anything from lists that are not downloaded completely', async () => {
  const { engine } = fakeEngine({
    ...ANSWERS,
    'records.window': ({ query }: { query: { resource: string } }) => ({
      rows: (query.resource === 'accounts' ? (rows['accounts'] ?? []) : []).map(([key, cells]) => ({
        key,
        isDrifted: false,
        cells,
      })),
      total: 1,
      version: 1,
    }),
    'billingGroups.accounts': () => [],
  });
  const live = liveOf();
  const incompleteLists = ['billingGroups', 'relatedPersons'];
  const resources = live.resources.map((list) =>
    incompleteLists.includes(list.resource) ? { ...list, asOf: null } : list,
  );
  const props = {
    engine,
    desktop: fakeDesktop().desktop,
    connection: connectionOf({ name: 'Harborview' }),
    route: { screen: 'household' as const, id: '60001' },
    go: vi.fn(),
  };
  const view = render(HouseholdView, { ...props, live: { ...live, resources } });
  expect(await screen.findAllByText(/^Unknown until/)).toHaveLength(2);
  const openDialog = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Add to billing group…' }));
    return within(await screen.findByRole('dialog', { name: 'Add 1 account to a billing group' }));
  };
  const isNewGroupChosen = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
    dialog.getByRole<HTMLInputElement>('radio', { name: 'New group' }).checked;
  const dialog = await openDialog();
  expect(isNewGroupChosen(dialog)).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await view.rerender({ live });
  expect(await screen.findByText('No billing group for this household.')).toBeTruthy();
  expect(isNewGroupChosen(await openDialog())).toBe(true);
});

it('says on screen and on paper which lists may have more records than are shown', async () => {
  const { engine } = fakeEngine(ANSWERS);
  const printedSections: string[] = [];
  const { desktop } = fakeDesktop({
    'print.paper': () => {
      for (const section of document.querySelectorAll('.print-sheet section'))
        printedSections.push(section.textContent.replace(/\s+/g, ' ').trim());
      return { wasPrinted: true };
    },
  });
  const live = liveOf();
  const props = {
    engine,
    desktop,
    connection: connectionOf({ name: 'Harborview' }),
    route: { screen: 'household' as const, id: '60001' },
    go: vi.fn(),
  };
  const resources = live.resources.map((list) =>
    list.resource === 'billingGroups' ? { ...list, asOf: null } : list,
  );
  const view = render(HouseholdView, { ...props, live: { ...live, resources } });
  const groups = within(await screen.findByRole('region', { name: 'Billing groups' }));
  expect(await groups.findByText(/^There may be more/)).toBeTruthy();
  expect(screen.getAllByText(/^There may be more/)).toHaveLength(1);
  screen.getByRole('button', { name: 'More' }).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByText('Print…'));
  await vi.waitFor(() => expect(printedSections).toHaveLength(4));
  expect(printedSections.filter((text) => text.includes('There may be more'))).toEqual([
    expect.stringMatching(/^Billing groups \(3\) Juns group/),
  ]);
  await view.rerender({ live });
  expect(screen.queryByText(/^There may be more/)).toBeNull();
});

it('prints no count of a list of which nothing is downloaded yet', () => {
  const people = { label: 'Related people', items: [], isComplete: false };
  const groups = { label: 'Billing groups', items: [], isComplete: true };
  const household = { title: 'The Juns Household', id: '60001', accounts: [], hasAllAccounts: true };
  render(HouseholdSheet, { ...household, firm: 'Harborview', lists: [people, groups] });
  const texts = screen.getAllByRole('heading', { level: 2, hidden: true }).map((each) => each.textContent);
  expect(texts).toEqual(['Accounts (0)', 'Related people']);
  expect(screen.getByText('Unknown: this data hadn’t finished downloading.')).toBeTruthy();
  expect(screen.queryByText(/^There may be more/)).toBeNull();
});

it('claims nothing that depends on accounts while their list is not downloaded completely', async () => {
  const { engine } = fakeEngine({
    ...ANSWERS,
    'records.window': ({ query }: { query: { resource: string } }) => ({
      rows:
        query.resource === 'accounts'
          ? [{ key: '7', isDrifted: false, cells: ['Violet Juns IRA', '00110011', 'SWB', 'funded', 'C', ''] }]
          : [],
      total: 1,
      version: 1,
    }),
    'billingGroups.accounts': () => [],
  });
  const live = liveOf();
  const resources = live.resources.map((list) =>
    list.resource === 'accounts' ? { ...list, asOf: null } : list,
  );
  render(HouseholdView, {
    engine,
    desktop: fakeDesktop().desktop,
    connection: connectionOf({ name: 'Harborview' }),
    live: { ...live, resources },
    route: { screen: 'household', id: '60001' },
    go: vi.fn(),
  });
  expect(await screen.findByText('This list hasn’t finished downloading.')).toBeTruthy();
  expect(await screen.findAllByText(/^Unknown until/)).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Add to billing group…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 account to a billing group' }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'New group' }).checked).toBe(false);
});

it('returns from a file to the household or files it was opened from, else to saved files', async () => {
  const { engine } = fakeEngine({ 'reconcile.open': () => openStream(null) });
  const go = vi.fn();
  const props = { engine, desktop: fakeDesktop().desktop, go };
  const route = (page: FeeFilesPage) => ({ screen: 'task' as const, task: 'feeFiles' as const, page });
  const view = render(FeeFilesScreen, {
    ...props,
    route: route({ kind: 'reconcile', fileId: '40', household: '60001' }),
  } as never);
  await userEvent.click(screen.getAllByRole('button', { name: 'Back to household' })[0] as HTMLElement);
  expect(go).toHaveBeenLastCalledWith({ screen: 'household', id: '60001' });
  await view.rerender({ ...props, route: route({ kind: 'reconcile', fileId: '40', among: ['40', '39'] }) });
  await userEvent.click(screen.getAllByRole('button', { name: 'Back to the batch' })[0] as HTMLElement);
  expect(go).toHaveBeenLastCalledWith({
    screen: 'task',
    task: 'feeFiles',
    page: { kind: 'many', fileIds: ['40', '39'] },
  });
  await view.rerender({ ...props, route: route({ kind: 'reconcile', fileId: '40' }) });
  await userEvent.click(screen.getAllByRole('button', { name: 'Back to saved files' })[0] as HTMLElement);
  expect(go).toHaveBeenLastCalledWith({ screen: 'task', task: 'feeFiles', page: { kind: 'saved' } });
});
