import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TaxIdExchange } from '../../../../renderer/features/tax-ids/exchange.svelte';
import { Reason } from '../../../../renderer/features/tax-ids/reason.svelte';
import { hideOnBlur, ShownValues } from '../../../../renderer/features/tax-ids/shown-values.svelte';
import { Tokenization } from '../../../../renderer/features/tax-ids/tokenize.svelte';
import { deferredPromise, fakeDesktop, fakeEngine } from '../../fakes';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  hideOnBlur.on = true;
});

describe('plain values in the window', () => {
  const showValues = () => {
    const shownValues = new ShownValues();
    shownValues.show({ pageId: 'process 1', line: 'all', count: 2 });
    return shownValues;
  };

  it('are shown for 30 seconds with a countdown and then removed', () => {
    const values = showValues();
    expect([values.inView?.pageId, values.count, values.secondsLeft]).toEqual(['process 1', 2, 30]);
    vi.advanceTimersByTime(20_000);
    expect([values.count, values.secondsLeft]).toEqual([2, 10]);
    vi.advanceTimersByTime(10_000);
    expect([values.count, values.inView, values.secondsLeft]).toEqual([0, null, 0]);
  });

  it('are removed by the clock even if timers slept with the computer', () => {
    const values = showValues();
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(250);
    expect(values.count).toBe(0);
  });

  it('are removed on lock, and on loss of focus unless that is turned off', () => {
    const values = showValues();
    values.onPresence('focus');
    expect(values.count).toBe(2);
    values.onPresence('blur');
    expect(values.count).toBe(0);
    hideOnBlur.on = false;
    const others = showValues();
    others.onPresence('blur');
    expect(others.count).toBe(2);
    others.onPresence('lock');
    expect(others.count).toBe(0);
  });
});

it('discards values that arrive after a lock although they were requested before it', async () => {
  let response: (values: unknown) => void = () => undefined;
  let hideCalls = 0;
  const { engine } = fakeEngine({
    'taxIds.exchange.reveal': () => new Promise((resolve) => (response = resolve)),
    'taxIds.exchange.hide': () => void (hideCalls += 1),
  });
  const exchange = new TaxIdExchange(engine, fakeDesktop().desktop);
  exchange.taxIdRun.session = 's';
  exchange.reason.picked = 'Tax reporting';
  const values = { pageId: 'process 1', count: 1 };
  const lateRequest = exchange.show('all');
  await vi.advanceTimersByTimeAsync(0);
  exchange.shownValues.onPresence('lock');
  response(values);
  await lateRequest;
  expect([exchange.shownValues.count, hideCalls]).toEqual([0, 1]);
  const next = exchange.show('all');
  await vi.advanceTimersByTimeAsync(0);
  response(values);
  await next;
  expect(exchange.shownValues.count).toBe(1);
});

/** Requests values of session “s” that arrive when `answer` is called. */
async function requestValues() {
  const revealed = deferredPromise<{ pageId: string; count: number }>();
  const { engine, calls } = fakeEngine({
    'taxIds.exchange.reveal': () => revealed.promise,
    'taxIds.exchange.hide': () => undefined,
    'taxIds.exchange.close': () => undefined,
    'taxIds.exchange.start': () => ({ session: 'next' }),
  });
  const exchange = new TaxIdExchange(engine, fakeDesktop().desktop);
  exchange.taxIdRun.session = 's';
  exchange.reason.picked = 'Tax reporting';
  const arrival = exchange.show('all');
  await vi.advanceTimersByTimeAsync(0);
  const answer = async () => {
    revealed.settle({ pageId: 'process 1', count: 1 });
    await arrival;
  };
  const hiddenSessions = () =>
    calls.flatMap(({ name, input }) => (name === 'taxIds.exchange.hide' ? [input] : []));
  return { exchange, answer, hiddenSessions };
}

it('discards values that arrive after the user has left their tab', async () => {
  const { exchange, answer, hiddenSessions } = await requestValues();
  exchange.shownValues.hide();
  await answer();
  expect([exchange.shownValues.count, hiddenSessions()]).toEqual([0, [{ session: 's' }]]);
});

it('hides late values of a list in their own session, not in that of the next list', async () => {
  const { exchange, answer, hiddenSessions } = await requestValues();
  await exchange.start({ kind: 'text', text: 'tok-1' });
  await answer();
  expect(exchange.taxIdRun.session).toBe('next');
  expect(hiddenSessions()).toEqual([{ session: 's' }]);
});

it('shows values that arrive after the time of earlier ones is over', async () => {
  const { exchange, answer } = await requestValues();
  exchange.shownValues.show({ pageId: 'process 0', line: 0, count: 1 });
  vi.advanceTimersByTime(30_000);
  await answer();
  expect(exchange.shownValues.inView).toMatchObject({ pageId: 'process 1', line: 'all' });
});

it('closes a session that starts only after its page was left', async () => {
  let answer: (started: { session: string }) => void = () => undefined;
  const { engine, calls } = fakeEngine({
    'taxIds.tokenize.start': () => new Promise((resolve) => (answer = resolve)),
    'taxIds.tokenize.close': () => undefined,
  });
  const tokenization = new Tokenization(engine);
  const started = tokenization.start({ kind: 'text', text: '123-45-6789', typeWithoutDashes: 'ssn' });
  await vi.advanceTimersByTimeAsync(0);
  tokenization.close();
  answer({ session: 's' });
  expect(await started).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(tokenization.taxIdRun).toMatchObject({ session: null, starting: false });
  expect(calls.slice(1)).toEqual([{ name: 'taxIds.tokenize.close', input: { session: 's' } }]);
});

describe('reason', () => {
  it('is required', () => {
    const reason = new Reason();
    expect(reason.problem).toBeUndefined();
    expect(reason.requireReason()).toBeNull();
    expect(reason.problem).toBe('Select a reason first.');
    reason.picked = 'Tax reporting';
    expect([reason.requireReason(), reason.problem]).toEqual(['Tax reporting', undefined]);
  });

  it('cannot contain a tax ID', () => {
    const reason = new Reason();
    reason.picked = 'other';
    reason.typed = 'of 123-45-6789';
    expect(reason.requireReason()).toBeNull();
    expect(reason.problem).toContain('can’t contain a tax ID');
    reason.typed = ' W-9 check ';
    expect(reason.requireReason()).toBe('W-9 check');
  });
});

describe('typing tax IDs', () => {
  const newTokenization = () => new Tokenization(fakeEngine().engine);
  const typeKeys = (to: Tokenization, keys: string) => {
    let text = '';
    for (const key of keys) text = to.insertDashes(text + key, 'typed');
    return text;
  };

  it("inserts the dashes of the tax ID's type in the line being typed", () => {
    const tokenization = newTokenization();
    expect(typeKeys(tokenization, '012345678\n987654321')).toBe('012-34-5678\n987-65-4321');
    expect(typeKeys(tokenization, '04-2103594')).toBe('04-2103594');
    tokenization.typeWithoutDashes = 'tax_id';
    expect(typeKeys(tokenization, '042103594')).toBe('04-2103594');
  });

  it('formats the valid lines of a paste and leaves invalid ones unchanged', () => {
    expect(newTokenization().insertDashes('123456789\r\n12345\n12-3456789', 'pasted')).toBe(
      '123-45-6789\n12345\n12-3456789',
    );
  });

  it('names invalid and unusual lines by number', () => {
    const tokenization = newTokenization();
    tokenization.text = '123-45-6789\n1\n000-12-3456';
    expect(tokenization.issues).toEqual([
      { line: 2, text: 'has 1 digit instead of nine', isError: true },
      { line: 3, text: 'no SSN begins with 000', isError: false },
    ]);
    expect(tokenization.hint).toBe('2 tax IDs, 1 line with an error');
  });
});
