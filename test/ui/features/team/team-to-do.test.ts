import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { NO_RULES } from '#contract/features/team/approvals';
import type { TeamState } from '#contract/features/team/calls';
import { teamTasks } from '../../../../renderer/features/team/team-to-do.svelte';
import type { TodayCardProps, TodayTask } from '../../../../renderer/features/feature';
import { draftRoute } from '../../../../renderer/records/outcome/edit-routes';
import type { Route } from '../../../../renderer/routes';
import TasksNow from '../../../../renderer/features/today/TasksNow.svelte';
import { declaredFailure, fakeDesktop, fakeEngine, openStream, type Answers } from '../../fakes';
import { sampleBulkDraft } from '../../records/drafts/samples';
import { invitationOf, memberOf, teamOf } from './samples';

const propsOf = (engine: TodayCardProps['engine']) => ({
  engine,
  desktop: fakeDesktop().desktop,
  version: 1,
  settledVersion: 1,
  isComplete: () => true,
  go: vi.fn(),
});

/** Shows the team's tasks on Today; returns the mock function that receives where they lead. */
function show(state: TeamState, answers: Answers = {}) {
  const { engine } = fakeEngine({ 'team.follow': () => openStream(state), ...answers });
  const props = propsOf(engine);
  render(TasksNow, { ...props, sources: [teamTasks] });
  return props.go;
}
const lines = () => screen.queryAllByRole('button').map(({ textContent }) => textContent.trim());

it('lists a colleague who waits to be admitted, and entries that could not be verified', async () => {
  const waiting = invitationOf({ words: ['amber', 'canoe'] });
  const go = show(
    teamOf({ invitations: [waiting, invitationOf({ id: waiting.id.replace(/9$/, '7') })], issues: 1 }),
  );
  await screen.findByRole('button', { name: /^Lee Moss wants to join the team/ });
  expect(lines()).toHaveLength(2);
  expect(lines()[1]).toMatch(/^1 entry of the team could not be verified/);
  await userEvent.click(screen.getByRole('button', { name: /^Lee Moss/ }));
  expect(go).toHaveBeenCalledWith({ screen: 'settings', section: 'team' });
});

it('lists a lost connection if the user must do something', async () => {
  const offline = {
    state: 'offline',
    since: '2026-11-28T09:05:00Z',
    problem: { code: 'wrong-password' },
  } as const;
  show(teamOf({ link: { ...offline, retryAt: '2026-11-28T09:10:00Z' } }));
  expect(
    await screen.findByRole('button', { name: /^The database does not accept your user name and password/ }),
  ).toBeTruthy();
});

it('lists a connection that is tried again once it is lost for more than an hour', async () => {
  const since = new Date(Date.now() - 3_700_000).toISOString();
  const link = { state: 'offline', since, problem: { code: 'unreachable' }, retryAt: since } as const;
  show(teamOf({ link }));
  expect(await screen.findByRole('button', { name: /^The database can’t be reached/ })).toBeTruthy();
});

it.each([
  [null, /^You asked to join the team Juniper desk.*Call Ada Park, and compare the words/],
  [
    'withdrawn',
    /^You did not join the team Juniper desk.*Ask Ada Park or another admin.*Invitation canceled/,
  ],
  ['expired', /^You did not join the team Juniper desk.*Ask Ada Park or another admin.*Invitation expired/],
] as const)('says what a user who waits to be admitted must do; ended: %s', async (ended, name) => {
  show({
    kind: 'joining',
    team: 'Juniper desk',
    invitedBy: 'Ada Park',
    name: 'Robin Reyes',
    role: 'member',
    words: [],
    expires: '2026-12-05T09:00:00Z',
    ended,
    link: { state: 'live', since: '2026-11-28T09:00:00Z' },
  });
  expect(await screen.findByRole('button', { name })).toBeTruthy();
});

it('says that the user was removed, and nothing else', async () => {
  show(teamOf({ role: null, issues: 3 }));
  expect(await screen.findByRole('button', { name: /^You were removed from the team/ })).toBeTruthy();
  expect(lines()).toHaveLength(1);
});

/** A hand-over to Robin that was declined; its draft was changed at this time (ISO, UTC). */
const declinedHandOver = (updatedAt: string) => ({
  draft: sampleBulkDraft({ counts: { ready: 12 }, updatedAt }),
  from: memberOf(0),
  to: memberOf(1),
  note: '',
  at: '2026-11-28T09:00:00Z',
  state: 'declined',
  answer: null,
  waiting: null,
});

it('lists no declined hand-over of a draft that was changed or checked since', async () => {
  const { draft, ...rest } = declinedHandOver('2026-11-28T09:30:00Z');
  const other = { ...declinedHandOver('2026-11-28T08:00:00Z'), to: memberOf(2) };
  show(teamOf(), {
    'team.followHandOvers': () => openStream([{ draft: { ...draft, id: 'changed-draft' }, ...rest }, other]),
  });
  expect(await screen.findByRole('button', { name: /^Hand-over declined by Kim Sato/ })).toBeTruthy();
  expect(lines()).toHaveLength(1);
});

it.each([
  ['before', '2026-11-28T08:00:00Z', /^Hand-over declined by Robin Reyes/],
  ['after', '2026-11-28T10:00:00Z', /^Approved by Robin Reyes/],
])(
  'lists the latest news of a draft that was approved %s its hand-over was declined',
  async (_, at, name) => {
    const [ada, robin] = [memberOf(0), memberOf(1)];
    const declined = declinedHandOver('2026-11-28T08:00:00Z');
    const { draft } = declined;
    const approved = {
      id: memberOf(5).id,
      about: { kind: 'draft', draft, operation: 'edit' },
      from: ada,
      note: '',
      at,
      state: 'approved',
      by: robin,
      decidedAt: at,
      answer: null,
      until: '2026-12-03T09:00:00Z',
      isWaiting: false,
      isCurrent: true,
    };
    show(teamOf(), {
      'team.followHandOvers': () => openStream([declined]),
      'team.followApprovals': () => openStream({ rules: NO_RULES, list: [approved] }),
    });
    expect(await screen.findByRole('button', { name })).toBeTruthy();
    expect(lines()).toHaveLength(1);
  },
);

it.each(['team.follow', 'team.followHandOvers', 'team.followApprovals'])(
  'says that a part could not be read instead of “nothing”: %s',
  async (call) => {
    const fails = () => {
      throw declaredFailure('unexpected');
    };
    show(teamOf({ issues: 1 }), { [call]: fails });
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText(/^Nothing needs your attention/)).toBeNull();
    // What is known is listed all the same.
    await expect.poll(() => lines().length).toBe(call === 'team.follow' ? 0 : 1);
  },
);

it('lists a draft and its approval once', () => {
  const task = (id: string, urgency: TodayTask['urgency'], route: Route): TodayTask => ({
    id,
    urgency,
    title: id,
    about: '',
    mark: null,
    route,
  });
  const list = [
    task('the draft', 'draft', draftRoute('draft-1')),
    task('another draft', 'draft', draftRoute('draft-2')),
    task('its approval', 'team', draftRoute('draft-1')),
    task('one colleague', 'team', { screen: 'settings', section: 'team' }),
    task('another colleague', 'team', { screen: 'settings', section: 'team' }),
  ];
  render(TasksNow, { ...propsOf(fakeEngine({}).engine), sources: [() => ({ list, failure: null })] });
  expect(lines()).toEqual(['its approval', 'one colleague', 'another colleague', 'another draft']);
});

it.each<readonly [string, TeamState]>([
  ['without a team', { kind: 'none' }],
  ['if all is well', teamOf()],
  [
    'while the connection is tried again',
    teamOf({
      link: {
        state: 'offline',
        since: new Date().toISOString(),
        problem: { code: 'unreachable' },
        retryAt: new Date().toISOString(),
      },
    }),
  ],
  ['before the log was read', teamOf({ role: null, asOf: null, issues: 3 })],
])('lists nothing %s', async (_, state) => {
  show(state);
  expect(await screen.findByText(/^Nothing needs your attention right now/)).toBeTruthy();
  expect(lines()).toEqual([]);
});
