import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resources } from '#contract/resources';
import { valueIssueOf } from '#contract/value-issue';
import ChoiceValue from '../../../../renderer/records/form/ChoiceValue.svelte';
import DateValue from '../../../../renderer/records/form/DateValue.svelte';
import FieldFrame from '../../../../renderer/records/form/FieldFrame.svelte';
import IdsValue from '../../../../renderer/records/form/IdsValue.svelte';
import IdValue from '../../../../renderer/records/form/IdValue.svelte';
import { IdNames } from '../../../../renderer/records/form/names';
import TypedValue from '../../../../renderer/records/form/TypedValue.svelte';
import { createRawSnippet } from 'svelte';
import { fakeEngine } from '../../fakes';

const { fields } = resources.accounts;
afterEach(cleanup);

const NAMES = [
  { id: '7', name: 'Standard fee', detail: '' },
  { id: '70', name: 'Legacy fee', detail: 'Tiered' },
  { id: '9', name: '\u202Eeef neddiH', detail: '' },
];
const idNames = (hasNames = true) =>
  new IdNames(
    fakeEngine({
      'names.find': ({ text }: { text: string }) => ({
        hasNames,
        items: NAMES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
      }),
      'names.byId': ({ ids }: { ids: string[] }) => NAMES.filter(({ id }) => ids.includes(id)),
      'records.facets': () => ({ values: [{ value: '55', count: 3 }], distinct: 1 }),
    }).engine,
    'accounts',
    'fee_structures_ids',
    fields.fee_structures_ids,
  );

describe('amount', () => {
  it('is typed in everyday notation, shows its error, and is formatted on blur', async () => {
    const onchange = vi.fn();
    const view = render(TypedValue, {
      field: fields.required_cash,
      label: 'Required cash',
      json: '5000',
      before: '5000',
      onchange,
    });
    const box = screen.getByLabelText('Required cash');
    expect(box).toHaveProperty('value', '$5,000.00');
    box.focus();
    await fireEvent.input(box, { target: { value: '6,000.5' } });
    expect(onchange).toHaveBeenLastCalledWith('6000.5');
    await view.rerender({ json: '6000.5', error: 'This is not an amount.' });
    expect(box).toHaveProperty('value', '6,000.5');
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'This is not an amount.',
    );
    await fireEvent.blur(box);
    expect(box).toHaveProperty('value', '$6,000.50');
  });
});

describe('multi-line text', () => {
  it('shows null as None', () => {
    render(TypedValue, {
      field: fields.notes,
      label: 'Notes',
      json: 'null',
      before: 'null',
      onchange: vi.fn(),
    });
    const box = screen.getByLabelText('Notes');
    expect(box.tagName).toBe('TEXTAREA');
    expect(box).toHaveProperty('placeholder', 'None');
  });
});

describe('choice', () => {
  it('shows labels and keeps an unknown code', async () => {
    const onchange = vi.fn();
    render(ChoiceValue, {
      field: fields.payment_source,
      label: 'Billing method',
      json: '6',
      before: '6',
      onchange,
    });
    const box = screen.getByLabelText('Billing method');
    expect(box).toHaveProperty('value', '6');
    expect([...box.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Unknown (6)',
      'Custodian',
      'Direct',
      'None',
    ]);
    await fireEvent.change(box, { target: { value: 'null' } });
    expect(onchange).toHaveBeenLastCalledWith('null');
  });
});

describe('choice that accepts unlisted codes', () => {
  const { collection_type: collection } = resources.feeStructures.fields;
  function renderChoice(json: string) {
    const onchange = vi.fn<(json: string) => void>();
    const props = { field: collection, label: 'Collection', json, before: json, onchange };
    const view = render(ChoiceValue, props);
    onchange.mockImplementation((now) => void view.rerender({ ...props, json: now }));
    return { onchange, view, props };
  }
  const select = () => screen.getByLabelText<HTMLSelectElement>('Collection');
  const labels = () => [...select().options].map(({ label }) => label);

  it('is shown with its label if known, otherwise unchanged', () => {
    renderChoice('"Q7"');
    expect(labels()).toEqual(['Q7', 'Arrears', 'Advance', 'Advance with proration', 'Another code…']);
  });

  it('accepts any text as typed and is replaced by a reset', async () => {
    const { onchange, view, props } = renderChoice('"R"');
    expect(labels()).toEqual(['Arrears', 'Advance', 'Advance with proration', 'Another code…']);
    await fireEvent.change(select(), { target: { value: 'other' } });
    const box = await screen.findByLabelText<HTMLInputElement>('Collection code');
    expect(document.activeElement).toBe(box);
    for (const text of ['D', 'DX', 'DX 1']) {
      await fireEvent.input(box, { target: { value: text } });
      expect(onchange).toHaveBeenLastCalledWith(JSON.stringify(text));
      expect(screen.getByLabelText('Collection code')).toBe(box); // passing a known code while typing does not end the input
    }
    expect(valueIssueOf(collection, '"DX 1"')).toBeNull();
    expect(valueIssueOf(collection, '""')).toEqual({ code: 'no-null' });
    await view.rerender({ ...props, json: '"R"' });
    expect(screen.queryByLabelText('Collection code')).toBeNull();
    expect(select().value).toBe('"R"');
  });
});

describe('date', () => {
  it("is edited as a calendar day and keeps the record's format", async () => {
    const onchange = vi.fn();
    const json = '"2020-01-31T00:00:00Z"';
    render(DateValue, {
      field: fields.first_billable_date,
      label: 'First billable date',
      json,
      before: json,
      onchange,
      oninputerror: vi.fn(),
    });
    const box = screen.getByLabelText('First billable date');
    expect(box).toHaveProperty('value', '2020-01-31');
    await fireEvent.input(box, { target: { value: '2020-02-01' } });
    expect(onchange).toHaveBeenLastCalledWith('"2020-02-01T00:00:00Z"');
  });

  it('is shown unchanged if the calendar does not have it', () => {
    render(DateValue, {
      field: fields.first_billable_date,
      label: 'First billable date',
      json: '"2026-02-30"',
      before: '"2026-02-30"',
      onchange: vi.fn(),
      oninputerror: vi.fn(),
    });
    expect(screen.getByText('Current value: 2026-02-30.')).toBeTruthy();
  });
});

describe('ID', () => {
  it('is found by its name with the keyboard', async () => {
    const onchange = vi.fn();
    render(IdValue, {
      field: fields.household_id,
      label: 'Household',
      names: idNames(),
      json: undefined,
      before: undefined,
      onchange,
    });
    const box = screen.getByRole('combobox', { name: 'Household' });
    await fireEvent.input(box, { target: { value: 'leg' } });
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('Legacy fee'));
    await fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
    await fireEvent.keyDown(box, { key: 'Enter' });
    expect(onchange).toHaveBeenLastCalledWith('70');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('accepts an ID of any length and reports a leftover search as not an ID', async () => {
    const onchange = vi.fn();
    render(IdValue, {
      field: fields.household_id,
      label: 'Household',
      names: idNames(),
      json: '7',
      before: '7',
      onchange,
    });
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Household' });
    await waitFor(() => expect(box.value).toBe('Standard fee'));
    expect(screen.getByText(/^ID 7\b/)).toBeTruthy();
    await fireEvent.blur(box); // the name itself is no input
    expect(onchange).not.toHaveBeenCalled();
    await fireEvent.input(box, { target: { value: '90071992547409931' } });
    expect(onchange).toHaveBeenLastCalledWith('90071992547409931');
    await fireEvent.input(box, { target: { value: 'nobody' } });
    await waitFor(() => expect(screen.getByRole('option').textContent).toContain('No results by name'));
    await fireEvent.keyDown(box, { key: 'ArrowDown' });
    expect(onchange).toHaveBeenCalledTimes(1);
    await fireEvent.blur(box);
    expect(onchange).toHaveBeenLastCalledWith('"nobody"');
  });

  it('can be typed if the names could not be searched', async () => {
    const names = idNames();
    vi.spyOn(names, 'search').mockRejectedValue(new Error('disk'));
    const props = { label: 'Household', names, json: undefined, before: undefined, onchange: vi.fn() };
    render(IdValue, { field: fields.household_id, ...props });
    await fireEvent.input(screen.getByRole('combobox', { name: 'Household' }), { target: { value: 'leg' } });
    expect((await screen.findByRole('option')).textContent.trim()).toBe(
      'Names could not be searched. You can type an ID.',
    );
  });

  it.each([true, false])('is said to be unknown if its list has names: %s', async (hasNames) => {
    const props = { label: 'Household', names: idNames(hasNames), before: undefined, onchange: vi.fn() };
    render(IdValue, { field: fields.household_id, ...props, json: '99999999' });
    render(IdsValue, { ...props, json: '[7,77777777]', oninputerror: vi.fn() });
    await screen.findByText('Standard fee');
    await new Promise((resolve) => setTimeout(resolve));
    const texts = screen.queryAllByText(/^No fee structure with ID \d+ in the data on this computer\.$/);
    expect(texts.map(({ textContent }) => /\d+/.exec(textContent)?.[0])).toEqual(
      hasNames ? ['99999999', '77777777'] : [],
    );
  });

  it('is suggested from other records if the ID has no name', async () => {
    expect(await idNames(false).search('5')).toEqual([{ id: '55', name: '', detail: '3 accounts' }]);
  });
});

describe('list of IDs', () => {
  const list = (json: string) => {
    const onchange = vi.fn();
    const oninputerror = vi.fn();
    render(IdsValue, { label: 'Fee structures', names: idNames(), json, onchange, oninputerror });
    return { onchange, oninputerror, box: screen.getByRole('combobox', { name: 'Fee structures' }) };
  };

  it('shows a name for each ID and removes one without touching the others', async () => {
    const { onchange } = list('[7, "8", 9007199254740993]');
    await waitFor(() => expect(screen.getByText('Standard fee')).toBeTruthy());
    await fireEvent.click(screen.getByRole('button', { name: 'Remove Standard fee (7)' }));
    expect(onchange).toHaveBeenLastCalledWith('["8",9007199254740993]');
  });

  it('names each remove button as its item is shown, with hidden marks spelled out', async () => {
    list('[9, null]');
    await waitFor(() => expect(screen.getByText('[U+202E]eef neddiH')).toBeTruthy());
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Remove [U+202E]eef neddiH (9)',
      'Remove none',
    ]);
  });

  it('removes the last item with Backspace in the empty box, and not while the key is held', async () => {
    const { onchange, box } = list('[7, "8"]');
    await fireEvent.keyDown(box, { key: 'Backspace', repeat: true });
    expect(onchange).not.toHaveBeenCalled();
    await fireEvent.keyDown(box, { key: 'Backspace' });
    expect(onchange.mock.calls).toEqual([['[7]']]);
    expect(screen.getByText('Removed 8.')).toBeTruthy();
    await fireEvent.input(box, { target: { value: '9' } });
    await fireEvent.keyDown(box, { key: 'Backspace' });
    expect(onchange).toHaveBeenCalledTimes(1);
  });

  it('calls a removed empty value none, as its box does', async () => {
    const { box } = list('[7, null]');
    await fireEvent.keyDown(box, { key: 'Backspace' });
    expect(screen.getByText('Removed none.')).toBeTruthy();
  });

  it('adds typed IDs only once the last one is complete', async () => {
    const { onchange, box } = list('[7]');
    await userEvent.type(box, '12, 345');
    expect(onchange).not.toHaveBeenCalled();
    await fireEvent.blur(box);
    expect(onchange.mock.calls).toEqual([['[7,12,345]']]);
  });

  it('accepts a pasted list at once, each ID once, and names invalid entries', async () => {
    const { onchange, oninputerror, box } = list('[7]');
    await fireEvent.input(box, { target: { value: '7, 8; 9 SPY' } });
    expect(onchange).toHaveBeenLastCalledWith('[7,8,9]');
    expect(box).toHaveProperty('value', 'SPY');
    expect(oninputerror).toHaveBeenLastCalledWith('Not an ID: SPY. Use digits only.');
    await fireEvent.input(box, { target: { value: '' } });
    expect(oninputerror).toHaveBeenLastCalledWith(null);
  });

  it('empties the box when its error is taken away, as Reset does', async () => {
    const props = { label: 'Fee structures', names: idNames(), json: '[7]', onchange: vi.fn() };
    const oninputerror = vi.fn((error: string | null) => void rerender({ error: error ?? undefined }));
    const { rerender } = render(IdsValue, { ...props, oninputerror });
    const box = screen.getByRole('combobox', { name: 'Fee structures' });
    await fireEvent.input(box, { target: { value: '8 SPY' } });
    await fireEvent.blur(box);
    expect(box).toHaveProperty('value', 'SPY');
    await rerender({ error: undefined });
    expect(box).toHaveProperty('value', '');
  });
});

describe('field frame', () => {
  const children = createRawSnippet(() => ({ render: () => '<span>control</span>' }));
  it('shows that the value was changed, and offers Reset and Clear', async () => {
    const onreset = vi.fn();
    const onclear = vi.fn();
    render(FieldFrame, {
      name: 'household_id',
      label: 'Household',
      changed: true,
      clearable: true,
      wide: false,
      disabled: false,
      onreset,
      onclear,
      children,
    });
    expect(screen.getByText('Changed')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Reset household' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Clear household' }));
    expect(onreset).toHaveBeenCalledOnce();
    expect(onclear).toHaveBeenCalledOnce();
  });
});
