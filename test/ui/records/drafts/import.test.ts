import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'svelte-sonner';
import { expect, it, vi } from 'vitest';
import type { ImportTable } from '#contract/calls/imports';
import ImportPage from '../../../../renderer/records/drafts/ImportPage.svelte';
import { problemText } from '../../../../renderer/records/drafts/import-messages';
import { deferredPromise, fakeDesktop, fakeEngine, type Answers } from '../../fakes';
import { sampleBulkDraft } from './samples';

const TABLE: ImportTable = {
  id: 'table-1',
  resource: 'accounts',
  kind: 'edit',
  file: null,
  lines: 4960,
  columns: [
    { heading: 'Account ID', samples: ['101', '102'], field: 'id' },
    { heading: 'Cash', samples: ['$5.00', ''], field: null },
  ],
  fields: [
    { field: 'id', isKey: true, isRequired: false },
    { field: 'required_cash', isKey: false, isRequired: false },
  ],
};
const SELECTED = {
  query: { resource: 'accounts', search: '', filters: [], sort: { field: 'name', descending: false } },
  selection: { kind: 'keys', keys: ['101'] },
  count: 1,
} as const;

function show(
  responses: Answers = {},
  { kind = 'edit', selected = false }: { kind?: 'edit' | 'create'; selected?: boolean } = {},
) {
  const { engine, calls } = fakeEngine({
    'imports.read': () => TABLE,
    'imports.draft': () => ({ draft: sampleBulkDraft({ origin: 'import' }), problems: [] }),
    'imports.template': () => ({ rows: 1 }),
    ...responses,
  });
  const { desktop } = fakeDesktop({
    choose: () => [{ grant: 'grant-1', path: '/x/t.xlsx', name: 't.xlsx' }],
  });
  const go = vi.fn();
  const { unmount } = render(ImportPage, {
    engine,
    desktop,
    resource: 'accounts',
    kind,
    selected: selected ? (structuredClone(SELECTED) as never) : null,
    go,
  });
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user: userEvent.setup(), go, inputs, unmount };
}

it('reads a paste, asks for its columns and opens the draft of its lines', async () => {
  const { user, go, inputs } = show();
  await user.type(screen.getByLabelText('Paste from a spreadsheet'), 'Account ID,Cash');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(inputs('imports.read')).toEqual([
    { resource: 'accounts', kind: 'edit', source: { from: 'text', text: 'Account ID,Cash' } },
  ]);
  expect(await screen.findByText('Pasted list: 4,960 lines, 2 columns')).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Columns' });
  expect(within(table).getByText('101 · 102')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Field of column “Cash”'), 'required_cash');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  expect(inputs('imports.draft')).toEqual([
    { table: 'table-1', fields: ['id', 'required_cash'], defaults: {} },
  ]);
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits', page: { kind: 'draft', id: 'draft-1' } });
});

it('only offers to open the draft if the user left the page while the lines were checked', async () => {
  const draft = deferredPromise<ReturnType<typeof sampleBulkDraft>>();
  const { user, go, unmount } = show({
    'imports.draft': async () => ({ draft: await draft.promise, problems: [] }),
  });
  render(Toaster);
  await user.type(screen.getByLabelText('Paste from a spreadsheet'), 'Account ID,Cash');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Check lines' }));
  unmount();
  draft.settle(sampleBulkDraft({ origin: 'import' }));
  // A message of an earlier test may still be leaving the page.
  const message = (await screen.findByText('Import draft saved')).closest('li');
  if (!message) throw new Error('no message');
  within(message).getByRole('button', { name: 'Open draft' }).focus();
  await user.keyboard('{Enter}');
  expect(go).toHaveBeenCalledExactlyOnceWith({
    screen: 'task',
    task: 'edits',
    page: { kind: 'draft', id: 'draft-1' },
  });
});

it('sends a default value for lines without their own', async () => {
  const { user, inputs } = show();
  await user.type(screen.getByLabelText('Paste from a spreadsheet'), 'x');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Add a default value' }));
  const group = within(screen.getByRole('group', { name: /^For lines without their own value/ }));
  await user.selectOptions(group.getByLabelText('Field'), 'required_cash');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  expect(group.getByText('Enter a value.')).toBeTruthy();
  expect(inputs('imports.draft')).toEqual([]);
  await user.type(group.getByLabelText('Value'), '$5.00');
  await user.click(screen.getByRole('button', { name: 'Check lines' }));
  expect(inputs('imports.draft')).toMatchObject([{ defaults: { required_cash: '5.00' } }]);
});

it('shows errors at their column and creates no draft', async () => {
  const { user, go } = show({
    'imports.draft': () => ({
      draft: null,
      problems: [
        { line: 1, column: 2, issue: { code: 'double-column', facts: { field: 'id', column: 1 } } },
        { line: 1, column: null, issue: { code: 'no-value-column' } },
      ],
    }),
  });
  await user.type(screen.getByLabelText('Paste from a spreadsheet'), 'x');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(await screen.findByRole('button', { name: 'Check lines' }));
  expect(
    await screen.findByText('Column 2: Account ID is already in column 1. Skip one of them.'),
  ).toBeTruthy();
  expect(screen.getByText(/^No column has values to change/)).toBeTruthy();
  expect(go).not.toHaveBeenCalled();
});

it('saves a template of the selection with the chosen columns', async () => {
  const { user, inputs } = show({}, { selected: true });
  await user.click(screen.getByRole('checkbox', { name: 'Notes' }));
  await user.click(screen.getByRole('button', { name: 'Save a template…' }));
  const [request] = inputs('imports.template') as { fields: string[]; target: unknown }[];
  expect(request?.fields).toContain('notes');
  expect(request?.target).toMatchObject({ kind: 'edit', selection: { kind: 'keys', keys: ['101'] } });
});

it('shows the accepted columns and offers a template of headings before a list is read', async () => {
  const { user, inputs } = show();
  const columns = within(screen.getByRole('table', { name: 'Accepted columns' }));
  const rowOf = (name: string) => columns.getByRole('rowheader', { name }).closest('tr')?.textContent;
  expect(rowOf('Number')).toBe('NumberTextIdentifies the account');
  expect(rowOf('Required cash')).toBe('Required cashAmount, such as $1,234.50');
  expect(rowOf('Fee structures')).toBe('Fee structuresIDs or exact names, separated by semicolons');
  await user.click(screen.getByRole('button', { name: 'Save a template…' }));
  expect(inputs('imports.template')).toMatchObject([{ target: { kind: 'headings', resource: 'accounts' } }]);
});

it('shows where in the file a problem is', () => {
  expect(
    problemText('accounts', {
      line: 7,
      column: 3,
      issue: { code: 'unknown-column', facts: { heading: 'Nam' } },
    }),
  ).toBe('Column 3, line 7: “Nam” is not a field that can be changed.');
});

it('cancels the reading of a table and shows no error', async () => {
  let wasCanceled = false;
  const { user } = show({
    'imports.read': (_input: unknown, signal?: AbortSignal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => {
          wasCanceled = true;
          reject(new Error('aborted'));
        }),
      ),
  });
  await user.click(screen.getByRole('button', { name: 'From a file…' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(wasCanceled).toBe(true);
  await screen.findByText(/checked before anything is sent/);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
