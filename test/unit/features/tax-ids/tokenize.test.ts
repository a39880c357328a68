import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fail, failureOf } from '#contract/failure';
import { TYPED_IDLE_MS } from '#engine/features/tax-ids/session';
import { TaxIdHarness } from './harness';

let harness: TaxIdHarness;
beforeEach(() => void (harness = new TaxIdHarness()));
afterEach(() => harness.close());

const tokenize = async (text: string, typeWithoutDashes: 'ssn' | 'tax_id' = 'ssn') => {
  const { session } = await harness.taxIds.tokenize({ kind: 'text', text, typeWithoutDashes });
  return { session, end: await harness.settled(session) };
};
const lines = (session: string) => harness.taxIds.session(session).page({ offset: 0, limit: 500 }).items;

it('tokenizes values with dashes and zeros, and reports invalid lines', async () => {
  const { session, end } = await tokenize('012345678\n12-3456789\n12345\n666-45-6789');
  expect(end).toMatchObject({ state: 'done', counts: { known: 3, wrong: 1 } });
  expect(harness.sentRequests).toEqual([['012-34-5678', '12-3456789', '666-45-6789']]);
  expect(lines(session)).toMatchObject([
    { number: 1, state: 'known', token: expect.stringContaining('tok_of') as string, type: 'ssn' },
    { number: 2, state: 'known', type: 'tax_id' },
    { number: 3, state: 'wrong', token: null, issue: { code: 'digits', digits: 5 } },
    { number: 4, state: 'known', issue: { code: 'ssn-prefix', prefix: '666' } },
  ]);
  expect(JSON.stringify(lines(session))).not.toMatch(/012-?34|12-?3456|45-?6789/);
});

it('drops a value once its token arrives, and copies the tokens next to their lines', async () => {
  const { session } = await tokenize('SSN\n123-45-6789\n\n12345\n12-3456789');
  expect(harness.heldCount(session)).toBe(0);
  expect(harness.taxIds.copyTokens(session)).toEqual({ values: 2, blank: 3 });
  expect(harness.copied).toEqual([{ kind: 'clipboard', text: '\ntok_of_11_0\n\n\ntok_of_10_1' }]);
});

it('guards a copied token that a spreadsheet would interpret as a formula', async () => {
  harness.tokenOf = (value) => (value === '123-45-6789' ? '=1+1' : 'tok_1');
  const { session } = await tokenize('123-45-6789\n12-3456789');
  expect(harness.taxIds.copyTokens(session)).toEqual({ values: 2, blank: 0 });
  expect(harness.copied).toEqual([{ kind: 'clipboard', text: "'=1+1\ntok_1" }]);
});

it('reads the tax IDs of a local file, and sends nothing before it is confirmed', async () => {
  writeFileSync(
    path.join(harness.folder, 'list.csv'),
    '\uFEFFName;SSN\r\nAnn;123-45-6789\r\nBob;987-65-4321\r\n',
  );
  const { session } = await harness.taxIds.tokenize({
    kind: 'file',
    grant: 'list.csv',
    typeWithoutDashes: 'ssn',
  });
  expect(await harness.settled(session)).toMatchObject({ state: 'ready', counts: { waiting: 2 } });
  expect([harness.sentRequests, harness.entries()]).toEqual([[], []]);
  await harness.taxIds.session(session).start();
  expect(await harness.settled(session)).toMatchObject({ counts: { known: 2 } });
  expect(harness.entries()).toMatchObject([
    { kind: 'tax-tokenise', count: 2, outcome: 'done', facts: { from: 'the file list.csv', found: 2 } },
  ]);
  expect(JSON.stringify(harness.entries())).not.toMatch(/6789|4321|tok_/);
});

it('reports a missing file and one that is too large', async () => {
  const kind = async (grant: string) =>
    failureOf(
      await harness.taxIds
        .tokenize({ kind: 'file', grant, typeWithoutDashes: 'ssn' })
        .catch((error: unknown) => error),
    ).kind;
  expect(await kind('gone.csv')).toBe('file-unreadable');
  writeFileSync(path.join(harness.folder, 'big.csv'), '1'.repeat(1_000_001));
  expect(await kind('big.csv')).toBe('file-unreadable');
});

it('finds the one value that the service rejects', async () => {
  harness.beforeResponse = (texts) =>
    texts.includes('666-45-6789') ? Promise.reject(fail('refused', { status: 400 })) : Promise.resolve();
  const { session, end } = await tokenize('123-45-6789\n666-45-6789\n12-3456789');
  expect(end).toMatchObject({ counts: { known: 2, rejected: 1 } });
  expect(lines(session)[1]).toMatchObject({
    state: 'rejected',
    issue: { code: 'not-taken' },
  });
});

it('keeps the values of failed lines for a retry', async () => {
  harness.beforeResponse = () => Promise.reject(fail('timeout'));
  const { session } = await tokenize('123-45-6789');
  expect([harness.heldCount(session), harness.states(session)]).toEqual([1, ['failed']]);
  harness.beforeResponse = () => Promise.resolve();
  await harness.taxIds.session(session).start();
  expect([harness.heldCount(session), harness.states(session)]).toEqual([0, ['known']]);
});

it.each([
  ['at a lock', () => harness.taxIds.lock()],
  ['after some time', () => harness.clock.advance(TYPED_IDLE_MS)],
])('clears the values of failed lines %s', async (_when, event) => {
  harness.beforeResponse = () => Promise.reject(fail('timeout'));
  const { session } = await tokenize('123-45-6789');
  event();
  expect(harness.heldCount(session)).toBe(0);
  expect(lines(session)).toMatchObject([{ state: 'wrong', issue: { code: 'forgotten' } }]);
});

const diskFull = (): never => {
  throw fail('disk-full');
};

it('sends nothing if its start cannot be logged, offers a retry, and clears the values later', async () => {
  const begin = vi.spyOn(harness.workspace.activity, 'begin').mockImplementation(diskFull);
  const { session, end } = await tokenize('123-45-6789');
  expect(end).toMatchObject({ state: 'done', counts: { failed: 1 }, failure: { kind: 'disk-full' } });
  expect([harness.sentRequests, harness.heldCount(session)]).toEqual([[], 1]);
  harness.clock.advance(TYPED_IDLE_MS);
  expect(harness.heldCount(session)).toBe(0);
  begin.mockRestore();
});

it('ends with its results if its end cannot be logged', async () => {
  const begin = vi.spyOn(harness.workspace.activity, 'begin').mockReturnValue(diskFull);
  const { session, end } = await tokenize('123-45-6789');
  expect(end).toMatchObject({ state: 'done', counts: { known: 1 } });
  expect(harness.taxIds.session(session).isRunning).toBe(false);
  begin.mockRestore();
});

it('does not assign tokens if the service returns fewer than requested', async () => {
  harness.tokensLost = 1;
  const { session, end } = await tokenize('123-45-6789\n12-3456789');
  expect(end).toMatchObject({ counts: { failed: 2 }, failure: { kind: 'not-the-service' } });
  expect(lines(session).map(({ token }) => token)).toEqual([null, null]);
});

it.each([
  ['the value itself', (value: string) => value],
  ['its bare digits', (value: string) => value.replaceAll('-', '')],
  ['a text with it inside', (value: string) => `token:${value}!`],
  ['another tax ID', () => '987-65-4321'],
])('neither keeps nor shows a token that is %s', async (_what, tokenOf) => {
  harness.tokenOf = tokenOf;
  const { session } = await tokenize('123-45-6789');
  expect(lines(session)).toMatchObject([{ state: 'doubtful', token: null, issue: { code: 'echoed' } }]);
  harness.taxIds.copyTokens(session);
  expect(JSON.stringify([lines(session), harness.copied])).not.toMatch(/6789|4321/);
});

it('warns about a token shared by different values, even across requests', async () => {
  // One in the first request and two in the second.
  harness.tokenOf = (value) => (/-1[05]09|-1519/.test(value) ? 'tok_same' : `tok_${value.slice(-4)}`);
  const values = Array.from({ length: 600 }, (_, index) => `123-45-${1_000 + index}`);
  const { session, end } = await tokenize([...values, values[1]].join('\n'));
  expect(end).toMatchObject({ counts: { known: 598, doubtful: 3 } });
  expect(harness.sentRequests).toHaveLength(2);
  expect(lines(session)[9]).toMatchObject({ state: 'doubtful', issue: { code: 'shared-token' } });
  // A repeated value correctly has the same token.
  expect(lines(session)[1]?.state).toBe('known');
  harness.taxIds.copyTokens(session);
  expect(harness.copied[0]?.text).not.toContain('tok_same');
});

it('clears the contents of a file that is not sent', async () => {
  writeFileSync(path.join(harness.folder, 'list.txt'), '123-45-6789');
  const { session } = await harness.taxIds.tokenize({
    kind: 'file',
    grant: 'list.txt',
    typeWithoutDashes: 'ssn',
  });
  expect(harness.heldCount(session)).toBe(1);
  harness.clock.advance(TYPED_IDLE_MS);
  expect(harness.heldCount(session)).toBe(0);
});
