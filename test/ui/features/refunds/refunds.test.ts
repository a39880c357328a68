import { fireEvent, render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RefundCase } from '#contract/features/refunds/cases';
import { commands } from '../../../../renderer/state/commands';
import RefundsView from '../../../../renderer/features/refunds/RefundsView.svelte';
import {
  refundDetailText,
  estimateText,
  REFUNDS,
  REFUND_STATE_LABELS,
} from '../../../../renderer/features/refunds/refund-messages';
import {
  connectionOf,
  declaredFailure,
  deferredPromise,
  fakeDesktop,
  fakeEngine,
  liveOf,
  type Answers,
} from '../../fakes';

const sampleCase = (overrides: Partial<RefundCase> = {}): RefundCase => ({
  account: '1',
  endDate: '2026-09-30',
  kind: 'closed',
  name: 'Violet Juns',
  number: '00123',
  custodian: 'SWB',
  day: '2026-11-15',
  debit: '920.00',
  fileIds: ['40'],
  structures: [],
  result: { from: '2026-10-01', to: '2026-12-31', days: 92, partDays: 46, part: '460.00' },
  decision: null,
  ...overrides,
});
const NOT_DUE = {
  state: 'not-due',
  reason: 'Minimum term',
  by: 'jo',
  at: '2026-11-27T10:00:00.000Z',
  estimate: null,
} as const;
const SETTING = { advance: 'begins', by: 'jo', at: '2026-11-27T10:00:00.000Z' } as const;
const listAnswer = (items: RefundCase[], overrides: object = {}) => ({
  items,
  total: items.length,
  counts: { open: 1, refunded: 0, 'not-due': 0, 'not-determined': 0 },
  openSum: '460.00',
  setting: SETTING,
  latestEnd: '2026-09-30',
  accountsAsOf: '2026-11-24T09:00:00Z',
  structuresAsOf: '2026-11-24T09:00:00Z',
  ...overrides,
});

function show(responses: Answers = {}) {
  const { engine, calls } = fakeEngine({
    'refunds.list': () => listAnswer([sampleCase()]),
    'feeHistory.readSaved': () => ({ added: 0, unread: [] }),
    'refunds.decide': () => undefined,
    'refunds.reopen': () => undefined,
    'refunds.setAdvance': () => SETTING,
    ...responses,
  });
  const listsVersion = new SvelteMap([['current', 1]]);
  render(RefundsView, {
    engine,
    desktop: fakeDesktop({}).desktop,
    live: Object.defineProperty(liveOf(), 'version', { get: () => listsVersion.get('current') }),
    connection: connectionOf(),
    route: { screen: 'task', task: 'refunds' } as never,
    go: vi.fn(),
  });
  const inputs = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user: userEvent.setup(), inputs, listsVersion };
}

it('asks what advance fees bill, with the dates of the latest file', async () => {
  const { user, inputs } = show({ 'refunds.list': () => listAnswer([], { setting: null }) });
  await user.click(await screen.findByRole('button', { name: 'Choose…' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(dialog.textContent).toContain('Oct 1, 2026 – Dec 31, 2026');
  await user.click(within(dialog).getByRole('radio', { name: /Jul 1, 2026 – Sep 30, 2026/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(inputs('refunds.setAdvance')).toEqual([{ advance: 'ends' }]));
});

it.each(['accountsAsOf', 'structuresAsOf'])('shows no cases without complete lists: %s', async (asOf) => {
  show({ 'refunds.list': () => listAnswer([sampleCase()], { [asOf]: null }) });
  expect(await screen.findByText('No data yet')).toBeTruthy();
  expect(screen.queryByText('Violet Juns')).toBeNull();
  expect(screen.getByRole('radio', { name: 'Refunded' })).toBeTruthy(); // without a count
});

it('shows the counts of the current filter if an earlier response arrives late', async () => {
  const late = deferredPromise<ReturnType<typeof listAnswer>>();
  const answer = (refunded: number) =>
    listAnswer([sampleCase()], { counts: { open: 1, refunded, 'not-due': 0, 'not-determined': 0 } });
  const { user } = show({
    'refunds.list': ({ filter }: { filter: { state?: string } }) =>
      filter.state === 'not-due' ? late.promise : answer(7),
  });
  await user.click(await screen.findByRole('radio', { name: /^Not due/ }));
  await user.click(screen.getByRole('radio', { name: /^Refunded/ }));
  expect(await screen.findByRole('radio', { name: /^Refunded\s*7$/ })).toBeTruthy();
  late.settle(answer(3));
  await new Promise((resolve) => setTimeout(resolve)); // long enough for the late response to be shown by mistake
  expect(screen.getByRole('radio', { name: /^Refunded\s*7$/ })).toBeTruthy();
});

it('adds waiting saved files to the fee history once the lists are complete', async () => {
  const waiting = { fileId: '38', endDate: null, why: { code: 'no-data' } };
  const responses = [{ added: 0, unread: [waiting] }];
  const { inputs, listsVersion } = show({
    'feeHistory.readSaved': () => responses.shift() ?? { added: 1, unread: [] },
  });
  expect(await screen.findByText(/^1 saved file will be added to the fee history/)).toBeTruthy();
  expect(screen.queryByText(/Reconcile them/)).toBeNull();
  listsVersion.set('current', 2);
  await vi.waitFor(() => expect(inputs('feeHistory.readSaved')).toHaveLength(2));
  await vi.waitFor(() => expect(screen.queryByText(/will be added/)).toBeNull());
  listsVersion.set('current', 3);
  await tick();
  expect(inputs('feeHistory.readSaved')).toHaveLength(2);
});

it('keeps the table and the selected case when the lists change', async () => {
  const second = deferredPromise<ReturnType<typeof listAnswer>>();
  const responses = [() => listAnswer([sampleCase()]), () => second.promise];
  const { user, listsVersion } = show({ 'refunds.list': () => responses.shift()?.() });
  await user.click(await screen.findByText('Violet Juns'));
  listsVersion.set('current', 2);
  await tick();
  expect(screen.queryByText('Reading the fee history…')).toBeNull();
  expect(screen.getByRole('complementary', { name: 'Details' })).toBeTruthy();
  second.settle(listAnswer([sampleCase({ account: '2', name: 'Ben Ito' }), sampleCase({ debit: '930.00' })]));
  expect(await screen.findByText('Ben Ito')).toBeTruthy();
  const panel = screen.getByRole('complementary', { name: 'Details' });
  expect(within(panel).getByRole('heading', { name: 'Violet Juns' })).toBeTruthy();
  expect(panel.textContent).toContain('$930.00');
});

it('records a refund with date, amount and reference, and rejects invalid input', async () => {
  const { user, inputs } = show();
  await user.click(await screen.findByText('Violet Juns'));
  const panel = await screen.findByRole('complementary', { name: 'Details' });
  expect(panel.textContent).toContain('46 of 92 days × $920.00 = $460.00');
  await user.click(within(panel).getByRole('button', { name: 'Record refund…' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(/^Violet Juns, fee file of Sep 30, 2026\. /)).toBeTruthy();
  const amount = within(dialog).getByLabelText('Amount');
  await user.clear(amount);
  await user.type(amount, '459.999');
  await user.click(within(dialog).getByRole('button', { name: 'Record refund' }));
  expect(within(dialog).getByText('Enter an amount above zero, in dollars and cents.')).toBeTruthy();
  expect(within(dialog).getByText('Enter how to find the payment.')).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '$460.00');
  await user.type(within(dialog).getByLabelText('Reference'), 'Wire 17');
  await user.click(within(dialog).getByRole('button', { name: 'Record refund' }));
  await vi.waitFor(() =>
    expect(inputs('refunds.decide')).toMatchObject([
      {
        key: { account: '1', endDate: '2026-09-30', kind: 'closed' },
        estimate: '460.00',
        decision: {
          state: 'refunded',
          date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as unknown,
          amount: '460',
          reference: 'Wire 17',
        },
      },
    ]),
  );
});

it('opens no panel by arrow keys in a narrow window, and keeps the row on close', async () => {
  vi.stubGlobal('innerWidth', 512);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = show({
    'refunds.list': () =>
      listAnswer(['1', '2', '3'].map((account) => sampleCase({ account, name: account }))),
  });
  const list = await screen.findByRole('listbox');
  list.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.queryByRole('complementary')).toBeNull();
  await user.keyboard(' ');
  expect(within(screen.getByRole('complementary')).getByRole('heading', { name: '2' })).toBeTruthy();
  screen.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(document.activeElement).toBe(list);
  await user.keyboard('{ArrowDown} ');
  expect(within(screen.getByRole('complementary')).getByRole('heading', { name: '3' })).toBeTruthy();
});

it('shows the panel of the first row by its shortcut if no row is current', async () => {
  show();
  const list = await screen.findByRole('listbox');
  commands.run('record-panel');
  await tick();
  expect(within(list).getByRole('option', { selected: true }).textContent).toContain('Violet Juns');
  expect(screen.getByRole('complementary', { name: 'Details' })).toBeTruthy();
  commands.run('record-panel');
  await tick();
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('moves the focus from the search to the first result', async () => {
  const { user } = show();
  await user.type(await screen.findByLabelText('Search accounts'), 'juns');
  const list = await screen.findByRole('listbox');
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(list);
  expect(within(list).getByRole('option', { selected: true })).toBeTruthy();
});

/** Types a search and presses Enter while its response is on its way. */
async function searchAndPressEnter() {
  const response = deferredPromise<ReturnType<typeof listAnswer>>();
  const { user } = show({
    'refunds.list': ({ filter }: { filter: { text?: string } }) =>
      filter.text ? response.promise : listAnswer([sampleCase()]),
  });
  const search = await screen.findByLabelText('Search accounts');
  await user.type(search, 'juns{Enter}');
  expect(document.activeElement).toBe(search);
  return { user, search, answer: () => response.settle(listAnswer([sampleCase()])) };
}

it('moves the focus to the first result once it is shown', async () => {
  const { answer } = await searchAndPressEnter();
  answer();
  const list = await screen.findByRole('listbox');
  expect(document.activeElement).toBe(list);
  expect(within(list).getByRole('option', { selected: true })).toBeTruthy();
});

it('keeps the focus in the search if it is changed before the result is shown', async () => {
  const { user, search, answer } = await searchAndPressEnter();
  await user.keyboard('x');
  answer();
  await screen.findByRole('listbox');
  expect(document.activeElement).toBe(search);
});

it('keeps the focus where the user moved it before the result is shown', async () => {
  const { user, search, answer } = await searchAndPressEnter();
  await user.tab();
  const focused = document.activeElement;
  expect(focused).not.toBe(search);
  answer();
  await screen.findByRole('listbox');
  expect(document.activeElement).toBe(focused);
});

it('keeps the dialog open with the typed reason when saving fails', async () => {
  const { user } = show({
    'refunds.list': () => listAnswer([sampleCase()]),
    'refunds.decide': () => {
      throw declaredFailure('disk-full');
    },
  });
  await user.click(await screen.findByText('Violet Juns'));
  await user.click(screen.getByRole('button', { name: 'Not due…' }));
  await user.type(screen.getByLabelText('Reason'), 'Minimum term');
  await user.click(screen.getByRole('button', { name: 'Mark as not due' }));
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Minimum term');
});

it('shows a failed reopening only with its own case', async () => {
  const { user } = show({
    'refunds.list': () =>
      listAnswer([
        sampleCase({ decision: NOT_DUE }),
        sampleCase({ account: '2', name: 'Ben Ito', decision: NOT_DUE }),
      ]),
    'refunds.reopen': () => {
      throw declaredFailure('disk-full');
    },
  });
  await user.click(await screen.findByText('Violet Juns'));
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await user.click(screen.getByText('Ben Ito'));
  expect(screen.getByRole('heading', { name: 'Ben Ito' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows no other case where a reopened one was, so that a second press reopens none', async () => {
  const cases = [
    sampleCase({ decision: NOT_DUE }),
    sampleCase({ account: '2', name: 'Ben Ito', decision: NOT_DUE }),
  ];
  const { user, inputs } = show({
    'refunds.list': () => listAnswer([...cases]),
    'refunds.reopen': () => void cases.shift(),
  });
  await user.click(await screen.findByText('Violet Juns'));
  await user.click(screen.getByRole('button', { name: 'Reopen' }));
  await vi.waitFor(() => expect(screen.queryByText('Violet Juns')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Ben Ito');
  await user.click(screen.getByText('Ben Ito'));
  const reopen = screen.getByRole('button', { name: 'Reopen' });
  await expect(fireEvent.keyDown(reopen, { key: 'Enter', repeat: true })).resolves.toBe(false); // not pressed
  await user.pointer({
    keys: '[MouseLeft][MouseLeft]',
    target: reopen,
  });
  await vi.waitFor(() => expect(inputs('refunds.reopen')).toHaveLength(2));
  expect(inputs('refunds.reopen')).toMatchObject([{ key: { account: '1' } }, { key: { account: '2' } }]);
});

it('claims only that none is open, and offers no button if there are no cases', async () => {
  const { user } = show({ 'refunds.list': () => listAnswer([]) });
  expect(await screen.findByText(/except those decided or not determined\.$/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(await screen.findByRole('heading', { name: 'No cases' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show everything' })).toBeNull();
});

it('says when there is no history, nothing open, and when reading failed', async () => {
  show({ 'refunds.list': () => listAnswer([], { latestEnd: null, setting: null }) });
  expect(await screen.findByRole('heading', { name: 'No fee history yet' })).toBeTruthy();
  document.body.innerHTML = '';
  show({ 'refunds.list': () => listAnswer([]) });
  expect(await screen.findByRole('heading', { name: 'Nothing open' })).toBeTruthy();
  document.body.innerHTML = '';
  show({
    'refunds.list': () => {
      throw declaredFailure('unexpected');
    },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
});

it('calls every amount an estimate and claims nothing more', () => {
  expect(estimateText(sampleCase())).toMatch(/^Estimate of the refund/);
  expect(estimateText(sampleCase({ kind: 'first-bill' }))).toBe(
    'Estimate: if the debit is for the whole interval, the account’s days are $460.00 of it and $460.00 are for days before it was billable. If the fee was already prorated, nothing is due.',
  );
  expect(refundDetailText(sampleCase({ result: { why: 'frequency' } }))).toBe(
    'Not determined: the fee structure is not billed by month, quarter or year',
  );
  const allText = [REFUNDS.about, ...Object.values(REFUND_STATE_LABELS).map(({ label }) => label)].join(' ');
  expect(allText).not.toMatch(/correct|approved|collected|overcharged|owed/i);
});
