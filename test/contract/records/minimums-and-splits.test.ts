import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Exports } from '#engine/records/export/exports';
import { createNames } from '#engine/records/names/names';
import { columnsOf } from '#contract/resource';
import { resourceNamed } from '#contract/resources';
import { missingFile } from '../../unit/cache/temp-cache';
import { selectByKeys, RecordFirm, type FirmJson } from '../../support/record-firm';

let firm: RecordFirm;
beforeEach(async () => {
  firm = await RecordFirm.start('billingMinimums', 'billingSplits', 'firms');
});
afterEach(() => firm.close());

/** `edit`: a field and its new JSON text. `bulk`: a field, its new JSON text, and the value that is then stored. */
const CASES = [
  {
    resource: 'billingMinimums',
    body: { name: 'Cedar Minimum', value: 250.1, value_type: 'F', firm_id: 39 },
    edit: ['value', '300.10'],
    bulk: ['value_type', '"P"', 'P'],
  },
  {
    resource: 'billingSplits',
    body: { name: 'Cedar Split', percentage: 12.5, splitter_name: 'West Office', firm_id: 39 },
    edit: ['percentage', '0.10'],
    bulk: ['splitter_name', '"Planning Team"', 'Planning Team'],
  },
] as const;

/** Exports records as CSV, and returns the text of the file. */
async function exportedText(source: Parameters<Exports['start']>[0]['source']): Promise<string> {
  const file = missingFile('out.csv');
  const exports = new Exports({
    reader: firm.reader,
    workspace: firm.workspace,
    names: createNames({ reader: firm.reader, service: firm.service, clock: { now: () => 0 } }),
    closed: new AbortController().signal,
  });
  const { id } = exports.start({ source, format: 'csv', file });
  let how: string | undefined;
  for await (const { ended } of exports.follow(id)) how = ended?.how;
  expect(how).toBe('done');
  return readFileSync(file, 'utf8');
}

it.each(CASES)(
  '$resource are created, edited one by one and in bulk, exported and deleted by descriptor',
  async ({ resource, body, edit, bulk }) => {
    const listed = async (): Promise<FirmJson[]> =>
      (await firm.listed(resource)).filter(({ name }) => String(name).startsWith('Cedar'));

    const created = await firm.send(firm.fill(firm.draftService.create(resource, null), body));
    expect(created.rows).toMatchObject([{ state: 'done' }]);
    const [record = {}] = await listed();
    expect(record).toMatchObject(body);
    const key = String(record['id']);

    const [field, json] = edit;
    const draft = firm.draftService.saveRow(firm.draftService.open(resource, key).id, 0, [
      { op: 'set', field, json },
    ]);
    firm.gate.requests.length = 0;
    expect((await firm.send(draft)).rows).toMatchObject([{ state: 'done' }]);
    expect(firm.gate.requests.some((request) => request.startsWith('PUT'))).toBe(true);
    expect(firm.reader.get({ resource, key })?.raw).toContain(`"${field}":${Number(json)}`);

    const [other, value, stored] = bulk;
    const { query, selection } = selectByKeys(resource, [key]);
    const bulkEdit = await firm.send(
      firm.draftService.draftMany(query, selection, [{ op: 'set', field: other, json: value }]),
    );
    expect((await listed())[0]?.[other]).toBe(stored);
    await firm.send(firm.draftService.undo(bulkEdit.job.id));
    expect((await listed())[0]?.[other]).toEqual(record[other]);

    expect(
      await exportedText({
        from: 'records',
        query,
        selection,
        columns: columnsOf(resourceNamed(resource)).map(({ name }) => name),
      }),
    ).toContain(body.name);

    const removed = await firm.send(firm.draftService.draftRemoval(query, selection));
    expect(await listed()).toEqual([]);
    const recreated = await firm.send(firm.draftService.undo(removed.job.id));
    expect(recreated.rows).toMatchObject([{ state: 'done' }]);
    const [recreatedRecord = {}] = await listed();
    expect(recreatedRecord).toMatchObject({ ...body, [field]: Number(json) });
    expect(recreatedRecord['id']).not.toBe(record['id']);
    expect(firm.reader.get({ resource, key: String(recreatedRecord['id']) })).not.toBeNull();
  },
);
