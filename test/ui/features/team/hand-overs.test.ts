import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { HandOver } from '#contract/features/team/hand-overs';
import type { TeamState } from '#contract/features/team/calls';
import EditsHome from '../../../../renderer/features/edits/EditsHome.svelte';
import { handOverRoute } from '../../../../renderer/records/outcome/edit-routes';
import HandOverButton from '../../../../renderer/features/team/HandOverButton.svelte';
import HandOverNotice from '../../../../renderer/features/team/HandOverNotice.svelte';
import HandOverPage from '../../../../renderer/features/team/HandOverPage.svelte';
import { handOverTasks } from '../../../../renderer/features/team/hand-overs.svelte';
import OfferedRowPanel from '../../../../renderer/features/team/OfferedRowPanel.svelte';
import Toasts from '../../../../renderer/ui/Toasts.svelte';
import { declaredFailure, fakeEngine, openStream, type Answers, waitForRestoredFocus } from '../../fakes';
import { flushAsync, stubLayout } from '../../grid/support';
import { sampleBulkDraft, sampleBulkDraftRow } from '../../records/drafts/samples';
import { memberOf, teamOf } from './samples';

beforeEach(stubLayout);
afterAll(waitForRestoredFocus);

/** Ada is the user, Robin a colleague. */
const [ada, robin] = [memberOf(0), memberOf(1)].map(({ id, name, isSelf }) => ({ id, name, isSelf })) as [
  HandOver['from'],
  HandOver['to'],
];
const handOverOf = (overrides: Partial<HandOver> = {}): HandOver => ({
  draft: sampleBulkDraft({ counts: { ready: 12 } }),
  from: robin,
  to: ada,
  note: 'Please check by noon',
  at: '2026-11-28T09:00:00Z',
  state: 'offered',
  answer: null,
  waiting: null,
  ...overrides,
});

const answersOf = (list: readonly HandOver[], team: TeamState = teamOf()): Answers => ({
  'team.follow': () => openStream(team),
  'team.followHandOvers': () => openStream(list),
  'team.handOverRows': () => ({ rows: [sampleBulkDraftRow()], total: 12 }),
  'team.draftHolderOf': () => ({ name: 'Robin Reyes', since: '2026-11-28T09:00:00Z' }),
  'team.handOver': () => ({ ok: true }),
  'team.takeHandOver': () => ({ ok: true }),
  'team.declineHandOver': () => ({ ok: true }),
  'team.takeBackHandOver': () => ({ ok: true }),
});

function showPage(list: readonly HandOver[], answers: Answers = {}) {
  const { engine, calls } = fakeEngine({ ...answersOf(list), ...answers });
  const go = vi.fn();
  const { unmount } = render(HandOverPage, { engine, id: 'draft-1', go });
  return { user: userEvent.setup(), go, calls, unmount };
}

it('shows why a row of a received draft could not be loaded, and not the row shown before', async () => {
  const props = {
    draft: sampleBulkDraft(),
    fetchRows: (_state: undefined, offset: number) =>
      offset === 9
        ? Promise.reject(declaredFailure('engine-lost'))
        : Promise.resolve({ rows: [sampleBulkDraftRow({ index: offset })] }),
    statusOf: () => ({ label: 'Ready', tone: 'quiet' as const }),
    index: 5,
    onclose: vi.fn(),
  };
  const { rerender } = render(OfferedRowPanel, props);
  await screen.findByText('Harbor Trust');
  await rerender({ ...props, index: 9 });
  await screen.findByRole('alert');
  expect(screen.queryByText('Harbor Trust')).toBeNull();
});

it('shows the values of a received draft before and after, and takes it over', async () => {
  const { user, go, calls } = showPage([handOverOf()]);
  expect(await screen.findByRole('heading', { name: 'Edit 12 accounts' })).toBeTruthy();
  expect(
    screen.getByText(/^Handed to you by Robin Reyes on .+ None of its changes have been sent\.$/),
  ).toBeTruthy();
  expect(screen.getByText('Robin Reyes: Please check by noon')).toBeTruthy();
  expect((await screen.findByText('Harbor Trust')).closest('[role=row]')?.textContent).toContain(
    '$0.10$5,000.00',
  );
  await user.click(screen.getByRole('button', { name: 'Take over' }));
  expect(calls).toContainEqual(
    expect.objectContaining({ name: 'team.takeHandOver', input: { draft: 'draft-1' } }),
  );
  expect(go).toHaveBeenCalledWith(
    { screen: 'task', task: 'edits', page: { kind: 'draft', id: 'draft-1' } },
    'replace',
  );
});

it('does not open the draft that was taken over if the user has left the page', async () => {
  let respond: (outcome: object) => void = () => undefined;
  const { user, go, unmount } = showPage([handOverOf()], {
    'team.takeHandOver': () => new Promise<object>((resolve) => (respond = resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  unmount();
  respond({ ok: true });
  await flushAsync();
  expect(go).not.toHaveBeenCalled();
});

it('declines with a note', async () => {
  const { user, go, calls } = showPage([handOverOf()]);
  await user.click(await screen.findByRole('button', { name: 'Decline…' }));
  await user.type(screen.getByLabelText('Note (optional)'), 'Not my accounts');
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.declineHandOver',
      input: { draft: 'draft-1', note: 'Not my accounts' },
    }),
  );
  expect(go).toHaveBeenCalledWith({ screen: 'task', task: 'edits' }, 'replace');
});

it('says that a draft cannot be taken, and stays', async () => {
  const { user, go } = showPage([handOverOf()], {
    'team.takeHandOver': () => ({ ok: false, problem: { code: 'no-hand-over' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  expect(await screen.findByText('This draft is no longer offered')).toBeTruthy();
  expect(go).not.toHaveBeenCalled();
});

it('does not say that an answer waits once the draft was taken back first', async () => {
  let refuse: (result: object) => void = () => undefined;
  let publish: (list: readonly HandOver[]) => void = () => undefined;
  async function* follow() {
    yield [handOverOf()];
    for (;;) yield await new Promise<readonly HandOver[]>((resolve) => (publish = resolve));
  }
  const { user } = showPage([], {
    'team.followHandOvers': follow,
    'team.takeHandOver': () => new Promise((resolve) => (refuse = resolve)),
  });
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  publish([handOverOf({ waiting: 'answer' })]);
  await flushAsync();
  publish([]);
  await flushAsync();
  refuse({ ok: false, problem: { code: 'no-hand-over' } });
  expect(await screen.findByText('This draft is no longer offered')).toBeTruthy();
  expect(screen.queryByText(/Your answer has not been sent yet/)).toBeNull();
});

it('says that a draft was not taken over without the database, and who may have it', async () => {
  const { user, go } = showPage([handOverOf()], {
    'team.takeHandOver': () => ({ ok: false, problem: { code: 'unreachable' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Take over' }));
  expect(await screen.findByRole('heading', { name: 'The draft was not taken over' })).toBeTruthy();
  expect(screen.getByText(/Robin Reyes may have taken it back; Firm Desk can’t tell until/)).toBeTruthy();
  expect(go).not.toHaveBeenCalled();
});

it.each<readonly [string, readonly HandOver[]]>([
  ['that is no longer offered', []],
  ['that the user offered', [handOverOf({ from: ada, to: robin })]],
])('shows no draft %s', async (_, list) => {
  showPage(list);
  expect(await screen.findByText('This draft is no longer offered')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Handed-over draft', level: 1 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
});

it('says that the hand-overs could not be read', async () => {
  showPage([], {
    'team.followHandOvers': () => {
      throw declaredFailure('unexpected');
    },
  });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('This draft is no longer offered')).toBeNull();
});

function showTools(
  list: readonly HandOver[],
  {
    team = teamOf(),
    isHandedOver = false,
    answers = {},
  }: { team?: TeamState; isHandedOver?: boolean; answers?: Answers } = {},
) {
  const { engine, calls } = fakeEngine({ ...answersOf(list, team), ...answers });
  const draft = sampleBulkDraft({ counts: { ready: 12 }, ...(isHandedOver ? { isHandedOver } : {}) });
  const props = { engine, draft, go: vi.fn() };
  render(HandOverButton, props);
  render(HandOverNotice, props);
  return { user: userEvent.setup(), calls };
}
const queryHandOverButton = () => screen.queryByRole('button', { name: 'Hand over…' });

it('hands a draft over to a member who may write', async () => {
  const members = [
    memberOf(0),
    memberOf(1),
    memberOf(2, { role: 'viewer' }),
    memberOf(3, { isFormer: true }),
  ];
  const { user, calls } = showTools([], { team: teamOf({ members }) });
  await user.click(await screen.findByRole('button', { name: 'Hand over…' }));
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['Robin Reyes']);
  await user.type(screen.getByLabelText('Note (optional)'), 'Please check');
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  expect(calls).toContainEqual(
    expect.objectContaining({
      name: 'team.handOver',
      input: { draft: 'draft-1', to: robin.id, note: 'Please check' },
    }),
  );
});

it.each<readonly [string, TeamState]>([
  ['without a team', { kind: 'none' }],
  ['without colleagues', teamOf({ members: [memberOf(0)] })],
  ['if the user is a viewer', teamOf({ role: 'viewer' })],
])('offers no hand-over %s', async (_, team) => {
  const { calls } = showTools([], { team });
  await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('team.follow'));
  await flushAsync();
  expect(queryHandOverButton()).toBeNull();
});

it('says who has an offered draft, and takes it back', async () => {
  const { user, calls } = showTools([handOverOf({ from: ada, to: robin })], { isHandedOver: true });
  expect(
    await screen.findByText(/^Offered to Robin Reyes on .+ can’t change or send the draft/),
  ).toBeTruthy();
  expect(queryHandOverButton()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(calls).toContainEqual(
    expect.objectContaining({ name: 'team.takeBackHandOver', input: { draft: 'draft-1' } }),
  );
});

it('keeps the focus in the notice after a take-back, and says whose the draft is', async () => {
  const { engine } = fakeEngine(answersOf([handOverOf({ from: ada, to: robin })]));
  const draft = sampleBulkDraft({ counts: { ready: 12 } });
  const props = { engine, draft: { ...draft, isHandedOver: true }, go: vi.fn() };
  const { rerender } = render(HandOverNotice, props);
  await userEvent.click(await screen.findByRole('button', { name: 'Take back' }));
  const { engine: updatedEngine } = fakeEngine(answersOf([]));
  await rerender({ ...props, engine: updatedEngine, draft });
  const text = await screen.findByText('You took it back from Robin Reyes. The draft is yours again.');
  expect(document.activeElement?.contains(text)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it('names the colleague who has a draft that is locked here', async () => {
  showTools([], { isHandedOver: true });
  expect(
    await screen.findByText(/^Robin Reyes took it over on .+ It can’t be changed or sent here\.$/),
  ).toBeTruthy();
});

it('does not say that a colleague has a draft that is still on this computer', async () => {
  showTools([handOverOf({ from: ada, to: robin, waiting: 'offer' })], { isHandedOver: true });
  expect(await screen.findByText(/^Not sent to Robin Reyes yet: the hand-over will be sent/)).toBeTruthy();
  expect(screen.queryByText(/^Offered to/)).toBeNull();
});

it.each<readonly [string, HandOver['waiting'], RegExp]>([
  [
    'may have been taken over',
    null,
    /^The database can’t be reached\. Robin Reyes may have taken the draft over/,
  ],
  [
    'was not sent itself',
    'offer',
    /^The database can’t be reached\. The hand-over itself has not been sent from this computer yet/,
  ],
])('says without the database that an offer was not taken back, and %s', async (_, waiting, meaning) => {
  const { user } = showTools([handOverOf({ from: ada, to: robin, waiting })], {
    isHandedOver: true,
    answers: { 'team.takeBackHandOver': () => ({ ok: false, problem: { code: 'unreachable' } }) },
  });
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(await screen.findByRole('heading', { name: 'The draft was not taken back' })).toBeTruthy();
  expect(screen.getByText(meaning)).toBeTruthy();
  expect(screen.getByText('When the database is connected, try to take it back again.')).toBeTruthy();
});

it('says that a take-back waits, and that the colleague may have been first', async () => {
  showTools([handOverOf({ from: ada, to: robin, waiting: 'answer' })], { isHandedOver: true });
  expect(
    await screen.findByText(/^Not taken back yet: .+ Robin Reyes may already have taken the draft over/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

it('does not offer an answer twice while the first waits for the database', async () => {
  const waiting = handOverOf({ waiting: 'answer' });
  showPage([waiting]);
  expect(await screen.findByText(/Your answer has not been sent yet/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Decline…' })).toBeNull();
  expect(handOverTasks([waiting], [])).toMatchObject([{ mark: { label: 'Answer not sent' } }]);
});

it.each([
  ['left', { isFormer: true }, 'Robin Reyes is no longer on the team'],
  ['became a viewer', { role: 'viewer' as const }, 'Robin Reyes is a viewer now'],
])('says that a colleague who %s cannot take over, here and on Today', async (_, change, reason) => {
  const offered = handOverOf({ from: ada, to: robin });
  const members = [memberOf(0), memberOf(1, change)];
  showTools([offered], { team: teamOf({ members }), isHandedOver: true });
  expect(
    await screen.findByText(
      new RegExp(`${reason} and can’t take it over\\. Take it back to change or send it`),
    ),
  ).toBeTruthy();
  expect(screen.getByText('You wrote: Please check by noon')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Take back' })).toBeTruthy();
  expect(handOverTasks([offered], members)).toMatchObject([
    {
      title: 'Robin Reyes can’t take over: Edit 12 accounts',
      about: `${reason}. Take the draft back to change or send it.`,
    },
  ]);
});

it('says that a hand-over without the database is not sent yet', async () => {
  const link = {
    state: 'offline',
    since: '2026-11-28T09:00:00Z',
    problem: { code: 'unreachable' },
    retryAt: null,
  } as const;
  const { user } = showTools([], { team: teamOf({ link }) });
  render(Toasts);
  await user.click(await screen.findByRole('button', { name: 'Hand over…' }));
  await user.click(screen.getByRole('button', { name: 'Hand over' }));
  expect(await screen.findByText('Hand-over not sent yet')).toBeTruthy();
});

it('says who declined, and why', async () => {
  showTools([handOverOf({ from: ada, to: robin, state: 'declined', answer: 'Not mine' })]);
  expect(await screen.findByText(/^Robin Reyes declined the hand-over: Not mine$/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Hand over…' })).toBeTruthy();
});

it('keeps the note of a draft that the user took over', async () => {
  showTools([handOverOf({ state: 'taken' })]);
  expect(
    await screen.findByText('You took this draft over from Robin Reyes, who wrote: Please check by noon'),
  ).toBeTruthy();
});

it('lists drafts that were handed to the user among the edits', async () => {
  const { engine } = fakeEngine({
    ...answersOf([handOverOf(), handOverOf({ from: ada, to: robin })]),
    'edits.follow': () => openStream([]),
    'jobs.list': () => [],
  });
  const go = vi.fn();
  render(EditsHome, { engine, go });
  const line = await screen.findByRole('button', { name: /^Handed to you by Robin Reyes/ });
  expect(screen.queryByText('No edits yet')).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Handed to you/ })).toHaveLength(1);
  await userEvent.click(line);
  expect(go).toHaveBeenCalledWith(handOverRoute('draft-1'));
});

it('says that hand-overs could not be read instead of “No edits yet”', async () => {
  const { engine } = fakeEngine({
    'team.followHandOvers': () => {
      throw declaredFailure('unexpected');
    },
    'edits.follow': () => openStream([]),
    'jobs.list': () => [],
  });
  render(EditsHome, { engine, go: vi.fn() });
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await screen.findByText('No drafts.')).toBeTruthy();
  expect(screen.queryByText('No edits yet')).toBeNull();
});

it('lists on Today what was handed to the user, and what came back', () => {
  const tasks = handOverTasks(
    [
      handOverOf(),
      handOverOf({ from: ada, to: robin }),
      handOverOf({ from: ada, to: robin, state: 'declined', answer: 'Not mine' }),
    ],
    teamOf().members,
  );
  expect(tasks.map(({ title, about }) => [title, about])).toEqual([
    ['Handed to you by Robin Reyes: Edit 12 accounts', 'Please check by noon'],
    ['Hand-over declined by Robin Reyes: Edit 12 accounts', '“Not mine” The draft is yours again.'],
  ]);
});
