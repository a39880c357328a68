import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type FailureKind } from '#contract/failure';
import { tokensOf } from '#engine/features/tax-ids/sources';
import { failureKindOf, REASON, RELATED_PERSONS, TaxIdHarness } from './harness';

let harness: TaxIdHarness;
beforeEach(() => void (harness = new TaxIdHarness()));
afterEach(() => harness.close());

describe('exchanging tokens', () => {
  it('returns the result of each line: known, unknown or not a token', async () => {
    const { session, end } = await harness.exchangeList(
      harness.token(1),
      'tok_unknown',
      '123-45-6789',
      harness.token(2),
    );
    expect(end).toMatchObject({ state: 'done', total: 4, counts: { known: 2, unknown: 1, wrong: 1 } });
    const { items } = harness.taxIds.session(session).page({ offset: 0, limit: 10 });
    expect(items).toMatchObject([
      { number: 1, token: 'tok_1', state: 'known', type: 'ssn' },
      { number: 2, token: 'tok_unknown', state: 'unknown' },
      { number: 3, token: null, state: 'wrong', issue: { code: 'plain-tax-id' } },
      { number: 4, token: 'tok_2', state: 'known' },
    ]);
    expect(harness.sentRequests).toEqual([['tok_1', 'tok_unknown', 'tok_2']]);
  });

  it('returns no plain value before it is revealed', async () => {
    const { session } = await harness.exchangeList(harness.token(1));
    expect(JSON.stringify(harness.taxIds.session(session).page({ offset: 0, limit: 10 }))).not.toContain(
      '123-45',
    );
  });

  it('requests a repeated token once, and gives every line its value', async () => {
    const token = harness.token(1);
    const { session } = await harness.exchangeList(token, token);
    expect(harness.sentRequests).toEqual([['tok_1']]);
    expect(await harness.revealRows(session, 'all')).toHaveLength(2);
  });

  it('uses the tokens of records, and reports records without one', async () => {
    harness.records = [
      { title: 'Ann Lee', raw: JSON.stringify({ tax_id_token: harness.token(1) }) },
      { title: 'Lee Trust', raw: '{"tax_id_token":null}' },
    ];
    const { session } = await harness.taxIds.exchange(RELATED_PERSONS);
    const lines = () => harness.taxIds.session(session).page({ offset: 0, limit: 9 }).items;
    expect((await harness.settled(session))?.state).toBe('on-demand');
    expect(lines()).toMatchObject([
      { who: 'Ann Lee', state: 'waiting' },
      { who: 'Lee Trust', state: 'wrong', issue: { code: 'no-token' } },
    ]);
    // Nothing is requested or logged before a value is revealed.
    expect([harness.sentRequests, harness.entries()]).toEqual([[], []]);
    await harness.taxIds.reveal(session, [0], REASON);
    expect(harness.sentRequests).toEqual([['tok_1']]);
    expect(lines()).toMatchObject([{ state: 'known', type: 'ssn' }, { state: 'wrong' }]);
    expect((await harness.settled(session))?.counts.known).toBe(1);
    expect(harness.entries().slice(1)).toMatchObject([
      { kind: 'tax-exchange', facts: { from: 'related people' } },
    ]);
  });

  it.each([
    ['accounts', 'number', '0070'],
    ['relatedPersons', 'account_id', null],
  ] as const)('keeps owners next to their tokens if %s are removed during the read', async (...row) => {
    const [resource, field, account] = row;
    const records = [41, 42].map((id) => ({
      title: `Record ${id}`,
      raw: JSON.stringify({ id, [field]: '0070', tax_id_token: harness.token(id) }),
    }));
    const { owners } = await tokensOf(
      { ...RELATED_PERSONS, query: { ...RELATED_PERSONS.query, resource } },
      {
        selectedRecords: () => records.values() as never,
        // A read after the first record was removed.
        selected: ({ query }) => (query.resource === resource ? [[42, '0070']] : []).values() as never,
      },
      (grant) => grant,
    );
    expect(owners).toEqual([
      { record: '41', account },
      { record: '42', account },
    ]);
  });

  it('keeps leading zeros, and adds the dashes of the type', async () => {
    harness.book.set('tok_a', { value: '012345678', type: 'ssn' });
    harness.book.set('tok_b', { value: '012345678', type: 'tax_id' });
    harness.book.set('tok_c', { value: 123_456_789, type: 'ssn' });
    const { session } = await harness.exchangeList('tok_a', 'tok_b', 'tok_c');
    const values = await harness.revealRows(session, 'all');
    expect(values.map(({ value }) => value)).toEqual(['012-34-5678', '01-2345678', '123-45-6789']);
  });

  it.each([
    ['a number of 7 digits', 1_234_567, { code: 'answer-digits', digits: 7 }],
    ['a text of 8 digits', '12345678', { code: 'answer-digits', digits: 8 }],
    ['words', 'not available', { code: 'answer-characters' }],
  ])('does not treat %s as a tax ID, and never shows it', async (_what, value, issue) => {
    harness.book.set('tok_a', { value, type: 'ssn' });
    const { session, end } = await harness.exchangeList('tok_a');
    expect(end).toMatchObject({ counts: { known: 0, doubtful: 1 } });
    expect(harness.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'doubtful', type: null, issue },
    ]);
    expect(await harness.revealRows(session, 'all')).toEqual([]);
    expect(harness.heldCount(session)).toBe(0);
  });

  it('does not treat an unknown type as an EIN', async () => {
    harness.book.set('tok_a', { value: '123456789', type: 'itin' });
    harness.book.set('tok_b', { value: '123-45-6789', type: '' });
    const { session } = await harness.exchangeList('tok_a', 'tok_b');
    expect(harness.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'known', type: null, otherType: 'itin' },
      { state: 'known', type: null, otherType: null },
    ]);
    const values = await harness.revealRows(session, 'all');
    expect(values.map(({ value }) => value)).toEqual(['123456789', '123-45-6789']);
  });

  it('does not choose between two values of one token', async () => {
    const row = (value: string) => ({ tax_id_token: 'tok_a', original_value: value, type: 'ssn' });
    harness.rowsOverride = [row('123-45-6789'), row('987-65-4321')];
    const { session } = await harness.exchangeList('tok_a');
    expect(harness.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'doubtful', issue: { code: 'answers-differ' } },
    ]);
  });

  it('treats a success with only a message as a failure, and shows the message', async () => {
    harness.rowsOverride = [{ message: 'The exchange is down for maintenance' }];
    const { session, end } = await harness.exchangeList('tok_a', 'tok_b');
    expect(end).toMatchObject({
      counts: { unknown: 0, failed: 2 },
      failure: { kind: 'service-broken', reasons: ['The exchange is down for maintenance'] },
    });
    harness.rowsOverride = undefined;
    await harness.taxIds.session(session).start();
    expect(harness.states(session)).toEqual(['unknown', 'unknown']);
  });

  it.each<[string, unknown[]]>([
    ['absent', [{ original_value: '123-45-6789', type: 'ssn' }, { original_value: null }]],
    ['null', [{ tax_id_token: null, original_value: '123-45-6789', type: 'ssn' }]],
  ])('fails and reports values whose token is %s', async (_, rows) => {
    harness.rowsOverride = rows;
    const { end } = await harness.exchangeList('tok_a', 'tok_b');
    expect(end).toMatchObject({
      counts: { unknown: 0, failed: 2 },
      failure: { kind: 'odd-answer', detail: { code: 'values-without-tokens' } },
    });
    expect(JSON.stringify(end)).not.toContain('6789');
  });

  it('does not report a token as unknown while a value without a token may belong to it', async () => {
    harness.rowsOverride = [
      { tax_id_token: 'tok_a', original_value: '123-45-6789', type: 'ssn' },
      { tax_id_token: '', original_value: '987-65-4321', type: 'ssn' },
    ];
    const { session } = await harness.exchangeList('tok_a', 'tok_b');
    expect(harness.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { state: 'known' },
      { state: 'doubtful', issue: { code: 'answer-without-token' } },
    ]);
  });

  it('reports a token as unknown if its row has no value', async () => {
    harness.rowsOverride = [
      { tax_id_token: null, original_value: null },
      { tax_id_token: 'tok_a', original_value: '' },
    ];
    const { session } = await harness.exchangeList('tok_a', 'tok_b');
    expect(harness.states(session)).toEqual(['unknown', 'unknown']);
  });

  it('sends nothing of a file before it is confirmed', async () => {
    writeFileSync(path.join(harness.folder, 'list.txt'), `${harness.token(1)}\nto ken\n`);
    const { session } = await harness.taxIds.exchange({ kind: 'file', grant: 'list.txt' });
    expect(await harness.settled(session)).toMatchObject({
      state: 'ready',
      counts: { waiting: 1, wrong: 1 },
    });
    expect([harness.sentRequests, harness.entries()]).toEqual([[], []]);
    await harness.taxIds.session(session).start();
    expect(await harness.settled(session)).toMatchObject({ state: 'done', counts: { known: 1 } });
  });

  it('does not send a tax ID that a record has in place of a token', async () => {
    harness.records = [{ title: 'Ann Lee', raw: '{"tax_id_token":"123-45-6789"}' }];
    const { session } = await harness.taxIds.exchange(RELATED_PERSONS);
    await harness.settled(session);
    expect(harness.taxIds.session(session).page({ offset: 0, limit: 9 }).items).toMatchObject([
      { token: null, state: 'wrong', issue: { code: 'plain-tax-id' } },
    ]);
    expect(harness.sentRequests).toEqual([]);
  });

  it('accepts up to 5,000 tokens, in chunks of 500', async () => {
    const tokens = Array.from({ length: 5_000 }, (_, n) => harness.token(n));
    const { end } = await harness.exchangeList(...tokens);
    expect(end).toMatchObject({ state: 'done', counts: { known: 5_000 } });
    expect(harness.sentRequests.map((chunk) => chunk.length)).toEqual(Array.from({ length: 10 }, () => 500));
    expect(await failureKindOf(harness.exchangeList(...tokens, 'tok_more'))).toBe('refused');
    expect(await failureKindOf(harness.exchangeList(' '))).toBe('refused');
  });

  it('stops between chunks, keeps finished results, and resumes with the rest', async () => {
    const tokens = Array.from({ length: 1_200 }, (_, n) => harness.token(n));
    const began = harness.taxIds.exchange({ kind: 'text', text: tokens.join('\n') });
    harness.beforeResponse = async () => harness.taxIds.session((await began).session).cancel();
    const { session } = await began;
    expect(await harness.settled(session)).toMatchObject({
      state: 'canceled',
      counts: { known: 500, waiting: 700 },
    });
    expect(harness.entries()).toMatchObject([
      { outcome: 'canceled', facts: { found: 500, without_answer: 700 } },
    ]);
    harness.beforeResponse = () => Promise.resolve();
    await harness.taxIds.session(session).start();
    expect(await harness.settled(session)).toMatchObject({ state: 'done', counts: { known: 1_200 } });
  });

  it('fails only the chunk without an answer, and retries only that one', async () => {
    const tokens = Array.from({ length: 1_100 }, (_, n) => harness.token(n));
    harness.beforeResponse = (texts) =>
      texts.includes('tok_600') ? Promise.reject(fail('service-broken')) : Promise.resolve();
    const { session, end } = await harness.exchangeList(...tokens);
    expect(end).toMatchObject({ counts: { known: 600, failed: 500 }, failure: { kind: 'service-broken' } });
    expect(harness.entries()).toMatchObject([{ outcome: 'partly' }]);
    harness.beforeResponse = () => Promise.resolve();
    harness.sentRequests.length = 0;
    await harness.taxIds.session(session).start();
    expect(harness.sentRequests.map((chunk) => chunk.length)).toEqual([500]);
    expect(await harness.settled(session)).toMatchObject({ counts: { known: 1_100 } });
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
  ])('stops after a failure that the next chunk would meet too: %s', async (kind) => {
    harness.beforeResponse = () => Promise.reject(fail(kind));
    const { end } = await harness.exchangeList(...Array.from({ length: 1_100 }, (_, n) => harness.token(n)));
    expect(harness.sentRequests).toHaveLength(1);
    expect(end).toMatchObject({ state: 'done', counts: { failed: 1_100 } });
    expect(harness.entries()).toMatchObject([{ outcome: 'failed' }]);
  });

  it('finds the one token for which the service refuses the whole chunk', async () => {
    const tokens = Array.from({ length: 500 }, (_, n) => harness.token(n));
    harness.beforeResponse = (texts) =>
      texts.includes('tok_317') ? Promise.reject(fail('refused', { status: 400 })) : Promise.resolve();
    const { session, end } = await harness.exchangeList(...tokens);
    expect(end).toMatchObject({ counts: { known: 499, unknown: 0, rejected: 1 } });
    expect(harness.states(session)[317]).toBe('rejected');
    expect(harness.sentRequests.length).toBeLessThan(25);
  });

  it.each([402, 405, 418, 421, 423, 451])(
    'fails the chunk on a refusal unrelated to tokens (status %i), without "not found"',
    async (status) => {
      harness.beforeResponse = () => Promise.reject(fail('refused', { status }));
      const { session, end } = await harness.exchangeList(harness.token(1), harness.token(2));
      expect(harness.sentRequests).toHaveLength(1);
      expect(end).toMatchObject({ counts: { failed: 2 }, failure: { kind: 'refused', status } });
      harness.beforeResponse = () => Promise.resolve();
      await harness.taxIds.session(session).start();
      expect(harness.states(session)).toEqual(['known', 'known']);
    },
  );
});
