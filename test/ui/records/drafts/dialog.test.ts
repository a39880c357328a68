import { fireEvent, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Draft } from '#contract/edit';
import BulkEditDialog from '../../../../renderer/records/drafts/BulkEditDialog.svelte';
import type { ListContext } from '../../../../renderer/records/list/list-view';
import { declaredFailure, deferredPromise, fakeEngine, type Answers } from '../../fakes';
import { sampleBulkDraft } from './samples';

/** Returns the few dependencies that the dialog uses as a list context. */
const contextOf = (dependencies: unknown): ListContext => dependencies as ListContext;

const QUERY = { resource: 'accounts', search: '', filters: [], sort: { field: 'name', descending: false } };
const SELECTION = { kind: 'all', except: [] };

function show(selected: number, responses: Answers = {}) {
  const { engine, calls } = fakeEngine({
    'edits.draftMany': () => sampleBulkDraft({ total: selected }),
    ...responses,
  });
  const go = vi.fn();
  const onclose = vi.fn();
  const list = {
    resource: 'accounts',
    grid: { selectedCount: selected, selection: { value: SELECTION } },
    query: { query: QUERY },
  };
  render(BulkEditDialog, { props: { context: contextOf({ engine, go, list }), onclose } });
  const draftInputs = () => calls.filter(({ name }) => name === 'edits.draftMany').map(({ input }) => input);
  return { user: userEvent.setup(), go, onclose, draftInputs };
}
const preview = () => screen.getByRole('button', { name: 'Preview' });

it('creates a draft with several edits of the whole selection and opens its preview', async () => {
  const { user, go, onclose, draftInputs } = show(5000);
  expect(screen.getByRole('dialog', { name: 'Edit 5,000 accounts' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Field'), 'required_cash');
  await user.type(screen.getByLabelText('Value'), '2,500.00');
  await user.click(screen.getByRole('button', { name: 'Add field' }));
  const second = screen.getByRole('group', { name: 'Edit 2' });
  await user.selectOptions(second.querySelectorAll('select')[0] as Element, 'benchmarks_ids');
  await user.selectOptions(second.querySelectorAll('select')[1] as Element, 'none');
  await user.click(preview());
  expect(draftInputs()).toEqual([
    {
      query: QUERY,
      selection: SELECTION,
      edits: [
        { op: 'set', field: 'required_cash', json: '2500.00' },
        { op: 'set', field: 'benchmarks_ids', json: 'null' },
      ],
    },
  ]);
  expect(onclose).toHaveBeenCalledOnce();
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits', page: { kind: 'draft', id: 'draft-1' } });
});

it('previews once with Ctrl+Enter from a field, and not with a key held from before', async () => {
  const { user, draftInputs, onclose } = show(3);
  await user.selectOptions(screen.getByLabelText('Field'), 'required_cash');
  // There is no single record, so an empty field does not say "None".
  expect(screen.getByLabelText('Value').getAttribute('placeholder') ?? '').toBe('');
  await fireEvent.keyDown(screen.getByLabelText('Value'), { key: 'Enter', ctrlKey: true, repeat: true });
  expect(screen.queryByText('Enter a value.')).toBeNull();
  await user.type(screen.getByLabelText('Value'), '5{Control>}{Enter>2/}{/Control}');
  expect(draftInputs()).toMatchObject([{ edits: [{ op: 'set', field: 'required_cash', json: '5' }] }]);
  expect(onclose).toHaveBeenCalledOnce();
});

it('accepts a typed ID before Ctrl+Enter previews', async () => {
  const { user, draftInputs } = show(3);
  await user.selectOptions(screen.getByLabelText('Field'), 'benchmarks_ids');
  await user.type(screen.getByRole('combobox', { name: 'Value' }), '7{Control>}{Enter}{/Control}');
  expect(draftInputs()).toMatchObject([{ edits: [{ op: 'add', field: 'benchmarks_ids', items: ['7'] }] }]);
});

it('shows missing input when a preview is requested, without calling the engine', async () => {
  const { user, draftInputs } = show(3);
  await user.click(preview());
  expect(screen.getByText('Enter a value.')).toBeTruthy();
  expect(draftInputs()).toEqual([]);
});

it('replaces one ID with another', async () => {
  const { user, draftInputs } = show(3);
  await user.selectOptions(screen.getByLabelText('Field'), 'fee_structures_ids');
  await user.selectOptions(screen.getByLabelText('Operation'), 'replace');
  await user.type(screen.getByLabelText('Value to replace'), '9007199254740993');
  await user.type(screen.getByLabelText('New value'), '12');
  await user.click(preview());
  expect(draftInputs()).toMatchObject([
    { edits: [{ op: 'replace', field: 'fee_structures_ids', from: '9007199254740993', to: '12' }] },
  ]);
});

it('explains why more than 10,000 records cannot be edited at once', () => {
  const { draftInputs } = show(10_001);
  expect(screen.getByRole('alert').textContent).toMatch(/Up to 10,000 can be edited at once/);
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  expect(draftInputs()).toEqual([]);
});

it('stays open with the input when the draft could not be created', async () => {
  const { user, onclose } = show(3, {
    'edits.draftMany': () => {
      throw declaredFailure('disk-full');
    },
  });
  await user.selectOptions(screen.getByLabelText('Field'), 'notes');
  await user.type(screen.getByLabelText('Value'), 'Call first');
  await user.click(preview());
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('Call first');
  expect(onclose).not.toHaveBeenCalled();
});

it('accepts no other input while the draft is created', async () => {
  const draft = deferredPromise<Draft>();
  const { user, go } = show(3, { 'edits.draftMany': () => draft.promise });
  await user.selectOptions(screen.getByLabelText('Field'), 'notes');
  await user.type(screen.getByLabelText('Value'), 'Call first');
  await user.click(preview());
  const isDisabled = [screen.getByLabelText('Value'), screen.getByRole('button', { name: 'Add field' })].map(
    (control) => control.matches(':disabled'),
  );
  expect(isDisabled).toEqual([true, true]);
  draft.settle(sampleBulkDraft({ total: 3 }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce());
});

it('rejects a value of the wrong kind while typing and shows no preview until it is valid', async () => {
  const { user, draftInputs } = show(3);
  await user.selectOptions(screen.getByLabelText('Field'), 'required_cash');
  await user.type(screen.getByLabelText('Value'), 'twelve');
  expect(screen.getByText('This is not an amount.')).toBeTruthy();
  await user.click(preview());
  expect(draftInputs()).toEqual([]);
  await user.clear(screen.getByLabelText('Value'));
  await user.type(screen.getByLabelText('Value'), '12');
  await user.click(preview());
  expect(draftInputs()).toMatchObject([{ edits: [{ op: 'set', field: 'required_cash', json: '12' }] }]);
});

it('finds list items by name and rejects what is not an ID', async () => {
  const matches = [{ id: '70', name: 'Legacy fee', detail: '' }];
  const { user, draftInputs } = show(3, {
    'names.find': () => ({ hasNames: true, items: matches }),
    'names.byId': () => matches,
  });
  await user.selectOptions(screen.getByLabelText('Field'), 'fee_structures_ids');
  await user.selectOptions(screen.getByLabelText('Operation'), 'add');
  const box = screen.getByRole('combobox', { name: 'Value' });
  await user.type(box, 'lega');
  await user.click(await screen.findByRole('option', { name: /Legacy fee/ }));
  await user.type(box, '9007199254740993{Enter}x7');
  await user.click(preview());
  expect(screen.getByText('Not an ID: x7. Use digits only.')).toBeTruthy();
  expect(draftInputs()).toEqual([]);
  await user.clear(box);
  await user.click(preview());
  expect(draftInputs()).toMatchObject([
    { edits: [{ op: 'add', field: 'fee_structures_ids', items: ['70', '9007199254740993'] }] },
  ]);
});

it('can set a code that is empty on the wire by its label', async () => {
  const { user, draftInputs } = show(3);
  await user.selectOptions(screen.getByLabelText('Field'), 'required_cash_frequency');
  await user.selectOptions(screen.getByLabelText('Value'), 'None');
  await user.click(preview());
  expect(draftInputs()).toMatchObject([
    { edits: [{ op: 'set', field: 'required_cash_frequency', json: '""' }] },
  ]);
});
