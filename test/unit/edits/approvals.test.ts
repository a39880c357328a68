import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { NO_RULES, type ApprovalRules } from '#contract/features/team/approvals';
import type { Job } from '#contract/job';
import { approvalRowsKey } from '#engine/features/team/saved-work/topics/approvals';
import { ANNA, approvalFixture, BEN, CLEO } from '../features/team/approval-fixture';
import { allRecordsQuery, onlyKeys, setField } from './harness';
import { draftNotes, putRequests, withAccounts } from './send-helpers';

const DAY_MS = 86_400_000;

/** Creates the edits of Anna with some accounts, on a team with these rules. */
async function createFixture(rules: Partial<ApprovalRules>) {
  const { harness, keys } = await withAccounts();
  const { workspace, closing, edits: drafts, jobs } = harness;
  const now = () => harness.now;
  return {
    harness,
    keys,
    ...approvalFixture({ workspace, jobs, drafts, closed: closing.signal, now }, rules),
  };
}
type Fixture = Awaited<ReturnType<typeof createFixture>>;

const send = async ({ harness }: Fixture, draft: string): Promise<Job> => {
  const { id } = await harness.edits.sendApproved(draft, harness.edits.drafts.get(draft).counts.ready);
  await harness.jobs.settled(id);
  return harness.jobs.get(id);
};
const refusal = (code: string, facts?: Readonly<Record<string, string>>) =>
  expect.objectContaining({
    failure: expect.objectContaining({
      kind: 'not-allowed',
      detail: { code, ...(facts && { facts }) },
    }) as unknown,
  }) as unknown;
const APPROVAL_NEEDED = refusal('approval-needed');

/** Expects that the draft cannot be sent, and that nothing was. */
async function expectRefused(fixture: Fixture, draft: string, why = APPROVAL_NEEDED): Promise<void> {
  await expect(send(fixture, draft)).rejects.toEqual(why);
  expect(fixture.harness.edits.drafts.get(draft).id).toBe(draft);
  expect(putRequests(fixture.harness)).toEqual([]);
}

it('sends nothing that needs approval without one, and the rest as usual', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys } = fixture;
  await expectRefused(fixture, draftNotes(harness, keys.slice(0, 3)));
  expect((await send(fixture, draftNotes(harness, keys.slice(0, 2)))).counts.done).toBe(2);
});

it('sends exactly what a colleague approved, and the log names both', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve, approvals } = fixture;
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  expect(await approvals.statusOf({ kind: 'draft', id: draft })).toMatchObject({
    rules: ['records'],
    approval: { id, state: 'approved' },
  });
  expect((await send(fixture, draft)).counts.done).toBe(keys.length);
  const [entry] = harness.workspace.activity.list({ kinds: ['record-edit'] }, 0, 1).entries;
  expect(entry?.facts).toMatchObject({ 'asked by': 'Anna', 'approved by': 'Ben' });
  expect(harness.workspace.team.approvals.find(id)?.state).toBe('sent');
});

it('reads and verifies the rows of a request once while they are shown', async () => {
  const { harness, keys, approve, approvals } = await createFixture({ records: 2 });
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  const read = vi.spyOn(harness.workspace.team.approvals, 'rows');
  const rows = keys.map((_, offset) => approvals.rows(id, { offset, limit: 1 }).rows[0]?.key);
  expect(rows).toEqual(keys.map(String));
  expect(read).toHaveBeenCalledTimes(1);
});

it('reads what a draft would send once to say whether it is approved', async () => {
  const { harness, keys, approvals } = await createFixture({ records: 2 });
  const guardedRows = harness.edits.guardedRows.bind(harness.edits);
  const approvalRows = vi.fn();
  vi.spyOn(harness.edits, 'guardedRows').mockImplementation((id) => {
    const guarded = guardedRows(id);
    return { ...guarded, approvalRows: approvalRows.mockImplementation(guarded.approvalRows) };
  });
  const status = await approvals.statusOf({ kind: 'draft', id: draftNotes(harness, keys) });
  expect(status).toMatchObject({ rules: ['records'], approval: null });
  expect(approvalRows).toHaveBeenCalledTimes(1);
});

it('does not send if one value changed after the approval', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve, approvals } = fixture;
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  harness.edits.fix(draft, 0, 'notes', '"Something else"');
  expect(await approvals.statusOf({ kind: 'draft', id: draft })).toMatchObject({
    approval: null,
    outdated: { id, state: 'approved', by: { name: 'Ben' }, decidedAt: new Date(harness.now).toISOString() },
  });
  await expectRefused(fixture, draft);
});

it('replaces an open request for other values by the next one', async () => {
  const { harness, keys, approvals } = await createFixture({ records: 2 });
  const subject = { kind: 'draft', id: draftNotes(harness, keys) } as const;
  await approvals.requestApproval(subject, 'First');
  harness.edits.fix(subject.id, 0, 'notes', '"Something else"');
  expect((await approvals.statusOf(subject)).outdated).toMatchObject({ note: 'First', state: 'asked' });
  await approvals.requestApproval(subject, 'Second');
  expect(
    harness.workspace.team.approvals
      .list()
      .map(({ state }) => state)
      .sort(),
  ).toEqual(['asked', 'withdrawn']);
  expect(await approvals.statusOf(subject)).toMatchObject({
    approval: { note: 'Second', state: 'asked' },
    outdated: null,
  });
});

it('keeps a request open for a draft that would send only some of its rows', async () => {
  const { harness, keys, approvals } = await createFixture({ records: 2 });
  const draft = draftNotes(harness, keys);
  await approvals.requestApproval({ kind: 'draft', id: draft }, 'All');
  // The first row's value is now the service's, so nothing is sent for it.
  harness.edits.fix(draft, 0, 'notes', harness.edits.drafts.allRows(draft)[0]?.fields[0]?.before ?? 'null');
  expect(await approvals.statusOf({ kind: 'draft', id: draft })).toMatchObject({
    approval: { note: 'All', state: 'asked' },
    outdated: null,
  });
});

it('says nothing of a declined request once its values were changed', async () => {
  const { harness, keys, approvals, approve, log } = await createFixture({ records: 2 });
  const draft = draftNotes(harness, keys);
  log(CLEO, 'approval', approve(draft), { kind: 'decline', note: 'Wrong' });
  harness.edits.fix(draft, 0, 'notes', '"Something else"');
  expect(await approvals.statusOf({ kind: 'draft', id: draft })).toMatchObject({
    approval: null,
    outdated: null,
  });
});

/** Returns the IDs of the answered requests that are listed now. */
async function listedRequests({ approvals }: Fixture): Promise<string[]> {
  for await (const { list } of approvals.follow(AbortSignal.timeout(5_000))) return list.map(({ id }) => id);
  return [];
}

it('lists an approval only while the draft would send what was approved', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve } = fixture;
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  expect(await listedRequests(fixture)).toEqual([id]);
  const approvedValue = harness.edits.drafts.allRows(draft)[0]?.fields[0]?.after;
  harness.edits.fix(draft, 0, 'notes', '"Something else"');
  expect(await listedRequests(fixture)).toEqual([]);
  harness.edits.fix(draft, 0, 'notes', approvedValue ?? '');
  expect(await listedRequests(fixture)).toEqual([id]);
});

it('leaves out an approval whose rows are not on this computer, until they are', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve, log } = fixture;
  const { team } = harness.workspace;
  const id = approve(draftNotes(harness, keys));
  const rowsKey = approvalRowsKey(id, 0);
  const rows = team.items.latest('approval', rowsKey);
  for (const row of team.unsealed(10)) team.dropFromOutbox(row.id, ANNA);
  expect(await listedRequests(fixture)).toEqual([]);
  log(ANNA, 'approval', rowsKey, rows);
  expect(await listedRequests(fixture)).toEqual([id]);
});

it('names the drafts that need a second person, even after the rules changed', async () => {
  const { harness, keys, approvals } = await createFixture({ records: 2 });
  const [few, many] = [draftNotes(harness, keys.slice(0, 2)), draftNotes(harness, keys)];
  const needing = () => [few, many].filter((id) => harness.edits.drafts.get(id).needsSecondPerson);
  expect(needing()).toEqual([many]);
  approvals.setRules({ ...NO_RULES, records: 1 });
  expect(needing()).toEqual([few, many]);
});

it('says that a request waits on this computer until it is in the log', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approvals, log } = fixture;
  const draft = draftNotes(harness, keys);
  await approvals.requestApproval({ kind: 'draft', id: draft }, '');
  const { approval } = await approvals.statusOf({ kind: 'draft', id: draft });
  expect(approval).toMatchObject({ state: 'asked', isWaiting: true });
  const id = approval?.id ?? '';
  const { request } = harness.workspace.team.approvals.find(id) ?? {};
  for (const row of harness.workspace.team.unsealed(10)) harness.workspace.team.dropFromOutbox(row.id, ANNA);
  log(ANNA, 'approval', id, request);
  expect((await approvals.statusOf({ kind: 'draft', id: draft })).approval?.isWaiting).toBe(false);
});

it('can send fewer of the approved records, but no others', async () => {
  const fixture = await createFixture({ records: 1 });
  const { harness, keys, approve } = fixture;
  const draft = draftNotes(harness, keys.slice(0, 3));
  approve(draft);
  const { drafts } = harness.edits;
  const rows = drafts.allRows(draft);
  drafts.replaceRows(draft, [...rows.slice(0, 2), { ...rows[2], key: keys[4] } as never]);
  await expectRefused(fixture, draft);
  drafts.replaceRows(draft, [...rows.slice(0, 2), ...rows.slice(0, 1)]); // one of them twice
  await expectRefused(fixture, draft);
  drafts.replaceRows(draft, rows.slice(0, 2));
  expect((await send(fixture, draft)).counts.done).toBe(2);
});

it.each<readonly [string, (fixture: Fixture, draft: string) => void]>([
  ['by the requester', ({ approve }, draft) => approve(draft, ANNA)],
  ['of another hash', ({ approve }, draft) => approve(draft, BEN, { digest: 'a'.repeat(64) })],
  [
    'whose approver was removed',
    ({ approve, roles }, draft) => {
      approve(draft);
      roles[BEN] = null;
    },
  ],
  [
    'whose approver became a viewer',
    ({ approve, roles }, draft) => {
      approve(draft);
      roles[BEN] = 'viewer';
    },
  ],
  [
    'after five days',
    ({ approve, harness }, draft) => {
      approve(draft);
      harness.now += 5 * DAY_MS;
    },
  ],
  [
    'that a colleague declined since',
    ({ approve, log }, draft) => log(CLEO, 'approval', approve(draft), { kind: 'decline', note: '' }),
  ],
  ['that was withdrawn', ({ approve, approvals }, draft) => approvals.withdraw(approve(draft))],
  ['for another draft', ({ approve, harness, keys }) => approve(draftNotes(harness, keys))],
])('ignores an approval %s', async (_, prepare) => {
  const fixture = await createFixture({ records: 2 });
  const draft = draftNotes(fixture.harness, fixture.keys);
  prepare(fixture, draft);
  await expectRefused(fixture, draft);
});

it.each([
  ['the sender', ANNA],
  ['a third member', CLEO],
])('sends what a colleague prepared and handed over if %s approved it', async (_, approver) => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approvals, log } = fixture;
  const { items, approvals: requests } = harness.workspace.team;
  const draft = draftNotes(harness, keys);
  await approvals.requestApproval({ kind: 'draft', id: draft }, '');
  const request = requests.list().findLast(({ subject }) => subject === draft);
  if (!request) throw new Error('no request');
  approvals.withdraw(request.id);
  // Ben, who prepared the draft, had requested the same: first the rows (`/0`), then the request.
  const id = randomUUID();
  log(BEN, 'approval', `${id}/0`, items.latest('approval', `${request.id}/0`));
  log(BEN, 'approval', id, request.request);
  await expectRefused(fixture, draft);
  log(approver, 'approval', id, { kind: 'approve', digest: request.request.digest, note: '' });
  expect((await send(fixture, draft)).counts.done).toBe(keys.length);
});

it('reads the log to its end right before it sends', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve, log, link } = fixture;
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  link.onSync = () => log(CLEO, 'approval', id, { kind: 'decline', note: '' });
  await expectRefused(fixture, draft);
});

it('sends nothing that needs approval without the database, and the rest as usual', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve, link } = fixture;
  const [draft, small] = [draftNotes(harness, keys), draftNotes(harness, keys.slice(0, 1), 'One')];
  approve(draft);
  link.isOnline = false;
  const asOf = '2026-11-21T08:14:00.000Z';
  harness.workspace.team.changeSelf({ asOf });
  const facts = { host: '127.0.0.1', problem: 'unreachable', asOf };
  await expectRefused(fixture, draft, refusal('approval-offline', facts));
  expect((await send(fixture, small)).counts.done).toBe(1);
});

it('stops a job that bypassed the check, and a resumed one whose approver was removed', async () => {
  const fixture = await createFixture({ records: 2 });
  const { harness, keys, approve, roles } = fixture;
  const bypassed = await harness.send(draftNotes(harness, keys, 'Bypassing the check'));
  expect(bypassed).toMatchObject({ state: 'stopped', failure: { detail: { code: 'approval-needed' } } });
  expect(bypassed.counts['not-sent']).toBe(keys.length);

  const draft = draftNotes(harness, keys);
  approve(draft);
  harness.beforeRequest = ({ method }) =>
    method === 'PUT' ? Response.json({ message: 'Unauthorized' }, { status: 401 }) : undefined;
  const { id, counts } = await send(fixture, draft);
  expect(counts.done).toBe(0);
  harness.beforeRequest = () => undefined;
  roles[BEN] = null;
  await harness.jobs.resume(id);
  await harness.jobs.settled(id);
  expect(harness.jobs.get(id)).toMatchObject({ failure: { detail: { code: 'approval-needed' } } });
  expect(putRequests(harness)).toEqual([]);
  roles[BEN] = 'member';
  await harness.jobs.resume(id);
  await harness.jobs.settled(id);
  expect(harness.jobs.get(id).counts.done).toBe(keys.length);
});

it('leaves out records that changed in the service, which need another approval', async () => {
  const fixture = await createFixture({ records: 1 });
  const { harness, keys, approve } = fixture;
  const draft = draftNotes(harness, keys.slice(0, 4));
  approve(draft);
  for (const key of keys.slice(0, 2)) await harness.changeInService('accounts', key, { notes: 'Theirs' });
  const { id, counts } = await send(fixture, draft);
  expect(counts).toMatchObject({ done: 2, conflict: 2 });
  await harness.fetchList('accounts');
  const retry = harness.edits.draftRetry(id);
  await expect(send(fixture, retry.id)).rejects.toEqual(APPROVAL_NEEDED);
  approve(retry.id);
  expect((await send(fixture, retry.id)).counts.done).toBe(2);
});

it.each<readonly [string, Partial<ApprovalRules>]>([
  ['deletions', { removals: true }],
  ['fee structures', { feeStructures: true }],
])('can require approval for %s, whatever their number', async (_, rules) => {
  const fixture = await createFixture(rules);
  const { harness, approve } = fixture;
  await harness.fetchList('feeStructures');
  const [key = ''] = harness.firstKeys('feeStructures', 1);
  const draft = rules.removals
    ? harness.edits.draftRemoval(allRecordsQuery('feeStructures'), onlyKeys(key)).id
    : harness.edits.draftMany(allRecordsQuery('feeStructures'), onlyKeys(key), [setField('name', 'New name')])
        .id;
  await expectRefused(fixture, draft);
  expect(harness.sentRequests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  approve(draft);
  expect((await send(fixture, draft)).counts).toMatchObject({ done: 1 });
  expect(harness.reader.get({ resource: 'feeStructures', key }) === null).toBe(rules.removals === true);
});
