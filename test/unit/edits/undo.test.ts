import { describe, expect, it } from 'vitest';
import { EditsHarness, allRecordsQuery, onlyKeys, setField } from './harness';
import { refusedResponse } from './send-helpers';

const createEditedDraft = async () => {
  const harness = await EditsHarness.start();
  const [a = '', b = '', c = ''] = (await harness.fetchList('accounts'), harness.firstKeys('accounts', 3));
  for (const key of [a, b, c])
    await harness.changeInService('accounts', key, { benchmarks_ids: [1], notes: key });
  await harness.fetchList('accounts');
  const draft = harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(a, b, c), [
    { op: 'add', field: 'benchmarks_ids', items: ['777'] },
    setField('notes', 'Call first'),
  ]);
  return { harness, a, b, c, draft: draft.id };
};

describe('undo and retry of an edit', () => {
  it('undoes an edit with a draft that has the same conflict check', async () => {
    const { harness, a, b, c, draft } = await createEditedDraft();
    const job = await harness.send(draft);
    expect(job.counts).toMatchObject({ done: 3 });
    await harness.changeInService('accounts', b, { notes: 'theirs' });
    const undo = harness.edits.undo(job.id);
    expect(undo).toMatchObject({ origin: 'undo', sourceJob: job.id, total: 3, counts: { ready: 3 } });
    expect(await harness.edits.check(undo.id)).toMatchObject({ counts: { ready: 2, conflict: 1 } });
    const undone = await harness.send(undo.id);
    expect(undone.counts).toMatchObject({ done: 2, skipped: 1 });
    for (const key of [a, c])
      expect(await harness.serviceRecord('accounts', key)).toMatchObject({ benchmarks_ids: [1], notes: key });
    expect(await harness.serviceRecord('accounts', b)).toMatchObject({
      benchmarks_ids: [1, 777],
      notes: 'theirs',
    });
  });

  it('restores a date of an implausible year, which no user may enter', async () => {
    const harness = await EditsHarness.start();
    const [key = ''] = (await harness.fetchList('accounts'), harness.firstKeys('accounts', 1));
    await harness.changeInService('accounts', key, { first_billable_date: '1800-01-01' });
    await harness.fetchList('accounts');
    const draftDate = (day: string) =>
      harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(key), [
        setField('first_billable_date', day),
      ]);
    expect(draftDate('1700-01-01').counts).toMatchObject({ wrong: 1 });
    const job = await harness.send(draftDate('2026-01-01').id);
    expect(harness.edits.undo(job.id).counts).toMatchObject({ ready: 1, wrong: 0 });
  });

  it('undoes only what it changed, not equal changes by others or edits not applied', async () => {
    const { harness, a, b, c, draft } = await createEditedDraft();
    await harness.changeInService('accounts', a, { notes: 'Call first' });
    await harness.changeInService('accounts', b, { notes: 'Call first', benchmarks_ids: [1, 777] });
    // After the PUT the service shows record c without notes, in its response and in each later read.
    let isSent = false;
    const withoutNotes = (record: { id: number }) =>
      String(record.id) === c ? { ...record, notes: null } : record;
    harness.afterRequest = async ({ method }, response) => {
      isSent ||= method === 'PUT';
      if (!isSent) return response;
      const body = (await response.json()) as { id: number } | { data: { id: number }[] };
      return Response.json(
        'data' in body ? { ...body, data: body.data.map(withoutNotes) } : withoutNotes(body),
      );
    };
    const job = await harness.send(draft);
    expect(
      new Map(harness.outcomes(job.id).map(({ key, state, issue }) => [key, [state, issue?.code]])),
    ).toEqual(
      new Map([
        [a, ['done', 'so-in-part']],
        [b, ['done', 'so-already']],
        [c, ['not-taken', 'not-taken']],
      ]),
    );
    const undo = harness.edits.undo(job.id);
    const rows = harness.edits.drafts
      .allRows(undo.id)
      .map(({ key, fields }) => [key, fields.map(({ field }) => field)]);
    expect(new Map(rows as [string, string[]][])).toEqual(
      new Map([
        [a, ['benchmarks_ids']],
        [c, ['benchmarks_ids']],
      ]),
    );
  });

  it('leaves an equal change by others alone if the rest of the edit was not applied', async () => {
    const { harness, a, b, c, draft } = await createEditedDraft();
    await harness.changeInService('accounts', c, { notes: 'Call first' });
    // After the PUT the service shows the list of record c as it was.
    let isSent = false;
    const withOldList = (record: { id: number }) =>
      String(record.id) === c ? { ...record, benchmarks_ids: [1] } : record;
    harness.afterRequest = async ({ method }, response) => {
      isSent ||= method === 'PUT';
      if (!isSent) return response;
      // Record c is read alone if the responses for the others differ from what was sent.
      const body = (await response.json()) as { id: number } | { data: { id: number }[] };
      return Response.json(
        'data' in body ? { ...body, data: body.data.map(withOldList) } : withOldList(body),
      );
    };
    const job = await harness.send(draft);
    expect(harness.outcomes(job.id).find(({ key }) => key === c)).toMatchObject({
      state: 'not-taken',
      issue: { code: 'not-taken', fields: { benchmarks_ids: '[1]' } },
    });
    const undo = harness.edits.undo(job.id);
    const undoneKeys = harness.edits.drafts.allRows(undo.id).map(({ key }) => key);
    expect(new Set(undoneKeys)).toEqual(new Set([a, b]));
  });

  it.each([
    ['the response was lost', 'found'],
    ['the service answered 400', 'found-after-error'],
  ])('leaves an equal change by others alone if %s', async (_, code) => {
    const { harness, a, b, c, draft } = await createEditedDraft();
    await harness.changeInService('accounts', a, { notes: 'Call first' });
    harness.afterRequest = ({ method }, response) => {
      if (method !== 'PUT') return response;
      if (code !== 'found') return refusedResponse('No.');
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    };
    const job = await harness.send(draft);
    expect(harness.outcomes(job.id)).toMatchObject(Array(3).fill({ state: 'done', issue: { code } }));
    const undone = harness.edits.drafts
      .allRows(harness.edits.undo(job.id).id)
      .map(({ key, fields }) => [key, fields.map(({ field }) => field)] as const);
    expect(new Map(undone)).toEqual(
      new Map([
        [a, ['benchmarks_ids']],
        [b, ['benchmarks_ids', 'notes']],
        [c, ['benchmarks_ids', 'notes']],
      ]),
    );
  });

  it('leaves an equal change by others alone if the outcome is found after a restart', async () => {
    const { harness, a, b, c, draft } = await createEditedDraft();
    await harness.changeInService('accounts', a, { notes: 'Call first' });
    harness.afterRequest = ({ method }, response) => {
      if (method === 'PUT') harness.closing.abort();
      return response;
    };
    const { id, counts } = await harness.send(draft);
    expect(counts).toMatchObject({ 'in-flight': 3 });
    const restarted = harness.restart();
    await restarted.jobs.settled(id);
    expect(restarted.outcomes(id)).toMatchObject(Array(3).fill({ state: 'done', issue: { code: 'found' } }));
    const undone = restarted.edits.drafts
      .allRows(restarted.edits.undo(id).id)
      .map(({ key, fields }) => [key, fields.map(({ field }) => field)] as const);
    expect(new Map(undone)).toEqual(
      new Map([
        [a, ['benchmarks_ids']],
        [b, ['benchmarks_ids', 'notes']],
        [c, ['benchmarks_ids', 'notes']],
      ]),
    );
  });

  it('drafts records with conflicts again from their current values and lists', async () => {
    const { harness, a, b, draft } = await createEditedDraft();
    await harness.changeInService('accounts', a, { benchmarks_ids: [5] });
    const job = await harness.send(draft);
    expect(job.counts).toMatchObject({ done: 2, conflict: 1 });
    const retry = harness.edits.draftRetry(job.id);
    expect(retry).toMatchObject({ sourceJob: job.id, total: 1, key: a });
    expect(harness.edits.drafts.row(retry.id, 0)).toMatchObject({
      state: 'ready',
      fields: [
        { field: 'benchmarks_ids', before: '[5]', after: '[5,777]' },
        { field: 'notes', after: '"Call first"' },
      ],
    });
    expect((await harness.send(retry.id)).counts).toMatchObject({ done: 1 });
    expect((await harness.serviceRecord('accounts', a))['benchmarks_ids']).toEqual([5, 777]);
    expect(() => harness.edits.draftRetry(harness.jobs.list()[0]?.id ?? '')).toThrow('refused');
    expect((await harness.serviceRecord('accounts', b))['benchmarks_ids']).toEqual([1, 777]);
  });

  it('leaves unsent records out of a retry, because the job still sends them', async () => {
    const { harness, a, draft } = await createEditedDraft();
    await harness.changeInService('accounts', a, { notes: 'theirs' });
    harness.beforeRequest = ({ method }) =>
      method === 'PUT' ? Response.json({ message: 'Unauthorized' }, { status: 401 }) : undefined;
    const job = await harness.send(draft);
    expect(job.counts).toMatchObject({ conflict: 1, 'not-sent': 2 });
    expect(harness.edits.draftRetry(job.id)).toMatchObject({ total: 1, key: a });
  });

  it("drafts a record again with the user's decisions about its fields", async () => {
    const { harness, a, b, c, draft } = await createEditedDraft();
    await harness.changeInService('accounts', a, { notes: 'theirs' });
    await harness.edits.check(draft);
    harness.edits.resolve(draft, 'theirs', {});
    const rowOf = (id: string, key: string) =>
      harness.edits.drafts.allRows(id).find((row) => row.key === key) ?? { index: -1, fields: [] };
    harness.edits.fix(draft, rowOf(draft, b).index, 'notes', '"Call twice"');
    harness.beforeRequest = ({ method }) => (method === 'PUT' ? refusedResponse('No.') : undefined);
    const job = await harness.send(draft);
    expect(job.counts).toMatchObject({ refused: 3 });
    harness.beforeRequest = () => undefined;
    await harness.changeInService('accounts', c, { benchmarks_ids: [5] });
    await harness.fetchList('accounts');

    const retry = harness.edits.draftRetry(job.id);
    const wanted = [a, b, c].map((key) =>
      rowOf(retry.id, key).fields.map(({ field, after }) => [field, after]),
    );
    expect(wanted).toEqual([
      [['benchmarks_ids', '[1,777]']],
      [
        ['benchmarks_ids', '[1,777]'],
        ['notes', '"Call twice"'],
      ],
      [
        ['benchmarks_ids', '[5,777]'],
        ['notes', '"Call first"'],
      ],
    ]);
  });
});
