import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Draft, DraftField } from '#contract/edit';
import { DraftActions } from '../../../../renderer/records/drafts/drafts.svelte';
import DraftRowPanel from '../../../../renderer/records/drafts/DraftRowPanel.svelte';
import { declaredFailure, deferredPromise, fakeEngine, type Answers } from '../../fakes';
import { sampleBulkDraft, sampleBulkDraftRow } from './samples';

const WRONG: DraftField = {
  field: 'required_cash',
  before: '1',
  after: '"lots"',
  issue: { code: 'not-money' },
};
const CONFLICT: DraftField = { field: 'required_cash', before: '1', after: '5', theirs: '2', issue: null };
const DRAFT = sampleBulkDraft({ origin: 'import', edits: [], total: 8 });

const rowsAt = (offset: number, field: DraftField) => ({
  rows: [sampleBulkDraftRow({ index: offset, title: `Account ${offset}`, fields: [field] })],
  total: 8,
});

/** Shows row 3 of an import. `showRow` moves to another row, as the grid's cursor does. */
async function show(field: DraftField, responses: Answers = {}, draft: Draft = DRAFT) {
  const { engine, calls } = fakeEngine({
    'edits.rows': ({ offset }: { offset: number }) => rowsAt(offset, field),
    'edits.fix': () => draft,
    'edits.resolve': () => draft,
    ...responses,
  });
  const actions = new DraftActions(engine, draft.id);
  actions.setList([draft]);
  const props = { engine, actions, draft, index: 3, go: vi.fn(), onclose: vi.fn(), onfix: vi.fn() };
  const { rerender } = render(DraftRowPanel, { props });
  await screen.findByText('Account 3');
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return {
    actions,
    inputs,
    user: userEvent.setup(),
    showRow: (index: number) => rerender({ ...props, index }),
  };
}

/** Returns why the value cannot be saved. */
function reasonOfSave() {
  const save = screen.getByRole('button', { name: 'Save value' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  return document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent;
}

it('does not keep a value typed for one row when another row is shown', async () => {
  const { user, inputs, showRow } = await show(WRONG);
  await user.type(screen.getByLabelText('New value: Required cash'), '250');
  await showRow(7);
  await screen.findByText('Account 7');
  expect(screen.getByLabelText<HTMLInputElement>('New value: Required cash').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Save value' }));
  expect(inputs('edits.fix')).toEqual([]);
  expect(screen.getByText('Enter a value.')).toBeTruthy();
});

it('offers no decision on a row before that row is loaded', async () => {
  const row7 = deferredPromise<ReturnType<typeof rowsAt>>();
  const { user, inputs, showRow } = await show(CONFLICT, {
    'edits.rows': ({ offset }: { offset: number }) =>
      offset === 7 ? row7.promise : rowsAt(offset, CONFLICT),
  });
  await showRow(7);
  expect(screen.queryByText('Account 3')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use mine' })).toBeNull();
  row7.settle(rowsAt(7, CONFLICT));
  await screen.findByText('Account 7');
  await user.click(screen.getByRole('button', { name: 'Use mine' }));
  expect(inputs('edits.resolve')).toEqual([
    { draft: DRAFT.id, choice: 'mine', index: 7, field: 'required_cash' },
  ]);
});

it('shows why a row could not be loaded instead of the row before', async () => {
  const { showRow } = await show(CONFLICT, {
    'edits.rows': ({ offset }: { offset: number }) => {
      if (offset === 7) throw declaredFailure('disk-full');
      return rowsAt(offset, CONFLICT);
    },
  });
  await showRow(7);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('Account 3')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Use mine' })).toBeNull();
});

it('says that a value cannot be saved during a check, and keeps what was typed', async () => {
  const checking = deferredPromise<Draft>();
  const { user, inputs, actions } = await show(WRONG, { 'edits.check': () => checking.promise });
  const check = actions.check();
  await user.type(screen.getByLabelText('New value: Required cash'), '250{Enter}');
  expect(inputs('edits.fix')).toEqual([]);
  expect(reasonOfSave()).toBe('The draft is being checked. Values can be saved when the check ends.');
  checking.settle(DRAFT);
  await check;
  await user.click(screen.getByRole('button', { name: 'Save value' }));
  expect(inputs('edits.fix')).toEqual([{ draft: DRAFT.id, index: 3, field: 'required_cash', json: '250' }]);
});

it('says that no value of a draft that a colleague has can be saved', async () => {
  await show(WRONG, {}, { ...DRAFT, isHandedOver: true });
  expect(reasonOfSave()).toBe('A colleague has this draft. It can’t be changed here.');
});

it('changes a valid value of a new record, which the service may have refused', async () => {
  const valid: DraftField = { field: 'required_cash', after: '500', issue: null };
  const draft = sampleBulkDraft({ kind: 'create', total: 8, edits: [] });
  const issue = { code: 'refused-before', reasons: ['It must be below 300.'] };
  const { user, inputs, showRow } = await show(
    valid,
    {
      'edits.rows': ({ offset }: { offset: number }) => {
        const { rows, total } = rowsAt(offset, valid);
        return { rows: rows.map((row) => ({ ...row, key: null, issue })), total };
      },
    },
    draft,
  );
  expect(screen.getByRole('alert').textContent).toBe(
    'The service did not accept this when it was sent before: It must be below 300.',
  );
  const change = () => screen.getByRole('button', { name: 'Change Required cash' });
  await user.click(change());
  await showRow(7);
  await screen.findByText('Account 7');
  expect(screen.queryByLabelText('New value: Required cash')).toBeNull();
  await user.click(change());
  await user.type(screen.getByLabelText('New value: Required cash'), '250{Enter}');
  expect(inputs('edits.fix')).toEqual([{ draft: draft.id, index: 7, field: 'required_cash', json: '250' }]);
  await vi.waitFor(() => expect(change()).toBeTruthy());
});

it('changes a corrected value of an imported edit again, but not a conflict', async () => {
  const valid: DraftField = { field: 'required_cash', before: '1', after: '5', issue: null };
  const { user, inputs } = await show(valid);
  await user.click(screen.getByRole('button', { name: 'Change Required cash' }));
  await user.type(screen.getByLabelText('New value: Required cash'), '250{Enter}');
  expect(inputs('edits.fix')).toEqual([{ draft: DRAFT.id, index: 3, field: 'required_cash', json: '250' }]);
  document.body.innerHTML = '';
  await show(CONFLICT);
  expect(screen.queryByRole('button', { name: 'Change Required cash' })).toBeNull();
});

it.each([
  ['undo', 1, true],
  ['form', 6, true],
  ['form', 1, false], // corrected in the form
] as const)('offers to correct a new record of origin %s among %i: %s', async (origin, total, isOffered) => {
  await show(WRONG, {}, sampleBulkDraft({ kind: 'create', origin, total, edits: [] }));
  expect(screen.queryByRole('button', { name: 'Save value' }) !== null).toBe(isOffered);
});
