import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Approvals } from '#engine/features/team/approvals';
import { teamProblemError } from '#engine/features/team/database-problems';
import type { ApprovalRules } from '#contract/features/team/approvals';
import type { TeamRole } from '#contract/features/team/calls';
import type { Job } from '#contract/job';
import type { ApprovalContent } from '#engine/workspace/features/team/topics/approvals';
import { allRecordsQuery, onlyKeys, setField } from './harness';
import { draftNotes, putRequests, withAccounts } from './send-helpers';

const [ANNA, BEN, CLEO] = [randomUUID(), randomUUID(), randomUUID()];
const NAMES: Readonly<Record<string, string>> = { [ANNA]: 'Anna', [BEN]: 'Ben', [CLEO]: 'Cleo' };
const DAY_MS = 86_400_000;

/** Makes the harness the desk of Anna in a team with Ben and Cleo, with these rules. */
async function team(rules: Partial<ApprovalRules>) {
  const { harness, keys } = await withAccounts();
  const { workspace, closing, edits, jobs } = harness;
  workspace.team.setSelf({
    team: randomUUID(),
    member: ANNA,
    state: 'member',
    teamName: 'Harborview',
    memberName: 'Anna',
    database: { host: '127.0.0.1', port: 5_432, database: 'team', login: 'anna', ca: null },
    joining: null,
  });
  const roles: Record<string, TeamRole | null> = { [ANNA]: 'admin', [BEN]: 'member', [CLEO]: 'member' };
  const link = { isOnline: true, onSync: () => undefined as void };
  const gate = {
    syncToEnd: () => {
      if (!link.isOnline) return Promise.reject(teamProblemError('unreachable'));
      link.onSync();
      return Promise.resolve();
    },
    roleOf: (member: string) => roles[member] ?? null,
    nameOf: (member: string) => NAMES[member] ?? '',
  };
  workspace.team.gate = gate;
  let place = 0;
  /** An entry of the log. */
  const log = (member: string, topic: 'approval' | 'approval-rules', key: string, value: unknown) => {
    place += 1;
    const at = new Date(harness.now).toISOString();
    workspace.team.items.apply(topic, [{ key, value }], { member, number: place, place, at });
  };
  log(ANNA, 'approval-rules', 'rules', { records: null, removals: false, feeStructures: false, ...rules });
  const { guard } = jobs;
  if (!guard) throw new Error('no guard');
  const membership = { roleOf: gate.roleOf, member: (id: string) => ({ id, name: NAMES[id] }) };
  const approvals = new Approvals({
    team: {
      self: { member: ANNA },
      membership,
      syncToEnd: gate.syncToEnd,
      expectAdmin: () => undefined,
    } as never,
    workspace,
    drafts: edits,
    guard,
    now: () => harness.now,
    closed: closing.signal,
  });
  /** Asks for approval, and lets a colleague approve. */
  const approve = (draft: string, by = BEN, change: Partial<ApprovalContent> = {}) => {
    approvals.ask(draft, '');
    const { id, request } =
      workspace.team.approvals.list().findLast(({ subject }) => subject === draft) ?? {};
    log(ANNA, 'approval', id ?? '', request); // it arrived in the log
    const value = { kind: 'approve', digest: request?.digest, note: '', ...change };
    log(by, 'approval', id ?? '', value);
    return id ?? '';
  };
  return { harness, keys, roles, link, approvals, approve, log };
}
type Desk = Awaited<ReturnType<typeof team>>;

const send = async ({ harness }: Desk, draft: string): Promise<Job> => {
  const { id } = await harness.edits.sendApproved(draft, harness.edits.drafts.get(draft).counts.ready);
  await harness.jobs.settled(id);
  return harness.jobs.get(id);
};
const refusal = (code: string) =>
  expect.objectContaining({
    failure: expect.objectContaining({ kind: 'not-allowed', detail: { code } }) as unknown,
  }) as unknown;
const NEEDED = refusal('approval-needed');

/** Expects that the draft cannot be sent, and that nothing was. */
async function expectRefused(desk: Desk, draft: string, why = NEEDED): Promise<void> {
  await expect(send(desk, draft)).rejects.toEqual(why);
  expect(desk.harness.edits.drafts.get(draft).id).toBe(draft);
  expect(putRequests(desk.harness)).toEqual([]);
}

it('sends nothing that needs approval without one, and what needs none as ever', async () => {
  const desk = await team({ records: 2 });
  const { harness, keys } = desk;
  await expectRefused(desk, draftNotes(harness, keys.slice(0, 3)));
  expect((await send(desk, draftNotes(harness, keys.slice(0, 2)))).counts.done).toBe(2);
});

it('sends exactly what a colleague approved, and the log names both', async () => {
  const desk = await team({ records: 2 });
  const { harness, keys, approve, approvals } = desk;
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  expect(approvals.of(draft)).toMatchObject({ rules: ['records'], approval: { id, state: 'approved' } });
  expect((await send(desk, draft)).counts.done).toBe(keys.length);
  const [entry] = harness.workspace.activity.list({ kinds: ['record-edit'] }, 0, 1).entries;
  expect(entry?.facts).toMatchObject({ 'asked by': 'Anna', 'approved by': 'Ben' });
  expect(harness.workspace.team.approvals.find(id)?.state).toBe('sent');
});

it('does not send if one value changed after the approval', async () => {
  const desk = await team({ records: 2 });
  const { harness, keys, approve, approvals } = desk;
  const draft = draftNotes(harness, keys);
  approve(draft);
  harness.edits.fix(draft, 0, 'notes', '"Something else"');
  expect(approvals.of(draft).approval).toBeNull();
  await expectRefused(desk, draft);
});

it('sends fewer of the approved records, but no other one', async () => {
  const desk = await team({ records: 1 });
  const { harness, keys, approve } = desk;
  const draft = draftNotes(harness, keys.slice(0, 3));
  approve(draft);
  const { drafts } = harness.edits;
  const rows = drafts.allRows(draft);
  drafts.replaceRows(draft, [...rows.slice(0, 2), { ...rows[2], key: keys[4] } as never]);
  await expectRefused(desk, draft);
  drafts.replaceRows(draft, [...rows.slice(0, 2), ...rows.slice(0, 1)]); // one of them twice
  await expectRefused(desk, draft);
  drafts.replaceRows(draft, rows.slice(0, 2));
  expect((await send(desk, draft)).counts.done).toBe(2);
});

it.each<readonly [string, (desk: Desk, draft: string) => void]>([
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
])('counts no approval %s', async (_, prepare) => {
  const desk = await team({ records: 2 });
  const draft = draftNotes(desk.harness, desk.keys);
  prepare(desk, draft);
  await expectRefused(desk, draft);
});

it.each([
  ['its approver', ANNA],
  ['a third member', CLEO],
])('lets %s send what a colleague prepared and handed over', async (_, approver) => {
  const desk = await team({ records: 2 });
  const { harness, keys, approvals, log } = desk;
  const { items, approvals: requests } = harness.workspace.team;
  const draft = draftNotes(harness, keys);
  approvals.ask(draft, '');
  const asked = requests.list().findLast(({ subject }) => subject === draft);
  if (!asked) throw new Error('no request');
  approvals.withdraw(asked.id);
  const id = randomUUID();
  log(BEN, 'approval', `${id}/0`, items.latest('approval', `${asked.id}/0`));
  log(BEN, 'approval', id, asked.request);
  await expectRefused(desk, draft);
  log(approver, 'approval', id, { kind: 'approve', digest: asked.request.digest, note: '' });
  expect((await send(desk, draft)).counts.done).toBe(keys.length);
});

it('reads the log to its end right before it sends', async () => {
  const desk = await team({ records: 2 });
  const { harness, keys, approve, log, link } = desk;
  const draft = draftNotes(harness, keys);
  const id = approve(draft);
  link.onSync = () => log(CLEO, 'approval', id, { kind: 'decline', note: '' });
  await expectRefused(desk, draft);
});

it('sends nothing that needs approval without the database', async () => {
  const desk = await team({ records: 2 });
  const { harness, keys, approve, link } = desk;
  const [draft, small] = [draftNotes(harness, keys), draftNotes(harness, keys.slice(0, 1), 'One')];
  approve(draft);
  link.isOnline = false;
  await expectRefused(desk, draft, refusal('approval-offline'));
  expect((await send(desk, small)).counts.done).toBe(1);
});

it('stops a job that reached sending another way, and one that is resumed', async () => {
  const desk = await team({ records: 2 });
  const { harness, keys, approve, roles } = desk;
  const bypassed = await harness.send(draftNotes(harness, keys, 'By another way'));
  expect(bypassed).toMatchObject({ state: 'stopped', failure: { detail: { code: 'approval-needed' } } });
  expect(bypassed.counts['not-sent']).toBe(keys.length);

  const draft = draftNotes(harness, keys);
  approve(draft);
  harness.before = ({ method }) =>
    method === 'PUT' ? Response.json({ message: 'Unauthorized' }, { status: 401 }) : undefined;
  const { id, counts } = await send(desk, draft);
  expect(counts.done).toBe(0);
  harness.before = () => undefined;
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

it('leaves out a record that changed in the service, which needs another approval', async () => {
  const desk = await team({ records: 1 });
  const { harness, keys, approve } = desk;
  const draft = draftNotes(harness, keys.slice(0, 3));
  approve(draft);
  await harness.changeInService('accounts', keys[0] ?? '', { notes: 'Theirs' });
  const { id, counts } = await send(desk, draft);
  expect(counts).toMatchObject({ done: 2, conflict: 1 });
  await harness.fetchList('accounts');
  const retry = harness.edits.draftRetry(id);
  desk.log(ANNA, 'approval-rules', 'rules', { records: null, removals: false, feeStructures: false });
  expect((await send(desk, retry.id)).counts.done).toBe(1); // one record, and no rule for it
});

it.each<readonly [string, Partial<ApprovalRules>]>([
  ['deletions', { removals: true }],
  ['fee structures', { feeStructures: true }],
])('can require approval for %s, whatever their number', async (_, rules) => {
  const desk = await team(rules);
  const { harness, approve } = desk;
  await harness.fetchList('feeStructures');
  const [key = ''] = harness.firstKeys('feeStructures', 1);
  const draft = rules.removals
    ? harness.edits.remove(allRecordsQuery('feeStructures'), onlyKeys(key)).id
    : harness.edits.draftMany(allRecordsQuery('feeStructures'), onlyKeys(key), [setField('name', 'New name')])
        .id;
  await expectRefused(desk, draft);
  expect(harness.sentRequests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  approve(draft);
  expect((await send(desk, draft)).counts).toMatchObject({ refused: 0, 'not-sent': 0 });
});
