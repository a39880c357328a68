import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { ApprovalRules } from '#contract/features/team/approvals';
import { recreateGroupsJob, saveGroups } from '#engine/features/billing-groups/recreate';
import { unassignJob } from '#engine/features/billing-groups/unassign';
import { readAssignments } from '#contract/features/billing-groups/assignments';
import { textAt } from '#contract/exact-json/patch';
import { approvalFixture, BEN } from '../features/team/approval-fixture';
import { tempWorkspaceFile } from '../workspace/temp-workspace';
import { EditsHarness } from './harness';

/** A team member’s jobs that recreate billing groups, and that unassign their accounts. */
async function groupsFixture(rules: Partial<ApprovalRules>) {
  const harness = await EditsHarness.start();
  const { workspace, closing, edits: drafts, jobs, service, reader } = harness;
  const lists = { put: () => Promise.resolve(), remove: () => Promise.resolve() };
  const recreate = recreateGroupsJob({ service, lists });
  const unassign = unassignJob({ service, lists, reader });
  for (const kind of [recreate, unassign]) jobs.register(kind);
  const fixture = approvalFixture(
    { workspace, jobs, drafts, closed: closing.signal, now: () => harness.now },
    rules,
  );
  const { copy, ids, names } = await saveGroups(
    { service },
    `${path.dirname(tempWorkspaceFile())}/groups.jsonl`,
    new Date(),
    closing.signal,
  );
  const plan = (): string =>
    jobs.plan(recreate, [{ input: { before: ids, names, copy }, state: 'planned', issue: null }], {}).id;
  const start = async (id: string) => {
    jobs.start(id, jobs.get(id).counts.planned);
    await jobs.settled(id);
    return jobs.get(id);
  };
  const resume = async (id: string) => {
    await jobs.resume(id);
    await jobs.settled(id);
    return jobs.get(id);
  };
  const writes = () =>
    harness.sentRequests.filter(({ method, path }) => method === 'POST' && /groups/.test(path));
  return { harness, unassign, ids, names, plan, start, resume, writes, ...fixture };
}

it('recreates groups only after a colleague approved exactly those that are deleted', async () => {
  const { plan, start, resume, writes, approve, approvals, ids, names } = await groupsFixture({
    recreations: true,
  });
  const job = plan();
  const stopped = await start(job);
  expect(stopped).toMatchObject({ state: 'stopped', failure: { detail: { code: 'approval-needed' } } });
  expect(writes()).toEqual([]);
  expect((await approvals.statusOf({ kind: 'job', id: job })).rules).toEqual(['recreations']);
  const id = approve(job, BEN, {}, 'job');
  const { rows, total } = approvals.rows(id, { offset: 0, limit: 500 });
  expect(total).toBe(ids.length);
  expect(rows.map(({ key, title }) => [key, title])).toEqual(
    ids.slice(0, 500).map((group, index) => [group, names[index]]),
  );
  expect((await resume(job)).counts).toMatchObject({ 'not-sent': 0, conflict: 0 });
  expect(writes()).toHaveLength(1);
});

it('recreates nothing if the service has a group that is not in the copy', async () => {
  const { harness, plan, start, resume, writes, approve } = await groupsFixture({ recreations: true });
  const job = plan();
  await start(job);
  approve(job, BEN, {}, 'job');
  harness.afterRequest = async (sent, answer) => {
    if (sent.method !== 'GET' || !/billing\/groups/.test(sent.path)) return answer;
    const page = (await answer.json()) as { data: { id: number }[]; total_items?: number };
    const [first] = page.data;
    const data = first ? [{ ...first, id: 987_654 }, ...page.data.slice(1)] : [];
    return Response.json({ ...page, data });
  };
  expect((await resume(job)).counts).toMatchObject({ conflict: 1, done: 0 });
  expect(writes()).toEqual([]);
});

it('removes leftover assignments only after an approval of this job', async () => {
  const { harness, unassign, start, resume, approve, approvals, writes } = await groupsFixture({
    leftovers: true,
  });
  await harness.fetchList('billingGroups');
  const rows = [...harness.reader.records('billingGroups', harness.firstKeys('billingGroups', 3))].flatMap(
    ({ key, raw }) =>
      readAssignments(textAt(raw, ['assignments'])).map(({ id, account }) => ({
        input: { group: key, groupName: `Group ${key}`, assignment: id ?? '', account: account ?? '' },
        state: 'planned' as const,
        issue: null,
      })),
  );
  expect(rows.length).toBeGreaterThan(1);
  const planned = (some: typeof rows) => harness.jobs.plan(unassign, some, {}).id;
  const [job, other] = [planned(rows), planned(rows)];
  approve(other, BEN, {}, 'job'); // of another job
  expect((await start(job)).failure).toMatchObject({ detail: { code: 'approval-needed' } });
  expect(writes()).toEqual([]);
  approve(job, BEN, {}, 'job');
  expect(await approvals.statusOf({ kind: 'job', id: job })).toMatchObject({
    rules: ['leftovers'],
    approval: { about: { operation: 'unassign' }, state: 'approved' },
  });
  expect((await resume(job)).counts['not-sent']).toBe(0);
  expect(writes().length).toBeGreaterThan(0);
});

it('reads the rows of an answered request once while the job stays as it is', async () => {
  const { harness, plan, approve, approvals } = await groupsFixture({ recreations: true });
  approve(plan(), BEN, {}, 'job');
  const guardedRows = vi.spyOn(harness.jobs, 'guardedRows');
  const listed = async () => (await approvals.follow(AbortSignal.timeout(5_000)).next()).value?.list;
  expect(await listed()).toHaveLength(1);
  expect(await listed()).toHaveLength(1);
  expect(guardedRows).toHaveBeenCalledTimes(1);
});

it('needs no approval without a rule', async () => {
  const { plan, start, writes } = await groupsFixture({ records: 1, removals: true });
  expect((await start(plan())).failure).toBeNull();
  expect(writes()).toHaveLength(1);
});
