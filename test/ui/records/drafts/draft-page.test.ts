import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { Toaster } from 'svelte-sonner';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Draft, DraftRow } from '#contract/edit';
import type { Live } from '#contract/calls/live';
import DraftPage from '../../../../renderer/records/drafts/DraftPage.svelte';
import { READ_ONLY } from '../../../../renderer/records/form/read-only';
import { names } from '../../../../renderer/records/names/names.svelte';
import { stubLayout } from '../../grid/support';
import { declaredFailure, deferredPromise, fakeDesktop, fakeEngine, liveOf, type Answers } from '../../fakes';
import { sampleBulkDraft, sampleBulkDraftRow, editJobOf } from './samples';

beforeEach(stubLayout);

function show(
  draft: Draft,
  rows: readonly DraftRow[],
  responses: Answers = {},
  { live = {}, isReadOnly = false }: { live?: Partial<Live>; isReadOnly?: boolean } = {},
) {
  const { engine, calls } = fakeEngine({
    'edits.get': () => draft,
    'edits.follow': async function* () {
      await Promise.resolve();
      yield [draft];
      await new Promise(() => undefined);
    },
    'edits.rows': ({ offset, limit }: { offset: number; limit: number }) => ({
      rows: rows.slice(offset, offset + limit),
      total: rows.length,
    }),
    'edits.overwrites': () => [],
    'edits.check': () => draft,
    'edits.resolve': () => draft,
    'edits.send': () => editJobOf(),
    'edits.discard': () => undefined,
    ...responses,
  });
  const go = vi.fn();
  const { desktop } = fakeDesktop({
    choose: () => [{ grant: 'grant-1', path: '/x/errors.csv', name: 'errors.csv' }],
  });
  const { unmount } = render(DraftPage, {
    props: { engine, desktop, live: liveOf(live), id: draft.id, go },
    context: new Map([[READ_ONLY, () => isReadOnly]]),
  });
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user: userEvent.setup(), go, inputs, unmount };
}

it('shows every row before and after, and counts by state', async () => {
  show(sampleBulkDraft({ total: 2, counts: { ready: 1, conflict: 1 } }), [
    sampleBulkDraftRow(),
    sampleBulkDraftRow({
      index: 1,
      title: 'Reed IRA',
      state: 'conflict',
      fields: [{ field: 'required_cash', before: '1', after: '5000.00', theirs: '2', issue: null }],
    }),
  ]);
  const row = (await screen.findByText('Harbor Trust')).closest('[role=row]') as HTMLElement;
  expect(row.textContent).toContain('Will change');
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent.trim());
  expect(headings).toEqual(expect.arrayContaining(['Before', 'After']));
  expect(row.textContent).toContain('$0.10$5,000.00');
  expect(screen.getByText('Required cash: the service now has $2.00.')).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Conflict/ })).toBeTruthy();
  expect(screen.getByText(/^1 account will be changed\. Skipped: 1 conflict/)).toBeTruthy();
});

it('requests only the rows that lose a value under Overwrites', async () => {
  const { user, inputs } = show(sampleBulkDraft({ total: 2, counts: { ready: 2 } }), [
    sampleBulkDraftRow(),
    sampleBulkDraftRow({ index: 1, title: 'Reed IRA' }),
  ]);
  await user.click(await screen.findByRole('radio', { name: /^Overwrites/ }));
  await vi.waitFor(() =>
    expect(inputs('edits.rows')).toContainEqual(
      expect.objectContaining({ isOverwriting: true, offset: 0, limit: 100 }),
    ),
  );
});

it('shows names instead of their IDs, including names that arrive after the rows', async () => {
  const rows = [
    sampleBulkDraftRow({
      fields: [{ field: 'fee_structures_ids', before: '[1205]', after: '[1205,1202]', issue: null }],
    }),
  ];
  const edits = [{ op: 'add' as const, field: 'fee_structures_ids', items: ['1202'] }];
  const loadNames = vi.fn(() => Promise.resolve([{ id: '1202', name: 'Core Flat', detail: '' }]));
  names.use({ names: { byId: loadNames } } as never, 'draft page', 1);
  show(sampleBulkDraft({ edits, total: 1, counts: { ready: 1 } }), rows);
  expect(await screen.findByText('1205, Core Flat')).toBeTruthy();
  expect(screen.getByText('1205', { exact: true })).toBeTruthy();
  expect(screen.getByTitle(/Add Core Flat \(1202\) to Fee structures/)).toBeTruthy();
  expect(screen.getByText(/Add Core Flat to Fee structures/)).toBeTruthy();
  names.use(null, '', 0);
});

it('says by field what happens to existing values, and marks rows without a change', async () => {
  const edits = [{ op: 'set' as const, field: 'fee_structures_ids', json: '[1202]' }];
  show(
    sampleBulkDraft({ edits, total: 2, counts: { ready: 1, unchanged: 1 } }),
    [
      sampleBulkDraftRow({ fields: [{ field: 'fee_structures_ids', after: '[1202]', issue: null }] }),
      sampleBulkDraftRow({ index: 1, title: 'Reed IRA', state: 'unchanged', fields: [] }),
    ],
    {
      'edits.overwrites': () => [
        { field: 'fee_structures_ids', filled: 88, replaced: 412, extended: 1, shortened: 0, emptied: 0 },
        { field: 'notes', filled: 7, replaced: 0, extended: 0, shortened: 0, emptied: 0 },
      ],
    },
  );
  const list = await screen.findByRole('list', { name: 'Effect on existing values' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.trim()),
  ).toEqual([
    'Fee structures: 412 have a value that will be replaced; 1 keeps its value and will have more than one; 88 are blank and get a value.',
    'Notes: 7 are blank and get a value.',
  ]);
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('[role=row]');
  expect((await rowOf('Harbor Trust'))?.textContent).toContain('none1202');
  expect((await rowOf('Reed IRA'))?.textContent).toContain('No change needed');
  expect(screen.getByText('No change', { exact: true })).toBeTruthy();
});

it('requires typing the number to send more than 100 rows, then opens the outcome', async () => {
  const { user, go, inputs } = show(sampleBulkDraft({ total: 4960, counts: { ready: 4960 } }), [
    sampleBulkDraftRow(),
  ]);
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send 4,960 changes' });
  expect(send.disabled).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Type 4,960/));
  await user.type(screen.getByLabelText(/^Type 4,960/), '4960');
  expect(send.disabled).toBe(false);
  await user.click(send);
  expect(inputs('edits.send')).toEqual([{ draft: 'draft-1', count: 4960 }]);
  expect(go).toHaveBeenCalledWith(
    { screen: 'task', task: 'edits', page: { kind: 'job', id: 'job-1' } },
    'replace',
  );
});

it('sends once, however often the button is pressed', async () => {
  const { user, inputs } = show(sampleBulkDraft({ counts: { ready: 12 } }), [sampleBulkDraftRow()]);
  await user.dblClick(await screen.findByRole('button', { name: 'Send 12 changes' }));
  expect(inputs('edits.send')).toHaveLength(1);
});

it('checks the records in the service once, but neither checks nor sends offline', async () => {
  const unchecked = sampleBulkDraft({ checkedAt: null, counts: { ready: 12 } });
  const online = show(unchecked, [sampleBulkDraftRow()]);
  await vi.waitFor(() => expect(online.inputs('edits.check')).toHaveLength(1));
  document.body.innerHTML = '';
  const offline = show(unchecked, [sampleBulkDraftRow()], {}, { live: { isOffline: true } });
  const send = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send 12 changes' });
  expect(send.disabled).toBe(true);
  expect(screen.getByText(/You’re offline\. The draft is saved/)).toBeTruthy();
  expect(offline.inputs('edits.check')).toEqual([]);
});

it('resolves conflicts one by one beside the list, or all at once', async () => {
  const conflict = sampleBulkDraftRow({
    state: 'conflict',
    fields: [{ field: 'required_cash', before: '1', after: '5', theirs: '2', issue: null }],
  });
  const { user, inputs } = show(sampleBulkDraft({ total: 1, counts: { conflict: 1 } }), [conflict]);
  await user.click(await screen.findByRole('button', { name: 'Keep theirs for all' }));
  await user.dblClick(await screen.findByText('Harbor Trust'));
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  await user.click(await within(panel).findByRole('button', { name: 'Use mine' }));
  expect(inputs('edits.resolve')).toEqual([
    { draft: 'draft-1', choice: 'theirs' },
    { draft: 'draft-1', choice: 'mine', index: 0, field: 'required_cash' },
  ]);
});

it('only offers to open the outcome if the user left before sending started', async () => {
  const job = deferredPromise<ReturnType<typeof editJobOf>>();
  const { user, go, unmount } = show(sampleBulkDraft({ counts: { ready: 12 } }), [sampleBulkDraftRow()], {
    'edits.send': () => job.promise,
  });
  render(Toaster);
  await user.click(await screen.findByRole('button', { name: 'Send 12 changes' }));
  unmount();
  job.settle(editJobOf());
  const open = await screen.findByRole('button', { name: 'Open outcome' });
  expect(go).not.toHaveBeenCalled();
  open.focus();
  await user.keyboard('{Enter}');
  expect(go).toHaveBeenCalledWith(
    { screen: 'task', task: 'edits', page: { kind: 'job', id: 'job-1' } },
    'push',
  );
});

it('says that the numbers changed if a different number was confirmed', async () => {
  const { user, go } = show(sampleBulkDraft({ counts: { ready: 12 } }), [sampleBulkDraftRow()], {
    'edits.send': () => {
      throw declaredFailure('changed-since');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Send 12 changes' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/counts have changed/);
  expect(go).not.toHaveBeenCalled();
});

it('discards a draft only after confirmation', async () => {
  const { user, go, inputs } = show(sampleBulkDraft({ counts: { ready: 12 } }), [sampleBulkDraftRow()]);
  await user.click(await screen.findByRole('button', { name: 'Discard…' }));
  expect(inputs('edits.discard')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(inputs('edits.discard')).toEqual([{ draft: 'draft-1' }]);
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits' }, 'replace');
});

it.each([
  [null, /^It was sent or discarded\.$/],
  [
    { name: 'Robin Reyes', since: '2026-11-28T09:00:00Z' },
    /^Robin Reyes took it over on Nov 28, 2026, .*\.$/,
  ],
])('says why a draft no longer exists: %o', async (holder, text) => {
  show(sampleBulkDraft(), [], {
    'edits.get': () => {
      throw declaredFailure('not-found');
    },
    'team.draftHolderOf': () => holder,
  });
  expect(
    await screen.findByRole('heading', { name: 'This draft is no longer saved', level: 2 }),
  ).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Draft', level: 1 })).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

it('does not claim that a draft was sent or discarded if a colleague may have it', async () => {
  show(sampleBulkDraft(), [], {
    'edits.get': () => {
      throw declaredFailure('not-found');
    },
    'team.draftHolderOf': () => {
      throw declaredFailure('unexpected');
    },
  });
  expect(await screen.findByText('It was sent, discarded, or taken over by a colleague.')).toBeTruthy();
});

it('shows a draft that could not be loaded once the list has it', async () => {
  const inList = deferredPromise<void>();
  const draft = sampleBulkDraft();
  show(draft, [sampleBulkDraftRow()], {
    'edits.get': () => {
      throw declaredFailure('not-found');
    },
    'edits.follow': async function* () {
      yield [];
      await inList.promise;
      yield [draft];
      await new Promise(() => undefined);
    },
    'team.draftHolderOf': () => ({ name: 'Robin Reyes', since: null }),
  });
  expect(await screen.findByText('Robin Reyes has it.')).toBeTruthy();
  inList.settle();
  expect(await screen.findByRole('heading', { name: 'Edit 12 accounts' })).toBeTruthy();
  expect(screen.queryByText('This draft is no longer saved')).toBeNull();
});

it('changes the edits of a draft and checks the service for them', async () => {
  const { user, inputs } = show(sampleBulkDraft({ counts: { ready: 12 } }), [sampleBulkDraftRow()], {
    'edits.change': () => sampleBulkDraft({ counts: { ready: 11 }, checkedAt: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit changes…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit 12 accounts' }));
  const value = dialog.getByLabelText<HTMLInputElement>('Value');
  expect(value.value).toBe('$5,000.00');
  await user.clear(value);
  await user.type(value, '7');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(inputs('edits.change')).toEqual([
    { draft: 'draft-1', edits: [{ op: 'set', field: 'required_cash', json: '7' }] },
  ]);
  expect(inputs('edits.check')).toEqual([{ draft: 'draft-1' }]);
});

it('shows an earlier choice of the code that is empty on the wire', async () => {
  const edits = [{ op: 'set' as const, field: 'required_cash_frequency', json: '""' }];
  const { user } = show(sampleBulkDraft({ counts: { ready: 12 }, edits }), [sampleBulkDraftRow()]);
  await user.click(await screen.findByRole('button', { name: 'Edit changes…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit 12 accounts' }));
  const shownText = (label: string) =>
    dialog.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;
  expect([shownText('Operation'), shownText('Value')]).toEqual(['Set to', 'None']);
});

it('says that a read-only connection sends nothing, in the preview and in its edits', async () => {
  const draft = sampleBulkDraft({ total: 1, counts: { ready: 1 } });
  const { user, inputs } = show(draft, [sampleBulkDraftRow()], {}, { isReadOnly: true });
  expect(await screen.findByText('This connection is read-only.')).toBeTruthy();
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send 1 change' });
  expect(send.disabled).toBe(true);
  await user.click(send);
  expect(inputs('edits.send')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Edit changes…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/edit the connection and turn off read-only\.$/)).toBeTruthy();
});

it('exports the wrong lines of an import with their values and reasons', async () => {
  const wrongRows = [
    sampleBulkDraftRow({
      line: 3,
      state: 'wrong',
      fields: [{ field: 'required_cash', before: '1', after: '"abc"', issue: { code: 'not-money' } }],
    }),
    sampleBulkDraftRow({
      index: 1,
      key: null,
      title: '999',
      line: 4,
      state: 'wrong',
      fields: [{ field: 'required_cash', after: '5.00', issue: null }],
      issue: { code: 'no-such-record', facts: { value: '999' } },
    }),
  ];
  const draft = sampleBulkDraft({ origin: 'import', edits: [], total: 3, counts: { ready: 1, wrong: 2 } });
  const { user, inputs } = show(draft, wrongRows, {
    'exports.start': () => ({ id: 'export-1' }),
    'exports.follow': async function* () {
      await Promise.resolve();
      yield { id: 'export-1', rows: 2, total: 2, cut: 0, ended: { how: 'done' } };
    },
  });
  (await screen.findByRole('button', { name: 'Export errors…' })).focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByText('CSV…'));
  await vi.waitFor(() => expect(inputs('exports.start')).toHaveLength(1));
  expect(inputs('edits.rows')).toContainEqual({ draft: 'draft-1', state: 'wrong', offset: 0, limit: 500 });
  expect(inputs('exports.start')[0]).toMatchObject({
    format: 'csv',
    source: {
      headings: ['Line', 'Account ID', 'Account', 'Required cash', 'Error'],
      rows: [
        ['3', '101', 'Harbor Trust', 'abc', 'Required cash: This is not an amount.'],
        ['4', '', '999', '$5.00', 'No account “999” in the data on this computer.'],
      ],
    },
  });
});

it('fixes a wrong value of an import in its line, with the editor of the field', async () => {
  const wrongRow = sampleBulkDraftRow({
    line: 7,
    state: 'wrong',
    fields: [{ field: 'required_cash', before: '1', after: '"lots"', issue: { code: 'not-money' } }],
  });
  const draft = sampleBulkDraft({ origin: 'import', edits: [], total: 1, counts: { wrong: 1 } });
  const fixedDraft = sampleBulkDraft({ origin: 'import', edits: [], total: 1, counts: { ready: 1 } });
  const { user, inputs } = show(draft, [wrongRow], { 'edits.fix': () => fixedDraft });
  await user.click(await screen.findByText('Harbor Trust'));
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  const box = await within(panel).findByLabelText('New value: Required cash');
  await user.click(within(panel).getByRole('button', { name: 'Save value' }));
  expect(within(panel).getByText('Enter a value.')).toBeTruthy();
  await user.type(box, '250{Enter}');
  expect(inputs('edits.fix')).toEqual([{ draft: draft.id, index: 0, field: 'required_cash', json: '250' }]);
  expect(await screen.findByText(/^1 account will be changed\./)).toBeTruthy();
});

const wrongRows = ['Harbor Trust', 'Reed IRA'].map((title, index) =>
  sampleBulkDraftRow({
    index,
    title,
    state: 'wrong',
    fields: [{ field: 'required_cash', before: '1', after: '"lots"', issue: { code: 'not-money' } }],
  }),
);

it('does not offer a value typed for one row in the editor of the next one', async () => {
  const draft = sampleBulkDraft({ origin: 'import', edits: [], total: 2, counts: { wrong: 2 } });
  const { user, inputs } = show(draft, wrongRows);
  await user.click(await screen.findByText('Harbor Trust'));
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  await user.type(await within(panel).findByLabelText('New value: Required cash'), '250');
  await user.click(within(await screen.findByRole('grid', { name: 'Rows' })).getByText('Reed IRA'));
  await within(panel).findByRole('heading', { name: 'Reed IRA' });
  await user.click(within(panel).getByRole('button', { name: 'Save value' }));
  expect(within(panel).getByText('Enter a value.')).toBeTruthy();
  expect(inputs('edits.fix')).toEqual([]);
});

it.each([
  [/^All/, 'Change Required cash', 'Harbor Trust'],
  [/^Can’t be changed/, 'New value: Required cash', 'Reed IRA'],
])('focuses the next step after a value is saved, among rows of %s', async (filter, label, title) => {
  let fixed = 0;
  const allRows = () =>
    wrongRows.map((row, index) =>
      index < fixed
        ? sampleBulkDraftRow({ ...row, state: 'ready', fields: sampleBulkDraftRow().fields })
        : row,
    );
  const draftOf = () =>
    sampleBulkDraft({ origin: 'import', edits: [], total: 2, counts: { ready: fixed, wrong: 2 - fixed } });
  const { user } = show(draftOf(), wrongRows, {
    'edits.rows': ({ state, offset, limit }: { state?: string; offset: number; limit: number }) => {
      const rows = allRows().filter((row) => state === undefined || row.state === state);
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
    'edits.fix': () => {
      fixed += 1;
      return draftOf();
    },
  });
  await user.click(await screen.findByRole('radio', { name: filter }));
  await user.click(await screen.findByText('Harbor Trust'));
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  await user.type(await within(panel).findByLabelText('New value: Required cash'), '250{Enter}');
  await within(panel).findByRole('heading', { name: title });
  await vi.waitFor(() => expect(document.activeElement).toBe(within(panel).getByLabelText(label)));
});

it('keeps a row open that leaves the filtered rows, until the cursor moves', async () => {
  const conflict = (index: number, title: string) => sampleBulkDraftRow({ index, title, state: 'conflict' });
  const all = [conflict(0, 'Harbor Trust'), conflict(1, 'Reed IRA'), conflict(2, 'Juns IRA')];
  let conflicts = all;
  const draft = sampleBulkDraft({ total: 3, counts: { conflict: 3 } });
  const changed = deferredPromise<undefined>();
  const { user } = show(draft, all, {
    'edits.follow': async function* () {
      yield [draft];
      await changed.promise;
      yield [{ ...draft, counts: { ...draft.counts, ready: 1, conflict: 2 } }];
      await new Promise(() => undefined);
    },
    'edits.rows': ({ state, offset, limit }: { state?: string; offset: number; limit: number }) => {
      const rows = state === 'conflict' ? conflicts : all;
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    },
  });
  await user.click(await screen.findByRole('radio', { name: /^Conflict/ }));
  await user.dblClick(await screen.findByText('Harbor Trust'));
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  await within(panel).findByText('Harbor Trust');
  conflicts = all.slice(1); // a colleague's value was taken over
  changed.settle(undefined);
  const grid = screen.getByRole('grid');
  await vi.waitFor(() => expect(within(grid).queryByText('Harbor Trust')).toBeNull());
  expect(within(panel).getByText('Harbor Trust')).toBeTruthy();
  grid.focus();
  await user.keyboard('{ArrowDown}');
  await within(panel).findByText('Juns IRA');
});
