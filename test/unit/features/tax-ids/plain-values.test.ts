import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REVEAL_MS } from '#contract/features/tax-ids/calls';
import { fail } from '#contract/failure';
import { IDLE_MS } from '#engine/features/tax-ids/session';
import { failureKindOf, REASON, RELATED_PERSONS, TaxIdHarness } from './harness';

let bench: TaxIdHarness;
beforeEach(() => void (bench = new TaxIdHarness()));
afterEach(() => bench.end());

describe('plain values', () => {
  it('are revealed with a reason, one or all, and logged without the values', async () => {
    const { session } = await bench.exchangeList(bench.token(1), bench.token(2), 'tok_unknown');
    expect(await bench.revealRows(session, [1])).toEqual([
      { who: null, number: 2, type: 'ssn', otherType: null, value: '123-45-0002' },
    ]);
    expect(await bench.revealRows(session, 'all')).toHaveLength(2);
    expect(bench.entries().filter(({ kind }) => kind === 'tax-reveal')).toMatchObject([
      { kind: 'tax-reveal', count: 2, outcome: 'done', facts: { reason: REASON, how: 'shown' } },
      { kind: 'tax-reveal', count: 1 },
    ]);
    expect(JSON.stringify(bench.entries())).not.toMatch(/123-45/);
  });

  it('are logged with record IDs or with the tokens of a list', async () => {
    bench.records = [
      { title: 'Ann Lee', raw: JSON.stringify({ id: 41, tax_id_token: bench.token(1) }) },
      { title: 'Bob Orr', raw: JSON.stringify({ id: 42, tax_id_token: bench.token(2) }) },
    ];
    const { session } = await bench.taxIds.exchange(RELATED_PERSONS);
    await bench.settled(session);
    await bench.taxIds.reveal(session, [1], REASON);
    expect(bench.entries()[0]).toMatchObject({ facts: { of: 'related people', record_ids: '42' } });
    await bench.taxIds.copy(session, 'all', REASON);
    expect(bench.entries()[0]).toMatchObject({ facts: { how: 'copied', record_ids: '41, 42' } });
    await bench.taxIds.export(session, REASON, 'ids.csv');
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-export', facts: { record_ids: '41, 42' } });

    const list = await bench.exchangeList(bench.token(3), 'tok_unknown', bench.token(4));
    await bench.taxIds.reveal(list.session, 'all', REASON);
    expect(bench.entries()[0]).toMatchObject({ facts: { tokens: 'tok_3, tok_4' } });
  });

  it('are cleared after their time limit, and requested again when needed', async () => {
    const { session } = await bench.exchangeList(bench.token(1), bench.token(2));
    await bench.taxIds.reveal(session, [0], REASON);
    bench.clock.advance(REVEAL_MS - 1);
    expect(bench.heldCount(session)).toBe(1);
    bench.clock.advance(1);
    expect(bench.heldCount(session)).toBe(0);
    expect(await bench.revealRows(session, [0])).toHaveLength(1);
    expect(bench.sentRequests.at(-1)).toEqual(['tok_1']);
    // The second request to the service is logged too.
    expect(bench.entries().slice(0, 2)).toMatchObject([
      { kind: 'tax-reveal', count: 1 },
      { kind: 'tax-exchange', count: 1, outcome: 'done', facts: { again: true } },
    ]);
  });

  it('revealed again stay for another full period', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    await bench.taxIds.reveal(session, 'all', REASON);
    bench.clock.advance(REVEAL_MS / 2);
    await bench.taxIds.reveal(session, 'all', REASON);
    bench.clock.advance(REVEAL_MS / 2);
    expect(bench.heldCount(session)).toBe(1);
    bench.clock.advance(REVEAL_MS / 2);
    expect(bench.heldCount(session)).toBe(0);
  });

  it('are held only while shown, not after a lookup, copy or export', async () => {
    const { session } = await bench.exchangeList(bench.token(1), bench.token(2));
    expect(bench.heldCount(session)).toBe(0);
    await bench.taxIds.reveal(session, [0], REASON);
    await bench.taxIds.copy(session, 'all', REASON);
    expect(bench.heldCount(session)).toBe(1);
    await bench.taxIds.export(session, REASON, 'ids.csv');
    expect(bench.heldCount(session)).toBe(1);
    bench.before = () => Promise.reject(fail('timeout'));
    expect(await failureKindOf(bench.taxIds.reveal(session, 'all', REASON))).toBe('timeout');
    expect(bench.heldCount(session)).toBe(1);
  });

  it.each([
    ['when the computer is locked', () => bench.taxIds.lock()],
    ['when nobody asks for them', () => bench.clock.advance(IDLE_MS)],
    ['when the opened closes', () => bench.closing.abort()],
  ])('are cleared %s', async (_when, event) => {
    const { session } = await bench.exchangeList(bench.token(1), bench.token(2));
    await bench.taxIds.reveal(session, 'all', REASON);
    expect(bench.heldCount(session)).toBe(2);
    event();
    expect(bench.heldCount(session)).toBe(0);
  });

  it('are not looked up, shown, copied or exported while the computer is locked', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    bench.locked = true;
    bench.taxIds.lock();
    const asked = bench.sentRequests.length;
    const refused = [
      bench.taxIds.reveal(session, 'all', REASON),
      bench.taxIds.copy(session, 'all', REASON),
      bench.taxIds.export(session, REASON, 'ids.csv'),
      bench.taxIds.exchange({ kind: 'text', text: bench.token(2) }),
      Promise.resolve().then(() => bench.taxIds.retry(session)),
    ];
    for (const one of refused) expect(await failureKindOf(one)).toBe('screen-locked');
    expect([bench.sentRequests.length, bench.copied.length]).toEqual([asked, 0]);
    bench.locked = false;
    expect(await bench.revealRows(session, 'all')).toHaveLength(1);
  });

  it('still in transit at a lock are dropped, even if it is unlocked before they arrive', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    bench.taxIds.lock();
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const revealing = failureKindOf(bench.taxIds.reveal(session, 'all', REASON));
    await Promise.resolve();
    bench.taxIds.lock();
    answer();
    expect(await revealing).toBe('canceled');
    expect(bench.heldCount(session)).toBe(0);
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-exchange', outcome: 'canceled' });
  });

  it('of a list in transit at a lock are dropped, and the request ends', async () => {
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const { session } = await bench.taxIds.exchange({ kind: 'text', text: bench.token(1) });
    bench.taxIds.lock();
    answer();
    expect(await bench.settled(session)).toMatchObject({ state: 'canceled', counts: { waiting: 1 } });
    expect(bench.heldCount(session)).toBe(0);
  });

  it('are removed with their session', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    const kept = bench.taxIds.session(session);
    bench.taxIds.close(session);
    expect('held' in kept && kept.held).toBe(0);
    expect(await failureKindOf(bench.taxIds.reveal(session, 'all', REASON))).toBe('not-found');
  });

  it('that arrive after the session was closed are dropped', async () => {
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const { session } = await bench.taxIds.exchange({ kind: 'text', text: bench.token(1) });
    const kept = bench.taxIds.session(session);
    bench.taxIds.close(session);
    answer();
    await kept.start();
    expect('held' in kept && kept.held).toBe(0);
  });

  it('are copied line by line to the clipboard that clears itself', async () => {
    // 50 lines with 2 invalid ones, a heading above and an empty line between: the copy has as many lines, in
    // the same places.
    const tokens = Array.from({ length: 50 }, (_, n) =>
      n === 10 ? 'tok_unknown' : n === 20 ? 'to ken' : bench.token(n),
    );
    const pasted = ['token', ...tokens.slice(0, 30), '', ...tokens.slice(30)];
    const { session } = await bench.exchangeList(...pasted);
    expect(await bench.taxIds.copy(session, 'all', REASON)).toEqual({ values: 48, blank: 4 });
    const [{ kind, text } = { kind: '', text: '' }] = bench.copied;
    const copied = text.split('\n');
    expect([kind, copied.length]).toEqual(['secret-clipboard', pasted.length]);
    for (const [line, token] of pasted.entries())
      expect(copied[line]).toBe(bench.book.get(token)?.value ?? '');
  });

  it('are copied one by one without the surrounding lines', async () => {
    const { session } = await bench.exchangeList(bench.token(2), 'tok_unknown', bench.token(1));
    expect(await bench.taxIds.copy(session, [2], REASON)).toEqual({ values: 1, blank: 0 });
    expect(bench.copied).toEqual([{ kind: 'secret-clipboard', text: '123-45-0001' }]);
    await bench.taxIds.copy(session, 'all', REASON);
    expect(bench.copied[1]?.text).toBe('123-45-0002\n\n123-45-0001');
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-reveal', count: 2, facts: { how: 'copied' } });
  });

  it('are not revealed if the repeated request fails, and only the failure is logged', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    bench.taxIds.lock();
    bench.before = () => Promise.reject(fail('offline'));
    expect(await failureKindOf(bench.taxIds.reveal(session, 'all', REASON))).toBe('offline');
    expect(bench.entries()).toMatchObject([
      { kind: 'tax-exchange', outcome: 'failed', facts: { again: true } },
      { kind: 'tax-exchange', outcome: 'done' },
    ]);
    expect(bench.states(session)).toEqual(['known']);
  });

  it('are exported to the chosen file, which is logged by name', async () => {
    bench.records = [
      { title: '=Ann "Lee"', raw: JSON.stringify({ id: 1, account_id: 9, tax_id_token: bench.token(7) }) },
      { title: 'Lee Trust', raw: '{"id":2,"account_id":10}' },
      { title: 'Bob Orr', raw: '{"id":3,"account_id":null,"tax_id_token":"tok_unknown"}' },
    ];
    bench.accountNumbers = [['9', '0070']];
    const { session } = await bench.taxIds.exchange(RELATED_PERSONS);
    await bench.settled(session);
    expect(await bench.taxIds.export(session, REASON, 'ids.csv')).toEqual({ values: 1 });
    expect(readFileSync(path.join(bench.folder, 'ids.csv'), 'utf8')).toBe(
      '\uFEFFLine,Name,Account,Token,Type,Tax ID,Result\r\n' +
        '1,"\'=Ann ""Lee""",0070,tok_7,SSN,123-45-0007,Found\r\n' +
        '2,Lee Trust,,,,,Error: no tax ID token on record\r\n' +
        '3,Bob Orr,,tok_unknown,,,Not found\r\n',
    );
    expect(bench.entries()[0]).toMatchObject({
      kind: 'tax-export',
      outcome: 'done',
      count: 1,
      facts: { file: 'ids.csv', reason: REASON },
    });
  });

  it('leave nothing behind after a failed export', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    expect(await failureKindOf(bench.taxIds.export(session, REASON, 'no/such/ids.csv'))).toBe(
      'file-not-saved',
    );
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-export', outcome: 'failed' });
    writeFileSync(path.join(bench.folder, 'file'), '');
    expect(await failureKindOf(bench.taxIds.export(session, REASON, 'file/ids.csv'))).toBe('file-not-saved');
    expect(existsSync(path.join(bench.folder, 'file/ids.csv.part'))).toBe(false);
  });
});
