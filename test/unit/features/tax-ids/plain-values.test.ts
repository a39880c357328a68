import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REVEAL_MS } from '#contract/features/tax-ids/schemas';
import { fail } from '#contract/failure';
import { failureKindOf, REASON, RELATED_PERSONS, TaxIdHarness } from './harness';

let harness: TaxIdHarness;
beforeEach(() => void (harness = new TaxIdHarness()));
afterEach(() => harness.close());

describe('plain values', () => {
  it('are revealed with a reason, one or all, and logged without the values', async () => {
    const { session } = await harness.exchangeList(harness.token(1), harness.token(2), 'tok_unknown');
    expect(await harness.revealRows(session, [1])).toEqual([
      { who: null, number: 2, type: 'ssn', otherType: null, value: '123-45-0002' },
    ]);
    expect(await harness.revealRows(session, 'all')).toHaveLength(2);
    expect(harness.entries().filter(({ kind }) => kind === 'tax-reveal')).toMatchObject([
      { kind: 'tax-reveal', count: 2, outcome: 'done', facts: { reason: REASON, how: 'shown' } },
      { kind: 'tax-reveal', count: 1 },
    ]);
    expect(JSON.stringify(harness.entries())).not.toMatch(/123-45/);
  });

  it('are logged with record IDs or with the tokens of a list', async () => {
    harness.records = [
      { title: 'Ann Lee', raw: JSON.stringify({ id: 41, tax_id_token: harness.token(1) }) },
      { title: 'Bob Orr', raw: JSON.stringify({ id: 42, tax_id_token: harness.token(2) }) },
    ];
    const { session } = await harness.taxIds.exchange(RELATED_PERSONS);
    await harness.settled(session);
    await harness.taxIds.reveal(session, [1], REASON);
    expect(harness.entries()[0]).toMatchObject({ facts: { of: 'related people', record_ids: '42' } });
    await harness.taxIds.copy(session, 'all', REASON);
    expect(harness.entries()[0]).toMatchObject({ facts: { how: 'copied', record_ids: '41, 42' } });
    await harness.taxIds.export(session, REASON, 'ids.csv');
    expect(harness.entries()[0]).toMatchObject({ kind: 'tax-export', facts: { record_ids: '41, 42' } });

    const list = await harness.exchangeList(harness.token(3), 'tok_unknown', harness.token(4));
    await harness.taxIds.reveal(list.session, 'all', REASON);
    expect(harness.entries()[0]).toMatchObject({ facts: { tokens: 'tok_3, tok_4' } });
  });

  it('are cleared after their time limit, and requested again when needed', async () => {
    const { session } = await harness.exchangeList(harness.token(1), harness.token(2));
    await harness.taxIds.reveal(session, [0], REASON);
    harness.clock.advance(REVEAL_MS - 1);
    expect(harness.heldCount(session)).toBe(1);
    harness.clock.advance(1);
    expect(harness.heldCount(session)).toBe(0);
    expect(await harness.revealRows(session, [0])).toHaveLength(1);
    expect(harness.sentRequests.at(-1)).toEqual(['tok_1']);
    // The second request to the service is logged too.
    expect(harness.entries().slice(0, 2)).toMatchObject([
      { kind: 'tax-reveal', count: 1 },
      { kind: 'tax-exchange', count: 1, outcome: 'done', facts: { again: true } },
    ]);
  });

  it('revealed again stay for another full period', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    await harness.taxIds.reveal(session, 'all', REASON);
    harness.clock.advance(REVEAL_MS / 2);
    await harness.taxIds.reveal(session, 'all', REASON);
    harness.clock.advance(REVEAL_MS / 2);
    expect(harness.heldCount(session)).toBe(1);
    harness.clock.advance(REVEAL_MS / 2);
    expect(harness.heldCount(session)).toBe(0);
  });

  it('are held only while shown, not after a lookup, copy or export', async () => {
    const { session } = await harness.exchangeList(harness.token(1), harness.token(2));
    expect(harness.heldCount(session)).toBe(0);
    await harness.taxIds.reveal(session, [0], REASON);
    await harness.taxIds.copy(session, 'all', REASON);
    expect(harness.heldCount(session)).toBe(1);
    await harness.taxIds.export(session, REASON, 'ids.csv');
    expect(harness.heldCount(session)).toBe(1);
    harness.beforeResponse = () => Promise.reject(fail('timeout'));
    expect(await failureKindOf(harness.taxIds.reveal(session, 'all', REASON))).toBe('timeout');
    expect(harness.heldCount(session)).toBe(1);
  });

  it.each([
    ['hidden', (session: string) => harness.taxIds.hide(session)],
    ['unused for a minute', () => harness.clock.advance(60_000)],
  ])('received so far stay for a running copy when values are %s', async (_when, event) => {
    const tokens = Array.from({ length: 600 }, (_, n) => harness.token(n));
    const { session } = await harness.exchangeList(...tokens);
    harness.beforeResponse = (texts) => {
      if (texts.includes('tok_599')) event(session);
      return Promise.resolve();
    };
    expect(await harness.taxIds.copy(session, 'all', REASON)).toEqual({ values: 600, blank: 0 });
    const copied = harness.copied[0]?.text.split('\n');
    expect([copied?.[0], copied?.[599]]).toEqual(['123-45-0000', '123-45-0599']);
    expect(copied).not.toContain('');
    expect(harness.heldCount(session)).toBe(0);
  });

  it('stay for an export that began while they were being copied', async () => {
    const tokens = Array.from({ length: 600 }, (_, n) => harness.token(n));
    const { session } = await harness.exchangeList(...tokens);
    const responses: (() => void)[] = [];
    harness.beforeResponse = (texts) =>
      texts.length === 100 ? new Promise((resolve) => responses.push(resolve)) : Promise.resolve();
    const copying = harness.taxIds.copy(session, 'all', REASON);
    await vi.waitFor(() => expect(responses).toHaveLength(1));
    const exporting = harness.taxIds.export(session, REASON, 'ids.csv');
    await vi.waitFor(() => expect(responses).toHaveLength(2));
    responses[0]?.();
    await copying;
    responses[1]?.();
    expect(await exporting).toEqual({ values: 600 });
    expect(readFileSync(path.join(harness.folder, 'ids.csv'), 'utf8').match(/123-45/g)).toHaveLength(600);
    expect(harness.heldCount(session)).toBe(0);
  });

  it.each([
    ['when the computer is locked', () => harness.taxIds.lock()],
    ['when the connection closes', () => harness.closing.abort()],
  ])('are cleared %s', async (_when, event) => {
    const { session } = await harness.exchangeList(harness.token(1), harness.token(2));
    await harness.taxIds.reveal(session, 'all', REASON);
    expect(harness.heldCount(session)).toBe(2);
    event();
    expect(harness.heldCount(session)).toBe(0);
  });

  it('are not looked up, shown, copied or exported while the computer is locked', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    harness.isLocked = true;
    harness.taxIds.lock();
    const requestsBefore = harness.sentRequests.length;
    const refused = [
      harness.taxIds.reveal(session, 'all', REASON),
      harness.taxIds.copy(session, 'all', REASON),
      harness.taxIds.export(session, REASON, 'ids.csv'),
      harness.taxIds.exchange({ kind: 'text', text: harness.token(2) }),
      Promise.resolve().then(() => harness.taxIds.retry(session)),
    ];
    for (const call of refused) expect(await failureKindOf(call)).toBe('screen-locked');
    expect([harness.sentRequests.length, harness.copied.length]).toEqual([requestsBefore, 0]);
    harness.isLocked = false;
    expect(await harness.revealRows(session, 'all')).toHaveLength(1);
  });

  it('still in transit at a lock are dropped, even if it is unlocked before they arrive', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    let respond: () => void = () => undefined;
    harness.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    const revealing = failureKindOf(harness.taxIds.reveal(session, 'all', REASON));
    await Promise.resolve();
    harness.taxIds.lock();
    respond();
    expect(await revealing).toBe('canceled');
    expect(harness.heldCount(session)).toBe(0);
    expect(harness.entries()[0]).toMatchObject({ kind: 'tax-exchange', outcome: 'canceled' });
  });

  it('of a list in transit at a lock are dropped, and the request ends', async () => {
    let respond: () => void = () => undefined;
    harness.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    const { session } = await harness.taxIds.exchange({ kind: 'text', text: harness.token(1) });
    harness.taxIds.lock();
    respond();
    expect(await harness.settled(session)).toMatchObject({ state: 'canceled', counts: { waiting: 1 } });
    expect(harness.heldCount(session)).toBe(0);
  });

  it('are removed with their session', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    await harness.taxIds.reveal(session, 'all', REASON);
    const openedSession = harness.taxIds.session(session);
    expect([openedSession.heldCount, harness.running.size]).toEqual([1, 1]);
    harness.taxIds.close(session);
    expect([openedSession.heldCount, harness.running.size]).toEqual([0, 0]);
    expect(await failureKindOf(harness.taxIds.reveal(session, 'all', REASON))).toBe('not-found');
  });

  it('that arrive after the session was closed are dropped', async () => {
    let respond: () => void = () => undefined;
    harness.beforeResponse = () => new Promise((resolve) => (respond = resolve));
    const { session } = await harness.taxIds.exchange({ kind: 'text', text: harness.token(1) });
    const openedSession = harness.taxIds.session(session);
    harness.taxIds.close(session);
    respond();
    await openedSession.start();
    expect(openedSession.page({ offset: 0, limit: 9 }).items).toMatchObject([{ state: 'waiting' }]);
    expect([openedSession.heldCount, harness.running.size]).toEqual([0, 0]);
  });

  it('are copied line by line to the clipboard that clears itself', async () => {
    // 50 lines with 2 invalid ones, a heading above and an empty line between: the copy has as many lines, in
    // the same places.
    const tokens = Array.from({ length: 50 }, (_, n) =>
      n === 10 ? 'tok_unknown' : n === 20 ? 'to ken' : harness.token(n),
    );
    const pasted = ['token', ...tokens.slice(0, 30), '', ...tokens.slice(30)];
    const { session } = await harness.exchangeList(...pasted);
    expect(await harness.taxIds.copy(session, 'all', REASON)).toEqual({ values: 48, blank: 4 });
    const [{ kind, text } = { kind: '', text: '' }] = harness.copied;
    const copied = text.split('\n');
    expect([kind, copied.length]).toEqual(['secret-clipboard', pasted.length]);
    for (const [line, token] of pasted.entries())
      expect(copied[line]).toBe(harness.book.get(token)?.value ?? '');
  });

  it('are copied one by one without the surrounding lines', async () => {
    const { session } = await harness.exchangeList(harness.token(2), 'tok_unknown', harness.token(1));
    expect(await harness.taxIds.copy(session, [2], REASON)).toEqual({ values: 1, blank: 0 });
    expect(harness.copied).toEqual([{ kind: 'secret-clipboard', text: '123-45-0001' }]);
    await harness.taxIds.copy(session, 'all', REASON);
    expect(harness.copied[1]?.text).toBe('123-45-0002\n\n123-45-0001');
    expect(harness.entries()[0]).toMatchObject({ kind: 'tax-reveal', count: 2, facts: { how: 'copied' } });
  });

  it('are not revealed if the repeated request fails, and only the failure is logged', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    harness.beforeResponse = () => Promise.reject(fail('offline'));
    expect(await failureKindOf(harness.taxIds.reveal(session, 'all', REASON))).toBe('offline');
    expect(harness.entries()).toMatchObject([
      { kind: 'tax-exchange', outcome: 'failed', facts: { again: true } },
      { kind: 'tax-exchange', outcome: 'done' },
    ]);
    expect(harness.states(session)).toEqual(['known']);
  });

  it('received before a failure are counted in the log', async () => {
    const { session } = await harness.exchangeList(
      ...Array.from({ length: 600 }, (_, n) => harness.token(n)),
    );
    harness.beforeResponse = (texts) =>
      texts.includes('tok_599') ? Promise.reject(fail('timeout')) : Promise.resolve();
    expect(await failureKindOf(harness.taxIds.copy(session, 'all', REASON))).toBe('timeout');
    expect(harness.entries()[0]).toMatchObject({
      kind: 'tax-exchange',
      outcome: 'failed',
      facts: { again: true, reason: 'timeout', found: 500 },
    });
    expect(harness.copied).toEqual([]);
  });

  it('are exported to the chosen file, which is logged by name', async () => {
    harness.records = [
      { title: '=Ann "Lee"', raw: JSON.stringify({ id: 1, account_id: 9, tax_id_token: harness.token(7) }) },
      { title: 'Lee Trust', raw: '{"id":2,"account_id":10}' },
      { title: 'Bob Orr', raw: '{"id":3,"account_id":null,"tax_id_token":"tok_unknown"}' },
    ];
    harness.accountNumbers = [['9', '0070']];
    const { session } = await harness.taxIds.exchange(RELATED_PERSONS);
    await harness.settled(session);
    expect(await harness.taxIds.export(session, REASON, 'ids.csv')).toEqual({ values: 1 });
    expect(readFileSync(path.join(harness.folder, 'ids.csv'), 'utf8')).toBe(
      '\uFEFFLine,Name,Account,Token,Type,Tax ID,Result\r\n' +
        '1,"\'=Ann ""Lee""",0070,tok_7,SSN,123-45-0007,Found\r\n' +
        '2,Lee Trust,,,,,Error: no tax ID token on record\r\n' +
        '3,Bob Orr,,tok_unknown,,,Not found\r\n',
    );
    expect(harness.entries()[0]).toMatchObject({
      kind: 'tax-export',
      outcome: 'done',
      count: 1,
      facts: { file: 'ids.csv', reason: REASON },
    });
  });

  it('leave nothing behind after a failed export', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    expect(await failureKindOf(harness.taxIds.export(session, REASON, 'no/such/ids.csv'))).toBe(
      'file-not-saved',
    );
    expect(harness.entries()[0]).toMatchObject({ kind: 'tax-export', outcome: 'failed' });
    // A folder takes the place of the file, so that only the last step fails.
    mkdirSync(path.join(harness.folder, 'ids.csv/folder'), { recursive: true });
    const filesBefore = readdirSync(harness.folder);
    expect(await failureKindOf(harness.taxIds.export(session, REASON, 'ids.csv'))).toBe('file-not-saved');
    expect(readdirSync(harness.folder)).toEqual(filesBefore);
  });

  it('are written completely before the connection closes', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    let resume: () => void = () => undefined;
    harness.beforeWrite = () => new Promise((resolve) => (resume = resolve));
    const beforeWrite = vi.spyOn(harness, 'beforeWrite');
    const exporting = harness.taxIds.export(session, REASON, 'ids.csv');
    await vi.waitFor(() => expect(beforeWrite).toHaveBeenCalled());
    expect(harness.taxIds.count()).toBe(1);
    const ended = vi.fn();
    const ending = harness.taxIds.end().then(ended);
    await new Promise(setImmediate);
    expect(ended).not.toHaveBeenCalled();
    resume();
    await ending;
    expect(await exporting).toEqual({ values: 1 });
    expect(harness.entries()[0]).toMatchObject({ kind: 'tax-export', outcome: 'done' });
    expect(harness.taxIds.count()).toBe(0);
  });

  it('are not exported if the connection closes while they are requested', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    harness.beforeResponse = (_texts, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))),
      );
    const exporting = failureKindOf(harness.taxIds.export(session, REASON, 'ids.csv'));
    await Promise.resolve();
    await harness.taxIds.end();
    expect(await exporting).toBe('canceled');
    expect(readdirSync(harness.folder)).not.toContain('ids.csv');
  });
});

it.each(['reveal', 'copy', 'export'] as const)(
  'refuses to %s values that a policy forbids, and requests none',
  async (action) => {
    harness.records = [{ title: 'Ann Lee', raw: JSON.stringify({ tax_id_token: harness.token(1) }) }];
    const { session } = await harness.taxIds.exchange(RELATED_PERSONS);
    harness.forbidden = action === 'export' ? ['ExportTaxIds'] : ['RevealTaxIds'];
    const calling =
      action === 'export'
        ? harness.taxIds.export(session, REASON, 'ids.csv')
        : harness.taxIds[action](session, 'all', REASON);
    await expect(calling).rejects.toMatchObject({ failure: { kind: 'by-policy' } });
    expect([harness.sentRequests, harness.entries()]).toEqual([[], []]);
  },
);
