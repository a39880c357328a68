import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type FailureKind } from '#contract/failure';
import { failureKindOf, REASON, RELATED_PERSONS, TaxIdHarness } from './harness';

let bench: TaxIdHarness;
beforeEach(() => void (bench = new TaxIdHarness()));
afterEach(() => bench.end());

describe('exchanging tokens', () => {
  it('returns the result of each line: known, unknown or not a token', async () => {
    const { session, end } = await bench.exchangeList(
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
    expect(bench.sentRequests).toEqual([['tok_1', 'tok_unknown', 'tok_2']]);
  });

  it('returns no plain value before it is revealed', async () => {
    const { session } = await bench.exchangeList(bench.token(1));
    expect(JSON.stringify(bench.taxIds.session(session).page({ offset: 0, limit: 10 }))).not.toContain(
      '123-45',
    );
  });

  it('requests a repeated token once, and gives every line its value', async () => {
    const token = bench.token(1);
    const { session } = await bench.exchangeList(token, token);
    expect(bench.sentRequests).toEqual([['tok_1']]);
    expect(await bench.revealRows(session, 'all')).toHaveLength(2);
  });

  it('uses the tokens of records, and reports records without one', async () => {
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
    // Nothing is requested or logged before a value is revealed.
    expect([bench.sentRequests, bench.entries()]).toEqual([[], []]);
    await bench.taxIds.reveal(session, [0], REASON);
    expect(bench.sentRequests).toEqual([['tok_1']]);
    expect(lines()).toMatchObject([{ state: 'known', type: 'ssn' }, { state: 'wrong' }]);
    expect((await bench.settled(session))?.counts.known).toBe(1);
    expect(bench.entries().slice(1)).toMatchObject([
      { kind: 'tax-exchange', facts: { from: 'related people' } },
    ]);
  });

  it('keeps leading zeros, and adds the dashes of the type', async () => {
    bench.book.set('tok_a', { value: '012345678', type: 'ssn' });
    bench.book.set('tok_b', { value: '012345678', type: 'tax_id' });
    bench.book.set('tok_c', { value: 123_456_789, type: 'ssn' });
    const { session } = await bench.exchangeList('tok_a', 'tok_b', 'tok_c');
    const values = await bench.revealRows(session, 'all');
    expect(values.map(({ value }) => value)).toEqual(['012-34-5678', '01-2345678', '123-45-6789']);
  });

  it.each([
    ['a number of 7 digits', 1_234_567, { code: 'answer-digits', digits: 7 }],
    ['a text of 8 digits', '12345678', { code: 'answer-digits', digits: 8 }],
    ['words', 'not available', { code: 'answer-characters' }],
  ])('does not treat %s as a tax ID, and never shows it', async (_what, value, remark) => {
    bench.book.set('tok_a', { value, type: 'ssn' });
    const { session, end } = await bench.exchangeList('tok_a');
    expect(end).toMatchObject({ counts: { known: 0, doubtful: 1 } });
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'doubtful', type: null, remark },
    ]);
    expect(await bench.revealRows(session, 'all')).toEqual([]);
    expect(bench.heldCount(session)).toBe(0);
  });

  it('does not treat an unknown type as an EIN', async () => {
    bench.book.set('tok_a', { value: '123456789', type: 'itin' });
    bench.book.set('tok_b', { value: '123-45-6789', type: '' });
    const { session } = await bench.exchangeList('tok_a', 'tok_b');
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'known', type: null, otherType: 'itin' },
      { state: 'known', type: null, otherType: null },
    ]);
    const values = await bench.revealRows(session, 'all');
    expect(values.map(({ value }) => value)).toEqual(['123456789', '123-45-6789']);
  });

  it('does not choose between two values of one token', async () => {
    const row = (value: string) => ({ tax_id_token: 'tok_a', original_value: value, type: 'ssn' });
    bench.rowsOverride = [row('123-45-6789'), row('987-65-4321')];
    const { session } = await bench.exchangeList('tok_a');
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'doubtful', remark: { code: 'answers-differ' } },
    ]);
  });

  it('treats a success with only a message as a failure, and shows the message', async () => {
    bench.rowsOverride = [{ message: 'The exchange is down for maintenance' }];
    const { session, end } = await bench.exchangeList('tok_a', 'tok_b');
    expect(end).toMatchObject({
      counts: { unknown: 0, failed: 2 },
      failure: { kind: 'service-broken', reasons: ['The exchange is down for maintenance'] },
    });
    bench.rowsOverride = undefined;
    bench.token(1);
    await bench.taxIds.session(session).start();
    expect(bench.states(session)).toEqual(['unknown', 'unknown']);
  });

  it.each<[string, unknown[]]>([
    ['absent', [{ original_value: '123-45-6789', type: 'ssn' }, { original_value: null }]],
    ['null', [{ tax_id_token: null, original_value: '123-45-6789', type: 'ssn' }]],
  ])('fails when values come with a token that is %s, and says so', async (_, rows) => {
    bench.rowsOverride = rows;
    const { end } = await bench.exchangeList('tok_a', 'tok_b');
    expect(end).toMatchObject({
      counts: { unknown: 0, failed: 2 },
      failure: { kind: 'odd-answer', detail: { code: 'values-without-tokens' } },
    });
    expect(JSON.stringify(end)).not.toContain('6789');
  });

  it('calls no token unknown while a value without its token may be its own', async () => {
    bench.rowsOverride = [
      { tax_id_token: 'tok_a', original_value: '123-45-6789', type: 'ssn' },
      { tax_id_token: '', original_value: '987-65-4321', type: 'ssn' },
    ];
    const { session } = await bench.exchangeList('tok_a', 'tok_b');
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'known' },
      { state: 'doubtful', remark: { code: 'answer-without-token' } },
    ]);
  });

  it('calls a token unknown whose row has no value', async () => {
    bench.rowsOverride = [
      { tax_id_token: null, original_value: null },
      { tax_id_token: 'tok_a', original_value: '' },
    ];
    const { session } = await bench.exchangeList('tok_a', 'tok_b');
    expect(bench.states(session)).toEqual(['unknown', 'unknown']);
  });

  it('sends nothing of a file before it is confirmed', async () => {
    writeFileSync(path.join(bench.folder, 'list.txt'), `${bench.token(1)}\nto ken\n`);
    const { session } = await bench.taxIds.exchange({ kind: 'file', grant: 'list.txt' });
    expect(await bench.settled(session)).toMatchObject({ state: 'ready', counts: { waiting: 1, wrong: 1 } });
    expect([bench.sentRequests, bench.entries()]).toEqual([[], []]);
    await bench.taxIds.session(session).start();
    expect(await bench.settled(session)).toMatchObject({ state: 'done', counts: { known: 1 } });
  });

  it('does not send a tax ID that a record has in place of a token', async () => {
    bench.records = [{ title: 'Ann Lee', raw: '{"tax_id_token":"123-45-6789"}' }];
    const { session } = await bench.taxIds.exchange(RELATED_PERSONS);
    await bench.settled(session);
    expect(bench.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { token: null, state: 'wrong', remark: { code: 'plain-tax-id' } },
    ]);
    expect(bench.sentRequests).toEqual([]);
  });

  it('accepts up to 5,000 tokens, in chunks of 500', async () => {
    const tokens = Array.from({ length: 5_000 }, (_, n) => bench.token(n));
    const { end } = await bench.exchangeList(...tokens);
    expect(end).toMatchObject({ state: 'done', counts: { known: 5_000 } });
    expect(bench.sentRequests.map((chunk) => chunk.length)).toEqual(Array.from({ length: 10 }, () => 500));
    expect(await failureKindOf(bench.exchangeList(...tokens, 'tok_more'))).toBe('refused');
    expect(await failureKindOf(bench.exchangeList(' '))).toBe('refused');
  });

  it('stops between chunks, keeps finished results, and resumes with the rest', async () => {
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

  it('fails only the chunk without an answer, and retries only that one', async () => {
    const tokens = Array.from({ length: 1_100 }, (_, n) => bench.token(n));
    bench.before = (texts) =>
      texts.includes('tok_600') ? Promise.reject(fail('service-broken')) : Promise.resolve();
    const { session, end } = await bench.exchangeList(...tokens);
    expect(end).toMatchObject({ counts: { known: 600, failed: 500 }, failure: { kind: 'service-broken' } });
    expect(bench.entries()).toMatchObject([{ outcome: 'partly' }]);
    bench.before = () => Promise.resolve();
    bench.sentRequests.length = 0;
    await bench.taxIds.session(session).start();
    expect(bench.sentRequests.map((chunk) => chunk.length)).toEqual([500]);
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
  ])('stops without network or credential: %s', async (kind) => {
    bench.before = () => Promise.reject(fail(kind));
    const { end } = await bench.exchangeList(...Array.from({ length: 1_100 }, (_, n) => bench.token(n)));
    expect(bench.sentRequests).toHaveLength(1);
    expect(end).toMatchObject({ state: 'done', counts: { failed: 1_100 } });
    expect(bench.entries()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('finds the one token for which the service refuses the whole chunk', async () => {
    const tokens = Array.from({ length: 500 }, (_, n) => bench.token(n));
    bench.before = (texts) =>
      texts.includes('tok_317') ? Promise.reject(fail('refused', { status: 400 })) : Promise.resolve();
    const { session, end } = await bench.exchangeList(...tokens);
    expect(end).toMatchObject({ counts: { known: 499, unknown: 0, rejected: 1 } });
    expect(bench.states(session)[317]).toBe('rejected');
    expect(bench.sentRequests.length).toBeLessThan(25);
  });

  it.each([402, 405, 418, 421, 423, 451])(
    'fails the chunk on a refusal unrelated to tokens (status %i), without "not found"',
    async (status) => {
      bench.before = () => Promise.reject(fail('refused', { status }));
      const { session, end } = await bench.exchangeList(bench.token(1), bench.token(2));
      expect(bench.sentRequests).toHaveLength(1);
      expect(end).toMatchObject({ counts: { failed: 2 }, failure: { kind: 'refused', status } });
      bench.before = () => Promise.resolve();
      await bench.taxIds.session(session).start();
      expect(bench.states(session)).toEqual(['known', 'known']);
    },
  );
});
