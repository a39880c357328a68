import { describe, expect, it } from 'vitest';
import { EditsHarness, allRecordsQuery, onlyKeys, setField } from './harness';

const createEditedDraft = async () => {
  const bench = await EditsHarness.start();
  const [a = '', b = '', c = ''] = (await bench.fetchList('accounts'), bench.keys('accounts', 3));
  for (const key of [a, b, c]) await bench.elsewhere('accounts', key, { benchmarks_ids: [1], notes: key });
  await bench.fetchList('accounts');
  const draft = bench.edits.many(allRecordsQuery('accounts'), onlyKeys(a, b, c), [
    { op: 'add', field: 'benchmarks_ids', items: ['777'] },
    setField('notes', 'Call first'),
  ]);
  return { bench, a, b, c, draft: draft.id };
};

describe('undo and retry of an edit', () => {
  it('undoes it with a draft that has the same conflict check', async () => {
    const { bench, a, b, c, draft } = await createEditedDraft();
    const job = await bench.send(draft);
    expect(job.counts).toMatchObject({ done: 3 });
    await bench.elsewhere('accounts', b, { notes: 'theirs' });
    const undo = bench.edits.undo(job.id);
    expect(undo).toMatchObject({ origin: 'undo', of: job.id, total: 3, counts: { ready: 3 } });
    expect(await bench.edits.check(undo.id)).toMatchObject({ counts: { ready: 2, conflict: 1 } });
    const undone = await bench.send(undo.id);
    expect(undone.counts).toMatchObject({ done: 2, skipped: 1 });
    for (const key of [a, c])
      expect(await bench.serviceRecord('accounts', key)).toMatchObject({ benchmarks_ids: [1], notes: key });
    expect(await bench.serviceRecord('accounts', b)).toMatchObject({
      benchmarks_ids: [1, 777],
      notes: 'theirs',
    });
  });

  it('undoes only what it changed, not equal changes by others or refused ones', async () => {
    const { bench, a, b, c, draft } = await createEditedDraft();
    await bench.elsewhere('accounts', a, { notes: 'Call first' });
    await bench.elsewhere('accounts', b, { notes: 'Call first', benchmarks_ids: [1, 777] });
    let isSent = false;
    bench.after = async ({ method }, answer) => {
      isSent ||= method === 'PUT';
      if (!isSent) return answer;
      const body = (await answer.json()) as { data: { id: number }[] };
      const data = body.data.map((one) => (String(one.id) === c ? { ...one, notes: null } : one));
      return Response.json({ ...body, data });
    };
    const job = await bench.send(draft);
    expect(
      new Map(bench.outcomes(job.id).map(({ key, state, remark }) => [key, [state, remark?.code]])),
    ).toEqual(
      new Map([
        [a, ['done', 'so-in-part']],
        [b, ['done', 'so-already']],
        [c, ['not-taken', 'not-taken']],
      ]),
    );
    const undo = bench.edits.undo(job.id);
    const rows = bench.edits.drafts
      .allRows(undo.id)
      .map(({ key, fields }) => [key, fields.map(({ field }) => field)]);
    expect(new Map(rows as [string, string[]][])).toEqual(
      new Map([
        [a, ['benchmarks_ids']],
        [c, ['benchmarks_ids']],
      ]),
    );
  });

  it('drafts records with conflicts again from their current values and lists', async () => {
    const { bench, a, b, draft } = await createEditedDraft();
    await bench.elsewhere('accounts', a, { benchmarks_ids: [5] });
    const job = await bench.send(draft);
    expect(job.counts).toMatchObject({ done: 2, conflict: 1 });
    const again = bench.edits.again(job.id);
    expect(again).toMatchObject({ of: job.id, total: 1, key: a });
    expect(bench.edits.drafts.row(again.id, 0)).toMatchObject({
      state: 'ready',
      fields: [
        { field: 'benchmarks_ids', before: '[5]', after: '[5,777]' },
        { field: 'notes', after: '"Call first"' },
      ],
    });
    expect((await bench.send(again.id)).counts).toMatchObject({ done: 1 });
    expect((await bench.serviceRecord('accounts', a))['benchmarks_ids']).toEqual([5, 777]);
    expect(() => bench.edits.again(bench.jobs.list()[0]?.id ?? '')).toThrow('refused');
    expect((await bench.serviceRecord('accounts', b))['benchmarks_ids']).toEqual([1, 777]);
  });
});
