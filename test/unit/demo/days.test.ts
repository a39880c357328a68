import { expect, test } from 'vitest';
import { accounts as descriptor } from '#contract/resources/accounts';
import { ACCOUNTS, CODES, DemoFirmClient, PERSONS, type DemoJson } from './demo-firm-client';

const fetchAllRecords = async (demo: DemoFirmClient): Promise<Map<unknown, DemoJson>> => {
  const rows = [
    ...(await demo.all(ACCOUNTS, 10_000)),
    ...(await demo.filter(ACCOUNTS, { status: 'closed' })).data,
  ];
  return new Map(rows.map((row) => [row['id'], row]));
};
const DATA_DATES = Object.entries(descriptor.fields).flatMap(([name, field]) =>
  field.nightly ? [name] : [],
);
/** Returns a record's text without the dates that change every night. */
const withoutNightlyDates = (row: DemoJson | undefined): string =>
  JSON.stringify(row, (name, value: unknown) => (DATA_DATES.includes(name) ? undefined : value));

test.each([10, 4000])(
  'a night changes a few records of a firm of %i accounts, deterministically',
  async (accounts) => {
    const demo = await DemoFirmClient.start({ accounts });
    const before = await fetchAllRecords(demo);
    const moves = await demo.requestOk('POST', '/demo/next-day');
    expect(moves['day']).toBe(1);
    const after = await fetchAllRecords(demo);
    const appeared = [...after.keys()].filter((id) => !before.has(id));
    const vanished = [...before.keys()].filter((id) => !after.has(id));
    expect([appeared.length, vanished.length]).toEqual([moves['added'], moves['vanished']]);
    const changed = [...before].filter(
      ([id, row]) => after.has(id) && withoutNightlyDates(after.get(id)) !== withoutNightlyDates(row),
    );
    expect(changed.length).toBe(Number(moves['changed']) + Number(moves['closed']));
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(Math.max(4, accounts * 0.006));
    const nowClosed = changed.filter(
      ([id, row]) => row['status'] !== 'closed' && after.get(id)?.['status'] === 'closed',
    );
    expect(nowClosed.length).toBe(moves['closed']);
    for (const [id] of nowClosed) expect(after.get(id)?.['close_date']).not.toBeNull();
    for (const id of vanished) expect((await demo.send('GET', `${ACCOUNTS}/${String(id)}`)).status).toBe(404);
    const persons = await demo.all(PERSONS, 10_000);
    expect(persons.filter((row) => vanished.includes(row['account_id']))).toEqual([]);

    const other = await DemoFirmClient.start({ accounts, day: 1 });
    // A night simulated while the demo runs is stamped with the real time.
    const withoutTimes = (rows: Iterable<DemoJson>) =>
      [...rows].map((row) => ({ ...row, updated_at_utc: null }));
    expect(withoutTimes((await fetchAllRecords(other)).values())).toEqual(withoutTimes(after.values()));
    expect(withoutTimes(await other.all(PERSONS, 10_000))).toEqual(withoutTimes(persons));
    await Promise.all([demo.close(), other.close()]);
  },
);

test('changes the dates of nearly every account with data every night', async () => {
  const demo = await DemoFirmClient.start({ accounts: 1000, day: 3 });
  const before = await fetchAllRecords(demo);
  await demo.requestOk('POST', '/demo/next-day');
  const after = await fetchAllRecords(demo);
  const withData = [...before].filter(([id, row]) => row['status'] === 'funded' && after.has(id));
  for (const name of ['last_positions_date', 'last_portfolio_data_date', 'updated_at_utc']) {
    const moved = withData.filter(([id, row]) => String(after.get(id)?.[name]) > String(row[name]));
    expect(moved.length / withData.length).toBeGreaterThan(0.95);
  }
  await demo.close();
});

test('sets the creation date of a new account to the night in which it appears', async () => {
  const demo = await DemoFirmClient.start({ accounts: 2000 });
  const before = await fetchAllRecords(demo);
  await demo.requestOk('POST', '/demo/next-day');
  const appeared = [...(await fetchAllRecords(demo))].filter(([id]) => !before.has(id));
  expect(appeared.length).toBeGreaterThan(0);
  // The Monday after the demo's first day, a Friday.
  for (const [, row] of appeared) expect(row['created_at_utc']).toMatch(/^2026-11-23T/);
  await demo.close();
});

test("stamps created records with the current time, never before the firm's current day", async () => {
  for (const [now, stamp] of [
    ['2027-03-05T14:30:15.123Z', '2027-03-05T14:30:15Z'],
    ['2026-11-20T23:59:59.999Z', '2026-11-24T23:59:59Z'],
  ] as const) {
    const demo = await DemoFirmClient.start({ accounts: 10, day: 2, clock: () => new Date(now) });
    const firm = (await demo.get('/org/firms')).data[0]?.['id'];
    const created = await demo.requestOk('POST', CODES, { firm_id: firm, code: 'NEW-1', source: 'SWB' });
    expect([created['created_at_utc'], created['updated_at_utc']]).toEqual([stamp, stamp]);
    await demo.close();
  }
});

test('simulates 600 nights, more than two years', async () => {
  const demo = await DemoFirmClient.start({ accounts: 500, day: 600 });
  const rows = await fetchAllRecords(demo);
  expect(rows.size).toBeGreaterThan(700);
  expect([...rows.values()].every((row) => row['name'])).toBe(true);
  await demo.close();
});

test.each([0, 1])('a firm of %i accounts is valid, even after a night', async (accounts) => {
  const demo = await DemoFirmClient.start({ accounts });
  expect((await fetchAllRecords(demo)).size).toBe(accounts);
  await demo.requestOk('POST', '/demo/next-day');
  expect((await fetchAllRecords(demo)).size).toBeGreaterThan(0);
  for (const path of [
    PERSONS,
    CODES,
    '/billing/groups',
    '/billing/fee-upload-files',
    '/reporting/households',
  ])
    expect((await demo.send('GET', path)).status).toBe(200);
  await demo.close();
});

test('dates the same related persons to a night before the start as to one while running', async () => {
  const running = await DemoFirmClient.start({
    accounts: 1500,
    clock: () => new Date('2027-03-05T14:30:15Z'),
  });
  await running.requestOk('POST', '/demo/next-day');
  const earlier = await DemoFirmClient.start({ accounts: 1500, day: 1 });
  const changedOn = async (demo: DemoFirmClient, day: string): Promise<unknown[]> =>
    (await demo.all(PERSONS, 10_000))
      .filter((row) => String(row['updated_at_utc']).startsWith(day))
      .map(({ id }) => id);
  const changed = await changedOn(running, '2027-03-05');
  expect(changed.length).toBeGreaterThan(0);
  expect(await changedOn(earlier, '2026-11-23')).toEqual(changed);
  await Promise.all([running.close(), earlier.close()]);
});

const byId = (a: unknown, b: unknown): number => Number(a) - Number(b);

test.each([ACCOUNTS, PERSONS])('finds what a night changed in %s by its time', async (path) => {
  const demo = await DemoFirmClient.start({
    accounts: 1500,
    day: 1,
    clock: () => new Date('2027-03-05T14:30:15Z'),
  });
  const closed = path === ACCOUNTS ? { status: 'closed' } : undefined;
  const all = async (): Promise<Map<unknown, string>> => {
    const rows = [
      ...(await demo.all(path, 10_000)),
      ...(closed ? (await demo.filter(path, closed)).data : []),
    ];
    return new Map(rows.map((row) => [row['id'], JSON.stringify(row)]));
  };
  const changedSince = async (value: string): Promise<unknown[]> => {
    const since = { updated_at_utc: { conditions: [{ value, op: 'gte' }] } };
    const found = (await demo.filter(path, since)).data;
    const alsoClosed = closed ? (await demo.filter(path, { ...closed, ...since })).data : [];
    return [...found, ...alsoClosed].map(({ id }) => id).sort(byId);
  };
  const before = await all();
  await demo.requestOk('POST', '/demo/next-day');
  const after = await all();
  const changed = [...after].flatMap(([id, text]) => (before.get(id) === text ? [] : [id]));
  expect(changed.length).toBeGreaterThan(1);
  expect(await changedSince('2027-03-05T14:30:15Z')).toEqual(changed.sort(byId));
  expect(await changedSince('2027-03-05T14:30:16Z')).toEqual([]);
  await demo.close();
});

test.each([ACCOUNTS, PERSONS])('finds the records of %s that changed since a time', async (path) => {
  const demo = await DemoFirmClient.start({ accounts: 1500, day: 3 });
  const rows = await demo.all(path, 10_000);
  const times = rows.map((row) => String(row['updated_at_utc'])).sort();
  for (const value of [times.at(0), times.at(times.length / 2), times.at(-1)]) {
    const { data } = await demo.filter(path, {
      updated_at_utc: { conditions: [{ value: value ?? expect.fail('there are records'), op: 'gte' }] },
    });
    const since = rows.filter((row) => String(row['updated_at_utc']) >= String(value));
    expect(data.map(({ id }) => id).sort(byId)).toEqual(since.map(({ id }) => id).sort(byId));
  }
  await demo.close();
});
