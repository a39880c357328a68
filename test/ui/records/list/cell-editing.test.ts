import { render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftRow } from '#contract/edit';
import { whyNotEditable } from '../../../../renderer/records/list/cell-edit-messages';
import { WRITE_ACTIONS_KEY } from '../../../../renderer/records/form/write-actions';
import ResourceScreen from '../../../../renderer/records/list/ResourceScreen.svelte';
import { canLeaveScreen } from '../../../../renderer/ui/leave-guards';
import { connectionOf, declaredFailure, deferredPromise, fakeDesktop, fakeEngine, liveOf } from '../../fakes';
import { flushAsync, stubLayout } from '../../grid/support';
import { sampleBulkDraftRow, sampleBulkDraft } from '../drafts/samples';

beforeEach(() => {
  stubLayout();
  Object.assign(HTMLElement.prototype, { showPopover: vi.fn(), hidePopover: vi.fn() });
});

const DRAFT = sampleBulkDraft({ origin: 'cells', edits: [], total: 1 });
const RAW =
  '{"id":101,"name":"Harbor Trust","required_cash":0.10,"notes":"Call","payment_source":"SELF","fee_structures_ids":[5]}';
const RECORD = { raw: RAW, title: 'Harbor Trust', fetchedAt: '2026-11-21T07:00:00Z', drift: [] };
const COLUMNS = ['name', 'required_cash', 'notes', 'fee_structures_ids'].map((name) => ({
  name,
  width: 120,
  shown: true,
  pinned: false,
}));
const VALUES: Readonly<Record<string, string | number>> = {
  name: 'Harbor Trust',
  required_cash: 0.1,
  notes: 'Call',
};

/** Shows the accounts with one cell edited earlier; the engine collects further edits. */
async function show({
  isReadOnly = false,
  isDiskFull = false,
  getRecord = () => Promise.resolve(RECORD),
}: {
  isReadOnly?: boolean;
  isDiskFull?: boolean;
  getRecord?: () => Promise<typeof RECORD>;
} = {}) {
  let rows: DraftRow[] = [
    sampleBulkDraftRow({
      fields: [{ field: 'required_cash', before: '0.10', after: '5000.00', issue: null }],
    }),
  ];
  const { engine, calls } = fakeEngine({
    'layout.get': () => COLUMNS,
    'views.list': () => [],
    'views.get': () => null,
    'edits.missingOperations': () => [],
    'edits.unconfirmed': () => [],
    'edits.rows': () => ({ rows, total: rows.length }),
    'edits.collect': ({ field, json }: { field: string; json?: string }) => {
      if (isDiskFull) throw declaredFailure('disk-full');
      const unchanged = rows[0]?.fields.filter((value) => value.field !== field) ?? [];
      const before = field === 'notes' ? '"Call"' : '0.10';
      const added = json === undefined ? [] : [{ field, before, after: json, issue: null }];
      rows = [sampleBulkDraftRow({ fields: [...unchanged, ...added] })];
      return DRAFT;
    },
    'records.get': getRecord,
    'records.window': ({ columns }: { columns: string[] }) => ({
      rows: [{ key: '101', isDrifted: false, cells: columns.map((name) => VALUES[name] ?? null) }],
      total: 1,
      version: 1,
    }),
  });
  const go = vi.fn();
  render(ResourceScreen, {
    props: {
      resource: 'accounts',
      view: {},
      engine,
      desktop: fakeDesktop({}).desktop,
      connection: { ...connectionOf(), readOnly: isReadOnly },
      live: liveOf(),
      route: { screen: 'resource', resource: 'accounts' },
      go,
    },
    context: new Map([[WRITE_ACTIONS_KEY, { drafts: [DRAFT], target: null, open: vi.fn() }]]),
  });
  const user = userEvent.setup();
  await screen.findByText('Harbor Trust');
  const grid = screen.getByRole('grid', { name: 'Accounts' });
  const heading = (label: string) =>
    screen.getAllByRole('columnheader').find(({ textContent }) => textContent.includes(label));
  const cell = (label: string) => {
    const columnIndex = heading(label)?.getAttribute('aria-colindex') ?? '';
    return grid.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${columnIndex}"]`) as HTMLElement;
  };
  /** Moves to a cell with the keyboard's cursor, by a click. */
  const moveTo = async (label: string) => {
    await user.click(cell(label));
    grid.focus();
  };
  const collectInputs = () => calls.filter(({ name }) => name === 'edits.collect').map(({ input }) => input);
  const press = async (keys: string) => {
    await user.keyboard(keys);
    await flushAsync();
  };
  return { user, go, grid, cell, moveTo, press, collectInputs };
}

describe('a cell edited in place', () => {
  it('marks the cells of an unsent draft with the new value and names the old one', async () => {
    const { cell, go, user } = await show();
    await vi.waitFor(() => expect(cell('Required cash').textContent).toBe('$5,000.00'));
    expect(cell('Required cash').dataset.was).toBe('$0.10');
    expect(cell('Required cash').getAttribute('aria-description')).toBe('Not sent yet. Was: $0.10');
    expect(screen.getByText('Unsent edits (1)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Review and send…' }));
    expect(go).toHaveBeenCalledWith({
      screen: 'task',
      task: 'edits',
      page: { kind: 'draft', id: DRAFT.id },
    });
  });

  it('opens with F2, keeps with Enter, cancels with Escape, and Ctrl+Z takes it back', async () => {
    const { moveTo, press, collectInputs, grid } = await show();
    await moveTo('Required cash');
    await press('{F2}');
    const box = screen.getByLabelText<HTMLInputElement>('Required cash', { selector: 'input' });
    expect(box.value).toBe('$5,000.00');
    expect(document.activeElement).toBe(box);
    await press('7000.10{Escape}');
    expect(collectInputs()).toEqual([]);
    expect(document.activeElement).toBe(grid);
    await press('{F2}');
    await press('7000.10{Enter}');
    const cellOf = { resource: 'accounts', key: '101', field: 'required_cash' };
    expect(collectInputs()).toEqual([{ ...cellOf, json: '7000.10' }]);
    expect(document.activeElement).toBe(grid);
    await press('{Control>}z{/Control}');
    expect(collectInputs().at(-1)).toEqual({ ...cellOf, json: '5000.00' });
  });

  it('keeps a wrong value in the editor and says why it cannot be sent', async () => {
    const { moveTo, press, collectInputs } = await show();
    await moveTo('Required cash');
    await press('{F2}');
    await press('12abc{Enter}');
    const box = screen.getByLabelText('Required cash', { selector: 'input' });
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('This is not an amount.')).toBeTruthy();
    expect(collectInputs()).toEqual([]);
  });

  it('keeps with Tab and moves to the next cell', async () => {
    const { moveTo, press, collectInputs, grid } = await show();
    await moveTo('Required cash');
    const columnBefore = grid.querySelector('.active')?.getAttribute('aria-colindex');
    await press('{F2}');
    await press('7000{Tab}');
    expect(collectInputs()).toHaveLength(1);
    expect(Number(grid.querySelector('.active')?.getAttribute('aria-colindex'))).toBe(
      Number(columnBefore) + 1,
    );
  });

  it('keeps an ID that was typed but not yet added when the user clicks elsewhere', async () => {
    const { user, moveTo, press, collectInputs } = await show();
    await moveTo('Fee structures');
    await press('{F2}');
    await press('77');
    await user.click(screen.getByRole('heading', { name: 'Accounts' }));
    await flushAsync();
    expect(collectInputs()).toEqual([
      { resource: 'accounts', key: '101', field: 'fee_structures_ids', json: '[5,77]' },
    ]);
  });

  it('keeps a typed value when the user leaves the screen, and the screen if the value is wrong', async () => {
    const { moveTo, press, collectInputs } = await show();
    await moveTo('Required cash');
    await press('{F2}');
    await press('12abc');
    expect(canLeaveScreen()).toBe(false);
    expect(await screen.findByText('This is not an amount.')).toBeTruthy();
    expect(collectInputs()).toEqual([]);
    await press('{Control>}a{/Control}7000.10');
    expect(canLeaveScreen()).toBe(true);
    await flushAsync();
    expect(collectInputs()).toEqual([
      { resource: 'accounts', key: '101', field: 'required_cash', json: '7000.10' },
    ]);
  });

  it('says that text that is no ID was not saved when the user clicks elsewhere', async () => {
    const { user, moveTo, press, collectInputs } = await show();
    await moveTo('Fee structures');
    await press('{F2}');
    await press('abc');
    await user.click(screen.getByRole('heading', { name: 'Accounts' }));
    await flushAsync();
    expect(collectInputs()).toEqual([]);
    expect(screen.getByLabelText('Status', { selector: 'footer' }).textContent).toContain(
      'was not saved. Not an ID: abc',
    );
  });

  it('shows a typed value again if it could not be stored', async () => {
    const { moveTo, press, collectInputs } = await show({ isDiskFull: true });
    await moveTo('Required cash');
    await press('{F2}');
    await press('7000.10{Enter}');
    const field = await screen.findByLabelText<HTMLInputElement>('Required cash', { selector: 'input' });
    expect(field.value).toBe('$7,000.10');
    await press('{Enter}');
    expect(collectInputs()).toHaveLength(2);
  });

  it('opens no editor if the user turned to the search before the record was read', async () => {
    const record = deferredPromise<typeof RECORD>();
    const { user, moveTo, press } = await show({ getRecord: () => record.promise });
    await moveTo('Required cash');
    await press('{F2}');
    await user.click(screen.getByLabelText('Search accounts'));
    record.settle(RECORD);
    await flushAsync();
    expect(screen.queryByLabelText('Required cash', { selector: 'input' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Search accounts'));
  });

  it('opens the editor by a double click only if the field is editable', async () => {
    const { user, cell } = await show();
    await user.dblClick(cell('Required cash'));
    await flushAsync();
    expect(screen.queryByLabelText('Required cash', { selector: 'input' })).not.toBeNull();
    await user.keyboard('{Escape}');
    await user.dblClick(cell('Name'));
    await flushAsync();
    expect(screen.queryByLabelText('Name', { selector: 'input' })).toBeNull();
  });

  it('says in the status line why nothing opens', async () => {
    const { moveTo, press } = await show({ isReadOnly: true });
    await moveTo('Required cash');
    await press('{F2}');
    expect(screen.queryByLabelText('Required cash', { selector: 'input' })).toBeNull();
    expect(screen.getByLabelText('Status', { selector: 'footer' }).textContent).toContain(
      'This connection is read-only',
    );
  });
});

it.each([
  ['name', 'can’t be edited. Comes from the custodian'],
  ['related_persons', 'can’t be edited'],
])('says why the field %s of an account cannot be edited in place', (field, reason) => {
  const record = { key: '101', isReadOnly: false, isRecord: true };
  expect(whyNotEditable('accounts', field, record)).toContain(reason);
});

it('says why a row cannot be edited in place', () => {
  const record = { key: '101', isReadOnly: false, isRecord: true };
  expect(whyNotEditable('accounts', 'notes', record)).toBeNull();
  expect(whyNotEditable('accounts', 'notes', { ...record, key: 'x' })).toContain('has no ID');
  expect(whyNotEditable('relatedPersons', 'name', record)).toContain('can’t be edited in the list');
});

it('has a footer that F6 can reach without a selection', async () => {
  await show();
  const footer = document.querySelector<HTMLElement>('footer[data-region]');
  footer?.focus();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Status');
});

it('says that symbols alone cannot be searched for', async () => {
  const { user } = await show();
  await user.type(screen.getByLabelText('Search accounts'), '***');
  expect(
    await screen.findByText(/“\*\*\*” has no letters or digits to search for, so the search is ignored/),
  ).toBeTruthy();
});
