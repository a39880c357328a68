import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { TeamState } from '#contract/features/team/calls';
import { teamTasks } from '../../../../renderer/features/team/team-to-do.svelte';
import TasksNow from '../../../../renderer/features/today/TasksNow.svelte';
import { fakeDesktop, fakeEngine, openStream } from '../../fakes';
import { invitationOf, teamOf } from './samples';

/** Shows the team's tasks on Today; returns their texts, and where they lead. */
function show(state: TeamState) {
  const { engine } = fakeEngine({ 'team.follow': () => openStream(state) });
  const go = vi.fn();
  render(TasksNow, {
    sources: [teamTasks],
    engine,
    desktop: fakeDesktop().desktop,
    version: 1,
    settledVersion: 1,
    isComplete: () => true,
    go,
  });
  return go;
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
  expect(go).toHaveBeenCalledWith({ place: 'settings' });
});

it('lists a lost connection only if the user must do something', async () => {
  const offline = {
    state: 'offline',
    since: '2026-11-28T09:05:00Z',
    problem: { code: 'wrong-password' },
  } as const;
  show(teamOf({ link: { ...offline, retryAt: null } }));
  expect(await screen.findByRole('button', { name: /^Incorrect user name or password/ })).toBeTruthy();
});

it.each<readonly [string, TeamState]>([
  ['without a team', { kind: 'none' }],
  ['if all is well', teamOf()],
  [
    'while the connection is tried again',
    teamOf({
      link: {
        state: 'offline',
        since: '2026-11-28T09:05:00Z',
        problem: { code: 'unreachable' },
        retryAt: '2026-11-28T09:06:00Z',
      },
    }),
  ],
  ['once removed', teamOf({ role: null, issues: 3 })],
])('lists nothing %s', async (_, state) => {
  show(state);
  expect(await screen.findByText(/^Nothing needs your attention right now/)).toBeTruthy();
  expect(lines()).toEqual([]);
});
