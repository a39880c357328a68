import { describe, expect, it } from 'vitest';
import type { DraftRow } from '#contract/edit';
import { resourceNamed } from '#contract/resources';
import { withoutReadingIssue } from '#engine/records/edits/incomplete';
import { judgeRow } from '#engine/records/edits/judge';
import { judgeRefused, type SentLine } from '#engine/records/edits/judge-response';
import { EditsHarness, allRecordsQuery, onlyKeys, setField, type SentRequest } from './harness';
import {
  recordIdsOf,
  draftNotes,
  putRequests,
  refusedResponse,
  withAccount,
  withAccounts,
} from './send-helpers';

type Json = Record<string, unknown>;
type Source = 'get' | 'filter' | 'list' | 'put';

const ACCOUNTS = '/account-management/accounts';
const sourceOf = ({ method, path }: SentRequest): Source => {
  if (method === 'PUT') return 'put';
  if (method === 'POST') return 'filter';
  return /accounts\/\d+/.test(path) ? 'get' : 'list';
};

/** Changes every record in the responses of some sources. */
function changeRecords(
  harness: EditsHarness,
  sources: readonly Source[],
  change: (record: Json) => Json,
): void {
  harness.afterRequest = async (sent, response) => {
    if (!sources.includes(sourceOf(sent)) || !response.ok) return response;
    const body = (await response.json()) as Json;
    const { data } = body;
    if (Array.isArray(data)) return Response.json({ ...body, data: (data as Json[]).map(change) });
    return Response.json(data ? { ...body, data: change(data as Json) } : change(body));
  };
}
const without =
  (...names: string[]) =>
  (record: Json): Json =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
/** Fields that a service may leave out of a short form of its records. */
const OMITTED_FIELDS = ['household_id', 'fee_structures_ids', 'benchmarks_ids'];
const requestsOf = (harness: EditsHarness): string[] =>
  harness.sentRequests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);

const draftOneEdit = (
  harness: EditsHarness,
  key: string,
  field = 'notes',
  value: unknown = 'Call first',
): string => {
  const { id } = harness.edits.open('accounts', key);
  harness.edits.saveRow(id, 0, [setField(field, value)]);
  return id;
};

const rowWithNotes = (text: string): DraftRow => ({
  index: 0,
  key: '1',
  line: null,
  title: 'Violet Juns',
  subtitle: '',
  state: 'wrong',
  issue: null,
  fields: [{ field: 'notes', before: 'null', after: JSON.stringify(text), issue: null }],
});

describe('a PUT of one record', () => {
  it('is refused with the missing fields if GET, filter and list all lack them', async () => {
    const { harness, key } = await withAccount();
    const [inService, inCache] = [
      await harness.serviceRecord('accounts', key),
      harness.cachedRecord('accounts', key),
    ];
    changeRecords(harness, ['get', 'filter', 'list'], without(...OMITTED_FIELDS));
    const draft = draftOneEdit(harness, key);
    const job = await harness.send(draft);
    expect(harness.outcomes(job.id)).toEqual([
      {
        key,
        state: 'refused',
        issue: {
          code: 'incomplete-reading',
          fields: { household_id: null, fee_structures_ids: null, benchmarks_ids: null },
        },
      },
    ]);
    expect(putRequests(harness)).toEqual([]);
    expect(await harness.serviceRecord('accounts', key)).toEqual(inService);
    expect(harness.cachedRecord('accounts', key)).toEqual(inCache); // the short record does not replace the cached one
  });

  it('is built from the list alone if GET and filter lack fields that the list has', async () => {
    const { harness, key } = await withAccount();
    const before = await harness.serviceRecord('accounts', key);
    changeRecords(harness, ['get', 'filter'], without(...OMITTED_FIELDS));
    const job = await harness.send(draftOneEdit(harness, key));
    expect(job.counts).toMatchObject({ done: 1 });
    expect(JSON.parse(putRequests(harness)[0]?.body ?? '')).toEqual({ ...before, notes: 'Call first' });
    expect(requestsOf(harness)).toContain(`GET ${ACCOUNTS}`);
  });

  it('is built from smaller pages of the list if the service answers 504 for larger ones', async () => {
    const { harness, key } = await withAccount();
    changeRecords(harness, ['get', 'filter'], without(...OMITTED_FIELDS));
    const limits: number[] = [];
    harness.beforeRequest = (sent) => {
      if (sourceOf(sent) !== 'list') return undefined;
      const limit = Number(new URLSearchParams(sent.path.split('?')[1]).get('pager.limit'));
      limits.push(limit);
      return limit > 2_500 ? Response.json({ message: 'timeout' }, { status: 504 }) : undefined;
    };
    expect((await harness.send(draftOneEdit(harness, key))).counts).toMatchObject({ done: 1 });
    expect(limits).toEqual([10_000, 5_000, 2_500]);
  });

  it('is built from the filter, without reading the list, if GET lacks a field', async () => {
    const { harness, key } = await withAccount();
    const before = await harness.serviceRecord('accounts', key);
    changeRecords(harness, ['get'], without('benchmarks_ids'));
    expect((await harness.send(draftOneEdit(harness, key))).counts).toMatchObject({ done: 1 });
    expect(JSON.parse(putRequests(harness)[0]?.body ?? '')).toEqual({ ...before, notes: 'Call first' });
    expect(requestsOf(harness)).not.toContain(`GET ${ACCOUNTS}`);
  });

  it('accepts a list under the other spelling', async () => {
    const { harness, key } = await withAccount();
    changeRecords(harness, ['get'], ({ benchmarks_ids, ...record }) => ({
      ...record,
      benchmark_ids: benchmarks_ids,
    }));
    expect((await harness.send(draftOneEdit(harness, key))).counts).toMatchObject({ done: 1 });
    expect(harness.sentRequests.map(sourceOf)).toEqual(['get', 'put']);
  });

  it('reads again if GET has null for a cached value, and keeps the value it finds', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { benchmarks_ids: [7, 8] });
    await harness.fetchList('accounts');
    changeRecords(harness, ['get'], (record) => ({ ...record, benchmarks_ids: null }));
    expect((await harness.send(draftOneEdit(harness, key))).counts).toMatchObject({ done: 1 });
    expect((await harness.serviceRecord('accounts', key))['benchmarks_ids']).toEqual([7, 8]);
  });

  it('keeps a field cleared that another user has cleared', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { benchmarks_ids: [7, 8] });
    await harness.fetchList('accounts');
    await harness.changeInService('accounts', key, { benchmarks_ids: null });
    expect((await harness.send(draftOneEdit(harness, key))).counts).toMatchObject({ done: 1 });
    expect((await harness.serviceRecord('accounts', key))['benchmarks_ids']).toBe(null);
  });

  it('is refused in the draft too when it is checked, and ready again after a complete read', async () => {
    const { harness, key } = await withAccount();
    changeRecords(harness, ['get', 'filter', 'list'], without('household_id'));
    const draft = draftOneEdit(harness, key);
    expect((await harness.edits.check(draft)).counts).toMatchObject({ wrong: 1, conflict: 0 });
    expect(harness.edits.drafts.row(draft, 0).issue).toEqual({
      code: 'incomplete-reading',
      fields: { household_id: null },
    });
    changeRecords(harness, [], (record) => record);
    expect((await harness.edits.check(draft)).counts).toMatchObject({ ready: 1 });
  });

  it('keeps two lines for one record unsent after a check that could not read it', async () => {
    const { harness, key } = await withAccount();
    const lines = ['first', 'second'].map((text, index) => ({
      ...rowWithNotes(text),
      key,
      line: index + 2,
      issue: { code: 'duplicate-line', facts: { line: 3 - index } },
    }));
    const { id } = harness.edits.drafts.create(
      { resource: 'accounts', kind: 'edit', origin: 'import', title: null },
      lines,
    );
    changeRecords(harness, ['get', 'filter', 'list'], without('household_id'));
    await harness.edits.check(id);
    changeRecords(harness, [], (record) => record);
    expect((await harness.edits.check(id)).counts).toMatchObject({ wrong: 2, ready: 0 });
    expect(harness.edits.drafts.row(id, 1).issue).toEqual(lines[1]?.issue);
  });

  it('contains a record once if two ready lines of a draft edit it', async () => {
    const { harness, key } = await withAccount();
    const lines = ['first', 'second'].map((text, index) => ({
      ...rowWithNotes(text),
      key,
      line: index + 2,
      state: 'ready' as const,
      issue: null,
    }));
    const draft = harness.edits.drafts.create(
      { resource: 'accounts', kind: 'edit', origin: 'import', title: null },
      lines,
    );
    const job = await harness.send(draft.id);
    expect(harness.outcomes(job.id)).toMatchObject([
      { state: 'done' },
      { state: 'refused', issue: { code: 'duplicate-line', facts: { line: 2 } } },
    ]);
    expect(await harness.serviceRecord('accounts', key)).toMatchObject({ notes: 'first' });
  });

  it('is also refused if it is part of an undo', async () => {
    const { harness, key } = await withAccount();
    const job = await harness.send(draftOneEdit(harness, key));
    changeRecords(harness, ['get', 'filter', 'list'], without(...OMITTED_FIELDS));
    const undone = await harness.send(harness.edits.undo(job.id).id);
    expect(harness.outcomes(undone.id)).toMatchObject([{ issue: { code: 'incomplete-reading' } }]);
    expect(putRequests(harness)).toHaveLength(1);
  });
});

describe('a PUT of many records', () => {
  it('leaves out a record if every read lacks a field, names it, and sends the others complete', async () => {
    const { harness, keys } = await withAccounts();
    const [odd = ''] = keys;
    changeRecords(harness, ['get', 'filter', 'list'], (record) =>
      String(record['id']) === odd ? without('household_id')(record) : record,
    );
    const job = await harness.send(draftNotes(harness, keys));
    expect(job.counts).toMatchObject({ done: 5, refused: 1 });
    expect(harness.outcomes(job.id).find(({ key }) => key === odd)?.issue).toEqual({
      code: 'incomplete-reading',
      fields: { household_id: null },
    });
    expect(putRequests(harness).flatMap(recordIdsOf)).not.toContain(odd);
    for (const body of putRequests(harness).flatMap(({ body: text }) => JSON.parse(text) as Json[]))
      expect(Object.keys(body)).toEqual(expect.arrayContaining(OMITTED_FIELDS));
  });

  it('reads by ID only the records that the filter returned in part', async () => {
    const { harness, keys } = await withAccounts();
    const [odd = ''] = keys;
    changeRecords(harness, ['filter'], (record) =>
      String(record['id']) === odd ? without('household_id')(record) : record,
    );
    expect((await harness.send(draftNotes(harness, keys))).counts).toMatchObject({ done: 6 });
    expect(harness.sentRequests.filter((sent) => sourceOf(sent) === 'get')).toHaveLength(1);
  });

  it('reads the list once if GET and the filter both return partial records', async () => {
    const { harness, keys } = await withAccounts(30);
    changeRecords(harness, ['get', 'filter'], without(...OMITTED_FIELDS));
    const job = await harness.send(draftNotes(harness, keys));
    // The list leaves out closed accounts; only the filter returns them.
    expect(job.counts.done + job.counts.refused).toBe(30);
    expect(job.counts.done).toBeGreaterThan(20);
    // Reading by ID stops after four incomplete records in a row; up to three more may have begun.
    expect(harness.sentRequests.filter((sent) => sourceOf(sent) === 'get').length).toBeLessThanOrEqual(7);
    expect(harness.sentRequests.filter((sent) => sourceOf(sent) === 'list')).toHaveLength(1);
    for (const body of putRequests(harness).flatMap(({ body: text }) => JSON.parse(text) as Json[]))
      expect(Object.keys(body)).toEqual(expect.arrayContaining(OMITTED_FIELDS));
  });

  it('leaves out one unreadable record, names it, and sends the others', async () => {
    const { harness, keys } = await withAccounts();
    const [odd = ''] = keys;
    harness.beforeRequest = ({ method, path }) => {
      if (path.includes('/filter')) return refusedResponse('id must be a value.');
      if (method !== 'GET' || !path.includes(`/${odd}`)) return undefined;
      return Response.json({ id: 1, name: 'Another account' });
    };
    const job = await harness.send(draftNotes(harness, keys));
    expect(job).toMatchObject({ state: 'done', counts: { done: 5, refused: 1 } });
    expect(harness.outcomes(job.id).find(({ key }) => key === odd)).toMatchObject({
      state: 'refused',
      issue: { code: 'unreadable', facts: { failure: 'odd-answer' } },
    });
  });

  it('stops before anything is sent if no record can be read', async () => {
    const { harness, keys } = await withAccounts();
    // Lists and filters have a query; the accounts' IDs begin with 20.
    harness.beforeRequest = ({ path }) =>
      path.includes('?') || path.includes('/20') ? refusedResponse('Not now.') : undefined;
    const job = await harness.send(draftNotes(harness, keys));
    expect(job).toMatchObject({ state: 'stopped', counts: { 'not-sent': 6 } });
    expect(putRequests(harness)).toEqual([]);
  });
});

describe('an inconclusive response', () => {
  const sourcesRead = (harness: EditsHarness): Source[] => harness.sentRequests.map(sourceOf);

  it('with the old value is resolved by one read: applied', async () => {
    const { harness, key } = await withAccount();
    changeRecords(harness, ['put'], (record) => ({ ...record, notes: 'as it was' }));
    const job = await harness.send(draftOneEdit(harness, key));
    expect(harness.outcomes(job.id)).toEqual([{ key, state: 'done', issue: null }]);
    expect(sourcesRead(harness)).toEqual(['get', 'put', 'get']);
    expect(harness.cachedRecord('accounts', key)['notes']).toBe('Call first');
  });

  it('that only echoes the request is resolved by one read: not applied', async () => {
    const { harness, key } = await withAccount();
    const before = (await harness.serviceRecord('accounts', key))['notes'] ?? null;
    harness.beforeRequest = ({ method, body }) =>
      method === 'PUT' ? Response.json(JSON.parse(body) as object) : undefined;
    const job = await harness.send(draftOneEdit(harness, key));
    expect(harness.outcomes(job.id)).toMatchObject([
      { key, state: 'not-taken', issue: { code: 'not-taken', fields: { notes: JSON.stringify(before) } } },
    ]);
    expect(harness.cachedRecord('accounts', key)['notes'] ?? null).toBe(before);
    expect(sourcesRead(harness)).toEqual(['get', 'get']); // the PUT was answered by the test
  });

  it('for many records is resolved by one filter request per list', async () => {
    const { harness, keys } = await withAccounts();
    changeRecords(harness, ['put'], (record) => ({ ...record, notes: 'as it was' }));
    expect((await harness.send(draftNotes(harness, keys))).counts).toMatchObject({ done: 6 });
    const sources = sourcesRead(harness);
    // Of open accounts, and of closed ones.
    expect(sources.slice(sources.indexOf('put') + 1)).toEqual(['filter', 'filter']);
  });

  it('leaves the outcome unknown if the record cannot be read again', async () => {
    const { harness, key } = await withAccount();
    changeRecords(harness, ['put'], (record) => ({ ...record, notes: 'as it was' }));
    let isSent = false;
    harness.beforeRequest = ({ method }) => {
      const isAfter = isSent;
      isSent ||= method === 'PUT';
      return isAfter ? refusedResponse('Not now.') : undefined;
    };
    const job = await harness.send(draftOneEdit(harness, key));
    expect(harness.outcomes(job.id)).toMatchObject([{ state: 'unknown', issue: { code: 'other-value' } }]);
  });

  it('does not count a field as cleared because every read lacks it', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { required_cash: 50 });
    await harness.fetchList('accounts');
    const draft = draftOneEdit(harness, key, 'required_cash', null);
    let isSent = false;
    harness.afterRequest = async ({ method }, response) => {
      isSent ||= method === 'PUT';
      if (!isSent) return response;
      const body = (await response.json()) as Json;
      const strip = without('required_cash');
      return Response.json(
        Array.isArray(body['data']) ? { ...body, data: (body['data'] as Json[]).map(strip) } : strip(body),
      );
    };
    const job = await harness.send(draft);
    expect(harness.outcomes(job.id)).toEqual([
      { key, state: 'done', issue: { code: 'not-confirmed', fields: { required_cash: null } } },
    ]);
  });
});

describe('a single PUT that is refused', () => {
  it.each([400, 404, 409, 422])('counts as done if it was applied (%i)', async (status) => {
    const { harness, key } = await withAccount();
    harness.afterRequest = ({ method }, response) =>
      method === 'PUT' ? Response.json({ message: 'No.' }, { status }) : response;
    const job = await harness.send(draftOneEdit(harness, key));
    expect(harness.outcomes(job.id)).toEqual([{ key, state: 'done', issue: { code: 'found-after-error' } }]);
    expect(putRequests(harness)).toHaveLength(1);
    expect(harness.cachedRecord('accounts', key)['notes']).toBe('Call first');
  });

  it('names the fields that were not applied, and an undo reverts those that were', async () => {
    const { harness, key } = await withAccount();
    const before = await harness.serviceRecord('accounts', key);
    harness.beforeRequest = async ({ method }) => {
      if (method !== 'PUT') return undefined;
      await harness.changeInService('accounts', key, { notes: 'Call first' });
      return refusedResponse('required_cash is not allowed.');
    };
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [
      setField('notes', 'Call first'),
      setField('required_cash', 12),
      setField('benchmarks_ids', [700]),
    ]);
    await harness.changeInService('accounts', key, { benchmarks_ids: [700] }); // not by this edit
    const job = await harness.send(id);
    expect(harness.outcomes(job.id)).toMatchObject([
      {
        state: 'not-taken',
        issue: {
          code: 'refused-in-part',
          fields: { required_cash: JSON.stringify(before['required_cash']) },
          reasons: ['The request is not valid.', 'required_cash is not allowed.'],
        },
      },
    ]);
    harness.beforeRequest = () => undefined;
    const undo = harness.edits.undo(job.id);
    expect(harness.edits.drafts.row(undo.id, 0).fields.map(({ field }) => field)).toEqual(['notes']);
    expect((await harness.send(undo.id)).counts).toMatchObject({ done: 1 });
    expect((await harness.serviceRecord('accounts', key))['notes'] ?? null).toEqual(before['notes'] ?? null);
  });

  it('is unknown if the record cannot be read afterward', async () => {
    const { harness, key } = await withAccount();
    let isSent = false;
    harness.beforeRequest = ({ method }) => {
      const isAfter = isSent;
      isSent ||= method === 'PUT';
      return isAfter || method === 'PUT' ? refusedResponse('Not now.') : undefined;
    };
    const job = await harness.send(draftOneEdit(harness, key));
    expect(harness.outcomes(job.id)).toMatchObject([{ key, state: 'unknown' }]);
  });
});

it('never sends a record under the ID of its neighbor above 2^53', async () => {
  const { harness, key } = await withAccount();
  const [ownId, neighborId] = ['9007199254740993', '9007199254740992'];
  const record = await harness.serviceRecord('accounts', key);
  const text = (id: string, note: string) =>
    JSON.stringify({ ...record, id: 0, notes: note }).replace('"id":0', `"id":${id}`);
  harness.cacheRecord('accounts', text(ownId, 'mine'));
  const methods = new Set<string>();
  harness.beforeRequest = ({ method, body }) => {
    methods.add(method);
    return new Response(method === 'PUT' ? body : text(neighborId, 'mine'), {
      headers: { 'content-type': 'application/json' },
    });
  };
  const draft = harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(ownId), [
    setField('notes', 'changed'),
  ]);
  const job = await harness.send(draft.id);
  expect(job).toMatchObject({ state: 'stopped', failure: { kind: 'odd-answer' }, counts: { 'not-sent': 1 } });
  expect([...methods]).toEqual(['GET']);
});

it('shows a record as gone that could not be read at the check before', () => {
  const row = { ...rowWithNotes('Call first'), issue: { code: 'unreadable', facts: { failure: 'timeout' } } };
  const judged = judgeRow(resourceNamed('accounts'), withoutReadingIssue(row), null);
  expect(judged).toMatchObject({ state: 'gone', issue: null });
});

it('calls no change unapplied whose value a read after a refusal does not show', () => {
  const accounts = resourceNamed('accounts');
  const wantedValues = [
    { field: 'notes', after: '"Call first"' },
    { field: 'required_cash', after: '"5"' },
  ];
  const sentLine = { wantedValues, unchangedFields: [] } as unknown as SentLine;
  const judge = (raw: string, isCompleteRecord: boolean) =>
    judgeRefused(accounts, sentLine, { raw, isCompleteRecord }, ['No.']);
  expect(judge('{"id":1,"notes":"Call first"}', false)).toEqual({
    state: 'done',
    issue: { code: 'not-confirmed', fields: { required_cash: null } },
  });
  expect(judge('{"id":1,"notes":"Call first","required_cash":"4"}', false)).toEqual({
    state: 'not-taken',
    issue: { code: 'refused-in-part', fields: { required_cash: '"4"' }, reasons: ['No.'] },
  });
  expect(judge('{"id":1,"notes":"Call first"}', true)).toMatchObject({ issue: { code: 'refused-in-part' } });
  expect(judge('{"id":1}', false)).toBeUndefined();
});
