import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { structureBody } from '../../support/record-jobs';
import { selectByKeys, RecordFirm } from '../../support/record-firm';

let firm: RecordFirm;
beforeEach(async () => {
  firm = await RecordFirm.start('feeStructures');
});
afterEach(() => firm.close());

const create = () =>
  firm.send(firm.fill(firm.draftService.create('feeStructures', null), structureBody('Growth', 'growth')));
const deletions = () =>
  firm.gate.requests.filter((request) => request.startsWith('DELETE') || request.includes('delete-many'));
/** Makes the service answer a create with the new record's fields under this ID. */
const answerCreatesWithId = (id: unknown) => {
  firm.gate.judge = ({ method, path }) =>
    method === 'POST' && path.endsWith('/fee-structures')
      ? { after: { status: 200, body: JSON.stringify({ ...structureBody('Growth', 'growth'), id }) } }
      : 'pass';
};

describe('the undo of a create', () => {
  it('deletes the new record when the response had the ID of a record in the list', async () => {
    const [other = {}] = await firm.listed('feeStructures');
    answerCreatesWithId(other['id']);
    const creation = await create();
    firm.gate.open();
    const created = (await firm.listed('feeStructures')).find(({ name }) => name === 'Growth');
    expect(creation.rows).toMatchObject([{ state: 'done', responseIds: [String(created?.['id'])] }]);
    await firm.send(firm.draftService.undo(creation.job.id));
    const remaining = await firm.listed('feeStructures');
    expect(remaining.map(({ id }) => id)).toContain(other['id']);
    expect(remaining.map(({ name }) => name)).not.toContain('Growth');
  });

  it('does not delete a record of another name under the ID of the response, checked or not', async () => {
    // Another user created it since the last refresh: its ID is new to this computer.
    const elsewhere = structureBody('Elsewhere', 'elsewhere');
    const { raw } = await firm.service.call('feeStructures.create', { body: elsewhere as never });
    const { id } = JSON.parse(raw) as { id: number };
    answerCreatesWithId(id);
    const created = await create();
    firm.gate.open();
    expect(created.rows).toMatchObject([{ state: 'done', responseIds: [String(id)] }]);

    const unchecked = await firm.send(firm.draftService.undo(created.job.id));
    expect(unchecked.rows).toMatchObject([
      { state: 'refused', issue: { code: 'another-record', facts: { id: String(id) } } },
    ]);
    const draft = firm.draftService.undo(created.job.id);
    expect(await firm.draftService.check(draft.id)).toMatchObject({ counts: { ready: 0, wrong: 1 } });
    expect(deletions()).toEqual([]);
    expect((await firm.listed('feeStructures')).map(({ name }) => name)).toContain('Elsewhere');
  });

  it('does not delete a record with another slug', async () => {
    const created = await create();
    const [key = ''] = created.rows[0]?.responseIds ?? [];
    firm.gate.judge = ({ method }) =>
      method === 'GET'
        ? {
            status: 200,
            body: JSON.stringify({
              has_next: false,
              total_items: 1,
              data: [{ ...structureBody('Growth', 'growth-2'), id: Number(key) }],
            }),
          }
        : 'pass';
    const unchecked = await firm.send(firm.draftService.undo(created.job.id));
    expect(unchecked.rows).toMatchObject([{ state: 'refused', issue: { code: 'another-record' } }]);
    const draft = firm.draftService.undo(created.job.id);
    expect(await firm.draftService.check(draft.id)).toMatchObject({ counts: { ready: 0, wrong: 1 } });
    expect(deletions()).toEqual([]);
  });

  it('includes records that were found after a refused request', async () => {
    firm.gate.judge = ({ method }) =>
      method === 'POST' ? { after: { status: 400, body: '{"message":"Something went wrong."}' } } : 'pass';
    const created = await create();
    firm.gate.open();
    expect(created.rows).toMatchObject([{ state: 'done', issue: { code: 'found-after-error' } }]);
    const undone = await firm.send(firm.draftService.undo(created.job.id));
    expect(undone.rows).toMatchObject([{ state: 'done', verified: true }]);
    expect((await firm.listed('feeStructures')).map(({ name }) => name)).not.toContain('Growth');
  });
});

it('creates a record that refers to an ID above 2^53, with all its digits', async () => {
  const draft = firm.draftService.create('billingGroups', null);
  firm.draftService.saveRow(draft.id, 0, [
    { op: 'set', field: 'name', json: '"Harbor Trusts"' },
    { op: 'set', field: 'firm_id', json: '39' },
    { op: 'set', field: 'household_id', json: '9007199254740993' },
  ]);
  let sent = '';
  firm.gate.judgeBody = ({ path, body }) => {
    if (path !== '/billing/groups') return undefined;
    sent = body;
    return { status: 200, body: body.replace('{', '{"id":9007199254740995,') };
  };
  const { rows } = await firm.send(draft);
  expect(sent).toContain('"household_id":9007199254740993');
  expect(rows).toMatchObject([{ responseIds: ['9007199254740995'] }]);
});

describe('the undo of a delete', () => {
  it('is refused while the deleted record is still in the list', async () => {
    const [structure = {}] = await firm.listed('feeStructures');
    firm.gate.judge = ({ method }) =>
      method === 'DELETE' ? { status: 200, body: JSON.stringify({ id: structure['id'] }) } : 'pass';
    const { query, selection } = selectByKeys('feeStructures', [structure['id']]);
    const removed = await firm.send(firm.draftService.draftRemoval(query, selection));
    expect(removed.rows).toMatchObject([{ state: 'done', verified: false }]);
    expect(removed.job.verified).toEqual({ yes: 0, no: 1 });
    expect(firm.workspace.activity.list({}, 0, 1).entries).toMatchObject([
      { kind: 'record-delete', count: 0, outcome: 'unknown', facts: { 'outcome not known': 1 } },
    ]);
    expect(() => firm.draftService.undo(removed.job.id)).toThrow('refused');
  });
});
