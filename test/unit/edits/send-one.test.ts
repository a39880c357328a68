import { describe, expect, it } from 'vitest';
import { MADE_IN_APP } from '#contract/features/changes/schemas';
import { allRecordsQuery, onlyKeys, setField } from './harness';
import { putRequests, withAccount, withAccounts } from './send-helpers';

describe('one edited record', () => {
  it('is read again, sent with only the edit, shown at once, and logged as a local change', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { required_cash: 12.5 }); // not in the cache
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('benchmarks_ids', [700, 701]), setField('household_id', null)]);
    const before = await harness.serviceRecord('accounts', key);
    const job = await harness.send(id);
    expect(job).toMatchObject({
      kind: { resource: 'accounts', operation: 'edit' },
      state: 'done',
      counts: { done: 1 },
    });
    expect(harness.outcomes(job.id)).toMatchObject([{ state: 'done', issue: null }]);
    expect(harness.workspace.drafts.list()).toEqual([]); // the draft became the job

    const [put] = putRequests(harness);
    expect(put?.path).toBe(`/account-management/accounts/${key}`);
    // The single-record route documents the singular and the record had the plural: both are sent, with equal
    // values.
    const lists = { benchmark_ids: [700, 701], benchmarks_ids: [700, 701] };
    expect(JSON.parse(put?.body ?? '')).toEqual({ ...before, ...lists, household_id: null });
    expect(harness.cachedRecord('accounts', key)).toMatchObject({
      benchmarks_ids: [700, 701],
      household_id: null,
    });
    const { items } = harness.history.list({ filter: { resource: 'accounts', key }, offset: 0, limit: 9 });
    const noted = items.map(({ runId, fields }) => [
      runId === MADE_IN_APP,
      fields.map(({ field }) => field).sort(),
    ]);
    expect(noted).toContainEqual([
      true,
      ['benchmarks_ids', 'household_id'].filter((name) => name in before && before[name] !== null),
    ]);
    expect(noted).toContainEqual([false, ['required_cash']]);
    const [entry] = harness.workspace.activity.list({}, 0, 5).entries;
    expect(entry).toMatchObject({ kind: 'record-edit', outcome: 'done', count: 1 });
    expect(entry?.facts).toMatchObject({ job: job.id, list: 'accounts', fields: 'Benchmarks, Household' });
    expect(JSON.stringify(entry)).not.toContain('701'); // never values
  });

  it('keeps the format of its dates', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { first_billable_date: '2020-02-03' });
    await harness.fetchList('accounts');
    expect(harness.cachedRecord('accounts', key)['first_billable_date']).toBe('2020-02-03T00:00:00Z');
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('first_billable_date', '2026-01-02')]);
    expect(await harness.send(id)).toMatchObject({ counts: { done: 1 } });
    expect(JSON.parse(putRequests(harness)[0]?.body ?? '')).toMatchObject({
      first_billable_date: '2026-01-02T00:00:00Z',
    });
  });

  it('shows the reasons of a refusal at the fields that they name', async () => {
    const { harness, key } = await withAccount();
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('household_id', 3)]);
    const job = await harness.send(id);
    expect(job).toMatchObject({ state: 'done', counts: { refused: 1 } });
    const reasons = ['The request is not valid.', 'household_id: 3 is not a household of the firm.'];
    expect(harness.outcomes(job.id)).toEqual([
      { key, state: 'refused', issue: { code: 'refused', reasons, fields: { household_id: null } } },
    ]);
  });

  it('is not taken if the response has another value, not confirmed if it lacks the nickname', async () => {
    const { harness, key } = await withAccount();
    let isSent = false;
    harness.afterRequest = async ({ method }, response) => {
      const record = { ...((await response.json()) as object), nickname: null };
      isSent ||= method === 'PUT';
      return Response.json(isSent ? { ...record, notes: 'as it was', required_cash: '7.00' } : record);
    };
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [
      setField('nickname', 'Core'),
      setField('notes', 'mine'),
      setField('required_cash', 7),
    ]);
    const job = await harness.send(id);
    expect(harness.outcomes(job.id)).toEqual([
      { key, state: 'not-taken', issue: { code: 'not-taken', fields: { notes: '"as it was"' } } },
    ]);
    isSent = false;
    const nextDraft = harness.edits.open('accounts', key).id;
    harness.edits.saveRow(nextDraft, 0, [setField('nickname', 'Beach house')]);
    expect(harness.outcomes((await harness.send(nextDraft)).id)).toEqual([
      { key, state: 'done', issue: { code: 'not-confirmed', fields: { nickname: null } } },
    ]);
  });

  it('is listed as unconfirmed until a read or a later edit confirms it', async () => {
    const {
      harness,
      keys: [key = '', other = ''],
    } = await withAccounts(2);
    const keysWithNickname = new Set<string>();
    // Only single-record responses hide a nickname: in a list, this changes the envelope and no record.
    harness.afterRequest = async (_, response) => {
      const record = (await response.json()) as { id: number };
      return Response.json(keysWithNickname.has(String(record.id)) ? record : { ...record, nickname: null });
    };
    const sendNickname = async (to: string, value: string | null) => {
      const { id } = harness.edits.open('accounts', to);
      harness.edits.saveRow(id, 0, [setField('nickname', value)]);
      await harness.send(id);
    };
    await sendNickname(key, 'Beach house');
    await sendNickname(other, 'Boat');
    const unconfirmedEdits = () =>
      harness.edits
        .unconfirmed('accounts')
        .map(({ key: recordKey, field, json }) => ({ key: recordKey, field, json }));
    expect(unconfirmedEdits()).toEqual([
      { key, field: 'nickname', json: '"Beach house"' },
      { key: other, field: 'nickname', json: '"Boat"' },
    ]);
    keysWithNickname.add(other);
    await sendNickname(other, 'Yacht');
    await sendNickname(other, null);
    expect(harness.cachedRecord('accounts', other)['nickname']).toBe(null);
    expect(unconfirmedEdits().map((edit) => edit.key)).toEqual([key]);
    await harness.fetchList('accounts');
    expect(harness.cachedRecord('accounts', key)['nickname']).toBe('Beach house');
    expect(unconfirmedEdits()).toEqual([]);
  });

  it('can be undone without confirmation if the service never returns it', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { nickname: null });
    await harness.fetchList('accounts');
    harness.afterRequest = async (_, response) =>
      Response.json({ ...((await response.json()) as object), nickname: null });
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('nickname', 'Boat')]);
    const undo = harness.edits.undo((await harness.send(id)).id);
    expect((await harness.edits.check(undo.id)).counts).toMatchObject({ ready: 1 });
    const undone = await harness.send(undo.id);
    expect(harness.outcomes(undone.id)).toMatchObject([{ state: 'done', issue: { code: 'not-confirmed' } }]);
    expect((await harness.serviceRecord('accounts', key))['nickname']).toBe(null);
  });

  it('can be undone if the service never returns it and ignores another value', async () => {
    const { harness, key } = await withAccount();
    await harness.changeInService('accounts', key, { nickname: null });
    await harness.fetchList('accounts');
    const { required_cash } = await harness.serviceRecord('accounts', key);
    harness.afterRequest = async (_, response) =>
      Response.json({ ...((await response.json()) as object), nickname: null, required_cash });
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [
      setField('nickname', 'Boat'),
      { op: 'set', field: 'required_cash', json: '4321.5' },
    ]);
    const job = await harness.send(id);
    expect(harness.outcomes(job.id)).toMatchObject([{ state: 'not-taken' }]);
    const undo = harness.edits.undo(job.id);
    expect(harness.edits.drafts.allRows(undo.id)).toMatchObject([
      { state: 'ready', fields: [{ field: 'nickname', before: 'null' }] },
    ]);
  });

  it('clears a nickname without confirmation or undo, as the service never returns it', async () => {
    const {
      harness,
      keys: [key = '', other = ''],
    } = await withAccounts(2);
    const withoutNickname = (record: object): object =>
      Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'nickname'));
    harness.afterRequest = async (_, response) => {
      const record = (await response.json()) as object | { data: object[] };
      return Response.json(
        'data' in record ? { ...record, data: record.data.map(withoutNickname) } : withoutNickname(record),
      );
    };
    await harness.changeInService('accounts', key, { nickname: 'Beach house' });
    const draft = harness.edits.draftMany(allRecordsQuery('accounts'), onlyKeys(key, other), [
      setField('nickname', null),
    ]);
    expect(draft.counts).toMatchObject({ ready: 2, unchanged: 0 });
    expect((await harness.edits.check(draft.id)).counts).toMatchObject({ ready: 2 });
    const job = await harness.send(draft.id);
    expect(harness.outcomes(job.id)).toEqual(
      [key, other].map((recordKey) => ({
        key: recordKey,
        state: 'done',
        issue: { code: 'not-confirmed', fields: { nickname: null } },
      })),
    );
    expect((await harness.serviceRecord('accounts', key))['nickname']).toBe(null);
    expect(harness.edits.unconfirmed('accounts')).toMatchObject([
      { key, field: 'nickname', json: 'null' },
      { key: other, field: 'nickname', json: 'null' },
    ]);
    expect(() => harness.edits.undo(job.id)).toThrow(
      expect.objectContaining({ failure: { kind: 'refused', detail: { code: 'value-before-unknown' } } }),
    );

    // If the response is lost, a read cannot confirm it either.
    harness.afterRequest = ({ method }, response) => {
      if (method === 'PUT') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      return response;
    };
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('nickname', null)]);
    expect(harness.outcomes((await harness.send(id)).id)).toMatchObject([{ key, state: 'unknown' }]);
  });

  it('is found to be applied by a read after a lost response, and is never resent', async () => {
    const { harness, key } = await withAccount();
    harness.afterRequest = ({ method }, response) => {
      if (method === 'PUT') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      return response;
    };
    const { id } = harness.edits.open('accounts', key);
    harness.edits.saveRow(id, 0, [setField('notes', 'Call first')]);
    const job = await harness.send(id);
    expect(harness.outcomes(job.id)).toMatchObject([{ state: 'done', issue: { code: 'found' } }]);
    expect(putRequests(harness)).toHaveLength(1);
    expect(harness.cachedRecord('accounts', key)['notes']).toBe('Call first');
  });
});
