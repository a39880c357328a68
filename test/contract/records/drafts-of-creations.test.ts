import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImports } from '#engine/records/import/imports';
import { adjustmentBody, structureBody } from '../../support/record-jobs';
import { selectByKeys, RecordFirm, type FirmJson } from '../../support/record-firm';

let firm: RecordFirm;
afterEach(() => firm.close());

const recordNamed = (records: readonly FirmJson[], name: string): FirmJson | undefined =>
  records.find((record) => record['name'] === name);
const without = (fields: FirmJson, ...names: string[]): FirmJson =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
const fieldsOf = (draft: Parameters<RecordFirm['rows']>[0], index = 0): FirmJson =>
  Object.fromEntries(
    (firm.rows(draft)[index]?.fields ?? []).map(({ field, after }) => [field, JSON.parse(after) as unknown]),
  );
const issues = (draft: Parameters<RecordFirm['rows']>[0], index = 0): FirmJson =>
  Object.fromEntries(
    (firm.rows(draft)[index]?.fields ?? []).flatMap(({ field, issue }) =>
      issue === null ? [] : [[field, issue.code]],
    ),
  );

describe('a draft of a record to create', () => {
  beforeEach(async () => {
    firm = await RecordFirm.start('assetAdjustments', 'feeStructures');
  });

  it('lists missing fields, derives the slug from the name, and becomes a record', async () => {
    const empty = firm.draftService.create('assetAdjustments', null);
    expect(issues(empty)).toMatchObject({ name: 'required', level: 'required', weight: 'required' });
    const body = without(adjustmentBody('Exclude Épicerie & Co', ''), 'slug');
    const draft = firm.fill(empty, body);
    expect(issues(draft)).toEqual({});
    expect(fieldsOf(draft)['slug']).toBe('exclude-epicerie-co');
    expect(draft.counts).toMatchObject({ ready: 1, wrong: 0 });

    const { job, rows } = await firm.send(draft);
    expect(job).toMatchObject({
      kind: { resource: 'assetAdjustments', operation: 'create' },
      counts: { done: 1 },
    });
    expect(recordNamed(await firm.listed('assetAdjustments'), 'Exclude Épicerie & Co')).toMatchObject(body);
    expect(() => firm.drafts.get(draft.id)).toThrow('not-found');
    expect(
      firm.reader.get({ resource: 'assetAdjustments', key: rows[0]?.responseIds[0] ?? '' }),
    ).not.toBeNull();
  });

  it('finds an unused slug, and reports a given slug that is in use or invalid', () => {
    const [existing = {}] = JSON.parse(
      `[${[...firm.reader.selectedRecords({ ...selectByKeys('assetAdjustments', []), selection: { kind: 'all', except: [] } }, 1)][0]?.raw ?? ''}]`,
    ) as FirmJson[];
    const body = { ...adjustmentBody(String(existing['name']), ''), firm_id: existing['firm_id'] };
    const draft = firm.fill(firm.draftService.create('assetAdjustments', null), without(body, 'slug'));
    const slug = String(fieldsOf(draft)['slug']);
    expect(slug).toMatch(new RegExp(`^${String(existing['slug'])}-\\d+$`));
    expect(issues(draft)).toEqual({});
    const same = firm.fill(draft, { ...body, slug: existing['slug'] });
    expect(issues(same)).toEqual({ slug: 'slug-in-use' });
    const odd = firm.fill(draft, { ...body, slug: 'My Slug' });
    expect(issues(odd)).toEqual({ slug: 'not-slug' });
  });

  it("copies the fields of another record under a new name, without the service's IDs", () => {
    const tiered = firm.reader.selectedRecords(
      {
        ...selectByKeys('feeStructures', []),
        query: {
          ...selectByKeys('feeStructures', []).query,
          filters: [{ op: 'in', field: 'calculation_type', values: ['T'] }],
        },
        selection: { kind: 'all', except: [] },
      },
      1,
    );
    const [first] = [...tiered];
    if (!first) throw new Error('the demo firm has no tiered fee structure');
    const { key, raw } = first;
    const original = JSON.parse(raw) as FirmJson;
    const fields = fieldsOf(firm.draftService.create('feeStructures', key));
    expect(fields['name']).toBe(`Copy of ${String(original['name'])}`);
    expect(fields).toMatchObject({ calculation_type: 'T', balance_type: original['balance_type'] });
    expect(fields['tiers']).toEqual(
      (original['tiers'] as FirmJson[]).map((tier) => without(tier, 'id', 'fee_structure_id')),
    );
    expect(fields).not.toHaveProperty('id');
  });

  it('reports, after reading the service, that its slug is now in use', async () => {
    const body = adjustmentBody('Exclude Apple', 'exclude-apple');
    const draft = firm.fill(firm.draftService.create('assetAdjustments', null), body);
    await firm.service.call('assetAdjustments.create', { body: body as never });
    const checked = await firm.draftService.check(draft.id);
    expect(checked.counts).toMatchObject({ wrong: 1 });
    expect(issues(checked)).toEqual({ slug: 'slug-in-use' });
  });

  it('after a restore, is sent only if a check found its name unused in the service', async () => {
    const draftOf = (name: string, slug: string) =>
      firm.fill(firm.draftService.create('assetAdjustments', null), adjustmentBody(name, slug));
    const drafts = [draftOf('Sent since', 'sent-since'), draftOf('Not sent', 'not-sent')];
    const sameName = { ...adjustmentBody('Sent since', 'slug-of-the-service') };
    await firm.service.call('assetAdjustments.create', { body: sameName as never });
    firm.workspace.markRestored('2026-11-20T09:00:00.000Z');
    for (const { id } of drafts) expect(() => firm.draftService.send(id, 1)).toThrow('changed-since');
    const [sent, unsent] = await Promise.all(drafts.map(({ id }) => firm.draftService.check(id)));
    expect(sent).toMatchObject({ restored: '2026-11-20T09:00:00.000Z', counts: { wrong: 1 } });
    expect(sent && issues(sent)).toEqual({ name: 'name-in-use' });
    expect(unsent).toMatchObject({ counts: { ready: 1 } });
    if (unsent) await firm.send(unsent);
    const names = (await firm.listed('assetAdjustments')).map(({ name }) => name);
    expect(names.filter((name) => name === 'Sent since' || name === 'Not sent').sort()).toEqual([
      'Not sent',
      'Sent since',
    ]);
  });

  it('still reports a duplicate name after reading the service', async () => {
    const body = adjustmentBody('Twice', 'twice');
    const values = new Map(
      Object.entries(body).map(([field, value]) => [field, { json: JSON.stringify(value) }]),
    );
    const record = { values, line: null, issue: null };
    const draft = firm.draftService.createMany({ resource: 'assetAdjustments', origin: 'import' }, [
      record,
      record,
    ]);
    expect(draft.counts).toMatchObject({ ready: 1, wrong: 1 });
    expect((await firm.draftService.check(draft.id)).counts).toMatchObject({ ready: 1, wrong: 1 });
  });

  it('is sent only once if the same records were drafted twice', async () => {
    const values = new Map(
      Object.entries(adjustmentBody('Twice', 'twice')).map(([field, value]) => [
        field,
        { json: JSON.stringify(value) },
      ]),
    );
    const [first, second] = (['import', 'undo'] as const).map((origin) =>
      firm.draftService.createMany({ resource: 'assetAdjustments', origin }, [
        { values, line: null, issue: null },
      ]),
    );
    if (!first || !second) throw new Error('no draft');
    await firm.send(first);
    expect(() => firm.draftService.send(second.id, 1)).toThrow('changed-since');
    expect(firm.drafts.get(second.id).counts).toMatchObject({ ready: 0, wrong: 1 });
    expect(issues(second)).toEqual({ name: 'name-in-use' });

    // A new name has its own slug.
    const renamed = firm.draftService.fix(second.id, 0, 'name', '"Three times"');
    expect(renamed.counts).toMatchObject({ ready: 1, wrong: 0 });
    expect(fieldsOf(renamed)).toMatchObject({ name: 'Three times', slug: 'three-times' });
  });

  it('can be finished if it stopped between the create and the later fields', async () => {
    firm.gate.judge = ({ method }) => (method === 'PUT' ? 'drop' : 'pass');
    const draft = firm.fill(firm.draftService.create('feeStructures', null), {
      ...structureBody('Growth', 'growth'),
      annual_cycle: 'J',
    });
    const stopped = await firm.send(draft);
    expect(stopped.rows).toMatchObject([{ state: 'refused', issue: { code: 'created-incomplete' } }]);
    firm.gate.open();
    const retryDraft = firm.draftService.draftRetry(stopped.job.id);
    expect(retryDraft.toComplete).toBe(1);
    expect(draft).not.toHaveProperty('toComplete');
    expect(firm.rows(retryDraft)).toMatchObject([{ key: stopped.rows[0]?.responseIds[0], state: 'ready' }]);
    const finished = await firm.send(retryDraft);
    expect(finished.rows).toMatchObject([{ state: 'done' }]);
    const all = await firm.listed('feeStructures');
    expect(all.filter(({ name }) => name === 'Growth')).toMatchObject([{ annual_cycle: 'J' }]);
  });

  it('undoes a creation with a draft that deletes the records', async () => {
    const draft = firm.fill(
      firm.draftService.create('assetAdjustments', null),
      adjustmentBody('Once', 'once'),
    );
    const { job } = await firm.send(draft);
    const undo = firm.draftService.undo(job.id);
    expect(undo).toMatchObject({ kind: 'remove', origin: 'undo', sourceJob: job.id, counts: { ready: 1 } });
    await firm.send(undo);
    expect(recordNamed(await firm.listed('assetAdjustments'), 'Once')).toBeUndefined();
  });

  it('is sent with the keys of records that have its title, whatever their slug', async () => {
    const [existing = {}] = await firm.listed('assetAdjustments');
    const body = { ...adjustmentBody(String(existing['name']), 'other-slug'), firm_id: existing['firm_id'] };
    const { rows } = await firm.send(firm.fill(firm.draftService.create('assetAdjustments', null), body));
    expect(rows).toMatchObject([{ state: 'done', input: { others: [String(existing['id'])] } }]);
  });

  it('is not sent again unchanged after a refusal that may have created it with other values', async () => {
    firm.gate.judgeBody = ({ method, body }) =>
      method === 'POST'
        ? {
            passed: JSON.stringify({ ...(JSON.parse(body) as object), weight: 50 }),
            after: { status: 400, body: '{"message":"No."}' },
          }
        : undefined;
    const draft = firm.fill(
      firm.draftService.create('assetAdjustments', null),
      adjustmentBody('Maybe', 'maybe'),
    );
    const { job, rows } = await firm.send(draft);
    const rival = recordNamed(await firm.listed('assetAdjustments'), 'Maybe')?.['id'];
    expect(rows).toMatchObject([{ state: 'refused', issue: { facts: { rival: String(rival) } } }]);
    const retryDraft = firm.draftService.draftRetry(job.id);
    expect(retryDraft.counts).toMatchObject({ wrong: 1, ready: 0 });
    expect(issues(retryDraft)).toEqual({ name: 'name-in-use' });

    // The form omits the derived slug.
    const changed = { ...without(adjustmentBody('Maybe', 'maybe'), 'slug'), weight: 60 };
    expect(issues(firm.fill(retryDraft, changed))).toEqual({ name: 'name-in-use' });
    await firm.draftService.check(retryDraft.id);
    expect(issues(retryDraft)).toMatchObject({ name: 'name-in-use' });
    expect(issues(firm.fill(retryDraft, { ...changed, name: 'Perhaps' }))).toEqual({});
  });

  it('is not sent again unchanged if the list has only another record of its name', async () => {
    firm.gate.judgeBody = ({ method, body }) =>
      method === 'POST'
        ? {
            passed: JSON.stringify({ ...(JSON.parse(body) as object), weight: 50 }),
            // The answer claims another ID, and the sent weight only in part of the record.
            after: { status: 200, body: '{"id":770001,"name":"Maybe","slug":"maybe","firm_id":39}' },
          }
        : undefined;
    const draft = firm.fill(
      firm.draftService.create('assetAdjustments', null),
      adjustmentBody('Maybe', 'maybe'),
    );
    const { job, rows } = await firm.send(draft);
    const rival = recordNamed(await firm.listed('assetAdjustments'), 'Maybe')?.['id'];
    const issue = { code: 'contradicted', facts: { rival: String(rival) } };
    expect(rows).toMatchObject([{ state: 'done', verified: false, issue }]);
    const retryDraft = firm.draftService.draftRetry(job.id);
    expect(issues(retryDraft)).toEqual({ name: 'name-in-use' });

    await firm.service.call('assetAdjustments.remove', { path: { id: Number(rival) } });
    firm.jobs.check(job.id);
    await firm.jobs.settled(job.id);
    expect(firm.draftService.draftRetry(job.id).counts).toMatchObject({ ready: 1 });
  });

  it('says in each of several rows why the service refused it, and can be corrected', async () => {
    firm.gate.judge = ({ method }) =>
      method === 'POST' ? { status: 400, body: '{"message":"The weight must be below 3."}' } : 'pass';
    const records = ['One', 'Two'].map((name) => ({
      values: new Map(
        Object.entries(adjustmentBody(name, name.toLowerCase())).map(([field, value]) => [
          field,
          { json: JSON.stringify(value) },
        ]),
      ),
      line: null,
      issue: null,
    }));
    const draft = firm.draftService.createMany(
      { resource: 'assetAdjustments', origin: 'bulk', title: null },
      records,
    );
    const { job } = await firm.send(draft);
    expect(job.counts).toMatchObject({ refused: 2 });
    const retryDraft = firm.draftService.draftRetry(job.id);
    const issue = { code: 'refused-before', reasons: ['The weight must be below 3.'] };
    expect(firm.rows(retryDraft)).toMatchObject([
      { state: 'ready', issue },
      { state: 'ready', issue },
    ]);
    firm.draftService.fix(retryDraft.id, 0, 'weight', '2');
    firm.gate.open();
    await firm.send(firm.draftService.drafts.get(retryDraft.id));
    expect(recordNamed(await firm.listed('assetAdjustments'), 'One')).toMatchObject({ weight: 2 });
  });

  it('can repeat a lost create once a search found nothing', async () => {
    firm.gate.judge = ({ method }) => (method === 'POST' ? 'drop' : 'pass');
    const draft = firm.fill(
      firm.draftService.create('assetAdjustments', null),
      adjustmentBody('Lost', 'lost'),
    );
    const lost = await firm.send(draft);
    expect(lost.rows).toMatchObject([{ state: 'unknown', verified: false }]);
    firm.gate.open();
    await firm.send(firm.draftService.draftRetry(lost.job.id));
    expect((await firm.listed('assetAdjustments')).filter(({ name }) => name === 'Lost')).toHaveLength(1);
  });
});

describe('a spreadsheet of 5,000 lines with 40 invalid ones', () => {
  beforeEach(async () => {
    firm = await RecordFirm.start('assetAdjustments');
  });

  it('creates nothing until the user confirms 4,960, and keeps the other 40 with the job', async () => {
    const before = (await firm.listed('assetAdjustments')).length;
    const imports = createImports({
      reader: firm.reader,
      service: firm.draftService,
      pathOf: (grant) => grant,
    });
    // Every 125th line is invalid: its weight is not a whole number, or, at index 128, its name is a formula.
    const lines = Array.from(
      { length: 5_000 },
      (_, index) =>
        `${index === 128 ? '=A1' : `Exclude ${index}`},e,f,${index % 125 === 3 && index !== 128 ? 1.5 : 100},62,39`,
    );
    const text = `Name,Type,Level,Weight,Securities,Firm\n${lines.join('\n')}`;
    const table = await imports.read('assetAdjustments', 'create', { from: 'text', text });
    const fields = table.columns.map(({ field }) => field);
    const { draft } = imports.draft(table.id, fields, {});
    if (!draft) throw new Error('no draft');
    expect(() => firm.draftService.send(draft.id, 5_000)).toThrow('changed-since');
    expect(await firm.listed('assetAdjustments')).toHaveLength(before);

    const { job, rows } = await firm.send(draft);
    expect(job.counts).toMatchObject({ done: 4_960, skipped: 40 });
    expect(rows[3]).toMatchObject({
      state: 'skipped',
      issue: { code: 'not-integer', facts: { field: 'weight' } },
    });
    expect(await firm.listed('assetAdjustments')).toHaveLength(before + 4_960);
    const retryDraft = firm.draftService.draftRetry(job.id);
    expect(retryDraft).toMatchObject({ origin: 'import', counts: { wrong: 40, ready: 0 } });
  });
});

it('names the lists that may refer to records to be deleted but are not downloaded completely', async () => {
  firm = await RecordFirm.start('feeStructures');
  const [structure] = await firm.listed('feeStructures');
  const { query, selection } = selectByKeys('feeStructures', [structure?.['id']]);
  const draft = firm.draftService.draftRemoval(query, selection);
  expect(firm.draftService.dependentsOfDraft(draft.id)).toEqual({
    groups: [],
    incompleteLists: ['accounts'],
  });
});

describe('a draft of records to delete', () => {
  beforeEach(async () => {
    firm = await RecordFirm.start('assetAdjustments', 'feeStructures', 'accounts', 'billingGroups');
  });

  it('undoes a deletion by recreating, and reports references to the deleted records', async () => {
    const structures = await firm.listed('feeStructures');
    const accounts = [
      ...firm.reader.selectedRecords(
        { ...selectByKeys('accounts', []), selection: { kind: 'all', except: [] } },
        300,
      ),
    ];
    const used = new Set(
      accounts.flatMap(({ raw }) => (JSON.parse(raw) as { fee_structures_ids: number[] }).fee_structures_ids),
    );
    const removedStructure = structures.find(({ id }) => used.has(Number(id))) ?? {};
    const selected = selectByKeys('feeStructures', [removedStructure['id']]);
    const [group] = firm.draftService.dependents(selected).groups;
    expect(group).toMatchObject({
      resource: 'accounts',
      field: 'fee_structures_ids',
      relation: 'referencing',
    });
    expect(group?.total).toBeGreaterThan(0);

    const removed = await firm.send(firm.draftService.draftRemoval(selected.query, selected.selection));
    expect(removed.rows).toMatchObject([{ state: 'done' }]);
    expect(firm.draftService.dependentsOfDeleted(removed.job.id)).toMatchObject({
      groups: [
        { resource: 'accounts', field: 'fee_structures_ids', relation: 'referencing', total: group?.total },
      ],
      incompleteLists: [],
    });
    const undo = firm.draftService.undo(removed.job.id);
    const [row] = firm.rows(undo);
    expect(row).toMatchObject({
      state: 'ready',
      issue: { code: 'recreates', facts: { key: String(removedStructure['id']) } },
    });
    const created = await firm.send(undo);
    const recreated = recordNamed(await firm.listed('feeStructures'), String(removedStructure['name'])) ?? {};
    const assignedFields = ['id', 'created_at_utc', 'updated_at_utc', 'created_by_user_id'];
    /** Returns a structure without values assigned by the service, in it and in its tiers. */
    const sentValues = (structure: FirmJson) => ({
      ...without(structure, ...assignedFields),
      tiers: ((structure['tiers'] ?? []) as FirmJson[]).map((tier) =>
        without(tier, 'id', 'fee_structure_id'),
      ),
    });
    expect(sentValues(recreated)).toEqual(sentValues(removedStructure));
    expect(recreated['id']).not.toBe(removedStructure['id']);

    const { pairs, groups } = firm.draftService.replaced(created.job.id);
    expect(pairs).toEqual([
      { from: String(removedStructure['id']), to: String(recreated['id']), title: removedStructure['name'] },
    ]);
    expect(groups).toMatchObject([
      { resource: 'accounts', field: 'fee_structures_ids', total: group?.total },
    ]);

    // An ID that the list does not show replaces no other.
    await firm.service.call('feeStructures.remove', { path: { id: Number(recreated['id']) } });
    firm.jobs.check(created.job.id);
    await firm.jobs.settled(created.job.id);
    expect(firm.draftService.replaced(created.job.id).pairs).toEqual([]);
  });

  it('lists the accounts in billing groups to be deleted', () => {
    const [record] = [
      ...firm.reader.selectedRecords(
        { ...selectByKeys('billingGroups', []), selection: { kind: 'all', except: [] } },
        1,
      ),
    ];
    const { groups } = firm.draftService.dependents(selectByKeys('billingGroups', [record?.key]));
    expect(groups.map(({ resource, relation }) => [resource, relation])).toContainEqual([
      'accounts',
      'referenced',
    ]);
  });

  it('shows records that are already deleted in the service, and deletes the others', async () => {
    const [first = {}, second = {}] = await firm.listed('assetAdjustments');
    await firm.service.call('assetAdjustments.remove', { path: { id: Number(first['id']) } });
    const { query, selection } = selectByKeys('assetAdjustments', [first['id'], second['id']]);
    const draft = await firm.draftService.check(firm.draftService.draftRemoval(query, selection).id);
    expect(draft.counts).toMatchObject({ ready: 1, gone: 1 });
    const { rows } = await firm.send(draft);
    expect(rows.map(({ state }) => state).sort()).toEqual(['done', 'skipped']);
  });
});
