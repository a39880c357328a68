import { describe, expect, it } from 'vitest';
import { FROM_HERE } from '../../../preload/contract/calls/changes';
import { EDIT_CHUNK } from '../../../main/engine/records/edits/kind';
import { Bench, everything, only, set, type Sent } from './bench';

const withAccounts = async (count = 6): Promise<{ bench: Bench; keys: string[] }> => {
  const bench = await Bench.start();
  await bench.fetch('accounts');
  return { bench, keys: bench.keys('accounts', count) };
};
const notes = (bench: Bench, keys: readonly string[], text = 'Call first') =>
  bench.edits.many(everything('accounts'), only(...keys), [set('notes', text)]).id;
const puts = ({ sent }: Bench): Sent[] => sent.filter(({ method }) => method === 'PUT');
const idsIn = ({ body }: Sent): string[] =>
  [JSON.parse(body) as { id: number }[]].flat().map(({ id }) => String(id));
const refusal = (...reasons: string[]) =>
  Response.json({ message: 'The request is not valid.', validation_errors: reasons }, { status: 400 });

describe('one edited record', () => {
  it('is read again, sent whole with nothing but the edit, shown at once, and noted as changed from here', async () => {
    const {
      bench,
      keys: [key = ''],
    } = await withAccounts(1);
    await bench.elsewhere('accounts', key, { required_cash: 12.5 }); // nobody here knows of it
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [set('benchmarks_ids', [700, 701]), set('household_id', null)]);
    const before = await bench.there('accounts', key);
    const job = await bench.send(id);
    expect(job).toMatchObject({ kind: 'accounts.edit', state: 'done', counts: { done: 1 } });
    expect(bench.outcomes(job.id)).toMatchObject([{ state: 'done', remark: null }]);
    expect(bench.workspace.drafts.list()).toEqual([]); // the draft became the job

    const [put] = puts(bench);
    expect(put?.path).toBe(`/account-management/accounts/${key}`);
    // The route of one record documents the singular, and the record had the plural: both, and equal.
    const lists = { benchmark_ids: [700, 701], benchmarks_ids: [700, 701] };
    expect(JSON.parse(put?.body ?? '')).toEqual({ ...before, ...lists, household_id: null });
    expect(bench.here('accounts', key)).toMatchObject({ benchmarks_ids: [700, 701], household_id: null });
    const { items } = bench.history.list({ filter: { resource: 'accounts', key }, offset: 0, limit: 9 });
    const noted = items.map(({ runId, fields }) => [
      runId === FROM_HERE,
      fields.map(({ field }) => field).sort(),
    ]);
    expect(noted).toContainEqual([
      true,
      ['benchmarks_ids', 'household_id'].filter((name) => name in before && before[name] !== null),
    ]);
    expect(noted).toContainEqual([false, ['required_cash']]);
    const [entry] = bench.workspace.activity.list({}, 0, 5).entries;
    expect(entry).toMatchObject({ kind: 'record-edit', outcome: 'done', count: 1 });
    expect(entry?.facts).toMatchObject({ job: job.id, list: 'accounts', fields: 'Benchmarks, Household' });
    expect(JSON.stringify(entry)).not.toContain('701'); // never values
  });

  it('keeps the form of its dates', async () => {
    const {
      bench,
      keys: [key = ''],
    } = await withAccounts(1);
    await bench.elsewhere('accounts', key, { first_billable_date: '2020-02-03' });
    await bench.fetch('accounts');
    expect(bench.here('accounts', key)['first_billable_date']).toBe('2020-02-03T00:00:00Z');
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [set('first_billable_date', '2026-01-02')]);
    expect(await bench.send(id)).toMatchObject({ counts: { done: 1 } });
    expect(JSON.parse(puts(bench)[0]?.body ?? '')).toMatchObject({
      first_billable_date: '2026-01-02T00:00:00Z',
    });
  });

  it('that is refused says why, at the field that the reasons name', async () => {
    const {
      bench,
      keys: [key = ''],
    } = await withAccounts(1);
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [set('household_id', 3)]);
    const job = await bench.send(id);
    expect(job).toMatchObject({ state: 'done', counts: { refused: 1 } });
    const reasons = ['The request is not valid.', 'household_id: 3 is not a household of the firm.'];
    expect(bench.outcomes(job.id)).toEqual([
      { key, state: 'refused', remark: { code: 'refused', reasons, fields: { household_id: null } } },
    ]);
  });

  it('is not said to be applied where the answer has another value, or none of a nickname', async () => {
    const {
      bench,
      keys: [key = ''],
    } = await withAccounts(1);
    bench.after = async ({ method }, answer) => {
      const record = { ...((await answer.json()) as object), nickname: null };
      return Response.json(
        method === 'PUT' ? { ...record, notes: 'as it was', required_cash: '7.00' } : record,
      );
    };
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [set('nickname', 'Core'), set('notes', 'mine'), set('required_cash', 7)]);
    const job = await bench.send(id);
    expect(bench.outcomes(job.id)).toEqual([
      { key, state: 'not-taken', remark: { code: 'not-taken', fields: { notes: '"as it was"' } } },
    ]);
    const again = bench.edits.open('accounts', key).id;
    bench.edits.keep(again, 0, [set('nickname', 'Beach house')]);
    expect(bench.outcomes((await bench.send(again)).id)).toEqual([
      { key, state: 'done', remark: { code: 'not-confirmed', fields: { nickname: null } } },
    ]);
  });

  it('that is not confirmed is told with its record until a reading shows a value, or a later edit is confirmed', async () => {
    const {
      bench,
      keys: [key = '', other = ''],
    } = await withAccounts(2);
    const isShown = new Set<string>();
    bench.after = async (_, answer) => {
      const record = (await answer.json()) as { id: number };
      return Response.json(isShown.has(String(record.id)) ? record : { ...record, nickname: null });
    };
    const sendNickname = async (to: string, value: string | null) => {
      const { id } = bench.edits.open('accounts', to);
      bench.edits.keep(id, 0, [set('nickname', value)]);
      await bench.send(id);
    };
    await sendNickname(key, 'Beach house');
    await sendNickname(other, 'Boat');
    const told = () =>
      bench.edits.unconfirmed('accounts').map(({ key: of, field, json }) => ({ key: of, field, json }));
    expect(told()).toEqual([
      { key, field: 'nickname', json: '"Beach house"' },
      { key: other, field: 'nickname', json: '"Boat"' },
    ]);
    isShown.add(other);
    await sendNickname(other, 'Yacht');
    await sendNickname(other, null);
    expect(bench.here('accounts', other)['nickname']).toBe(null);
    expect(told().map((one) => one.key)).toEqual([key]);
    await bench.fetch('accounts');
    expect(bench.here('accounts', key)['nickname']).toBe('Beach house');
    expect(told()).toEqual([]);
  });

  it('clears a nickname that the service never shows: it is sent, not confirmed, and there is nothing to put back', async () => {
    const {
      bench,
      keys: [key = '', other = ''],
    } = await withAccounts(2);
    const shown = (record: object): object =>
      Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'nickname'));
    bench.after = async (_, answer) => {
      const record = (await answer.json()) as object | { data: object[] };
      return Response.json('data' in record ? { ...record, data: record.data.map(shown) } : shown(record));
    };
    await bench.elsewhere('accounts', key, { nickname: 'Beach house' });
    const draft = bench.edits.many(everything('accounts'), only(key, other), [set('nickname', null)]);
    expect(draft.counts).toMatchObject({ ready: 2, unchanged: 0 });
    expect((await bench.edits.check(draft.id)).counts).toMatchObject({ ready: 2 });
    const job = await bench.send(draft.id);
    expect(bench.outcomes(job.id)).toEqual(
      [key, other].map((one) => ({
        key: one,
        state: 'done',
        remark: { code: 'not-confirmed', fields: { nickname: null } },
      })),
    );
    expect((await bench.there('accounts', key))['nickname']).toBe(null);
    expect(bench.edits.unconfirmed('accounts')).toMatchObject([
      { key, field: 'nickname', json: 'null' },
      { key: other, field: 'nickname', json: 'null' },
    ]);
    expect(() => bench.edits.undo(job.id)).toThrow();

    // Its answer lost, no reading can tell either.
    bench.after = ({ method }, answer) => {
      if (method === 'PUT') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      return answer;
    };
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [set('nickname', null)]);
    expect(bench.outcomes((await bench.send(id)).id)).toMatchObject([{ key, state: 'unknown' }]);
  });

  it('whose answer is lost is unknown until it is read, and never sent again', async () => {
    const {
      bench,
      keys: [key = ''],
    } = await withAccounts(1);
    bench.after = ({ method }, answer) => {
      if (method === 'PUT') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      return answer;
    };
    const { id } = bench.edits.open('accounts', key);
    bench.edits.keep(id, 0, [set('notes', 'Call first')]);
    const job = await bench.send(id);
    expect(bench.outcomes(job.id)).toMatchObject([{ state: 'done', remark: { code: 'found' } }]);
    expect(puts(bench)).toHaveLength(1);
    expect(bench.here('accounts', key)['notes']).toBe('Call first');
  });
});

describe('a conflict', () => {
  it('is found when the records are read again, settled each way, and found anew right before sending', async () => {
    const {
      bench,
      keys: [a = '', b = '', c = '', d = ''],
    } = await withAccounts(4);
    const draft = notes(bench, [a, b, c, d]);
    await bench.elsewhere('accounts', a, { notes: 'theirs' });
    await bench.elsewhere('accounts', b, { notes: 'theirs' });
    await bench.elsewhere('accounts', c, { notes: 'Call first' });
    expect(await bench.edits.check(draft)).toMatchObject({
      counts: { conflict: 2, unchanged: 1, ready: 1 },
      checkFailure: null,
    });
    const rows = bench.edits.drafts.allRows(draft);
    const at = (key: string) => rows.find((row) => row.key === key)?.index ?? -1;
    expect(rows[at(a)]?.fields).toMatchObject([
      { field: 'notes', theirs: '"theirs"', after: '"Call first"' },
    ]);
    bench.edits.resolve(draft, 'mine', { index: at(a) });
    bench.edits.resolve(draft, 'theirs', {});
    await bench.elsewhere('accounts', d, { notes: 'just now' });
    const job = await bench.send(draft);
    const outcomes = new Map(bench.outcomes(job.id).map((row) => [row.key, row]));
    expect(outcomes.get(a)).toMatchObject({ state: 'done' });
    expect(outcomes.get(b)).toMatchObject({ state: 'skipped', remark: { code: 'unchanged' } });
    expect(outcomes.get(c)).toMatchObject({ state: 'skipped', remark: { code: 'unchanged' } });
    expect(outcomes.get(d)).toMatchObject({
      state: 'conflict',
      remark: { code: 'conflict', fields: { notes: '"just now"' } },
    });
    expect(puts(bench).flatMap(idsIn)).toEqual([a]);
    expect((await bench.there('accounts', d))['notes']).toBe('just now');
    expect(bench.here('accounts', d)['notes']).toBe('just now');
  });
});

describe('many edited records', () => {
  it('are read by one filter, closed ones too, and sent in one PUT under the plural spellings', async () => {
    const bench = await Bench.start({ accounts: 400 });
    await bench.fetch('accounts');
    const draft = bench.edits.many(everything('accounts'), { kind: 'all', except: [] }, [
      { op: 'add', field: 'benchmarks_ids', items: ['777'] },
    ]);
    const closed = bench
      .keys('accounts', 500)
      .filter((key) => bench.here('accounts', key)['status'] === 'closed');
    expect(closed.length).toBeGreaterThan(0);
    const job = await bench.send(draft.id);
    expect(job.counts).toMatchObject({ done: draft.total });
    expect(bench.sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'POST /account-management/accounts/filter',
      'POST /account-management/accounts/filter',
      'PUT /account-management/accounts',
    ]);
    const [first] = JSON.parse(puts(bench)[0]?.body ?? '[]') as Record<string, unknown>[];
    expect(first).toHaveProperty('benchmarks_ids');
    expect(first).not.toHaveProperty('benchmark_ids');
    expect((await bench.there('accounts', closed[0] ?? ''))['benchmarks_ids']).toContain(777);
  });

  it('are read one by one where the filter answers for no IDs', async () => {
    const { bench, keys } = await withAccounts();
    bench.before = ({ path }) => (path.includes('/filter') ? refusal('id must be a value.') : undefined);
    expect((await bench.send(notes(bench, keys))).counts).toMatchObject({ done: 6 });
    expect(bench.sent.filter(({ method }) => method === 'GET')).toHaveLength(6);
  });

  it('refused together are sent in halves, so that one wrong record does not cost the others', async () => {
    const { bench, keys } = await withAccounts();
    const bad = keys[2] ?? '';
    bench.before = (sent) => {
      const at = sent.method === 'PUT' ? idsIn(sent).indexOf(bad) : -1;
      return at < 0 ? undefined : refusal(`[${at}] notes is not allowed: too long.`);
    };
    const job = await bench.send(notes(bench, keys));
    expect(job.counts).toMatchObject({ done: 5, refused: 1 });
    expect(bench.outcomes(job.id).find(({ key }) => key === bad)).toMatchObject({
      state: 'refused',
      remark: {
        reasons: ['The request is not valid.', 'notes is not allowed: too long.'],
        fields: { notes: null },
      },
    });
  });

  it('of a chunk that was refused after a part of it was carried out are read, and those are applied', async () => {
    const { bench, keys } = await withAccounts();
    let isFirst = true;
    bench.after = ({ method }, answer) => {
      if (method !== 'PUT' || !isFirst) return answer;
      isFirst = false;
      return refusal('Something went wrong.');
    };
    const job = await bench.send(notes(bench, keys));
    expect(job.counts).toMatchObject({ done: 6 });
    expect(puts(bench)).toHaveLength(1);
    expect(bench.outcomes(job.id)[0]).toMatchObject({ remark: { code: 'found' } });
  });

  it('that are gone are told, and a lost key stops the job, which is resumed later', async () => {
    const { bench, keys } = await withAccounts();
    const draft = notes(bench, keys);
    let refused = true;
    bench.before = ({ method }) =>
      method === 'PUT' && refused ? Response.json({ message: 'Unauthorized' }, { status: 401 }) : undefined;
    const job = await bench.send(draft);
    expect(job).toMatchObject({
      state: 'stopped',
      failure: { kind: 'credential-refused' },
      counts: { 'not-sent': 6, done: 0 },
    });
    refused = false;
    await bench.jobs.resume(job.id);
    await bench.jobs.settled(job.id);
    expect(bench.jobs.get(job.id)).toMatchObject({ state: 'done', counts: { done: 6 } });
  });

  it('that a full disk stops in the middle are told so; with room again, what arrived is read and the rest is sent, each once', async () => {
    const bench = await Bench.start({ accounts: EDIT_CHUNK + 100 });
    await bench.fetch('accounts');
    const keys = bench.keys('accounts', EDIT_CHUNK + 50);
    const draft = notes(bench, keys);
    let isFull = false;
    bench.after = ({ method }, answer) => {
      if (method === 'PUT' && !isFull) bench.setFull((isFull = true));
      return answer;
    };
    const job = await bench.send(draft);
    expect(job).toMatchObject({ state: 'stopped', failure: { kind: 'disk-full' }, counts: { done: 0 } });
    expect(puts(bench).map((put) => idsIn(put).length)).toEqual([EDIT_CHUNK]);

    bench.setFull(false);
    await bench.jobs.resume(job.id);
    await bench.jobs.settled(job.id);
    expect(bench.jobs.get(job.id)).toMatchObject({ failure: null, counts: { done: keys.length } });
    expect(puts(bench).flatMap(idsIn).sort()).toEqual([...keys].sort());
    expect(await bench.there('accounts', keys.at(-1) ?? '')).toMatchObject({ notes: 'Call first' });
  });

  it('wait for the edits of the same list before them', async () => {
    const { bench, keys } = await withAccounts();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    bench.before = async ({ method }) => {
      if (method === 'PUT') await held;
      return undefined;
    };
    const first = bench.edits.send(notes(bench, keys), 6);
    const draft = bench.edits.many(everything('accounts'), only(...keys), [set('required_cash', 5)]).id;
    const second = bench.edits.send(draft, 6);
    expect(bench.jobs.list().map(({ state }) => state)).toEqual(['running', 'running']);
    answer();
    await bench.jobs.settled(second.id);
    expect(bench.jobs.get(first.id).counts).toMatchObject({ done: 6 });
    expect(bench.jobs.get(second.id).counts).toMatchObject({ done: 6 });
    expect(await bench.there('accounts', keys[0] ?? '')).toMatchObject({
      notes: 'Call first',
      required_cash: 5,
    });
  });

  it('are not sent when another number was confirmed', async () => {
    const { bench, keys } = await withAccounts();
    const draft = notes(bench, keys);
    expect(() => bench.edits.send(draft, 5)).toThrow('changed-since');
    expect(bench.edits.drafts.get(draft).total).toBe(6);
  });
});

it('records of every list that can be changed are changed', async () => {
  const bench = await Bench.start();
  for (const resource of ['billingGroups', 'assetAdjustments', 'feeStructures', 'billingSplits'] as const) {
    await bench.fetch(resource);
    const keys = bench.keys(resource, 2);
    const draft = bench.edits.many(everything(resource), only(...keys), [set('name', `New ${resource}`)]);
    expect((await bench.send(draft.id)).counts).toMatchObject({ done: 2 });
    const [key = ''] = keys;
    const one = bench.edits.open(resource, key);
    bench.edits.keep(one.id, 0, [set('name', `One ${resource}`)]);
    expect((await bench.send(one.id)).counts).toMatchObject({ done: 1 });
    expect(bench.here(resource, key)['name']).toBe(`One ${resource}`);
  }
});
