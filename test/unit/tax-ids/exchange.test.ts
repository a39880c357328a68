import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHOWN_MS } from '../../../preload/contract/calls/tax-ids';
import { fail, failureOf, type FailureKind } from '../../../preload/contract/failure';
import { IDLE_MS } from '../../../main/engine/tasks/tax-ids/session';
import { REASON, TaxBench } from './bench';

let bench: TaxBench;
beforeEach(() => void (bench = new TaxBench()));
afterEach(() => bench.end());

const kindOf = async (work: Promise<unknown>) =>
  failureOf(
    await work.then(
      () => new Error('did not fail'),
      (error: unknown) => error,
    ),
  ).kind;

const everyOf = (resource: 'accounts' | 'relatedPersons') => ({
  kind: 'records' as const,
  query: { resource, search: '', filters: [], sort: { field: 'id', descending: false } },
  selection: { kind: 'all' as const, except: [] },
});
const RELATED_PERSONS = everyOf('relatedPersons');

describe('exchanging tokens', () => {
  it('answers line by line: known, not known, and what is no token', async () => {
    const { session, end } = await bench.exchanged(
      bench.token(1),
      'tok_unknown',
      '123-45-6789',
      bench.token(2),
    );
    expect(end).toMatchObject({ state: 'done', total: 4, counts: { known: 2, unknown: 1, wrong: 1 } });
    const { items } = bench.taxIds.session(session).page({ offset: 0, limit: 10 });
    expect(items).toMatchObject([
      { number: 1, token: 'tok_1', state: 'known', type: 'ssn' },
      { number: 2, token: 'tok_unknown', state: 'unknown' },
      { number: 3, token: null, state: 'wrong', remark: { code: 'plain-tax-id' } },
      { number: 4, token: 'tok_2', state: 'known' },
    ]);
    expect(bench.asked).toEqual([['tok_1', 'tok_unknown', 'tok_2']]);
  });

  it('gives no plain value before it is revealed', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    expect(JSON.stringify(bench.taxIds.session(session).page({ offset: 0, limit: 10 }))).not.toContain(
      '123-45',
    );
  });

  it('asks for the same token once, and gives every line its value', async () => {
    const token = bench.token(1);
    const { session } = await bench.exchanged(token, token);
    expect(bench.asked).toEqual([['tok_1']]);
    expect(await bench.shown(session, 'all')).toHaveLength(2);
  });

  it('takes the tokens of records, and says which have none', async () => {
    bench.records = [
      { title: 'Ann Lee', raw: JSON.stringify({ tax_id_token: bench.token(1) }) },
      { title: 'Lee Trust', raw: '{"tax_id_token":null}' },
    ];
    const { session } = await bench.taxIds.exchange(RELATED_PERSONS);
    const lines = () => bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items;
    expect((await bench.settled(session))?.state).toBe('held');
    expect(lines()).toMatchObject([
      { who: 'Ann Lee', state: 'waiting' },
      { who: 'Lee Trust', state: 'wrong', remark: { code: 'no-token' } },
    ]);
    // Nothing is asked, and nothing written down, before somebody wants a value.
    expect([bench.asked, bench.entries()]).toEqual([[], []]);
    await bench.taxIds.reveal(session, [0], REASON);
    expect(bench.asked).toEqual([['tok_1']]);
    expect(lines()).toMatchObject([{ state: 'known', type: 'ssn' }, { state: 'wrong' }]);
    expect((await bench.settled(session))?.counts.known).toBe(1);
    expect(bench.entries().slice(1)).toMatchObject([
      { kind: 'tax-exchange', facts: { from: 'related people' } },
    ]);
  });

  it('keeps leading zeros, and sets the dashes of the type', async () => {
    bench.book.set('tok_a', { value: '012345678', type: 'ssn' });
    bench.book.set('tok_b', { value: '012345678', type: 'tax_id' });
    bench.book.set('tok_c', { value: 123_456_789, type: 'ssn' });
    const { session } = await bench.exchanged('tok_a', 'tok_b', 'tok_c');
    const values = await bench.shown(session, 'all');
    expect(values.map(({ value }) => value)).toEqual(['012-34-5678', '01-2345678', '123-45-6789']);
  });

  it.each([
    ['a number of 7 digits', 1_234_567, { code: 'answer-digits', digits: 7 }],
    ['a text of 8 digits', '12345678', { code: 'answer-digits', digits: 8 }],
    ['words', 'not available', { code: 'answer-characters' }],
  ])('makes no tax ID of %s: it is not reliable, and never shown', async (_what, value, remark) => {
    bench.book.set('tok_a', { value, type: 'ssn' });
    const { session, end } = await bench.exchanged('tok_a');
    expect(end).toMatchObject({ counts: { known: 0, doubtful: 1 } });
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'doubtful', type: null, remark },
    ]);
    expect(await bench.shown(session, 'all')).toEqual([]);
    expect(bench.held(session)).toBe(0);
  });

  it('does not take a type it does not know for an EIN', async () => {
    bench.book.set('tok_a', { value: '123456789', type: 'itin' });
    bench.book.set('tok_b', { value: '123-45-6789', type: '' });
    const { session } = await bench.exchanged('tok_a', 'tok_b');
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'known', type: null, otherType: 'itin' },
      { state: 'known', type: null, otherType: null },
    ]);
    const values = await bench.shown(session, 'all');
    expect(values.map(({ value }) => value)).toEqual(['123456789', '123-45-6789']);
  });

  it('does not choose between two values of one token', async () => {
    const row = (value: string) => ({ tax_id_token: 'tok_a', original_value: value, type: 'ssn' });
    bench.instead = [row('123-45-6789'), row('987-65-4321')];
    const { session } = await bench.exchanged('tok_a');
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'doubtful', remark: { code: 'answers-differ' } },
    ]);
  });

  it('takes a success that is only a message for no answer, and says what the service said', async () => {
    bench.instead = [{ message: 'The exchange is down for maintenance' }];
    const { session, end } = await bench.exchanged('tok_a', 'tok_b');
    expect(end).toMatchObject({
      counts: { unknown: 0, failed: 2 },
      failure: { kind: 'service-broken', reasons: ['The exchange is down for maintenance'] },
    });
    bench.instead = undefined;
    bench.token(1);
    await bench.taxIds.session(session).start();
    expect(bench.states(session)).toEqual(['unknown', 'unknown']);
  });

  it('sends nothing of a file before somebody says so', async () => {
    writeFileSync(path.join(bench.folder, 'list.txt'), `${bench.token(1)}\nto ken\n`);
    const { session } = await bench.taxIds.exchange({ kind: 'file', grant: 'list.txt' });
    expect(await bench.settled(session)).toMatchObject({ state: 'ready', counts: { waiting: 1, wrong: 1 } });
    expect([bench.asked, bench.entries()]).toEqual([[], []]);
    await bench.taxIds.session(session).start();
    expect(await bench.settled(session)).toMatchObject({ state: 'done', counts: { known: 1 } });
  });

  it('does not send a tax ID that stands in a record in the place of a token', async () => {
    bench.records = [{ title: 'Ann Lee', raw: '{"tax_id_token":"123-45-6789"}' }];
    const { session } = await bench.taxIds.exchange(RELATED_PERSONS);
    await bench.settled(session);
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { token: null, state: 'wrong', remark: { code: 'plain-tax-id' } },
    ]);
    expect(bench.asked).toEqual([]);
  });

  it('takes 5,000 in chunks of 500, and no more than that', async () => {
    const tokens = Array.from({ length: 5_000 }, (_, n) => bench.token(n));
    const { end } = await bench.exchanged(...tokens);
    expect(end).toMatchObject({ state: 'done', counts: { known: 5_000 } });
    expect(bench.asked.map((chunk) => chunk.length)).toEqual(Array.from({ length: 10 }, () => 500));
    expect(await kindOf(bench.exchanged(...tokens, 'tok_more'))).toBe('refused');
    expect(await kindOf(bench.exchanged(' '))).toBe('refused');
  });

  it('stops between chunks, keeps what is done, and takes up the rest', async () => {
    const tokens = Array.from({ length: 1_200 }, (_, n) => bench.token(n));
    const began = bench.taxIds.exchange({ kind: 'text', text: tokens.join('\n') });
    bench.before = async () => bench.taxIds.session((await began).session).cancel();
    const { session } = await began;
    expect(await bench.settled(session)).toMatchObject({
      state: 'canceled',
      counts: { known: 500, waiting: 700 },
    });
    expect(bench.entries()).toMatchObject([
      { outcome: 'canceled', facts: { found: 500, without_answer: 700 } },
    ]);
    bench.before = () => Promise.resolve();
    await bench.taxIds.session(session).start();
    expect(await bench.settled(session)).toMatchObject({ state: 'done', counts: { known: 1_200 } });
  });

  it('fails only the chunk that got no answer, and asks again for just that', async () => {
    const tokens = Array.from({ length: 1_100 }, (_, n) => bench.token(n));
    bench.before = (texts) =>
      texts.includes('tok_600') ? Promise.reject(fail('service-broken')) : Promise.resolve();
    const { session, end } = await bench.exchanged(...tokens);
    expect(end).toMatchObject({ counts: { known: 600, failed: 500 }, failure: { kind: 'service-broken' } });
    expect(bench.entries()).toMatchObject([{ outcome: 'partly' }]);
    bench.before = () => Promise.resolve();
    bench.asked.length = 0;
    await bench.taxIds.session(session).start();
    expect(bench.asked.map((chunk) => chunk.length)).toEqual([500]);
    expect(await bench.settled(session)).toMatchObject({ counts: { known: 1_100 } });
  });

  it.each<FailureKind>([
    'offline',
    'not-answering',
    'proxy-unreachable',
    'proxy-refused',
    'page-instead',
    'tls-failed',
    'needs-https',
    'credential-refused',
    'credential-unusable',
    'part-absent',
  ])('does not go on without network or credential: %s', async (kind) => {
    bench.before = () => Promise.reject(fail(kind));
    const { end } = await bench.exchanged(...Array.from({ length: 1_100 }, (_, n) => bench.token(n)));
    expect(bench.asked).toHaveLength(1);
    expect(end).toMatchObject({ state: 'done', counts: { failed: 1_100 } });
    expect(bench.entries()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('finds the one token for which the service refuses the whole chunk', async () => {
    const tokens = Array.from({ length: 500 }, (_, n) => bench.token(n));
    bench.before = (texts) =>
      texts.includes('tok_317') ? Promise.reject(fail('refused', { status: 400 })) : Promise.resolve();
    const { session, end } = await bench.exchanged(...tokens);
    expect(end).toMatchObject({ counts: { known: 499, unknown: 0, rejected: 1 } });
    expect(bench.states(session)[317]).toBe('rejected');
    expect(bench.asked.length).toBeLessThan(25);
  });

  it.each([402, 405, 418, 421, 423, 451])(
    'a refusal that speaks of no token (status %i) is a failure of its chunk: nothing is called not found for it',
    async (status) => {
      bench.before = () => Promise.reject(fail('refused', { status }));
      const { session, end } = await bench.exchanged(bench.token(1), bench.token(2));
      expect(bench.asked).toHaveLength(1);
      expect(end).toMatchObject({ counts: { failed: 2 }, failure: { kind: 'refused', status } });
      bench.before = () => Promise.resolve();
      await bench.taxIds.session(session).start();
      expect(bench.states(session)).toEqual(['known', 'known']);
    },
  );
});

describe('plain values', () => {
  it('are revealed with a reason, one or all, and written down without themselves', async () => {
    const { session } = await bench.exchanged(bench.token(1), bench.token(2), 'tok_unknown');
    expect(await bench.shown(session, [1])).toEqual([
      { who: null, number: 2, type: 'ssn', otherType: null, value: '123-45-0002' },
    ]);
    expect(await bench.shown(session, 'all')).toHaveLength(2);
    expect(bench.entries().filter(({ kind }) => kind === 'tax-reveal')).toMatchObject([
      { kind: 'tax-reveal', count: 2, outcome: 'done', facts: { reason: REASON, how: 'shown' } },
      { kind: 'tax-reveal', count: 1 },
    ]);
    expect(JSON.stringify(bench.entries())).not.toMatch(/123-45/);
  });

  it('are written down with whose they are: IDs of records, or tokens of a list', async () => {
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

    const list = await bench.exchanged(bench.token(3), 'tok_unknown', bench.token(4));
    await bench.taxIds.reveal(list.session, 'all', REASON);
    expect(bench.entries()[0]).toMatchObject({ facts: { tokens: 'tok_3, tok_4' } });
  });

  it('are forgotten when their time is over, and asked for again when they are wanted again', async () => {
    const { session } = await bench.exchanged(bench.token(1), bench.token(2));
    await bench.taxIds.reveal(session, [0], REASON);
    bench.clock.advance(SHOWN_MS - 1);
    expect(bench.held(session)).toBe(1);
    bench.clock.advance(1);
    expect(bench.held(session)).toBe(0);
    expect(await bench.shown(session, [0])).toHaveLength(1);
    expect(bench.asked.at(-1)).toEqual(['tok_1']);
    // That the service was asked again is written down too.
    expect(bench.entries().slice(0, 2)).toMatchObject([
      { kind: 'tax-reveal', count: 1 },
      { kind: 'tax-exchange', count: 1, outcome: 'done', facts: { again: true } },
    ]);
  });

  it('shown again stay for the whole of the second time', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    await bench.taxIds.reveal(session, 'all', REASON);
    bench.clock.advance(SHOWN_MS / 2);
    await bench.taxIds.reveal(session, 'all', REASON);
    bench.clock.advance(SHOWN_MS / 2);
    expect(bench.held(session)).toBe(1);
    bench.clock.advance(SHOWN_MS / 2);
    expect(bench.held(session)).toBe(0);
  });

  it('are kept only while they are shown: not by a look-up, nor when they were copied or exported', async () => {
    const { session } = await bench.exchanged(bench.token(1), bench.token(2));
    expect(bench.held(session)).toBe(0);
    await bench.taxIds.reveal(session, [0], REASON);
    await bench.taxIds.copy(session, 'all', REASON);
    expect(bench.held(session)).toBe(1);
    await bench.taxIds.export(session, REASON, 'ids.csv');
    expect(bench.held(session)).toBe(1);
    bench.before = () => Promise.reject(fail('timeout'));
    expect(await kindOf(bench.taxIds.reveal(session, 'all', REASON))).toBe('timeout');
    expect(bench.held(session)).toBe(1);
  });

  it.each([
    ['when the computer is locked', () => bench.taxIds.lock()],
    ['when nobody asks for them', () => bench.clock.advance(IDLE_MS)],
    ['when the opened closes', () => bench.closing.abort()],
  ])('are forgotten %s', async (_when, event) => {
    const { session } = await bench.exchanged(bench.token(1), bench.token(2));
    await bench.taxIds.reveal(session, 'all', REASON);
    expect(bench.held(session)).toBe(2);
    event();
    expect(bench.held(session)).toBe(0);
  });

  it('are not looked up, shown, copied or exported while the computer is locked', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    bench.locked = true;
    bench.taxIds.lock();
    const asked = bench.asked.length;
    const refused = [
      bench.taxIds.reveal(session, 'all', REASON),
      bench.taxIds.copy(session, 'all', REASON),
      bench.taxIds.export(session, REASON, 'ids.csv'),
      bench.taxIds.exchange({ kind: 'text', text: bench.token(2) }),
      Promise.resolve().then(() => bench.taxIds.retry(session)),
    ];
    for (const one of refused) expect(await kindOf(one)).toBe('screen-locked');
    expect([bench.asked.length, bench.copied.length]).toEqual([asked, 0]);
    bench.locked = false;
    expect(await bench.shown(session, 'all')).toHaveLength(1);
  });

  it('that are on their way at a lock are dropped, even where it was unlocked before they came', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    bench.taxIds.lock();
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const revealing = kindOf(bench.taxIds.reveal(session, 'all', REASON));
    await Promise.resolve();
    bench.taxIds.lock();
    answer();
    expect(await revealing).toBe('canceled');
    expect(bench.held(session)).toBe(0);
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-exchange', outcome: 'canceled' });
  });

  it('of a list that is being asked for at a lock are not kept, and the asking ends', async () => {
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const { session } = await bench.taxIds.exchange({ kind: 'text', text: bench.token(1) });
    bench.taxIds.lock();
    answer();
    expect(await bench.settled(session)).toMatchObject({ state: 'canceled', counts: { waiting: 1 } });
    expect(bench.held(session)).toBe(0);
  });

  it('are gone with their session', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    const kept = bench.taxIds.session(session);
    bench.taxIds.close(session);
    expect('held' in kept && kept.held).toBe(0);
    expect(await kindOf(bench.taxIds.reveal(session, 'all', REASON))).toBe('not-found');
  });

  it('that come in after the session was closed are not kept', async () => {
    let answer: () => void = () => undefined;
    bench.before = () => new Promise((resolve) => (answer = resolve));
    const { session } = await bench.taxIds.exchange({ kind: 'text', text: bench.token(1) });
    const kept = bench.taxIds.session(session);
    bench.taxIds.close(session);
    answer();
    await kept.start();
    expect('held' in kept && kept.held).toBe(0);
  });

  it('are copied by way of the clipboard that forgets, line for line as the list has them', async () => {
    // 50 lines with 2 bad ones, a heading above and an empty line between: the copy has as many, each in its place.
    const tokens = Array.from({ length: 50 }, (_, n) =>
      n === 10 ? 'tok_unknown' : n === 20 ? 'to ken' : bench.token(n),
    );
    const pasted = ['token', ...tokens.slice(0, 30), '', ...tokens.slice(30)];
    const { session } = await bench.exchanged(...pasted);
    expect(await bench.taxIds.copy(session, 'all', REASON)).toEqual({ values: 48, blank: 4 });
    const [{ kind, text } = { kind: '', text: '' }] = bench.copied;
    const copied = text.split('\n');
    expect([kind, copied.length]).toEqual(['secret-clipboard', pasted.length]);
    for (const [line, token] of pasted.entries())
      expect(copied[line]).toBe(bench.book.get(token)?.value ?? '');
  });

  it('are copied one by one without the lines around', async () => {
    const { session } = await bench.exchanged(bench.token(2), 'tok_unknown', bench.token(1));
    expect(await bench.taxIds.copy(session, [2], REASON)).toEqual({ values: 1, blank: 0 });
    expect(bench.copied).toEqual([{ kind: 'secret-clipboard', text: '123-45-0001' }]);
    await bench.taxIds.copy(session, 'all', REASON);
    expect(bench.copied[1]?.text).toBe('123-45-0002\n\n123-45-0001');
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-reveal', count: 2, facts: { how: 'copied' } });
  });

  it('are not revealed, and only the failed asking is written down, when the service does not answer again', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    bench.taxIds.lock();
    bench.before = () => Promise.reject(fail('offline'));
    expect(await kindOf(bench.taxIds.reveal(session, 'all', REASON))).toBe('offline');
    expect(bench.entries()).toMatchObject([
      { kind: 'tax-exchange', outcome: 'failed', facts: { again: true } },
      { kind: 'tax-exchange', outcome: 'done' },
    ]);
    expect(bench.states(session)).toEqual(['known']);
  });

  it('are exported to the file that was named, and that is written down by its name', async () => {
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

  it('leave nothing behind when the export fails', async () => {
    const { session } = await bench.exchanged(bench.token(1));
    expect(await kindOf(bench.taxIds.export(session, REASON, 'no/such/ids.csv'))).toBe('file-not-saved');
    expect(bench.entries()[0]).toMatchObject({ kind: 'tax-export', outcome: 'failed' });
    writeFileSync(path.join(bench.folder, 'file'), '');
    expect(await kindOf(bench.taxIds.export(session, REASON, 'file/ids.csv'))).toBe('file-not-saved');
    expect(existsSync(path.join(bench.folder, 'file/ids.csv.part'))).toBe(false);
  });
});
