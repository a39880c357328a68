import { expect, it } from 'vitest';
import { approvalDesk, BEN } from '../team/approval-desk';
import { AdvisorCodesHarness, textInput } from './harness';

const PERSHING = { custodian: 'PER', firm: 39 } as const;

/** A desk in a team whose rules require a second person for advisor codes. */
function desk() {
  const harness = new AdvisorCodesHarness();
  const { workspace, jobs, closing } = harness;
  const drafts = {
    drafts: { ids: () => [], follow: () => [], publishAgain: () => undefined },
    guardedRows: () => undefined,
  } as never;
  const now = () => harness.now.getTime();
  const parts = approvalDesk(
    { workspace, jobs, drafts, closed: closing.signal, now },
    { advisorCodes: true },
  );
  const plan = async (text: string) => (await harness.codes.planCreate(textInput(text), PERSHING)).id;
  const start = async (id: string, count?: number) => {
    jobs.start(id, count);
    await jobs.settled(id);
    return jobs.get(id);
  };
  const resume = async (id: string) => {
    await jobs.resume(id);
    await jobs.settled(id);
    return jobs.get(id);
  };
  return { harness, jobs, plan, start, resume, ...parts };
}
const UNAPPROVED = { state: 'stopped', failure: { detail: { code: 'approval-needed' } } };

it('creates no code without approval, and those that were approved once it is there', async () => {
  const { harness, plan, start, resume, approve, approvals } = desk();
  const id = await plan('N1\nN2');
  expect(await start(id)).toMatchObject(UNAPPROVED);
  expect(harness.writes).toEqual([]);
  expect(await approvals.statusOf({ kind: 'job', id })).toMatchObject({
    rules: ['advisorCodes'],
    approval: null,
  });
  approve(id, BEN, {}, 'job');
  expect((await approvals.statusOf({ kind: 'job', id })).approval).toMatchObject({
    state: 'approved',
    about: { kind: 'job' },
  });
  expect((await resume(id)).counts.done).toBe(2);
  const [entry] = harness.workspace.activity.list({ kinds: ['advisor-code-create'] }, 0, 1).entries;
  expect(entry?.facts).toMatchObject({ 'asked by': 'Anna', 'approved by': 'Ben' });
});

it('counts an approval for the codes that were shown, and for no other list', async () => {
  const { harness, plan, start, approve } = desk();
  const [approved, other] = [await plan('N1'), await plan('N2')];
  approve(approved, BEN, {}, 'job');
  expect(await start(other)).toMatchObject(UNAPPROVED);
  expect(harness.writes).toEqual([]);
  expect((await start(approved)).counts.done).toBe(1);
});

it('deletes no code without approval', async () => {
  const { harness, start, approve } = desk();
  const { id } = harness.codes.planDelete(['801']);
  approve(id, BEN, { digest: 'a'.repeat(64) }, 'job');
  expect(await start(id, 1)).toMatchObject(UNAPPROVED);
  expect(harness.writes).toEqual([]);
});
