import { render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import TierEditor from '../../../../renderer/features/fee-structures/TierEditor.svelte';
import { fakeEngine } from '../../fakes';

const WIRE =
  '[{"id": 4249, "min_balance": 0, "max_balance": 1000000, "rate": 0.9, "fee_structure_id": 1290}, {"id": 4250, "min_balance": 1000000.01, "max_balance": null, "rate": 0.75, "fee_structure_id": 1290}]';

/** Renders the editor as in a form: what it emits is passed back to it. */
function renderEditor(tiers: string, describedby: string | null = null) {
  const raw = `{"id":1290,"tiers":${tiers}}`;
  const onchange = vi.fn<(json: string) => void>();
  const oninputerror = vi.fn<(inputError: string | null) => void>();
  const props = {
    json: tiers,
    raw,
    values: { tiers },
    engine: fakeEngine({}).engine,
    label: 'Tiers',
    describedby,
    disabled: false,
    onchange,
    oninputerror,
  };
  const { rerender } = render(TierEditor, props);
  onchange.mockImplementation((json) => void rerender({ ...props, json }));
  return { onchange, oninputerror, set: (json: string) => rerender({ ...props, json }) };
}
const user = userEvent.setup();
const to = (tier: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Tier ${tier}, to` });
const rate = (tier: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Tier ${tier}, rate` });
const expectFocusOn = (cell: () => HTMLInputElement) =>
  vi.waitFor(() => expect(document.activeElement).toBe(cell()));
const starts = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent);
const lastJson = (onchange: ReturnType<typeof renderEditor>['onchange']) => onchange.mock.lastCall?.[0];

it('shows each tier with its start, derived from the tier before', () => {
  renderEditor(WIRE);
  expect(starts()).toEqual(['$0.00', '$1,000,000.01']);
  expect([to(1).value, rate(1).value, to(2).value, rate(2).value]).toEqual(['1,000,000', '0.9', '', '0.75']);
  expect(to(2).placeholder).toBe('and above');
});

it('moves the start of the next tier with the end of one, and keeps the rest of the JSON', async () => {
  const { onchange, oninputerror } = renderEditor(WIRE);
  await user.clear(to(1));
  await user.type(to(1), '2.5m');
  await user.tab();
  expect(starts()).toEqual(['$0.00', '$2,500,000.01']);
  expect(to(1).value).toBe('2,500,000');
  expect(lastJson(onchange)).toBe(
    WIRE.replace('"max_balance": 1000000,', '"max_balance": 2500000,').replace('1000000.01', '2500000.01'),
  );
  expect(oninputerror.mock.lastCall).toEqual([null]);
});

it('reports an invalid value at its cell and keeps both the input and the tiers', async () => {
  const { onchange, oninputerror } = renderEditor(WIRE);
  await user.clear(rate(2));
  await user.type(rate(2), '100');
  expect(rate(2).getAttribute('aria-invalid')).toBe('true');
  const errorId = rate(2).getAttribute('aria-describedby') ?? '';
  expect(document.querySelector(`[id="${errorId}"]`)?.textContent).toBe('Enter a rate from 0 to 99.');
  expect(oninputerror.mock.lastCall).toEqual(['Tier 2: Enter a rate from 0 to 99.']);
  expect(lastJson(onchange)).toContain('"rate": 10,'); // the last valid value while 100 was typed
  await user.tab();
  expect(rate(2).value).toBe('100');
  await user.click(rate(2));
  await user.keyboard('{Escape}');
  expect(rate(2).value).toBe('10');
  expect(oninputerror.mock.lastCall).toEqual([null]);
});

const errorAt = (cell: HTMLInputElement) =>
  document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent;

it('keeps an invalid end of the last tier, with its reason, while another cell is edited', async () => {
  const { oninputerror } = renderEditor(WIRE);
  await user.type(to(2), '500k');
  await user.tab();
  expect(errorAt(to(2))).toBe('Enter more than $1,000,000.00, where the previous tier ends.');
  await user.clear(rate(1));
  await user.type(rate(1), '0.8');
  expect(to(2).value).toBe('500k');
  expect(errorAt(to(2))).toBe('Enter more than $1,000,000.00, where the previous tier ends.');
  await user.clear(to(1));
  await user.type(to(1), '250k');
  expect(starts()).toEqual(['$0.00', '$250,000.01', '$500,000.01']);
  expect(oninputerror.mock.lastCall).toEqual([null]);
});

it('can be used by keyboard alone: add, move down and up, delete', async () => {
  const { onchange } = renderEditor('[{"id":1,"min_balance":0,"max_balance":null,"rate":1.25}]');
  await user.click(to(1));
  await user.keyboard('250k{Enter}');
  await expectFocusOn(() => to(2));
  await user.keyboard('1m{Enter}');
  await expectFocusOn(() => to(3));
  expect(starts()).toEqual(['$0.00', '$250,000.01', '$1,000,000.01']);
  await user.click(rate(1));
  await user.keyboard('{ArrowDown}');
  await expectFocusOn(() => rate(2));
  await user.keyboard('1{Enter}');
  await expectFocusOn(() => rate(3));
  await user.keyboard('.75%{ArrowUp}');
  await expectFocusOn(() => rate(2));
  expect(lastJson(onchange)).toBe(
    '[{"id":1,"min_balance":0,"max_balance":250000,"rate":1.25},' +
      '{"min_balance":250000.01,"max_balance":1000000,"rate":1},' +
      '{"min_balance":1000000.01,"max_balance":null,"rate":0.75}]',
  );
  await user.keyboard('{Control>}{Delete}{/Control}');
  await vi.waitFor(() => expect(starts()).toEqual(['$0.00', '$1,000,000.01']));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(starts()).toHaveLength(3));
});

it('shows tiers with a gap unchanged until the user chooses to edit them', async () => {
  const withGap =
    '[{"min_balance":0,"max_balance":900,"rate":1},{"min_balance":1000.01,"max_balance":null,"rate":0.5}]';
  const { onchange, oninputerror } = renderEditor(withGap);
  expect(screen.getByText('Gap: no tier covers balances between $900.00 and $1,000.01.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(onchange).not.toHaveBeenCalled();
  expect(oninputerror.mock.calls.every(([inputError]) => inputError === null)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Close gaps and overlaps' }));
  expect(starts()).toEqual(['$0.00', '$1,000.01']);
  expect(lastJson(onchange)).toBe(withGap.replace('900', '1000'));
});

it('shows the value that the form resets', async () => {
  const { set } = renderEditor(WIRE);
  await user.clear(rate(1));
  await user.type(rate(1), '0.5');
  await set(WIRE);
  expect(rate(1).value).toBe('0.9');
});

it('adds the first tier to an empty table', async () => {
  const { onchange } = renderEditor('[]');
  await user.click(screen.getByRole('button', { name: 'Add the first tier' }));
  expect(lastJson(onchange)).toBe('[{"min_balance":0,"max_balance":null,"rate":1}]');
  await expectFocusOn(() => to(1));
});

it('replaces all tiers with a pasted table, but keeps an invalid paste in its cell', async () => {
  const { onchange, oninputerror } = renderEditor(WIRE);
  await user.click(rate(1));
  await user.paste('To\tRate\n500,000\t1.10%\n2,000,000\t0.95%\n\t0.80%\n');
  expect(starts()).toEqual(['$0.00', '$500,000.01', '$2,000,000.01']);
  expect([rate(1).value, rate(2).value, rate(3).value]).toEqual(['1.1', '0.95', '0.8']);
  await expectFocusOn(() => to(1));
  expect(lastJson(onchange)).toContain('{"id": 4249, "min_balance": 0, "max_balance": 500000, "rate": 1.1,');
  await user.paste('500,000\t1.10%\n400,000\t0.95%\n\t0.80%\n');
  expect(to(1).getAttribute('aria-invalid')).toBe('true');
  expect(oninputerror.mock.lastCall?.[0]).toMatch(/^Tier 1: Paste To and Rate for each tier/);
  expect(starts()).toHaveLength(3);
  await user.click(to(3));
  await user.paste('500,000\t1.10%\n400,000\t0.95%\n\t0.80%\n');
  await user.tab();
  expect(errorAt(to(3))).toMatch(/^Paste To and Rate for each tier/);
});

it('describes an invalid cell by its error, and not the table by the same error', async () => {
  renderEditor(WIRE, 'tiers-error');
  const group = screen.getByRole('group', { name: 'Tiers' });
  expect(group.getAttribute('aria-describedby')).toMatch(/^tiers-error .*-keys$/);
  await user.clear(rate(2));
  await user.type(rate(2), '100');
  expect(rate(2).getAttribute('aria-describedby')).toMatch(/-fault$/);
  expect(group.getAttribute('aria-describedby')).toMatch(/^\S+-keys$/);
});

it('describes the keys once, for the group and not for each box', () => {
  renderEditor(WIRE);
  const group = screen.getByRole('group', { name: 'Tiers' });
  const keys = document.getElementById(group.getAttribute('aria-describedby') ?? '');
  expect(keys?.textContent).toMatch(/Enter moves down/);
  for (const box of screen.getAllByRole('textbox'))
    expect(box.getAttribute('aria-describedby'), box.getAttribute('aria-label') ?? '').toBeNull();
});
