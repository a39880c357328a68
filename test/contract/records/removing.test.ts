import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeLine } from '#contract/creation';
import { adjustmentBody, RecordJobs, lineToCreate, lineToRemove } from '../../support/record-jobs';

let firm: RecordJobs;
beforeEach(async () => {
  firm = await RecordJobs.start();
});
afterEach(() => firm.close());

/** Creates records to delete, and returns them as the service has them. */
async function createRecords(count: number): Promise<Record<string, unknown>[]> {
  const lines = Array.from({ length: count }, (_, index) =>
    lineToCreate(adjustmentBody(`Old ${index}`, `old-${index}`)),
  );
  await firm.run('assetAdjustments', 'create', lines);
  const listed = await firm.listed('assetAdjustments');
  firm.gate.requests.length = 0;
  return lines.map(({ title }) => listed.get(title) ?? {});
}

describe('deleting records', () => {
  it('deletes one record by the single request and several in bulk, and keeps their fields', async () => {
    const [first = {}, ...others] = await createRecords(4);
    const single = await firm.run('assetAdjustments', 'remove', [lineToRemove(first)]);
    const several = await firm.run('assetAdjustments', 'remove', others.map(lineToRemove));
    expect([...single.rows, ...several.rows].map(({ state, verified }) => [state, verified])).toEqual(
      Array(4).fill(['done', true]),
    );
    expect(firm.writes).toEqual([
      `DELETE /billing/asset-adjustments/${String(first['id'])}`,
      'POST /billing/asset-adjustments/delete-many',
    ]);
    expect(firm.removed).toHaveLength(4);
    expect(several.rows.map(({ input }) => JSON.parse(removeLine.parse(input).raw) as unknown)).toEqual(
      others,
    );
    expect((await firm.listed('assetAdjustments')).has('Old 0')).toBe(false);
    expect(firm.workspace.activity.list({}, 0, 1).entries).toMatchObject([
      { kind: 'record-delete', count: 3, outcome: 'done', facts: { list: 'asset adjustments' } },
    ]);
  });

  it('looks up a lost outcome, which stays unknown while the records still exist', async () => {
    const [first = {}, second = {}, third = {}] = await createRecords(3);
    firm.gate.judge = ({ method }) => (method === 'DELETE' ? 'lose' : 'pass');
    const lost = await firm.run('assetAdjustments', 'remove', [lineToRemove(first)]);
    expect(lost.rows).toMatchObject([{ state: 'done', issue: { code: 'found' } }]);
    firm.gate.judge = ({ method }) => (method === 'POST' ? 'drop' : 'pass'); // the request never arrives
    const none = await firm.run('assetAdjustments', 'remove', [lineToRemove(second), lineToRemove(third)]);
    expect(none.rows).toMatchObject([
      { state: 'unknown', verified: false },
      { state: 'unknown', verified: false },
    ]);
    expect(firm.removed).toEqual([String(first['id'])]);
  });

  it('reads the list at most twice before an undo if it gets a 504 for the smallest pages', async () => {
    const lines = (await createRecords(30)).map((record) => ({ ...lineToRemove(record), undoes: true }));
    firm.gate.judge = () => ({ status: 504, body: '{}' });
    const { id, rows } = await firm.run('assetAdjustments', 'remove', lines);
    expect(rows).toMatchObject(Array(30).fill({ state: 'not-sent' }));
    expect(firm.jobs.get(id).failure).toMatchObject({ kind: 'timeout' });
    expect(firm.gate.requests).toHaveLength(10); // five sizes of pages each time
  });

  it('deletes records one by one if the service has no bulk call', async () => {
    const records = await createRecords(3);
    firm.gate.judge = ({ path }) =>
      path.endsWith('/delete-many') ? { status: 405, body: '{"message":"Method Not Allowed"}' } : 'pass';
    const { id, rows } = await firm.run('assetAdjustments', 'remove', records.map(lineToRemove));
    expect(rows.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(firm.jobs.get(id).facts).toMatchObject({ singly: true });
    expect(firm.writes).toHaveLength(4);
  });
});
