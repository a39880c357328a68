import { afterAll, beforeAll, expect, test } from 'vitest';
import { DemoTokens } from '#main/demo/data/tokens';
import fc from 'fast-check';
import { ACCOUNTS, DemoFirmClient, PERSONS, type DemoJson } from './demo-firm-client';

const PATH = '/account-management/tax-id';
let demo: DemoFirmClient;
beforeAll(async () => (demo = await DemoFirmClient.start({ accounts: 500 })));
afterAll(() => demo.close());

const bulk = (tax_id_tokens: unknown[]): Promise<DemoJson[]> =>
  demo.requestOk('POST', `${PATH}/exchange`, { tax_id_tokens });

test('converts tax IDs to tokens and back, singly and in bulk, in order', async () => {
  const values = ['123-45-6789', '987654321', '12-3456789', '000-00-0001'];
  const tokens = await demo.requestOk<string[]>('POST', PATH, values);
  expect(tokens.every((token) => /^tok_/.test(token))).toBe(true);
  expect(tokens.join()).not.toContain('6789');
  expect(await demo.requestOk<string>('POST', `${PATH}/123-45-6789`)).toBe(tokens[0]);
  expect(await bulk(tokens)).toEqual(
    values.map((original_value, index) => ({
      tax_id_token: tokens[index],
      original_value,
      type: original_value === '12-3456789' ? 'tax_id' : 'ssn',
    })),
  );
  expect(await demo.requestOk('POST', `${PATH}/exchange/${tokens[2]}`)).toMatchObject({
    original_value: '12-3456789',
    type: 'tax_id',
  });
});

test('refuses a single unknown token, and omits unknown tokens in bulk', async () => {
  const [token] = await demo.requestOk<string[]>('POST', PATH, ['123-45-6789']);
  await demo.requestRefused('POST', `${PATH}/exchange/tok_0000000000000000`);
  expect(await bulk(['nonsense', token, 'tok_0000000000000000'])).toEqual([
    { tax_id_token: token, original_value: '123-45-6789', type: 'ssn' },
  ]);
});

test('refuses an invalid tax ID without repeating it', async () => {
  const reasons = await demo.requestRefused('POST', PATH, ['123-45-6789', '123-456-78901']);
  expect(reasons).toContain('[1]');
  expect(reasons).not.toContain('78901');
  await demo.requestRefused('POST', `${PATH}/12345`);
  await demo.requestRefused('POST', PATH, { tax_ids: [] });
  await demo.requestRefused('POST', `${PATH}/exchange`, { tokens: [] });
});

test('returns plain values for the tokens of accounts and related persons', async () => {
  const rows = [...(await demo.all(ACCOUNTS, 1000)), ...(await demo.all(PERSONS, 1000))];
  const tokens = rows.map((row) => row['tax_id_token']).filter((token) => token !== null);
  expect(tokens.length).toBeGreaterThan(500);
  const values = await bulk(tokens);
  expect(values.length).toBe(tokens.length);
  for (const row of values) {
    expect(row['original_value']).toMatch(row['type'] === 'ssn' ? /^\d{3}-\d{2}-\d{4}$/ : /^\d{2}-\d{7}$/);
  }
});

test('returns every tax ID as it was written, for every seed', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.constantFrom(0, 1, 2),
      (seed, digits, style) => {
        const nine = String(digits).padStart(9, '0');
        const value =
          [
            nine,
            `${nine.slice(0, 3)}-${nine.slice(3, 5)}-${nine.slice(5)}`,
            `${nine.slice(0, 2)}-${nine.slice(2)}`,
          ][style] ?? nine;
        const tokens = new DemoTokens(seed);
        expect(tokens.resolve(tokens.tokenize(value) ?? '')?.original_value).toBe(value);
      },
    ),
  );
});
