import { expect, it } from 'vitest';
import { expectShareable } from '#engine/features/team/shared-rows';
import { approvalFixture, BEN } from '../team/approval-fixture';
import { AdvisorCodesHarness, textInput } from './harness';

const PERSHING = { custodian: 'PER', firm: 39 } as const;

/** Creates the advisor codes of a member whose team requires a second person for them. */
function createFixture() {
  const harness = new AdvisorCodesHarness();
  const { workspace, jobs, closing } = harness;
  const drafts = {
    drafts: { ids: () => [], follow: () => [], publishAgain: () => undefined },
    guardedRows: () => undefined,
  } as never;
  const now = () => harness.now.getTime();
  const approvalParts = approvalFixture(
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
  return { harness, jobs, plan, start, resume, ...approvalParts };
}
const UNAPPROVED = { state: 'stopped', failure: { detail: { code: 'approval-needed' } } };

it('creates no code before approval, and the approved codes after it', async () => {
  const { harness, plan, start, resume, approve, approvals } = createFixture();
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

it('accepts an approval only for the list of codes that was approved', async () => {
  const { harness, plan, start, approve } = createFixture();
  const [approved, other] = [await plan('N1'), await plan('N2')];
  approve(approved, BEN, {}, 'job');
  expect(await start(other)).toMatchObject(UNAPPROVED);
  expect(harness.writes).toEqual([]);
  expect((await start(approved)).counts.done).toBe(1);
});

it('deletes no code with an approval of other content', async () => {
  const { harness, start, approve } = createFixture();
  const { id } = harness.codes.planDelete(['801']);
  approve(id, BEN, { digest: 'a'.repeat(64) }, 'job');
  expect(await start(id, 1)).toMatchObject(UNAPPROVED);
  expect(harness.writes).toEqual([]);
});

it('shows a second person a new code that looks like a tax ID', async () => {
  const { jobs, plan } = createFixture();
  const rows = jobs.guardedRows(await plan('N1\n123456789\n987654321')).approvalRows();
  expect(rows.map(({ fields }) => fields.find(({ field }) => field === 'code')?.after)).toEqual([
    undefined, // its title has it
    '"123456789"',
    '"987654321"',
  ]);
  for (const { fields } of rows) expectShareable('advisorCodes', fields);
});
