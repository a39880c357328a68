import { render, screen, waitFor, within } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { Period, PeriodToSign } from '#contract/features/period/sections';
import type { ListedPeriod } from '#contract/features/period/calls';
import { NO_RULES } from '#contract/features/team/approvals';
import type { Approval } from '#contract/features/team/approval-calls';
import PeriodPage from '../../../../renderer/features/period/PeriodPage.svelte';
import PeriodRequestPage from '../../../../renderer/features/period/PeriodRequestPage.svelte';
import { partsToSign } from '../../../../renderer/features/period/parts-to-sign';
import { approvalTasks } from '../../../../renderer/features/team/approvals.svelte';
import { fakeEngine, openStream, type Answers, waitForRestoredFocus } from '../../fakes';
import { stubLayout } from '../../grid/support';
import { memberOf, teamOf } from '../team/samples';

beforeEach(stubLayout);
afterAll(waitForRestoredFocus);

const AT = '2026-10-02T15:00:00Z';
const ID = { firm: null, endDate: '2026-06-30' };
const REQUEST = '6f1c0c1e-2f0b-4d57-9c5e-0d6a3c1b0777';
/** Ada is the user, Robin a colleague. */
const [ada, robin] = [memberOf(0), memberOf(1)].map(({ id, name, isSelf }) => ({ id, name, isSelf })) as [
  Approval['from'],
  Approval['from'],
];
const HASH = 'ab'.repeat(32);

const sections: Period['sections'] = [
  {
    facts: {
      name: 'files',
      files: [
        {
          fileId: '40',
          state: 'signed',
          debit: '100.10',
          outcome: 'agrees',
          decision: 'approved',
          sha256: HASH,
          comparison: { state: 'compared', open: 0, closed: 0, unchecked: 0 },
        },
      ],
    },
    state: 'done',
    checked: null,
    sha256: 'files-hash',
  },
  {
    facts: {
      name: 'steps',
      steps: [{ id: 1, title: 'File the report', done: { by: 'Ada Park', at: AT, note: '' } }],
    },
    state: 'done',
    checked: { by: 'Ada Park', at: AT, note: 'All filed', holds: true },
    sha256: 'steps-hash',
  },
];
const content: PeriodToSign['period'] = {
  ...ID,
  sections,
  left: [],
  custodians: [{ custodian: 'SWB', sum: '100.10' }],
  debit: '100.10',
  accountsAsOf: AT,
};
const period = (overrides: Partial<Period> = {}): Period => ({
  ...content,
  signature: null,
  colleagues: [],
  ...overrides,
});
const toSign: PeriodToSign = {
  period: content,
  note: 'All checked',
  tablesSha256: HASH,
  setupSha256: HASH,
  contentSha256: 'cd'.repeat(32),
};
const approvalOf = (overrides: Partial<Approval> = {}): Approval => ({
  id: REQUEST,
  about: { kind: 'period', period: ID },
  from: ada,
  note: 'All checked',
  at: AT,
  state: 'asked',
  by: null,
  decidedAt: null,
  answer: null,
  until: null,
  isWaiting: false,
  isCurrent: true,
  ...overrides,
});
const APPROVED = approvalOf({ state: 'approved', by: robin, until: '2026-10-07T15:00:00Z' });

function showPeriod(
  approval: Approval | null,
  {
    value = period(),
    team = teamOf(),
    list = approval ? [approval] : [],
    periods = [] as ListedPeriod[],
    isRuled = true,
    outdated = null as Approval | null,
    /** Returns the status of the approval after a request. */
    laterStatus = undefined as (() => Promise<unknown>) | undefined,
  } = {},
) {
  let isAsked = false;
  const answers: Answers = {
    'period.get': () => value,
    'period.list': () => periods,
    'period.charts': () => new Promise(() => undefined),
    'period.sign': () => ({}),
    'team.follow': () => openStream(team),
    'team.followApprovals': () => openStream({ rules: { ...NO_RULES, periods: isRuled }, list }),
    'team.approvalOf': () =>
      isAsked && laterStatus ? laterStatus() : { rules: isRuled ? ['periods'] : [], approval, outdated },
    'team.askApproval': () => {
      isAsked = true;
      return { ok: true };
    },
    'team.withdrawApproval': () => ({ ok: true }),
  };
  const { engine, calls } = fakeEngine(answers);
  const props = { engine, desktop: {} as never, id: ID, version: 1, go: vi.fn(), onback: vi.fn() };
  const { unmount } = render(PeriodPage, props);
  return { user: userEvent.setup(), calls, unmount };
}
const querySignButton = () => screen.queryByRole('button', { name: 'Sign…' });
const queryAskButton = () => screen.queryByRole('button', { name: 'Ask for approval…' });

it('names the period as the list does: by its month for a firm that bills monthly', async () => {
  const may = { firm: null, endDate: '2026-05-31', files: 1, debit: null, filesWithoutAmount: 1 };
  showPeriod(null, { periods: [{ ...may, filesLeft: 1, signed: null }] });
  expect(await screen.findByRole('heading', { level: 1, name: /^June 2026/ })).toBeTruthy();
});

it('offers Sign if no rule applies', async () => {
  showPeriod(null, { isRuled: false });
  expect(await screen.findByRole('button', { name: 'Sign…' })).toBeTruthy();
  expect(screen.queryByText('Approval by a second person')).toBeNull();
});

it('offers a viewer of the team nothing that changes the period, and says so', async () => {
  const sample = {
    facts: { name: 'sample' as const, drawn: null, items: [] },
    ...{ state: 'open' as const, checked: null, sha256: 'sample-hash' },
  };
  const value = period({ sections: [...sections, sample] });
  const queryChanges = () =>
    screen
      .queryAllByRole('button', { name: /^(Check off|Undo check-off|Edit steps|Draw a sample)/ })
      .map(({ textContent }) => textContent);
  const { unmount } = showPeriod(null, { value, isRuled: false });
  await waitFor(() => expect(queryChanges()).toHaveLength(4));
  unmount();
  showPeriod(null, { value, team: teamOf({ role: 'viewer' }) });
  expect(await screen.findByText(/^You are a viewer on your team: you can see this period/)).toBeTruthy();
  expect(await screen.findByText('Every section is done.')).toBeTruthy();
  expect(querySignButton()).toBeNull();
  expect(queryAskButton()).toBeNull();
  expect(queryChanges()).toEqual([]);
  expect(screen.getByRole('checkbox', { name: 'File the report' })).toHaveProperty('disabled', true);
});

it('suggests the signature of a finished period only until a colleague’s counts', async () => {
  const signature = {
    ...{ by: 'Robin Reyes', signedAt: AT, note: 'All checked', seal: HASH, open: [], approval: null },
    state: 'holds' as const,
  };
  const suggestion = 'Every section is done. Sign the period when you are ready.';
  const { unmount } = showPeriod(null, {
    value: period({ colleagues: [{ ...signature, isUnapproved: true }] }),
  });
  expect(await screen.findByText(suggestion)).toBeTruthy();
  unmount();
  showPeriod(null, { value: period({ colleagues: [{ ...signature, isUnapproved: false }] }) });
  expect(await screen.findByText('Nothing is left to do.')).toBeTruthy();
  expect(screen.queryByText(suggestion)).toBeNull();
});

it('asks for approval with the note of the signature and what was shown', async () => {
  const { user, calls } = showPeriod(null);
  expect(
    await screen.findByText('A colleague must approve this: your team’s rule for signing a billing period.'),
  ).toBeTruthy();
  expect(querySignButton()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Ask for approval…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ask for approval: Sign Q2 2026' });
  const submitButton = () => within(dialog).getByRole('button', { name: 'Ask for approval' });
  expect(submitButton().getAttribute('aria-disabled')).toBe('true');
  await user.type(within(dialog).getByLabelText('Note of the signature'), 'All checked');
  await user.click(submitButton());
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.askApproval',
      input: {
        subject: { kind: 'period', period: ID },
        note: 'All checked',
        sections: ['files-hash', 'steps-hash'],
      },
    }),
  );
});

it('cannot be asked twice while the page does not know of the request yet', async () => {
  let answer: (known: { rules: string[]; approval: Approval | null; outdated: null }) => void = () =>
    undefined;
  const { user, calls } = showPeriod(null, {
    laterStatus: () => new Promise((resolve) => (answer = resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Ask for approval…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Note of the signature'), 'All checked');
  await user.click(within(dialog).getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const button = screen.getByRole('button', { name: 'Ask for approval…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.filter(({ name }) => name === 'team.askApproval')).toHaveLength(1);
  answer({ rules: ['periods'], approval: approvalOf(), outdated: null });
  const withdraw = await screen.findByRole('button', { name: 'Withdraw request' });
  expect(withdraw.getAttribute('aria-disabled')).toBeNull();
});

it('signs with the note that a colleague approved', async () => {
  const { user, calls } = showPeriod(APPROVED);
  expect(await screen.findByText(/^Approved by Robin Reyes until .+, exactly as shown\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign the period' });
  expect(within(dialog).getByText(/^Robin Reyes approved exactly this, with this note\./)).toBeTruthy();
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Sign' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'period.sign',
      input: { ...ID, note: 'All checked', sections: ['files-hash', 'steps-hash'] },
    }),
  );
});

it.each<readonly [string, Partial<Approval>, RegExp]>([
  [
    'asked',
    {},
    /^You asked for approval on .+ can approve exactly this\. The answer appears here and on Today\.$/,
  ],
  [
    'declined',
    { state: 'declined', by: robin, answer: 'Wrong total' },
    /^Robin Reyes declined your request: Wrong total$/,
  ],
  ['ended', { state: 'ended', by: robin }, /^The approval by Robin Reyes has ended: /],
])('does not offer Sign while an approval is %s', async (_, overrides, text) => {
  showPeriod(approvalOf(overrides));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(querySignButton()).toBeNull();
});

it('says that something changed since the approval', async () => {
  showPeriod(null, { outdated: { ...APPROVED, decidedAt: AT } });
  const note = await screen.findByText(/Figures or steps of the period have changed since then/);
  expect(note.textContent).toMatch(
    /^The approval has ended\. Robin Reyes approved this on .+ Ask for approval again\./,
  );
  expect(querySignButton()).toBeNull();
  expect(queryAskButton()).toBeTruthy();
});

it('says that no one else can approve', async () => {
  showPeriod(null, { team: teamOf({ members: [memberOf(0), memberOf(1, { role: 'viewer' })] }) });
  expect(await screen.findByText(/^No one else on the team can approve/)).toBeTruthy();
  expect(querySignButton()).toBeNull();
  expect(queryAskButton()).toBeNull();
});

it('marks a signature that lacks the required approval, and does not count it', async () => {
  const colleague = {
    by: 'Robin Reyes',
    signedAt: AT,
    note: 'Checked',
    seal: HASH,
    open: [],
    state: 'holds' as const,
    approval: null,
    isUnapproved: true,
  };
  showPeriod(null, { value: period({ colleagues: [colleague] }) });
  expect(await screen.findByText('Signed without approval')).toBeTruthy();
  expect(screen.getByText(/^It doesn’t count as signed: when it reached the team/)).toBeTruthy();
});

it('shows the colleague what would be signed, and approves it', async () => {
  const request = approvalOf({ from: robin });
  const { engine, calls } = fakeEngine({
    'team.follow': () => openStream(teamOf()),
    'team.followApprovals': () => openStream({ rules: NO_RULES, list: [request] }),
    'team.approve': () => ({ ok: true }),
    'period.toSign': () => toSign,
  });
  const go = vi.fn();
  render(PeriodRequestPage, { engine, id: REQUEST, go });
  expect(await screen.findByRole('heading', { name: 'Sign Q2 2026', level: 1 })).toBeTruthy();
  expect(
    screen.getByText(/^Robin Reyes asked for approval on .+ This is exactly what would be signed\.$/),
  ).toBeTruthy();
  const files = await screen.findByRole('table', { name: 'Fee files' });
  expect(within(files).getByRole('row', { name: /file 40/ }).textContent).toMatch(
    /Signed off · Approved · \$100\.10.*(ab){32}/s,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: 'Approve' }));
  expect(calls).toContainEqual(
    expect.objectContaining({ name: 'team.approve', input: { approval: REQUEST, note: '' } }),
  );
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'period' }, 'replace');
});

it.each([
  [false, 'Something has changed since then, so it no longer applies.'],
  [
    null,
    'It can’t be compared: the computer that asks for approval doesn’t have the lines of all fee files.',
  ],
])('says why a check-off does not count (%s)', (holds, reason) => {
  const [, steps] = sections;
  if (!steps?.checked) throw new Error('no check-off');
  const section = { ...steps, checked: { ...steps.checked, holds } };
  const groups = partsToSign({ ...toSign, period: { ...content, sections: [section] } }, (_, id) => id);
  const texts = groups.flatMap(({ parts }) => parts.map(({ value }) => value));
  expect(texts).toContainEqual(expect.stringMatching(new RegExp(`: All filed ${reason}$`)));
});

it('lists every part of what would be signed with its value', () => {
  const groups = partsToSign(toSign, (_, id) => id);
  const parts = groups.flatMap(({ title, parts: all }) =>
    all.map(
      ({ label, value, hash }) => `${title}: ${label}: ${[value, hash ?? ''].filter(Boolean).join(' ')}`,
    ),
  );
  expect(parts).toEqual([
    'Signature: Period ends: Jun 30, 2026',
    'Signature: Note: All checked',
    'Signature: Not done: Nothing',
    'Signature: Total of the records: $100.10',
    'Signature: Fees at Charles Schwab: $100.10',
    expect.stringMatching(/^Signature: Accounts as of: Oct 2, 2026, /),
    expect.stringMatching(/^Fee files: Summary: ./),
    expect.stringMatching(
      /^Fee files: Q2 2026 \(file 40\): Signed off · Approved · \$100\.10 · .+ · setup: No open findings (ab){32}$/,
    ),
    expect.stringMatching(/^Your firm’s steps: Summary: ./),
    expect.stringMatching(/^Your firm’s steps: Checked off: Ada Park on Oct 2, 2026, .+: All filed$/),
    expect.stringMatching(/^Your firm’s steps: File the report: Done by Ada Park on Oct 2, 2026, /),
    `Hashes of what is signed: All of the above except the note: SHA-256 ${'cd'.repeat(32)}`,
    `Hashes of what is signed: The full lists of the evidence pack: SHA-256 ${HASH}`,
    `Hashes of what is signed: The copy of the setup: SHA-256 ${HASH}`,
  ]);
});

it('says that the total of the records excludes listed files with no amount', () => {
  const partial = structuredClone(toSign);
  for (const { facts } of partial.period.sections)
    if (facts.name === 'files')
      facts.files.push(
        ...facts.files.flatMap((file) => [
          { ...file, fileId: '41', debit: null },
          { ...file, fileId: '42', state: 'unlisted' as const, debit: null },
        ]),
      );
  const [{ parts } = { parts: [] }] = partsToSign(partial, (_, id) => id);
  expect(parts).toContainEqual({
    label: 'Total of the records',
    value: '$100.10. Excludes 1 file with no amount',
  });
});

it('lists on Today what waits for the user, and leads to the period after the answer', () => {
  const later = { firm: null, endDate: '2026-09-30' };
  const declined = approvalOf({
    about: { kind: 'period', period: later },
    state: 'declined',
    by: robin,
  });
  const list = [approvalOf({ from: robin }), APPROVED, declined];
  const outdated = approvalOf({ ...APPROVED, isCurrent: false });
  expect(approvalTasks([outdated], true)).toEqual([]);
  expect(approvalTasks(list, true).map(({ title, about, route }) => [title, about, route])).toEqual([
    [
      'Robin Reyes asks for your approval: Sign Q2 2026',
      'All checked',
      { screen: 'task', task: 'period', page: { kind: 'approval', id: REQUEST } },
    ],
    [
      'Approved by Robin Reyes: Sign Q2 2026',
      expect.stringMatching(/^Sign it by Oct 7, 2026, .+, unless something changes first\.$/),
      { screen: 'task', task: 'period', page: { kind: 'period', ...ID } },
    ],
    [
      'Approval declined by Robin Reyes: Sign Q3 2026',
      'Nothing was signed.',
      { screen: 'task', task: 'period', page: { kind: 'period', ...later } },
    ],
  ]);
});
