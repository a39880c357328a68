import { render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { billingGroups } from '#contract/resources/billing-groups';
import AssignmentsEditor from '../../../../renderer/features/billing-groups/AssignmentsEditor.svelte';
import { BILLING_GROUPS_VIEWS } from '../../../../renderer/features/billing-groups/feature';
import FormFieldView from '../../../../renderer/records/form/FormFieldView.svelte';
import type { RecordForm } from '../../../../renderer/records/form/record-form.svelte';
import type { EngineClient } from '../../../../renderer/bridge';
import { declaredFailure, deferredPromise, fakeEngine } from '../../fakes';
import { flushAsync, stubLayout } from '../../grid/support';

beforeEach(stubLayout);

const account = (id: string, overrides: object = {}) => ({
  id,
  name: `Account ${id} of Juns`,
  number: `DEMO${id}`,
  custodian: 'SWB',
  status: 'funded',
  household: '7',
  firm: '39',
  groups: [{ id: '1', name: 'Juns' }],
  ...overrides,
});
const LIST =
  '[{"id": 90, "account_id": 10, "fee_location": 0, "x": 0.10}, {"id": 91, "account_id": 11, "fee_location": 10, "fee_location_option": "Z"}]';

/** Renders the editor as in a form: what it emits is passed back to it. */
function renderEditor(
  assignments: string | null,
  responses: Record<string, (input: never) => unknown> = {},
  values: Record<string, string> = {},
) {
  const raw = `{"id":1,"assignments":${assignments ?? 'null'}}`;
  const onchange = vi.fn<(json: string) => void>();
  const { engine } = fakeEngine({
    'billingGroups.accounts': ({ ids }: { ids: string[] }) => ids.map((id) => account(id)),
    ...responses,
  });
  const props = {
    json: assignments,
    raw,
    values,
    engine,
    label: 'Assigned accounts',
    describedby: null,
    disabled: false,
    onchange,
    oninputerror: () => undefined,
  };
  const { rerender } = render(AssignmentsEditor, props);
  onchange.mockImplementation((json) => void rerender({ ...props, json }));
  return {
    onchange,
    useEngine: (next: EngineClient) => rerender({ ...props, engine: next }),
    reset: (json: string | null) => rerender({ ...props, json }),
  };
}
const user = userEvent.setup();
const table = () => screen.getByRole('grid', { name: 'Assigned accounts' });
const cells = async (text: string) => {
  const row = (await within(table()).findByText(text)).closest('[role=row]');
  return [...(row?.querySelectorAll('[role=gridcell]') ?? [])].map((cell) => cell.textContent.trim());
};
const press = (name: string) => user.click(screen.getByRole('button', { name }));

it('shows accounts by name and number with their payer, and unknown codes unchanged', async () => {
  renderEditor(LIST);
  expect(await cells('Account 10 of Juns')).toEqual(
    expect.arrayContaining(['Account 10 of Juns', 'DEMO10', 'Itself']),
  );
  expect(await cells('Account 11 of Juns')).toEqual(
    expect.arrayContaining(['Account 10 of Juns (DEMO10) · Z']),
  );
});

it('lets the group pay for the selected accounts, and leaves the rest of the JSON unchanged', async () => {
  const { onchange } = renderEditor(LIST);
  await user.click(await within(table()).findByText('Account 11 of Juns'));
  await press('Split by balance');
  expect(onchange.mock.lastCall?.[0]).toBe(
    LIST.replace(
      '"fee_location": 10, "fee_location_option": "Z"',
      '"fee_location": -1, "fee_location_option": "G"',
    ),
  );
  await vi.waitFor(() => expect(screen.getByText(/1 with a different payer/)).toBeTruthy());
});

it('warns of closed accounts, a payer outside, and another group, household or firm', async () => {
  const overridesById: Record<string, object> = {
    '20': { groups: [{ id: '2', name: 'Reed' }], household: '8' },
    '21': { firm: '41', groups: [], status: 'closed' },
    '22': { groups: [] },
  };
  renderEditor(
    LIST,
    {
      'billingGroups.accounts': ({ ids }: { ids: string[] }) =>
        ids.map((id) => account(id, overridesById[id])),
      'billingGroups.lookUp': ({ text }: { text: string }) => ({
        lines: text
          .split(' ')
          .map((id, index) => ({ line: index + 1, text: id, found: 'account', account: id })),
        accounts: text.split(' ').map((id) => account(id, overridesById[id])),
      }),
    },
    { household_id: '7', firm_id: '39' },
  );
  await within(table()).findByText('Account 10 of Juns');
  const warnings = () => [...document.querySelectorAll('.warnings li')].map((li) => li.textContent.trim());
  expect(warnings()).toEqual([]); // existing issues are not reported again
  await press('Paste IDs or numbers…');
  await user.type(screen.getByLabelText('IDs or account numbers'), '20 21 22');
  await press('Add these accounts');
  await vi.waitFor(() =>
    expect(warnings()).toEqual([
      '1 account is in another billing group.',
      '1 account is outside the group’s household.',
      '1 account is outside the group’s firm.',
      '1 account is closed.',
    ]),
  );
  // Account 10 pays for account 11: once removed, it is a payer outside the group.
  await user.click(await within(table()).findByText('Account 10 of Juns'));
  await press('Remove');
  await vi.waitFor(() => expect(warnings()).toContain('The paying account is not in the group.'));
});

it('adds no accounts to a field that was reset while they were looked up', async () => {
  const lookUp = deferredPromise<object>();
  const { onchange, reset } = renderEditor(LIST, { 'billingGroups.lookUp': () => lookUp.promise });
  await user.click(await within(table()).findByText('Account 11 of Juns'));
  await press('Remove');
  expect(onchange).toHaveBeenCalledOnce();
  await press('Paste IDs or numbers…');
  await user.type(screen.getByLabelText('IDs or account numbers'), '20');
  await press('Add these accounts');
  await reset(LIST);
  lookUp.settle({
    lines: [{ line: 1, text: '20', found: 'account', account: '20' }],
    accounts: [account('20')],
  });
  await flushAsync();
  expect(onchange).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLTextAreaElement>('IDs or account numbers').value).toBe('20');
});

it('suggests only accounts as payers, not an item without an account', async () => {
  renderEditor('[{"id": 90, "fee_location": 0}, {"id": 91, "account_id": 11, "fee_location": 0}]');
  await user.click(await within(table()).findByText('Account 11 of Juns'));
  await press('One account pays…');
  await user.click(screen.getByRole('combobox', { name: 'Paying account' }));
  const options = within(screen.getByRole('listbox', { name: 'Paying account' })).getAllByRole('option');
  expect(options.map((option) => option.textContent.trim())).toEqual(['Account 11 of JunsDEMO11']);
});

it('suggests an account once as a payer if the group received it twice', async () => {
  renderEditor('[{"account_id": 10, "fee_location": 0}, {"account_id": 10, "fee_location": -1}]');
  await user.click((await within(table()).findAllByText('Account 10 of Juns'))[1] as HTMLElement);
  await press('One account pays…');
  await user.click(screen.getByRole('combobox', { name: 'Paying account' }));
  const options = within(screen.getByRole('listbox', { name: 'Paying account' })).getAllByRole('option');
  expect(options.map((option) => option.textContent.trim())).toEqual(['Account 10 of JunsDEMO10']);
  expect(screen.getByText('1 account selected:')).toBeTruthy();
  expect(table().querySelectorAll('[role=row][aria-selected=true]')).toHaveLength(1);
});

it('says that an item without an account can’t be changed, and changes the others', async () => {
  const { onchange } = renderEditor('[{"id": 90, "fee_location": 0}, {"account_id": 11, "fee_location": 0}]');
  await user.click(await within(table()).findByText('No account'));
  expect(screen.getByText('An item without an account can’t be changed here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  await user.keyboard('{Control>}a{/Control}');
  await press('Remove');
  expect(onchange.mock.lastCall?.[0]).toBe('[{"id": 90, "fee_location": 0}]');
});

it('removes the selected accounts', async () => {
  const { onchange } = renderEditor(LIST);
  await user.click(await within(table()).findByText('Account 10 of Juns'));
  await press('Remove');
  expect(onchange.mock.lastCall?.[0]).toBe(`[${LIST.slice(LIST.indexOf('{"id": 91'))}`);
});

it('focuses the table after Remove, and the search field when no account is left', async () => {
  renderEditor(LIST);
  await user.click(await within(table()).findByText('Account 10 of Juns'));
  await press('Remove');
  expect(document.activeElement).toBe(table());
  await user.click(await within(table()).findByText('Account 11 of Juns'));
  await press('Remove');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add an account' }));
});

it('forgets the selection when the accounts are cleared or reset', async () => {
  const { reset } = renderEditor(LIST);
  await user.click(await within(table()).findByText('Account 10 of Juns'));
  await reset('null');
  expect(screen.getByText(/^0 accounts/)).toBeTruthy();
  expect(screen.queryByText('An item without an account can’t be changed here.')).toBeNull();
  await reset(LIST);
  await within(table()).findByText('Account 10 of Juns');
  expect(screen.queryByText(/selected:/)).toBeNull();
});

it.each([
  [LIST, false],
  ['[{"id": 90, "fee_location": 0}]', true],
])('offers “Clear” below the accounts only for items without one: %s', (json, isOffered) => {
  const form = {
    value: () => json,
    before: () => json,
    isChanged: () => false,
    issue: () => null,
    ...{ resource: 'billingGroups', raw: `{"id":1,"assignments":${json}}`, values: {} },
    ...{ draft: null, inputErrors: {}, missingFields: [], refusalReasons: null },
    ...{ wasSubmitted: false, locked: false },
  };
  const { engine } = fakeEngine({ 'billingGroups.accounts': () => [] });
  render(FormFieldView, {
    form: form as unknown as RecordForm,
    entry: {
      name: 'assignments',
      field: billingGroups.fields.assignments,
      isEditable: true,
      required: false,
    },
    view: BILLING_GROUPS_VIEWS.forms.billingGroups,
    engine,
    unconfirmed: false,
  });
  expect(screen.queryByRole('button', { name: 'Clear assigned accounts' }) !== null).toBe(isOffered);
});

it('adds pasted accounts and names the lines that match no single account', async () => {
  const { onchange } = renderEditor('null', {
    'billingGroups.lookUp': () => ({
      lines: [
        { line: 1, text: 'DEMO12', found: 'account', account: '12' },
        { line: 2, text: 'X', found: 'none', account: null },
        { line: 3, text: '007', found: 'several', account: null },
      ],
      accounts: [account('12', { groups: [{ id: '2', name: 'Other group' }] })],
    }),
  });
  expect(await screen.findByText(/^No accounts yet/)).toBeTruthy();
  expect(onchange).not.toHaveBeenCalled(); // an untouched null stays null
  await press('Paste IDs or numbers…');
  await user.type(screen.getByLabelText('IDs or account numbers'), 'DEMO12');
  await press('Add these accounts');
  await screen.findByText('1 account added, 2 not added');
  expect(screen.getByText('Line 2: X (not found)')).toBeTruthy();
  expect(screen.getByText('Line 3: 007 (several accounts)')).toBeTruthy();
  expect(onchange.mock.lastCall?.[0]).toBe('[{"account_id":12,"fee_location":0,"fee_location_option":"S"}]');
  expect(await cells('Account 12 of Juns')).toEqual(expect.arrayContaining(['Other group']));
});

it('keeps the pasted text if the accounts could not be looked up', async () => {
  renderEditor('null', {
    'billingGroups.lookUp': () => {
      throw declaredFailure('disk-not-read');
    },
  });
  await press('Paste IDs or numbers…');
  const box = screen.getByLabelText<HTMLTextAreaElement>('IDs or account numbers');
  await user.type(box, 'DEMO12');
  await press('Add these accounts');
  await flushAsync();
  expect(box.value).toBe('DEMO12');
});

it('looks up pasted accounts in the new engine after a restart', async () => {
  const { useEngine } = renderEditor('null', {
    'billingGroups.lookUp': () => {
      throw declaredFailure('disk-not-read');
    },
  });
  await press('Paste IDs or numbers…');
  await user.type(screen.getByLabelText('IDs or account numbers'), 'DEMO12');
  const { engine } = fakeEngine({
    'billingGroups.accounts': () => [],
    'billingGroups.lookUp': () => ({
      lines: [{ line: 1, text: 'DEMO12', found: 'account', account: '12' }],
      accounts: [account('12')],
    }),
  });
  await useEngine(engine);
  await press('Add these accounts');
  expect(await within(table()).findByText('Account 12 of Juns')).toBeTruthy();
});

it('draws only the visible rows of 2,000 assignments', async () => {
  const assignments = Array.from(
    { length: 2_000 },
    (_, index) => `{"account_id":${index + 1},"fee_location":-1}`,
  );
  renderEditor(`[${assignments.join(',')}]`);
  await within(table()).findByText('Account 1 of Juns');
  expect(table().getAttribute('aria-rowcount')).toBe('2001');
  expect(table().querySelectorAll('[role=row]').length).toBeLessThan(80);
});
