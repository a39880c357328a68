import { afterAll, describe, expect, test } from 'vitest';
import { advisorCodeText } from '#contract/fields';
import { RESOURCE_NAMES, resourceNamed, resources, type ResourceName } from '#contract/resources';
import type { Resource } from '#contract/resource';
import { z } from 'zod';
import {
  ACCOUNTS,
  CODES,
  DemoFirmClient,
  groupByField,
  GROUPS,
  LEGACY,
  PERSONS,
  STRUCTURES,
  type DemoJson,
} from './demo-firm-client';

const PATHS = Object.fromEntries(
  RESOURCE_NAMES.map((name) => [name, resourceNamed(name).service.path]),
) as Record<ResourceName, string>;

const firms: DemoFirmClient[] = [];
const firm = async (accounts: number, seed = 7): Promise<DemoFirmClient> => {
  const started = await DemoFirmClient.start({ accounts, seed });
  firms.push(started);
  return started;
};
afterAll(() => Promise.all(firms.map((each) => each.close())));

/** Returns the differences of a record from its descriptor: unknown keys and invalid values. */
function problems(descriptor: Resource, row: DemoJson): string[] {
  const read = descriptor.schema.safeParse(row);
  const found = read.success ? [] : [z.prettifyError(read.error)];
  for (const [key, value] of Object.entries(row)) {
    if (key === 'object') continue;
    const field = descriptor.fields[key];
    if (!field) found.push(`${key} is not known`);
    // The documented shape, except for the known deviations: dates with a time, types as numbers.
    else if (
      value !== null &&
      !['date', 'dateTime'].includes(field.kind) &&
      !(key === 'type' && typeof value === 'number')
    ) {
      const written = field.write.safeParse(value);
      if (!written.success) found.push(`${key}: ${z.prettifyError(written.error)}`);
    }
    if (field?.kind === 'date' && value !== null) expect(value).toMatch(/^\d{4}-\d{2}-\d{2}(T00:00:00Z)?$/);
  }
  return found;
}

describe.each([10, 3000])('a firm of %i accounts', (size) => {
  test.each(Object.keys(PATHS) as ResourceName[])(
    '%s match their descriptors and have unique IDs',
    async (name) => {
      const rows = await (await firm(size)).all(PATHS[name], 1000);
      // The smallest firms have no legacy mappings.
      if (!(name === 'legacyMappings' && size === 10)) expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(problems(resources[name], row)).toEqual([]);
      const keys = rows.map((row) => resources[name].key.map((key) => String(row[key])).join('|'));
      expect(new Set(keys).size).toBe(rows.length);
    },
  );
});

test('creates the same firm for the same seed, and different firms for different seeds', async () => {
  const [first, same, other] = await Promise.all([firm(300), firm(300), firm(300, 8)]);
  for (const path of Object.values(PATHS)) {
    const rows = await first.all(path, 1000);
    expect(await same.all(path, 1000)).toEqual(rows);
    expect(await other.all(path, 1000)).not.toEqual(rows);
  }
  expect(same.service.apiKey).toBe(first.service.apiKey);
  expect(other.service.apiKey).not.toBe(first.service.apiKey);
});

describe('a generated firm', () => {
  test('has realistic account sizes, shares, nulls and links', async () => {
    const demo = await firm(5000);
    const open = await demo.all(ACCOUNTS, 5000);
    const closed = (await demo.filter(ACCOUNTS, { status: 'closed' })).data;
    const all = [...open, ...closed];
    expect(all.length).toBe(5000);
    expect(closed.length / 5000).toBeGreaterThan(0.03);
    expect(closed.length / 5000).toBeLessThan(0.05);
    expect(closed.every((row) => row['close_date'] !== null)).toBe(true);
    expect(open.every((row) => row['close_date'] === null)).toBe(true);
    const average = JSON.stringify(all).length / all.length;
    expect(average).toBeGreaterThan(1600);
    expect(average).toBeLessThan(2000);
    const numbers = all.map((row) => `${String(row['custodian'])} ${String(row['number'])}`);
    expect(new Set(numbers).size).toBe(5000);
    expect(all.some((row) => String(row['number']).startsWith('0'))).toBe(true);
    for (const status of ['funded', 'papered', 'stale'])
      expect(open.some((row) => row['status'] === status)).toBe(true);
    for (const field of [
      'city',
      'household_id',
      'inception_date',
      'is_taxable',
      'advisor_code',
      'payment_source',
    ]) {
      expect(all.some((row) => row[field] === null)).toBe(true);
      expect(all.some((row) => row[field] !== null)).toBe(true);
    }
    const byHousehold = groupByField(all, 'household_id');
    const sizes = new Set([...byHousehold.values()].map((rows) => rows.length));
    expect(Math.max(...sizes)).toBe(6);
    expect(sizes.has(1)).toBe(true);
    expect(all.some((row) => String(row['name']).length > 180)).toBe(true);
    expect(all.some((row) => /Family Trust dated \d{4}/.test(String(row['name'])))).toBe(true);
    expect(all.some((row) => String(row['name']).includes("O'"))).toBe(true);
    expect(all.some((row) => row['required_cash'] === 0.1)).toBe(true);
    const codeLists = all.map((row) => row['advisor_codes'] as string[]);
    expect(codeLists.some((list) => list.length === 2)).toBe(true);
    for (const list of codeLists) expect(new Set(list).size).toBe(list.length);
    const codes = await demo.all(CODES, 1000);
    const mapped = new Set(codes.map((code) => `${String(code['source'])} ${String(code['code'])}`));
    const used = new Set(all.map((row) => `${String(row['custodian'])} ${String(row['advisor_code'])}`));
    expect([...used].some((code) => !mapped.has(code) && !code.endsWith('null'))).toBe(true);
    expect([...mapped].some((code) => !used.has(code))).toBe(true);
    for (const code of codes) expect(advisorCodeText.safeParse(code['code']).success).toBe(true);
  });

  test('has persons of three custodians only, with and without phones and addresses', async () => {
    const demo = await firm(5000);
    const { data: closed } = await demo.filter(ACCOUNTS, { status: 'closed' });
    const allAccounts = [...(await demo.all(ACCOUNTS, 5000)), ...closed];
    const accounts = new Map(allAccounts.map((row) => [row['id'], row]));
    const persons = await demo.all(PERSONS, 5000);
    expect(persons.length / 5000).toBeGreaterThan(0.5);
    expect(persons.length / 5000).toBeLessThan(0.7);
    for (const person of persons)
      expect(['PER', 'SWB', 'NFS']).toContain(accounts.get(person['account_id'])?.['custodian']);
    expect(persons.some((person) => typeof person['type'] === 'number')).toBe(true);
    expect(persons.some((person) => !('phone_numbers' in person))).toBe(true);
    expect(persons.some((person) => (person['phone_numbers'] as unknown[] | undefined)?.length === 0)).toBe(
      true,
    );
    expect(persons.some((person) => (person['addresses'] as unknown[] | undefined)?.length === 1)).toBe(true);
    expect(persons.some((person) => person['entity_name'] !== null && person['last_name'] === null)).toBe(
      true,
    );
  });

  test('has groups for seven of ten households, tiers without gaps, and forty legacy mappings', async () => {
    const demo = await firm(3000);
    const groups = await demo.all(GROUPS, 5000);
    const households = (await demo.get('/reporting/households')).total_items;
    expect(groups.length / households).toBeGreaterThan(0.64);
    expect(groups.length / households).toBeLessThan(0.76);
    expect(groups.some((group) => group['assignments'] === null)).toBe(true);
    const structures = await demo.all(STRUCTURES, 100);
    expect(structures.length).toBeGreaterThanOrEqual(20);
    expect(structures.length).toBeLessThanOrEqual(40);
    for (const structure of structures) {
      const tiers = resources.feeStructures.fields.tiers.write.parse(structure['tiers']);
      expect(tiers.length > 0).toBe(['T', 'D'].includes(String(structure['calculation_type'])));
      tiers.forEach((tier, index) => {
        const lowerTier = tiers[index - 1];
        if (lowerTier) expect(tier.min_balance).toBeCloseTo((lowerTier.max_balance ?? NaN) + 0.01, 5);
        expect(tier.max_balance === null).toBe(index === tiers.length - 1);
      });
    }
    expect((await demo.get(LEGACY)).total_items).toBe(40);
  });
});
