import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAssignments } from '#contract/features/billing-groups/assignments';
import { MAIN_FIRM } from '#main/demo/data/firms';
import { MAX_RETRIES } from '#engine/service/retry';
import { createRecordsJob } from '#engine/records/create/kind';
import type { Draft } from '#contract/edit';
import { queryOf } from '#test/unit/cache/temp-cache';
import { startGroupHarness } from './harness';

type Harness = Awaited<ReturnType<typeof startGroupHarness>>;
let harness: Harness;
beforeEach(async () => {
  harness = await startGroupHarness();
});
afterEach(() => harness.close());

const ROWS = { offset: 0, limit: 500 };
const rowsOf = ({ id }: Draft) => harness.drafts.rows(id, ROWS).rows;
const assignedIn = (rows: ReturnType<typeof rowsOf>) =>
  rows.flatMap(({ fields }) =>
    readAssignments(fields.find(({ field }) => field === 'assignments')?.after).map(({ account }) => account),
  );
/** Returns the keys of accounts that are in a group, or in none. */
const accountKeys = ({ isGrouped }: { readonly isGrouped: boolean }): string[] => {
  const keys = harness.reader.keys({ query: queryOf(), offset: 0, limit: 500 }).keys;
  return harness.groups
    .accounts(keys)
    .flatMap(({ id, groups }) => (groups.length > 0 === isGrouped ? [id] : []));
};
const selected = (keys: string[]) => ({ query: queryOf(), selection: { kind: 'keys' as const, keys } });

describe('accounts of billing groups', () => {
  it('are listed with their groups, and found in a paste by ID or number', () => {
    const [id = ''] = accountKeys({ isGrouped: true });
    const [account] = harness.groups.accounts([id, '1']);
    expect(account).toMatchObject({ id, groups: [{ id: expect.any(String) as string }] });
    const number = account?.number ?? '';
    const { lines, accounts } = harness.groups.lookUp(`${id}\n ${number.toLowerCase()} , nothing-here\r\n`);
    expect(lines).toEqual([
      { line: 1, text: id, found: 'account', account: id },
      { line: 2, text: number.toLowerCase(), found: 'account', account: id },
      { line: 2, text: 'nothing-here', found: 'none', account: null },
    ]);
    expect(accounts).toHaveLength(1);
  });
});

describe('a draft that puts a selection into a group', () => {
  it('contains only the groups that change, and sends nothing', () => {
    const [first = '', other = ''] = accountKeys({ isGrouped: true });
    const [free = ''] = accountKeys({ isGrouped: false });
    const [from] = harness.groups.accounts([first]);
    const [to] = harness.groups.accounts([other]);
    const target = { kind: 'group' as const, group: to?.groups[0]?.id ?? '' };
    const request = { ...selected([first, free]), target, payer: '-1', move: true };
    const requestsBefore = harness.paths.length;
    const draft = harness.groups.draftAddToGroup(request);
    expect(draft).toMatchObject({ resource: 'billingGroups', kind: 'edit', origin: 'plan' });
    const oldGroup = from?.groups[0]?.id ?? '';
    expect(oldGroup).not.toBe(target.group);
    const rows = rowsOf(draft);
    expect(new Set(rows.map(({ key }) => key))).toEqual(new Set([target.group, oldGroup]));
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'ready']);
    const assignedTo = (group: string) => assignedIn(rows.filter(({ key }) => key === group));
    expect(assignedTo(target.group)).toEqual(expect.arrayContaining([first, free]));
    expect(assignedTo(oldGroup)).not.toContain(first);
    expect(harness.paths).toHaveLength(requestsBefore);
  });

  it('drafts only the new group, with a slug; its accounts do not leave the old one yet', () => {
    const [first = ''] = accountKeys({ isGrouped: true });
    const target = {
      kind: 'new' as const,
      name: 'Trusts & Estates',
      firm: String(MAIN_FIRM),
      household: null,
    };
    const draft = harness.groups.draftAddToGroup({ ...selected([first]), target, payer: '0', move: true });
    expect(draft.kind).toBe('create');
    const [row] = rowsOf(draft);
    expect(row).toMatchObject({ key: null, title: 'Trusts & Estates', state: 'ready' });
    expect(Object.fromEntries(row?.fields.map(({ field, after }) => [field, after]) ?? [])).toMatchObject({
      slug: '"trusts-estates"',
      firm_id: String(MAIN_FIRM),
      assignments: `[{"account_id":${first},"fee_location":0,"fee_location_option":"S"}]`,
    });
    expect(harness.workspace.drafts.list()).toHaveLength(1);
  });
});

describe('groups from households', () => {
  it('plans groups from local data and drafts the selected ones', async () => {
    const plan = await harness.groups.planHouseholds();
    expect(plan.asOf).not.toBeNull();
    expect(plan.counts.new).toBeGreaterThan(0);
    const chosen = plan.rows.filter(({ state }) => state === 'new').slice(0, 3);
    const drafts = await harness.groups.draftHouseholds({ kind: 'keys', keys: chosen.map(({ key }) => key) });
    expect(drafts).toMatchObject([{ kind: 'create', total: 3, counts: { ready: 3 } }]);
    // The groups are named after their households in the service.
    expect(rowsOf(drafts[0] as Draft).map(({ title }) => title)).toEqual(
      chosen.map((row) => row.householdName),
    );
    expect(assignedIn(rowsOf(drafts[0] as Draft))).toHaveLength(
      chosen.reduce((sum, { added }) => sum + added, 0),
    );
  });

  it('drafts all groups except a deselected one', async () => {
    const plan = await harness.groups.planHouseholds();
    const [row] = plan.rows.filter(({ state }) => state === 'new');
    const drafts = await harness.groups.draftHouseholds({ kind: 'all', except: [row?.key ?? ''] });
    expect(drafts[0]).toMatchObject({ kind: 'create', total: plan.counts.new - 1 });
    expect(drafts[1]?.total ?? 0).toBe(plan.counts.extend);
  });
});

describe('creating all groups from households by the older call', () => {
  const LIST = '/v2/billing/groups';
  const CALL = '/v2/billing/groups/create-from-households';
  const calls = () => harness.paths.filter((path) => path === CALL).length;

  async function prepare() {
    const { name } = harness.groups.recreation();
    return { name, copy: await harness.groups.saveCopy('groups.jsonl') };
  }
  const settledJob = async (id: string) => {
    await harness.jobs.settled(id);
    return harness.jobs.get(id);
  };

  it('refuses a wrong firm name, another copy, or another number of groups in the service', async () => {
    const { name, copy } = await prepare();
    expect(name).toBe('Juniper Harbor Wealth');
    const changed = { failure: { kind: 'changed-since' } };
    await expect(harness.groups.recreate('Juniper', copy.id)).rejects.toMatchObject(changed);
    await expect(harness.groups.recreate(name, 'another')).rejects.toMatchObject(changed);
    harness.handleRequests(async (path, send) => {
      const response = await send();
      if (path !== LIST) return response;
      const body = (await response.json()) as object;
      return Response.json({ ...body, total_items: 1 });
    });
    await expect(harness.groups.recreate(name, copy.id)).rejects.toMatchObject(changed);
    expect(calls()).toBe(0);
  });

  it('refuses a second request for the same copy while the first is being checked', async () => {
    const { name, copy } = await prepare();
    const [first, second] = await Promise.allSettled([
      harness.groups.recreate(name, copy.id),
      harness.groups.recreate(name, copy.id),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { failure: { kind: 'changed-since' } } });
    if (first.status === 'fulfilled') await settledJob(first.value.id);
    expect(calls()).toBe(1);
  });

  it('saves the old groups first, requests once, and publishes the new groups', async () => {
    const before = await harness.listGroups();
    const { name, copy } = await prepare();
    const text = readFileSync(path.join(harness.folder, 'groups.jsonl'), 'utf8');
    expect(text).toBe(`${before.join('\n')}\n`);
    expect(copy.groups).toBe(before.length);
    const job = await harness.groups.recreate(name, copy.id);
    expect(await settledJob(job.id)).toMatchObject({
      state: 'done',
      counts: { done: 1 },
      verified: { yes: 1 },
    });
    expect(calls()).toBe(1);
    const ids = (raws: string[]) => raws.map((raw) => String((JSON.parse(raw) as { id: number }).id));
    expect(harness.lists.removed.sort()).toEqual(ids(before).sort());
    expect(ids(harness.lists.put).sort()).toEqual(ids(await harness.listGroups()).sort());
    const { entries } = harness.workspace.activity.list({}, 0, 10);
    expect(entries.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['groups-recreate', 'done'],
      ['groups-copy', 'done'],
    ]);
  });

  it('looks up a lost response by listing, and never repeats the request', async () => {
    const { name, copy } = await prepare();
    harness.handleRequests(async (path, send) => {
      const response = await send();
      if (path === CALL) throw new TypeError('fetch failed');
      return response;
    });
    const job = await harness.groups.recreate(name, copy.id);
    expect(await settledJob(job.id)).toMatchObject({ counts: { done: 1 }, verified: { yes: 1 } });
    expect(calls()).toBe(1);
  });

  it('keeps the outcome unknown while the list fails, then finds that nothing was recreated', async () => {
    const { name, copy } = await prepare();
    let isDown = false;
    harness.handleRequests(async (path, send) => {
      if (path === CALL) isDown = true;
      if (isDown) throw new TypeError('fetch failed');
      return send();
    });
    const job = await harness.groups.recreate(name, copy.id);
    // The client retries reading the list, never the request itself.
    for (let again = 0; again < MAX_RETRIES; again += 1) await harness.clock.advanceToTimer();
    expect(await settledJob(job.id)).toMatchObject({ counts: { unknown: 1 } });
    harness.handleRequests((_, send) => send());
    harness.jobs.check(job.id);
    expect(await settledJob(job.id)).toMatchObject({ counts: { unknown: 1 }, checkFailure: null });
    // According to the list, all groups still exist.
    expect(harness.jobs.rows(job.id, ROWS).rows).toMatchObject([{ state: 'unknown', verified: false }]);
    expect(calls()).toBe(1);
  });
});

describe('the remaining work after groups were created', () => {
  it('is reported once the local lists have the groups, not at the end of the job', async () => {
    let finishUpdate: () => void = () => undefined;
    const listUpdate = new Promise<void>((resolve) => (finishUpdate = resolve));
    const creating = createRecordsJob('billingGroups', {
      service: harness.service,
      lists: { put: () => listUpdate, remove: () => Promise.resolve(), existingKeys: () => new Set() },
    });
    harness.jobs.register(creating);
    const { firm_id } = JSON.parse((await harness.listGroups())[0] ?? '{}') as { firm_id: number };
    const line = { key: null, title: 'Harbor Trusts', subtitle: '', line: null, others: [], instead: null };
    const body = [
      { field: 'name', after: '"Harbor Trusts"' },
      { field: 'slug', after: '"harbor-trusts"' },
      { field: 'firm_id', after: String(firm_id) },
    ];
    const input = { ...line, body, follow: [] };
    const { id } = harness.jobs.launch(
      creating,
      [{ input, state: 'planned', issue: null }],
      {},
      () => undefined,
    );
    for await (const { state } of harness.jobs.follow(id, undefined)) if (state === 'done') break;
    expect(harness.jobs.rows(id, ROWS).rows).toMatchObject([{ state: 'done' }]);
    let isReported = false;
    const done = harness.groups.followUps(id).then(() => (isReported = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isReported).toBe(false);
    finishUpdate();
    await done;
  });
});

describe('an assignment that a PUT did not remove', () => {
  it('is removed by the older call, once, and no other is', async () => {
    const [account = ''] = accountKeys({ isGrouped: true });
    const group = harness.groups.accounts([account])[0]?.groups[0]?.id ?? '';
    const record = harness.reader.get({ resource: 'billingGroups', key: group });
    const { assignments } = JSON.parse(record?.raw ?? '{}') as { assignments: { id: number }[] };
    const jobId = harness.jobNotApplied(
      group,
      JSON.stringify(assignments),
      JSON.stringify(assignments.slice(1)),
    );
    expect((await harness.groups.followUps(jobId)).notRemoved).toMatchObject([
      { group, assignments: [String(assignments[0]?.id)] },
    ]);
    const { id } = await harness.groups.planRemoval(jobId);
    const { title, subtitle } = harness.reader.named('accounts', [account])[0] ?? {};
    expect(harness.jobs.rows(id, { offset: 0, limit: 1 }).rows).toMatchObject([
      { input: { accountTitle: `${title} (${subtitle})` } },
    ]);
    harness.jobs.start(id, 1);
    await harness.jobs.settled(id);
    expect(harness.jobs.get(id)).toMatchObject({ state: 'done', counts: { done: 1 }, verified: { yes: 1 } });
    expect(harness.paths.filter((path) => path.endsWith('/remove-assignment'))).toHaveLength(1);
    const currentGroup = (await harness.listGroups()).find(
      (raw) => String((JSON.parse(raw) as { id: number }).id) === group,
    );
    const remaining = JSON.parse(currentGroup ?? '{}') as { assignments: { id: number }[] };
    expect(remaining.assignments.map(({ id }) => id)).toEqual(assignments.slice(1).map(({ id }) => id));
  });
});
