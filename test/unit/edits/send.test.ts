import { describe, expect, it } from 'vitest';
import { editLine } from '#contract/edit';
import { EDITABLE_RESOURCES } from '#contract/resources';
import { EDIT_CHUNK } from '#engine/records/edits/kind';
import { flushCallbacks } from '../refresh/refresher';
import { EditsHarness, allRecordsQuery, onlyKeys, setField } from './harness';
import {
  recordIdsOf,
  draftNotes,
  putRequests,
  refusedResponse,
  withAccount,
  withAccounts,
} from './send-helpers';

describe('a conflict', () => {
  it('is found on reading, can be resolved either way, and is checked before sending', async () => {
    const {
      harness,
      keys: [a = '', b = '', c = '', d = ''],
    } = await withAccounts(4);
    const draft = draftNotes(harness, [a, b, c, d]);
    await harness.changeInService('accounts', a, { notes: 'theirs' });
    await harness.changeInService('accounts', b, { notes: 'theirs' });
    await harness.changeInService('accounts', c, { notes: 'Call first' });
    expect(await harness.edits.check(draft)).toMatchObject({
      counts: { conflict: 2, unchanged: 1, ready: 1 },
      checkFailure: null,
    });
    const rows = harness.edits.drafts.allRows(draft);
    const indexOfKey = (key: string) => rows.find((row) => row.key === key)?.index ?? -1;
    expect(rows[indexOfKey(a)]?.fields).toMatchObject([
      { field: 'notes', theirs: '"theirs"', after: '"Call first"' },
    ]);
    harness.edits.resolve(draft, 'mine', { index: indexOfKey(a) });
    harness.edits.resolve(draft, 'theirs', {});
    await harness.changeInService('accounts', d, { notes: 'just now' });
    const job = await harness.send(draft);
    const outcomes = new Map(harness.outcomes(job.id).map((row) => [row.key, row]));
    expect(outcomes.get(a)).toMatchObject({ state: 'done' });
    expect(outcomes.get(b)).toMatchObject({ state: 'skipped', issue: { code: 'unchanged' } });
    expect(outcomes.get(c)).toMatchObject({ state: 'skipped', issue: { code: 'unchanged' } });
    expect(outcomes.get(d)).toMatchObject({
      state: 'conflict',
      issue: { code: 'conflict', fields: { notes: '"just now"' } },
    });
    expect(putRequests(harness).flatMap(recordIdsOf)).toEqual([a]);
    expect((await harness.serviceRecord('accounts', d))['notes']).toBe('just now');
    expect(harness.cachedRecord('accounts', d)['notes']).toBe('just now');
  });
});

describe('a row with an invalid value', () => {
  it('is left out with the error of each of its fields', async () => {
    const {
      harness,
      keys: [a = '', b = ''],
    } = await withAccounts(2);
    const draft = draftNotes(harness, [a, b]);
    const [first] = harness.edits.drafts.allRows(draft);
    if (!first) throw new Error('no row');
    const invalid = [
      { field: 'required_cash', after: '"abc"', issue: { code: 'not-money' } },
      { field: 'benchmarks_ids', after: '"x"', issue: { code: 'not-ids', facts: { value: 'x' } } },
    ];
    harness.edits.drafts.put(draft, [{ ...first, state: 'wrong', fields: [...first.fields, ...invalid] }]);
    const job = await harness.send(draft);
    expect(job.counts).toMatchObject({ done: 1, skipped: 1 });
    const row = harness.outcomes(job.id).find(({ key }) => key === first.key);
    expect(row).toMatchObject({
      state: 'skipped',
      issue: { code: 'not-money', facts: { field: 'required_cash' } },
    });
    const { rows } = harness.jobs.rows(job.id, { state: 'skipped', offset: 0, limit: 10 });
    const errors = editLine
      .parse(rows[0]?.input)
      .fields.flatMap(({ field, issue }) => (issue ? [{ field, issue }] : []));
    expect(errors).toEqual(invalid.map(({ field, issue }) => ({ field, issue })));
  });
});

describe('a second edit of a field by the same user', () => {
  it('is distinguished from a change by another user, in the draft and when sent', async () => {
    const {
      harness,
      keys: [a = '', b = ''],
    } = await withAccounts(2);
    const drafts = [draftNotes(harness, [a, b], 'second'), draftNotes(harness, [a, b], 'third')];
    const job = await harness.send(draftNotes(harness, [a, b], 'first'));
    await harness.changeInService('accounts', b, { notes: 'theirs' });
    const [draft = '', unchecked = ''] = drafts;
    await harness.edits.check(draft);
    const rows = new Map(harness.edits.drafts.allRows(draft).map(({ key, fields }) => [key, fields]));
    expect(rows.get(a)).toMatchObject([{ field: 'notes', theirs: '"first"', sentAt: job.startedAt }]);
    expect(rows.get(b)).toMatchObject([{ field: 'notes', theirs: '"theirs"' }]);
    expect(rows.get(b)?.[0]).not.toHaveProperty('sentAt');
    const outcomes = new Map(
      harness.outcomes((await harness.send(unchecked)).id).map((row) => [row.key, row]),
    );
    expect(outcomes.get(a)).toMatchObject({
      state: 'conflict',
      issue: { facts: { sentAt: job.startedAt } },
    });
    expect(outcomes.get(b)?.issue).not.toHaveProperty('facts');
    harness.edits.resolve(draft, 'mine', {});
    expect((await harness.send(draft)).counts).toMatchObject({ done: 2 });
    expect((await harness.serviceRecord('accounts', a))['notes']).toBe('second');
  });

  it('stays distinguished in the draft while the row is edited', async () => {
    const { harness, key } = await withAccount();
    const draft = draftNotes(harness, [key], 'second');
    const { startedAt } = await harness.send(draftNotes(harness, [key], 'first'));
    await harness.edits.check(draft);
    harness.edits.saveRow(draft, 0, [setField('notes', 'third'), setField('required_cash', 12)]);
    expect(harness.edits.drafts.row(draft, 0).fields).toMatchObject([
      { field: 'notes', after: '"third"', theirs: '"first"', sentAt: startedAt },
      { field: 'required_cash' },
    ]);
  });
});

describe('many edited records', () => {
  it('are read with one filter for open and one for closed records, and sent in one PUT', async () => {
    const harness = await EditsHarness.start({ accounts: 400 });
    await harness.fetchList('accounts');
    const draft = harness.edits.draftMany(allRecordsQuery('accounts'), { kind: 'all', except: [] }, [
      { op: 'add', field: 'benchmarks_ids', items: ['777'] },
    ]);
    const closed = harness
      .firstKeys('accounts', 500)
      .filter((key) => harness.cachedRecord('accounts', key)['status'] === 'closed');
    expect(closed.length).toBeGreaterThan(0);
    const job = await harness.send(draft.id);
    expect(job.counts).toMatchObject({ done: draft.total });
    expect(harness.sentRequests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'POST /account-management/accounts/filter',
      'POST /account-management/accounts/filter',
      'PUT /account-management/accounts',
    ]);
    const [first] = JSON.parse(putRequests(harness)[0]?.body ?? '[]') as Record<string, unknown>[];
    expect(first).toHaveProperty('benchmarks_ids');
    expect(first).not.toHaveProperty('benchmark_ids');
    expect((await harness.serviceRecord('accounts', closed[0] ?? ''))['benchmarks_ids']).toContain(777);
  });

  it('are read one by one if the filter does not support IDs', async () => {
    const { harness, keys } = await withAccounts();
    harness.beforeRequest = ({ path }) =>
      path.includes('/filter') ? refusedResponse('id must be a value.') : undefined;
    expect((await harness.send(draftNotes(harness, keys))).counts).toMatchObject({ done: 6 });
    expect(harness.sentRequests.filter(({ method }) => method === 'GET')).toHaveLength(6);
  });

  it('are not read further once one read fails for a reason that concerns all', async () => {
    const { harness, keys } = await withAccounts(10);
    const idsRead: string[] = [];
    let answerOthers: () => void = () => undefined;
    const othersAnswered = new Promise<void>((resolve) => (answerOthers = resolve));
    harness.beforeRequest = async ({ method, path }) => {
      if (method === 'POST') return refusedResponse('id must be a value.');
      const id = /accounts\/(\d+)/.exec(path)?.[1] ?? '';
      idsRead.push(id);
      if (idsRead.length === 1) return Response.json({ message: 'Unauthorized' }, { status: 401 });
      await othersAnswered;
      return Response.json(harness.cachedRecord('accounts', id));
    };
    const job = await harness.send(draftNotes(harness, keys));
    expect(job).toMatchObject({ state: 'stopped', failure: { kind: 'credential-refused' } });
    answerOthers();
    await flushCallbacks();
    expect(idsRead).toHaveLength(4); // those in flight
  });

  it('are resent in halves after a refusal, so that one invalid record fails alone', async () => {
    const { harness, keys } = await withAccounts();
    const bad = keys[2] ?? '';
    const sizes: number[] = [];
    harness.beforeRequest = (sent) => {
      if (sent.method !== 'PUT') return undefined;
      sizes.push(recordIdsOf(sent).length);
      const index = recordIdsOf(sent).indexOf(bad);
      return index < 0 ? undefined : refusedResponse(`[${index}] notes is not allowed: too long.`);
    };
    const job = await harness.send(draftNotes(harness, keys));
    expect(job.counts).toMatchObject({ done: 5, refused: 1 });
    expect(sizes.slice(0, 2)).toEqual([6, 3]);
    expect(harness.outcomes(job.id).find(({ key }) => key === bad)).toMatchObject({
      state: 'refused',
      issue: {
        reasons: ['The request is not valid.', 'notes is not allowed: too long.'],
        fields: { notes: null },
      },
    });
  });

  it('are verified after a refusal of a chunk that was applied, and count as done', async () => {
    const { harness, keys } = await withAccounts();
    let isFirst = true;
    harness.afterRequest = ({ method }, response) => {
      if (method !== 'PUT' || !isFirst) return response;
      isFirst = false;
      return refusedResponse('Something went wrong.');
    };
    const job = await harness.send(draftNotes(harness, keys));
    expect(job.counts).toMatchObject({ done: 6 });
    expect(putRequests(harness)).toHaveLength(1);
    expect(harness.outcomes(job.id)[0]).toMatchObject({ issue: { code: 'found-after-error' } });
  });

  it('show their new values in the list though the rest was lost and read later', async () => {
    const { harness, keys } = await withAccounts(8);
    let puts = 0;
    harness.beforeRequest = async (sent) => {
      if (sent.method !== 'PUT') return undefined;
      puts += 1;
      if (puts > 1) throw new TypeError('fetch failed'); // a lost response
      const applied = (JSON.parse(sent.body) as unknown[]).slice(0, 4);
      await harness.callService('PUT', '/account-management/accounts', applied);
      return refusedResponse('Something went wrong.');
    };
    const job = await harness.send(draftNotes(harness, keys));
    expect(puts).toBe(2);
    const done = harness.outcomes(job.id).flatMap(({ key, state }) => (state === 'done' ? [key] : []));
    expect(done).toHaveLength(4);
    expect(done.map((key) => harness.cachedRecord('accounts', key)['notes'])).toEqual(
      done.map(() => 'Call first'),
    );
  });

  it('are not sent after the credential is refused, and the job can be resumed', async () => {
    const { harness, keys } = await withAccounts();
    const draft = draftNotes(harness, keys);
    let isRefused = true;
    harness.beforeRequest = ({ method }) =>
      method === 'PUT' && isRefused ? Response.json({ message: 'Unauthorized' }, { status: 401 }) : undefined;
    const job = await harness.send(draft);
    expect(job).toMatchObject({
      state: 'stopped',
      failure: { kind: 'credential-refused' },
      counts: { 'not-sent': 6, done: 0 },
    });
    isRefused = false;
    await harness.jobs.resume(job.id);
    await harness.jobs.settled(job.id);
    expect(harness.jobs.get(job.id)).toMatchObject({ state: 'done', counts: { done: 6 } });
  });

  it('stop on a full disk; with space again, each is verified or sent once', async () => {
    const harness = await EditsHarness.start({ accounts: EDIT_CHUNK + 100 });
    await harness.fetchList('accounts');
    const keys = harness.firstKeys('accounts', EDIT_CHUNK + 50);
    const draft = draftNotes(harness, keys);
    let isFull = false;
    harness.afterRequest = ({ method }, response) => {
      if (method === 'PUT' && !isFull) harness.setDiskFull((isFull = true));
      return response;
    };
    const job = await harness.send(draft);
    expect(job).toMatchObject({ state: 'stopped', failure: { kind: 'disk-full' }, counts: { done: 0 } });
    expect(putRequests(harness).map((put) => recordIdsOf(put).length)).toEqual([EDIT_CHUNK]);

    harness.setDiskFull(false);
    await harness.jobs.resume(job.id);
    await harness.jobs.settled(job.id);
    expect(harness.jobs.get(job.id)).toMatchObject({ failure: null, counts: { done: keys.length } });
    expect(putRequests(harness).flatMap(recordIdsOf).sort()).toEqual([...keys].sort());
    expect(await harness.serviceRecord('accounts', keys.at(-1) ?? '')).toMatchObject({ notes: 'Call first' });
  });

  it('wait for earlier edits of the same list', async () => {
    const { harness, keys } = await withAccounts();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    harness.beforeRequest = async ({ method }) => {
      if (method === 'PUT') await released;
      return undefined;
    };
    const first = harness.edits.send(draftNotes(harness, keys), 6);
    const draft = harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(...keys), [
      setField('required_cash', 5),
    ]).id;
    const second = harness.edits.send(draft, 6);
    expect(harness.jobs.list().map(({ state }) => state)).toEqual(['running', 'running']);
    release();
    await harness.jobs.settled(second.id);
    expect(harness.jobs.get(first.id).counts).toMatchObject({ done: 6 });
    expect(harness.jobs.get(second.id).counts).toMatchObject({ done: 6 });
    expect(await harness.serviceRecord('accounts', keys[0] ?? '')).toMatchObject({
      notes: 'Call first',
      required_cash: 5,
    });
  });

  it('are not sent if a different count was confirmed', async () => {
    const { harness, keys } = await withAccounts();
    const draft = draftNotes(harness, keys);
    expect(() => harness.edits.send(draft, 5)).toThrow('changed-since');
    expect(harness.edits.drafts.get(draft).total).toBe(6);
  });
});

it('applies edits in every other list that can be edited', async () => {
  const harness = await EditsHarness.start();
  for (const resource of EDITABLE_RESOURCES) {
    if (resource === 'accounts') continue;
    await harness.fetchList(resource);
    const keys = harness.firstKeys(resource, 2);
    const draft = harness.edits.draftMany(allRecordsQuery(resource), onlyKeys(...keys), [
      setField('name', `New ${resource}`),
    ]);
    expect((await harness.send(draft.id)).counts).toMatchObject({ done: 2 });
    const [key = ''] = keys;
    const form = harness.edits.open(resource, key);
    harness.edits.saveRow(form.id, 0, [setField('name', `One ${resource}`)]);
    expect((await harness.send(form.id)).counts).toMatchObject({ done: 1 });
    expect(harness.cachedRecord(resource, key)['name']).toBe(`One ${resource}`);
  }
});
