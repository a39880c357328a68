import { render, screen, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { NO_RULES, type ApprovalRule, type ApprovalRules as Rules } from '#contract/features/team/approvals';
import type { Approval } from '#contract/features/team/approval-calls';
import ApprovalPage from '../../../../renderer/features/team/ApprovalPage.svelte';
import ApprovalRules from '../../../../renderer/features/team/ApprovalRules.svelte';
import SendGate from '../../../../renderer/features/team/SendGate.svelte';
import { approvalTasks } from '../../../../renderer/features/team/approvals.svelte';
import { deferredPromise, fakeEngine, openStream, type Answers, waitForRestoredFocus } from '../../fakes';
import { stubLayout } from '../../grid/support';
import { sampleBulkDraft, sampleBulkDraftRow } from '../../records/drafts/samples';
import { memberOf, teamOf } from './samples';

beforeEach(stubLayout);
afterAll(waitForRestoredFocus);

/** Ada is the user, Robin a colleague. */
const [ada, robin] = [memberOf(0), memberOf(1)].map(({ id, name, isSelf }) => ({ id, name, isSelf })) as [
  Approval['from'],
  Approval['from'],
];
const RULES: Rules = { ...NO_RULES, records: 10, removals: true };
const ID = '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b0777';
const approvalOf = (overrides: Partial<Approval> = {}): Approval => ({
  id: ID,
  about: { kind: 'draft', draft: sampleBulkDraft({ counts: { ready: 12 }, edits: [] }), operation: 'edit' },
  from: robin,
  note: 'Agreed with the client',
  at: '2026-11-28T09:00:00Z',
  state: 'asked',
  by: null,
  decidedAt: null,
  answer: null,
  until: null,
  isWaiting: false,
  isCurrent: true,
  ...overrides,
});
const answersOf = (list: readonly Approval[], rules: Rules = RULES): Answers => ({
  'team.follow': () => openStream(teamOf()),
  'team.followApprovals': () => openStream({ rules, list }),
  'team.approvalRows': () => ({ rows: [sampleBulkDraftRow()], total: 12 }),
  'team.approve': () => ({ ok: true }),
  'team.declineApproval': () => ({ ok: true }),
  'team.askApproval': () => ({ ok: true }),
  'team.withdrawApproval': () => ({ ok: true }),
  'team.setApprovalRules': () => ({ ok: true }),
});

function showPage(list: readonly Approval[], answers: Answers = {}) {
  const { engine, calls } = fakeEngine({ ...answersOf(list), ...answers });
  const go = vi.fn();
  render(ApprovalPage, { engine, id: ID, go });
  return { user: userEvent.setup(), go, calls };
}

it('shows exactly what would be sent, and approves it', async () => {
  const { user, go, calls } = showPage([approvalOf()]);
  expect(
    await screen.findByText(/^Robin Reyes asked for approval on .+ This is exactly what would be sent\.$/),
  ).toBeTruthy();
  expect(screen.getByText('Robin Reyes: Agreed with the client')).toBeTruthy();
  const row = (await screen.findByText('Harbor Trust')).closest('[role=row]');
  expect(row?.textContent).toContain('$5,000.00');
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(calls).toContainEqual(
    expect.objectContaining({ name: 'team.approve', input: { approval: ID, note: '' } }),
  );
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits' }, 'replace');
});

it('says that an account is removed from a group, which is not deleted', async () => {
  const draft = sampleBulkDraft({
    kind: 'remove',
    resource: 'billingGroups',
    counts: { ready: 1 },
    edits: [],
  });
  const row = { ...sampleBulkDraftRow(), title: 'Li Household', subtitle: 'Ann Li Trust (7001)', fields: [] };
  const { user } = showPage([approvalOf({ about: { kind: 'job', draft, operation: 'unassign' } })], {
    'team.approvalRows': () => ({ rows: [row], total: 1 }),
  });
  expect((await screen.findByText('Ann Li Trust (7001)')).closest('[role=row]')?.textContent).toContain(
    'Account will be removed',
  );
  await user.dblClick(screen.getByText('Li Household'));
  const panel = await screen.findByRole('complementary', { name: 'Row' });
  expect(await within(panel).findByText('Account will be removed')).toBeTruthy();
  expect(screen.queryByText('Will be deleted')).toBeNull();
});

it('declines with a note', async () => {
  const { user, calls } = showPage([approvalOf()]);
  await user.click(await screen.findByRole('button', { name: 'Decline…' }));
  await user.type(screen.getByLabelText('Note (optional)'), 'Wrong amounts');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(calls).toContainEqual(
    expect.objectContaining({ name: 'team.declineApproval', input: { approval: ID, note: 'Wrong amounts' } }),
  );
});

it.each<readonly [string, Approval, Answers]>([
  ['the requester', approvalOf({ from: ada }), {}],
  ['a viewer', approvalOf(), { 'team.follow': () => openStream(teamOf({ role: 'viewer' })) }],
])('offers no answer to %s', async (_, request, responses) => {
  showPage([request], responses);
  expect(await screen.findByText('Harbor Trust')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
});

const sendButton = createRawSnippet(() => ({ render: () => '<button>Send 12 changes</button>' }));
function showGate(
  rules: readonly ApprovalRule[],
  approval: Approval | null,
  { team = teamOf(), outdated = null }: { team?: ReturnType<typeof teamOf>; outdated?: Approval | null } = {},
) {
  const { engine, calls } = fakeEngine({
    ...answersOf(approval ? [approval] : []),
    'team.approvalOf': () => ({ rules, approval, outdated }),
    'team.follow': () => openStream(team),
  });
  render(SendGate, {
    engine,
    subject: { kind: 'draft', id: 'draft-1' },
    title: 'Edit 12 accounts',
    version: '1',
    busy: false,
    children: sendButton,
  });
  return { user: userEvent.setup(), calls };
}
const queryAskButton = () => screen.queryByRole('button', { name: 'Ask for approval…' });
const querySendButton = () => screen.queryByRole('button', { name: 'Send 12 changes' });

it('offers Send if no rule applies', async () => {
  showGate([], null);
  expect(await screen.findByRole('button', { name: 'Send 12 changes' })).toBeTruthy();
  expect(queryAskButton()).toBeNull();
});

it('offers Send if exactly this is approved, and says by whom and until when', async () => {
  showGate(
    ['records'],
    approvalOf({ from: ada, state: 'approved', by: robin, until: '2026-12-03T09:00:00Z' }),
  );
  expect(await screen.findByText(/^Approved by Robin Reyes until .+ exactly as shown/)).toBeTruthy();
  expect(querySendButton()).toBeTruthy();
});

it('asks for approval instead of sending', async () => {
  const { user, calls } = showGate(['records', 'removals'], null);
  expect(
    await screen.findByText(/your team’s rules for more than 10 records at once; deletions\.$/),
  ).toBeTruthy();
  expect(querySendButton()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ask for approval…' }));
  await user.type(screen.getByLabelText('Note (optional)'), 'Please');
  await user.click(screen.getByRole('button', { name: 'Ask for approval' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.askApproval',
      input: { subject: { kind: 'draft', id: 'draft-1' }, note: 'Please' },
    }),
  );
});

it.each<readonly [string, Partial<Approval>, RegExp]>([
  ['asked', { state: 'asked' }, /^You asked for approval on/],
  ['asked, but on this computer only', { isWaiting: true }, /^Not sent to your colleagues yet/],
  [
    'declined',
    { state: 'declined', by: robin, answer: 'Wrong' },
    /^Robin Reyes declined your request: Wrong$/,
  ],
  [
    'ended by its age',
    { state: 'ended', by: robin, until: '2020-11-20T09:00:00Z' },
    /^The approval by Robin Reyes has ended: five days have passed\. A colleague must approve/,
  ],
  [
    'ended by the removal of its approver',
    { state: 'ended', by: robin, until: '2126-11-20T09:00:00Z' },
    /^The approval by Robin Reyes has ended: this colleague can no longer approve on your team\./,
  ],
])('does not offer Send while an approval is %s', async (_, overrides, text) => {
  showGate(['records'], approvalOf({ from: ada, ...overrides }));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(querySendButton()).toBeNull();
});

it.each<readonly [string, Partial<Approval>, RegExp]>([
  [
    'approval',
    { state: 'approved', by: robin, decidedAt: '2026-11-28T10:00:00Z' },
    /^The approval has ended\. Robin Reyes approved this on Nov 28, 2026.+\. Values have changed since/,
  ],
  [
    'expired approval',
    { state: 'ended', by: robin, decidedAt: '2026-11-28T10:00:00Z' },
    /^The approval has ended\. Robin Reyes approved this on Nov 28, 2026.+\. Values have changed since/,
  ],
  [
    'request',
    {},
    /^The request no longer counts\. You asked for approval on Nov 28, 2026.+\. Values have changed since/,
  ],
])('says that the %s is for other values, and what to do next', async (_, overrides, text) => {
  showGate(['records'], null, { outdated: approvalOf({ from: ada, ...overrides }) });
  const note = await screen.findByText(/Values have changed/);
  expect(note.textContent).toMatch(text);
  expect(note.textContent).toContain('since then. Ask for approval again.');
  expect(queryAskButton()).toBeTruthy();
  expect(querySendButton()).toBeNull();
});

it('does not tell a viewer to ask for approval again', async () => {
  showGate(['records'], null, { team: teamOf({ role: 'viewer' }), outdated: approvalOf({ from: ada }) });
  expect(await screen.findByText(/^Viewers can’t ask for approval/)).toBeTruthy();
  expect(screen.getByText(/Values have changed/).textContent).not.toContain('again');
  expect(queryAskButton()).toBeNull();
});

it.each<readonly [string, Parameters<typeof teamOf>[0], RegExp]>([
  ['of a removed member', { role: null }, /^You were removed from the team/],
  ['of a viewer', { role: 'viewer' }, /^Viewers can’t ask for approval/],
  ['of the only member', { members: [memberOf(0), memberOf(1, { isFormer: true })] }, /^No one else/],
])('says why a draft %s can’t be approved', async (_, team, text) => {
  showGate(['records'], null, { team: teamOf(team) });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(queryAskButton()).toBeNull();
  expect(querySendButton()).toBeNull();
});

it('lets an admin set the rules, and says what they bind', async () => {
  const { engine, calls } = fakeEngine(answersOf([]));
  const user = userEvent.setup();
  render(ApprovalRules, { engine, isAdmin: true, isAlone: false });
  expect(
    await screen.findByText(/before these are sent or signed: more than 10 records at once; deletions\.$/),
  ).toBeTruthy();
  expect(screen.getByText(/^These rules bind Firm Desk, not the service/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Change rules…' }));
  await user.click(screen.getByLabelText('Every change of fee structures'));
  await user.click(screen.getByLabelText('Removing leftover group assignments one by one'));
  const limit = screen.getByLabelText('More than this many records');
  await user.clear(limit);
  await user.type(limit, '0');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a whole number from 1 to 1,000,000.')).toBeTruthy();
  await user.clear(limit);
  await user.type(limit, '1,000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.setApprovalRules',
      input: {
        records: 1000,
        removals: true,
        feeStructures: true,
        advisorCodes: false,
        recreations: false,
        leftovers: true,
        periods: false,
      },
    }),
  );
});

it('keeps a rule that another admin sets while the dialog is open', async () => {
  const otherAdmin = deferredPromise<Rules>();
  const { engine, calls } = fakeEngine({
    ...answersOf([]),
    'team.followApprovals': async function* follow() {
      yield { rules: RULES, list: [] };
      yield { rules: await otherAdmin.promise, list: [] };
      await new Promise(() => undefined);
    },
  });
  const user = userEvent.setup();
  render(ApprovalRules, { engine, isAdmin: true, isAlone: false });
  await user.click(await screen.findByRole('button', { name: 'Change rules…' }));
  await user.click(screen.getByLabelText('Every change of fee structures'));
  otherAdmin.settle({ ...RULES, periods: true });
  await screen.findByText(/signing a billing period\.$/);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.setApprovalRules',
      input: { ...RULES, feeStructures: true, periods: true },
    }),
  );
});

it('lets an admin require approval of signatures, and says that no one else could approve', async () => {
  const { engine, calls } = fakeEngine(answersOf([]));
  const user = userEvent.setup();
  render(ApprovalRules, { engine, isAdmin: true, isAlone: true });
  await user.click(await screen.findByRole('button', { name: 'Change rules…' }));
  expect(screen.getByText(/^You are the only one on the team who can approve/)).toBeTruthy();
  await user.click(screen.getByLabelText('Signing a billing period'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.setApprovalRules',
      input: expect.objectContaining({ removals: true, periods: true }) as unknown,
    }),
  );
});

it('shows the rules to a user who is not an admin, without a way to change them', async () => {
  render(ApprovalRules, { engine: fakeEngine(answersOf([])).engine, isAdmin: false, isAlone: false });
  expect(await screen.findByText(/more than 10 records at once/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change rules…' })).toBeNull();
});

it('lists on Today what waits for the user, and answers to the user', () => {
  const aboutDraft = (id: string): Pick<Approval, 'about'> => ({
    about: {
      kind: 'draft',
      draft: sampleBulkDraft({ id, counts: { ready: 12 }, edits: [] }),
      operation: 'edit',
    },
  });
  const list = [
    approvalOf(),
    approvalOf({ from: ada }),
    approvalOf({
      ...aboutDraft('draft-2'),
      from: ada,
      state: 'approved',
      by: robin,
      until: '2026-12-03T09:00:00Z',
    }),
    approvalOf({
      ...aboutDraft('draft-3'),
      from: ada,
      state: 'declined',
      by: robin,
      answer: 'Wrong amounts',
    }),
  ];
  expect(approvalTasks(list, true).map(({ title }) => title)).toEqual([
    'Robin Reyes asks for your approval: Edit 12 accounts',
    'Approved by Robin Reyes: Edit 12 accounts',
    'Approval declined by Robin Reyes: Edit 12 accounts',
  ]);
  expect(approvalTasks(list.slice(0, 1), false)).toEqual([]);
});

it('lists on Today only the answer to the latest request about a draft', () => {
  const declined = approvalOf({ from: ada, state: 'declined', by: robin });
  const approved = approvalOf({ from: ada, state: 'approved', by: robin });
  const titles = (list: readonly Approval[]) => approvalTasks(list, true).map(({ title }) => title);
  expect(titles([declined, approvalOf({ from: ada })])).toEqual([]);
  expect(titles([declined, approved])).toEqual(['Approved by Robin Reyes: Edit 12 accounts']);
  expect(titles([approved, declined])).toEqual(['Approval declined by Robin Reyes: Edit 12 accounts']);
});

it('does not offer an answer twice while the first waits for the database', async () => {
  const waiting = approvalOf({ isWaiting: true });
  showPage([waiting]);
  expect(await screen.findByText(/Your answer has not been sent yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(approvalTasks([waiting], true)).toMatchObject([{ mark: { label: 'Answer not sent' } }]);
});

it('names what the service’s older calls would do, and leads to where it is sent', () => {
  const draft = sampleBulkDraft({ id: 'job-1', resource: 'billingGroups', total: 12, edits: [] });
  const approved = { from: ada, state: 'approved' as const, by: robin };
  const leftovers = { ...draft, sourceJob: 'job-0' };
  const list = [
    approvalOf({ ...approved, about: { kind: 'job', draft, operation: 'recreate' } }),
    approvalOf({
      ...approved,
      about: { kind: 'job', draft: { ...leftovers, id: 'job-2' }, operation: 'unassign' },
    }),
  ];
  expect(approvalTasks(list, true).map(({ title, route }) => [title, route])).toEqual([
    [
      'Approved by Robin Reyes: Delete 12 billing groups and recreate all from households',
      { screen: 'task', task: 'householdGroups', page: { kind: 'older' } },
    ],
    [
      'Approved by Robin Reyes: Remove 12 accounts from billing groups one by one',
      { screen: 'task', task: 'edits', page: { kind: 'job', id: 'job-0' } },
    ],
  ]);
});
