import { expect, test } from 'vitest';
import { ACCOUNTS, Firm, PERSONS, type Json } from './firm';

const everything = async (demo: Firm): Promise<Map<unknown, Json>> => {
  const rows = [
    ...(await demo.all(ACCOUNTS, 10_000)),
    ...(await demo.filter(ACCOUNTS, { status: 'closed' })).data,
  ];
  return new Map(rows.map((row) => [row['id'], row]));
};

test.each([10, 4000])(
  'a day moves a little of a firm of %i accounts, always the same way',
  async (accounts) => {
    const demo = await Firm.start({ accounts });
    const before = await everything(demo);
    const moves = await demo.ok('POST', '/demo/next-day');
    expect(moves['day']).toBe(1);
    const after = await everything(demo);
    expect(after.size - before.size).toBe(moves['added']);
    const changed = [...before].filter(([id, row]) => JSON.stringify(after.get(id)) !== JSON.stringify(row));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(Math.max(4, accounts * 0.006));
    const nowClosed = changed.filter(
      ([id, row]) => row['status'] !== 'closed' && after.get(id)?.['status'] === 'closed',
    );
    expect(nowClosed.length).toBe(moves['closed']);
    for (const [id] of nowClosed) expect(after.get(id)?.['close_date']).not.toBeNull();

    const other = await Firm.start({ accounts, day: 1 });
    expect(await everything(other)).toEqual(after);
    expect(await other.all(PERSONS, 10_000)).toEqual(await demo.all(PERSONS, 10_000));
    await Promise.all([demo.close(), other.close()]);
  },
);

test('a firm lives through years', async () => {
  const demo = await Firm.start({ accounts: 500, day: 600 });
  const rows = await everything(demo);
  expect(rows.size).toBeGreaterThan(700);
  expect([...rows.values()].every((row) => row['name'])).toBe(true);
  await demo.close();
});
