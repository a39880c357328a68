import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { LineState, TaxIdLine } from '#contract/features/tax-ids/schemas';
import { TaxIdExchange } from '../../../../renderer/features/tax-ids/exchange.svelte';
import ExchangePanel from '../../../../renderer/features/tax-ids/ExchangePanel.svelte';
import ExchangeResults from '../../../../renderer/features/tax-ids/ExchangeResults.svelte';
import { Tokenization } from '../../../../renderer/features/tax-ids/tokenize.svelte';
import TokenizePanel from '../../../../renderer/features/tax-ids/TokenizePanel.svelte';
import { forbidden } from '../../../../renderer/state/forbidden.svelte';
import { deferredPromise, fakeDesktop, fakeEngine, openStream } from '../../fakes';
import { flushAsync } from '../../grid/support';

const EXPLANATION = 'Your organization doesn’t allow tax IDs to be shown or copied.';
afterEach(() => forbidden.set([]));

const foundLine = (index: number): TaxIdLine => ({
  index,
  number: index + 1,
  who: null,
  token: `tok-${index}`,
  state: 'known',
  type: 'ssn',
  otherType: null,
  issue: null,
});
const NO_LINES: Record<LineState, number> = {
  waiting: 0,
  known: 0,
  unknown: 0,
  rejected: 0,
  doubtful: 0,
  wrong: 0,
  failed: 0,
};

/** Returns a lookup that found the tax IDs of two tokens, and the calls it made. */
async function finishedLookup() {
  const { engine, calls } = fakeEngine({
    'taxIds.exchange.start': () => ({ session: 's' }),
    'taxIds.exchange.follow': async function* follow() {
      yield await Promise.resolve({ state: 'done', total: 2, counts: { ...NO_LINES, known: 2 } });
    },
    'taxIds.exchange.lines': () => ({ items: [foundLine(0), foundLine(1)], total: 2 }),
    'taxIds.exchange.reveal': () => ({ pageId: 'page', count: 1 }),
    'taxIds.exchange.hide': () => undefined,
    'taxIds.exchange.close': () => undefined,
  });
  const exchange = new TaxIdExchange(engine, fakeDesktop().desktop);
  await exchange.start({ kind: 'text', text: 'tok-0\ntok-1' });
  return { exchange, calls };
}

it('says beforehand that tax IDs can’t be shown, and requests none on a double click', async () => {
  forbidden.set(['RevealTaxIds']);
  const { exchange, calls } = await finishedLookup();
  render(ExchangeResults, { exchange });
  const list = await screen.findByRole('listbox', { name: '2 lines', description: EXPLANATION });
  expect(screen.getByText(EXPLANATION, { selector: 'p' }).hidden).toBe(false);
  screen.getByRole('button', { name: 'Show all 2', description: EXPLANATION });
  expect(screen.queryByRole('checkbox')).toBeNull();
  const user = userEvent.setup();
  await user.selectOptions(screen.getByRole('combobox'), 'Client request');
  const [first] = await screen.findAllByRole('option', { name: /tok-0/ });
  await fireEvent.dblClick(first as HTMLElement);
  await fireEvent.click(first as HTMLElement);
  list.focus();
  await user.keyboard('{Enter}');
  expect(calls.filter(({ name }) => name === 'taxIds.exchange.reveal')).toEqual([]);
  expect(exchange.reason.problem).toBeUndefined();
});

it('requests the tax ID of a line on a double click if policies allow it', async () => {
  const { exchange, calls } = await finishedLookup();
  render(ExchangeResults, { exchange });
  await screen.findByRole('listbox', { name: '2 lines', description: '' });
  screen.getByRole('checkbox', { name: 'Hide them when you switch to another window' });
  await userEvent.setup().selectOptions(screen.getByRole('combobox'), 'Client request');
  const [first] = await screen.findAllByRole('option', { name: /tok-0/ });
  await fireEvent.dblClick(first as HTMLElement);
  await vi.waitFor(() =>
    expect(calls.filter(({ name }) => name === 'taxIds.exchange.reveal')).toEqual([
      { name: 'taxIds.exchange.reveal', input: { session: 's', which: [0], reason: 'Client request' } },
    ]),
  );
});

it('moves focus to the emptied field after a lookup has started', async () => {
  const { exchange } = await finishedLookup();
  exchange.taxIdRun.close();
  render(ExchangePanel, { exchange, desktop: fakeDesktop().desktop });
  const user = userEvent.setup();
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Tokens' });
  await user.type(field(), 'tok-0{Enter}tok-1');
  screen.getByRole('button', { name: 'Look up tax IDs' }).focus();
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(field().value).toBe(''));
  await vi.waitFor(() => expect(document.activeElement).toBe(field()));
});

it('says before a lookup that tax IDs stay masked', async () => {
  forbidden.set(['RevealTaxIds']);
  const { desktop } = fakeDesktop();
  render(ExchangePanel, { exchange: new TaxIdExchange(fakeEngine().engine, desktop), desktop });
  await screen.findByRole('heading', { name: 'Tax IDs stay masked' });
  screen.getByText(EXPLANATION);
});

it.each([
  { label: 'Tokens', button: 'Look up tax IDs', text: 'tok-0' },
  { label: 'Tax IDs', button: 'Create tokens', text: '123-45-6789' },
])('accepts no further $label while the typed ones are being sent', async ({ label, button, text }) => {
  const started = deferredPromise<{ session: string }>();
  const { engine } = fakeEngine({
    'taxIds.exchange.start': () => started.promise,
    'taxIds.tokenize.start': () => started.promise,
    'taxIds.exchange.follow': () => openStream(),
    'taxIds.tokenize.follow': () => openStream(),
  });
  const { desktop } = fakeDesktop();
  if (label === 'Tokens') render(ExchangePanel, { exchange: new TaxIdExchange(engine, desktop), desktop });
  else render(TokenizePanel, { tokenization: new Tokenization(engine), desktop });
  const user = userEvent.setup();
  const field = screen.getByLabelText<HTMLTextAreaElement>(label);
  await user.type(field, text);
  await user.click(screen.getByRole('button', { name: button }));
  await user.type(field, '{Enter}next');
  expect([field.value, field.readOnly]).toEqual([text, true]);
  started.settle({ session: 's' });
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>(label)).toMatchObject({ value: '', readOnly: false }),
  );
});

it('keeps the line below the list when its new state does not match the filter', async () => {
  const states: LineState[] = ['waiting', 'waiting'];
  const { engine, calls } = fakeEngine({
    'taxIds.exchange.start': () => ({ session: 's' }),
    'taxIds.exchange.follow': async function* follow() {
      yield await Promise.resolve({ state: 'on-demand', total: 2, counts: { ...NO_LINES, waiting: 2 } });
    },
    'taxIds.exchange.lines': ({ only, offset }: { only?: LineState; offset: number }) => {
      const lines = states.map((state, index) => ({ ...foundLine(index), state }));
      const matching = lines.filter(({ state }) => only === undefined || state === only);
      return { items: matching.slice(offset), total: matching.length };
    },
    'taxIds.exchange.copy': ({ which }: { which: number[] }) => {
      for (const index of which) states[index] = 'known';
      return { values: 1, blank: 0 };
    },
  });
  const exchange = new TaxIdExchange(engine, fakeDesktop().desktop);
  await exchange.start({ kind: 'text', text: 'tok-0\ntok-1' });
  exchange.taxIdRun.stateFilter = 'waiting';
  render(ExchangeResults, { exchange });
  const user = userEvent.setup();
  await user.selectOptions(await screen.findByRole('combobox', { name: /reason/i }), 'Client request');
  await user.click(await screen.findByRole('option', { name: /tok-0/ }));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  const list = await screen.findByRole('listbox', { name: '1 line' });
  expect(within(list).queryByRole('option', { selected: true })).toBeNull();
  await vi.waitFor(() => expect(exchange.taxIdRun.selectedLine).toMatchObject({ index: 0, state: 'known' }));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await vi.waitFor(() =>
    expect(
      calls
        .filter(({ name }) => name === 'taxIds.exchange.copy')
        .map(({ input }) => (input as { which: number[] }).which),
    ).toEqual([[0], [0]]),
  );
});

it.each([
  ['ready', { waiting: 2 }, 'Nothing has been sent yet'],
  ['canceled', { waiting: 1, unknown: 1 }, 'Stopped'],
  ['done', { unknown: 2 }, 'No tax IDs found'],
] as const)(
  'announces that there are no tax IDs only once all lines are looked up: %s',
  async (state, counts, text) => {
    const { engine } = fakeEngine({
      'taxIds.exchange.start': () => ({ session: 's' }),
      'taxIds.exchange.follow': async function* follow() {
        yield await Promise.resolve({ state, total: 2, counts: { ...NO_LINES, ...counts } });
      },
      'taxIds.exchange.lines': () => ({ items: [], total: 0 }),
    });
    const exchange = new TaxIdExchange(engine, fakeDesktop().desktop);
    await exchange.start({ kind: 'text', text: 'tok-0\ntok-1' });
    render(ExchangeResults, { exchange });
    expect(await screen.findByText(new RegExp(text))).toBeTruthy();
    await flushAsync();
    expect(screen.queryAllByText('No tax IDs found.')).toHaveLength(state === 'done' ? 1 : 0);
  },
);
