import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CREATE_CHUNK } from '#engine/records/create/kind';
import { recordCalls } from '#engine/records/record-calls';
import { adjustmentBody, RecordJobs, structureBody, lineToCreate } from '../../support/record-jobs';

let firm: RecordJobs;
beforeEach(async () => {
  firm = await RecordJobs.start();
});
afterEach(() => firm.close());

const states = (rows: readonly { state: string }[]) => rows.map(({ state }) => state);
const linesToCreate = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    lineToCreate(adjustmentBody(`Exclude ${index}`, `exclude-${index}`)),
  );

describe('creating records', () => {
  it('creates one record by the single request, adds it to its list and logs it', async () => {
    const { rows } = await firm.run('assetAdjustments', 'create', [
      lineToCreate(adjustmentBody('Exclude Apple', 'exclude-apple')),
    ]);
    const created = (await firm.listed('assetAdjustments')).get('Exclude Apple');
    expect(rows).toMatchObject([{ state: 'done', verified: true, responseIds: [String(created?.['id'])] }]);
    expect(firm.writes).toEqual(['POST /billing/asset-adjustments']);
    expect(firm.put.map((raw) => (JSON.parse(raw) as { name: string }).name)).toEqual(['Exclude Apple']);
    expect(firm.workspace.activity.list({}, 0, 1).entries).toMatchObject([
      { kind: 'record-create', count: 1, outcome: 'done', facts: { list: 'asset adjustments' } },
    ]);
  });

  it('accepts an answer with the complete record, and reads the list after an incomplete one', async () => {
    const listReads = () => firm.gate.requests.filter((request) => request.startsWith('GET')).length;
    await firm.run('assetAdjustments', 'create', linesToCreate(3));
    expect(listReads()).toBe(0);

    const record = { id: 77, name: 'Exclude Apple', slug: 'exclude-apple', firm_id: 39 };
    firm.gate.judge = ({ method }) =>
      method === 'POST' ? { status: 200, body: JSON.stringify(record) } : 'pass';
    const line = lineToCreate(adjustmentBody('Exclude Apple', 'exclude-apple'));
    const { rows } = await firm.run('assetAdjustments', 'create', [line]);
    expect(listReads()).toBe(1);
    expect(rows).toMatchObject([{ state: 'done', verified: false, responseIds: ['77'] }]);
    expect(firm.put).toHaveLength(3);
  });

  it('finds a record whose slug the service changed by the ID of an incomplete answer', async () => {
    firm.gate.judgeBody = ({ body }) => ({
      passed: JSON.stringify({ ...(JSON.parse(body) as object), slug: 'exclude-apple-2' }),
      change: (response) => void (response.body = response.body.replace('"weight":100,', '')),
    });
    const line = lineToCreate(adjustmentBody('Exclude Apple', 'exclude-apple'));
    const { id, rows } = await firm.run('assetAdjustments', 'create', [line]);
    const created = (await firm.listed('assetAdjustments')).get('Exclude Apple');
    expect(created?.['slug']).toBe('exclude-apple-2');
    expect(rows).toMatchObject([{ state: 'done', verified: true, responseIds: [String(created?.['id'])] }]);
    expect(firm.put.map((raw) => (JSON.parse(raw) as { id: number }).id)).toEqual([created?.['id']]);
    expect(firm.workspace.activity.list({}, 0, 1).entries).toMatchObject([{ count: 1, outcome: 'done' }]);
    firm.jobs.check(id);
    await firm.jobs.settled(id);
    expect(firm.rows(id)).toMatchObject([{ state: 'done', verified: true }]);
  });

  it('keeps a created record confirmed whose values were changed in the service later', async () => {
    const line = lineToCreate(adjustmentBody('Exclude Apple', 'exclude-apple'));
    const { id, rows } = await firm.run('assetAdjustments', 'create', [line]);
    const created = (await firm.listed('assetAdjustments')).get('Exclude Apple');
    const changed = { key: String(created?.['id']), raw: JSON.stringify({ ...created, weight: 50 }) };
    await recordCalls(firm.service, 'assetAdjustments').put([changed], new AbortController().signal);
    firm.jobs.check(id);
    await firm.jobs.settled(id);
    expect(firm.rows(id)).toEqual(rows);
    expect(firm.jobs.get(id).verified).toEqual({ yes: 1, no: 0 });
    expect(JSON.parse(firm.put.at(-1) ?? '')).toMatchObject({ weight: 50 });
    expect(firm.editedFields.at(-1)).not.toContain('weight'); // it was not changed here
  });

  it('calls a record incomplete if the list has other values than an answer left open', async () => {
    firm.gate.judgeBody = ({ body }) => ({
      passed: JSON.stringify({ ...(JSON.parse(body) as object), weight: 50 }),
      change: (response) => void (response.body = response.body.replace('"weight":50,', '')),
    });
    const line = lineToCreate(adjustmentBody('Exclude Apple', 'exclude-apple'));
    const { rows } = await firm.run('assetAdjustments', 'create', [line]);
    const created = String((await firm.listed('assetAdjustments')).get('Exclude Apple')?.['id']);
    expect(rows).toMatchObject([
      {
        state: 'refused',
        responseIds: [created],
        issue: { code: 'created-incomplete', facts: { id: created, fields: 'weight' } },
      },
    ]);
  });

  it('writes fields outside the create body with a PUT of the new record', async () => {
    const { rows } = await firm.run('feeStructures', 'create', [
      lineToCreate(structureBody('Growth', 'growth'), { semi_annual_cycle: 2, annual_cycle: 'J' }),
    ]);
    expect(rows).toMatchObject([{ state: 'done', verified: true }]);
    expect(firm.writes).toEqual(['POST /billing/fee-structures', 'PUT /billing/fee-structures']);
    expect((await firm.listed('feeStructures')).get('Growth')).toMatchObject({
      semi_annual_cycle: 2,
      annual_cycle: 'J',
      flat_rate: 0.85,
    });
  });

  it('reports an interrupted create as incomplete, and finishes it without another create', async () => {
    firm.gate.judge = ({ method }) => (method === 'PUT' ? 'drop' : 'pass');
    const line = lineToCreate(structureBody('Growth', 'growth'), { annual_cycle: 'J' });
    const { id, rows } = await firm.run('feeStructures', 'create', [line]);
    const created = String((await firm.listed('feeStructures')).get('Growth')?.['id']);
    expect(rows).toMatchObject([
      {
        state: 'refused',
        responseIds: [created],
        issue: { code: 'created-incomplete', facts: { id: created, fields: 'annual_cycle' } },
      },
    ]);
    expect(firm.jobs.get(id).state).toBe('done');
    expect(firm.put).toHaveLength(1); // the list shows the incomplete record

    firm.gate.open();
    const finished = await firm.run('feeStructures', 'create', [{ ...line, key: created }]);
    expect(finished.rows).toMatchObject([{ state: 'done', verified: true, responseIds: [created] }]);
    expect(firm.writes).toEqual([
      'POST /billing/fee-structures',
      'PUT /billing/fee-structures',
      'PUT /billing/fee-structures',
    ]);
    expect((await firm.listed('feeStructures')).get('Growth')).toMatchObject({ annual_cycle: 'J' });
  });

  it('looks up whether a lost create stored all records, an incomplete one or nothing', async () => {
    firm.gate.judge = ({ method }) => (method === 'POST' ? 'lose' : 'pass');
    const lost = await firm.run('assetAdjustments', 'create', linesToCreate(3));
    expect(states(lost.rows)).toEqual(['done', 'done', 'done']);
    expect(lost.rows[0]).toMatchObject({ issue: { code: 'found' }, responseIds: [expect.any(String)] });

    const half = await firm.run('feeStructures', 'create', [
      lineToCreate(structureBody('Growth', 'growth'), { annual_cycle: 'J' }),
    ]);
    expect(half.rows).toMatchObject([{ state: 'refused', issue: { code: 'created-incomplete' } }]);
    expect(firm.jobs.get(half.id).incomplete).toBe(1);

    firm.gate.judge = ({ method }) => (method === 'POST' ? 'drop' : 'pass');
    const none = await firm.run('assetAdjustments', 'create', [
      lineToCreate(adjustmentBody('Never', 'never')),
    ]);
    expect(none.rows).toMatchObject([{ state: 'unknown', verified: false }]);
    expect(firm.jobs.get(none.id).missing).toBe(1);
    expect(firm.writes.filter((write) => write.startsWith('POST'))).toHaveLength(3);
  });

  it('looks up a lost create in smaller pages if the service answers 504 for larger ones', async () => {
    const limits: number[] = [];
    firm.gate.judge = ({ method }) => {
      if (method === 'POST') return 'lose';
      const limit = Number(/pager\.limit=(\d+)/.exec(firm.gate.requests.at(-1) ?? '')?.[1]);
      limits.push(limit);
      return limit > 2_500 ? { status: 504, body: '{}' } : 'pass';
    };
    const { rows } = await firm.run('assetAdjustments', 'create', linesToCreate(2));
    expect(states(rows)).toEqual(['done', 'done']);
    expect(limits).toEqual([10_000, 5_000, 2_500]);
  });

  it("does not confuse another client's record of the same name with its lost one", async () => {
    await firm.run('assetAdjustments', 'create', [lineToCreate(adjustmentBody('Exclude', 'exclude'))]);
    firm.gate.judge = ({ method }) => (method === 'POST' ? 'drop' : 'pass');
    const other = { ...adjustmentBody('Exclude', 'exclude'), weight: 50 };
    const { rows } = await firm.run('assetAdjustments', 'create', [lineToCreate(other)]);
    expect(rows).toMatchObject([{ state: 'unknown', verified: false, responseIds: [] }]);
  });

  it('creates the valid records if the service refuses some', async () => {
    // Only the service rejects a blank name.
    const lines = linesToCreate(60).map((line, index) =>
      index % 20 === 7 ? lineToCreate(adjustmentBody(' ', `exclude-${index}`)) : line,
    );
    const { rows } = await firm.run('assetAdjustments', 'create', lines);
    expect(rows.filter(({ state }) => state === 'done')).toHaveLength(57);
    expect(rows.filter(({ state }) => state === 'refused').map(({ index }) => index)).toEqual([7, 27, 47]);
    expect(rows[7]?.issue).toMatchObject({
      code: 'refused',
      reasons: expect.arrayContaining(['name: must not be empty.']) as string[],
    });
  });

  it('creates records one by one, and says so in the job, if the service has no bulk call', async () => {
    firm.gate.judge = ({ path }) =>
      path.endsWith('/create-many') ? { status: 404, body: '{"message":"Not Found"}' } : 'pass';
    const { id, rows } = await firm.run('assetAdjustments', 'create', linesToCreate(4));
    expect(states(rows)).toEqual(['done', 'done', 'done', 'done']);
    expect(firm.writes).toEqual([
      'POST /billing/asset-adjustments/create-many',
      ...Array<string>(4).fill('POST /billing/asset-adjustments'),
    ]);
    expect(firm.jobs.get(id).facts).toMatchObject({ singly: true });
  });

  const createOnlyHalf = (status: number, body = '{}') => {
    firm.gate.judgeBody = ({ path, body: sent }) => {
      if (!path.endsWith('/create-many')) return undefined;
      const lines = JSON.parse(sent) as unknown[];
      return { passed: JSON.stringify(lines.slice(0, lines.length / 2)), after: { status, body } };
    };
  };

  it.each([
    [404, '{}'],
    [404, '{"message":"Security 62 not found."}'],
    [405, '{}'],
    [413, '{}'],
    [501, '{}'],
    [400, '{"message":"Something went wrong."}'],
    [403, '{}'],
  ])('creates no record twice where create-many created half and answered %i %s', async (status, body) => {
    createOnlyHalf(status, body);
    const { rows } = await firm.run('assetAdjustments', 'create', linesToCreate(4));
    const created = (await firm.names('assetAdjustments')).filter((name) => /^Exclude \d$/.test(name));
    const posted = firm.gate.requests.filter((request) => /POST .*asset-adjustments(\?|$)/.test(request));
    // 403 comes from the key: nothing more is sent.
    expect(created.sort()).toEqual(
      ['0', '1', '2', '3'].slice(0, status === 403 ? 2 : 4).map((n) => `Exclude ${n}`),
    );
    expect(posted.length).toBeLessThanOrEqual(2);
    expect(rows.slice(0, 2)).toMatchObject(
      Array(2).fill({
        state: 'done',
        verified: true,
        issue: { code: 'found-after-error' },
        responseIds: [expect.any(String)],
      }),
    );
    expect(new Set(states(rows.slice(2)))).toEqual(new Set([status === 403 ? 'refused' : 'done']));
  });

  it('does not resend a refused create whose record may be in the list with changed values', async () => {
    let isFirst = true;
    firm.gate.judgeBody = ({ path, body }) => {
      if (!path.endsWith('/create-many') || !isFirst) return undefined;
      isFirst = false;
      const stored = (JSON.parse(body) as object[]).slice(0, 2).map((line) => ({ ...line, weight: 50 }));
      return { passed: JSON.stringify(stored), after: { status: 400, body: '{"message":"No."}' } };
    };
    const sameTitle = lineToCreate(adjustmentBody('Exclude 3', 'exclude-3-again'));
    const { id, rows } = await firm.run('assetAdjustments', 'create', [...linesToCreate(4), sameTitle]);
    expect(states(rows)).toEqual(['refused', 'refused', 'done', 'done', 'done']);
    // The outcome and a retry name the other record.
    const rival = String((await firm.listed('assetAdjustments')).get('Exclude 0')?.['id']);
    expect(rows[0]?.issue).toEqual({ code: 'refused', reasons: ['No.'], facts: { rival } });
    const created = (await firm.names('assetAdjustments')).filter((name) => /^Exclude \d$/.test(name));
    expect(created.sort()).toEqual(['Exclude 0', 'Exclude 1', 'Exclude 2', 'Exclude 3', 'Exclude 3']);
    expect(firm.jobs.get(id)).toMatchObject({ state: 'done', failure: null });
  });

  it('resends a refused create whose title another row of the job has', async () => {
    let requests = 0;
    firm.gate.judgeBody = ({ path }) => {
      if (!path.endsWith('/create-many')) return undefined;
      requests += 1;
      return requests === 2 ? undefined : { status: 400, body: '{"message":"No."}' };
    };
    const lines = Array.from({ length: 4 }, (_, n) => lineToCreate(adjustmentBody('Smith', `smith-${n}`)));
    const { rows } = await firm.run('assetAdjustments', 'create', lines);
    expect(states(rows)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('reads the list after a refused create, and reports a record that was created', async () => {
    firm.gate.judge = ({ method }) =>
      method === 'POST' ? { after: { status: 400, body: '{"message":"Something went wrong."}' } } : 'pass';
    const applied = await firm.run('assetAdjustments', 'create', linesToCreate(1));
    expect(applied.rows).toMatchObject([{ state: 'done', issue: { code: 'found-after-error' } }]);
    firm.gate.judge = ({ method }) =>
      method === 'POST' ? { status: 400, body: '{"message":"The weight is too high."}' } : 'pass';
    const refused = await firm.run('assetAdjustments', 'create', [
      lineToCreate(adjustmentBody('Other', 'other')),
    ]);
    expect(refused.rows).toMatchObject([
      { state: 'refused', issue: { reasons: ['The weight is too high.'] }, responseIds: [] },
    ]);
    expect(firm.writes).toHaveLength(2);
  });

  it('does not resend a create, and reports it as unknown, if the list cannot be read', async () => {
    createOnlyHalf(405);
    firm.gate.judge = ({ method }) => (method === 'GET' ? { status: 400, body: '{}' } : 'pass');
    const { id, rows } = await firm.run('assetAdjustments', 'create', linesToCreate(4));
    expect(states(rows)).toEqual(Array(4).fill('unknown'));
    expect(firm.writes).toEqual(['POST /billing/asset-adjustments/create-many']);
    firm.gate.open();
    firm.jobs.check(id);
    await firm.jobs.settled(id);
    expect(states(firm.rows(id)).slice(0, 2)).toEqual(['done', 'done']);
  });

  it('reads the list before resending a create that was answered 429 or 401', async () => {
    const after = { status: 401, body: '{}' };
    firm.gate.judge = ({ method, path }) =>
      method === 'POST'
        ? { after }
        : path.includes('asset-adjustments')
          ? { status: 401, body: '{}' }
          : 'pass';
    const { id, rows } = await firm.run('assetAdjustments', 'create', linesToCreate(2));
    expect(rows).toMatchObject(Array(2).fill({ state: 'not-sent', issue: { code: 'turned-away' } }));
    firm.gate.open();
    await firm.jobs.resume(id);
    await firm.jobs.settled(id);
    expect(states(firm.rows(id))).toEqual(['done', 'done']);
    expect(firm.writes).toHaveLength(1);

    firm.gate.judge = ({ method }) => (method === 'POST' ? { status: 429, body: '{}' } : 'pass');
    const busy = await firm.run('assetAdjustments', 'create', [
      lineToCreate(adjustmentBody('Other', 'other')),
    ]);
    expect(busy.rows).toMatchObject([{ state: 'not-sent' }]);
    firm.gate.open();
    await firm.jobs.resume(busy.id);
    await firm.jobs.settled(busy.id);
    expect(states(firm.rows(busy.id))).toEqual(['done']);
    expect(firm.writes).toHaveLength(3);
    // One reading after the 429, one before the second request.
    expect(firm.gate.requests.slice(-4).map((request) => request.split(' ')[0])).toEqual([
      'POST',
      'GET',
      'GET',
      'POST',
    ]);
  });

  it('does not resend a record that exists with only some of the requested values', async () => {
    firm.gate.judgeBody = ({ path, body }) =>
      path.endsWith('/create-many') ? { passed: body, after: { status: 400, body: '{}' } } : undefined;
    const lines = ['growth', 'income'].map((slug) =>
      lineToCreate(structureBody(slug, slug), { annual_cycle: 'J' }),
    );
    const { rows } = await firm.run('feeStructures', 'create', lines);
    expect(rows).toMatchObject(
      Array(2).fill({
        state: 'refused',
        issue: { code: 'created-incomplete' },
        responseIds: [expect.any(String)],
      }),
    );
    expect(firm.writes).toEqual(['POST /billing/fee-structures/create-many']);
  });

  it('does not accept an answer with the ID of an existing record', async () => {
    firm.known.add('77');
    const line = lineToCreate(structureBody('Growth', 'growth'), { annual_cycle: 'J' });
    const echo = JSON.stringify({ ...structureBody('Growth', 'growth'), id: 77, annual_cycle: null });
    firm.gate.judge = ({ method }) => (method === 'POST' ? { status: 200, body: echo } : 'pass');
    const none = await firm.run('feeStructures', 'create', [line]);
    expect(none.rows).toMatchObject([{ state: 'unknown', verified: false, responseIds: [] }]);
    firm.gate.judge = ({ method }) => (method === 'POST' ? { after: { status: 200, body: echo } } : 'pass');
    const { rows } = await firm.run('feeStructures', 'create', [line]);
    const created = (await firm.listed('feeStructures')).get('Growth');
    expect(rows).toMatchObject([{ responseIds: [String(created?.['id'])] }]);
    expect(firm.writes).toEqual(Array(2).fill('POST /billing/fee-structures')); // no PUT to record 77
  });

  it('creates 5,000 records in chunks, each once', async () => {
    const { rows } = await firm.run('assetAdjustments', 'create', linesToCreate(5_000));
    expect(new Set(states(rows))).toEqual(new Set(['done']));
    expect(firm.writes).toHaveLength(5_000 / CREATE_CHUNK);
    expect(new Set(rows.flatMap(({ responseIds }) => responseIds)).size).toBe(5_000);
  });
});
