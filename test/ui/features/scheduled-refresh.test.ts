import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ScheduleState } from '#contract/features/scheduled-refresh/calls';
import { scheduleSentences, timesFrom } from '../../../renderer/features/scheduled-refresh/schedule-messages';
import ScheduleSettings from '../../../renderer/features/scheduled-refresh/ScheduleSettings.svelte';
import { fakeEngine } from '../fakes';

const STATE: ScheduleState = {
  schedule: { on: true, times: ['06:30'], weekdaysOnly: true, onWaking: false, waitFor: [], latest: '09:00' },
  next: '2026-11-30T11:30:00Z',
  zone: 'America/New_York',
  state: 'idle',
  wait: null,
  last: null,
};

describe('typed times', () => {
  it.each([
    ['6:30 AM, 1:00 pm', ['06:30', '13:00']],
    ['18:00; 0630', ['06:30', '18:00']],
    ['12:00 am, 12:00 PM', ['00:00', '12:00']],
    ['6 am, 11PM', ['06:00', '23:00']],
    ['6', null],
    ['', []],
    ['6:30, 6:30', ['06:30']],
    ['25:00', null],
    ['13:00 pm', null],
    ['soon', null],
  ])('reads %j', (text, times) => {
    expect(timesFrom(text)).toEqual(times);
  });
});

describe('the first sentence about the schedule', () => {
  it.each<[title: string, state: Partial<ScheduleState>, text: RegExp]>([
    ['says when the next refresh starts', {}, /^Next: Nov .* \(America\/New York\)\.$/],
    [
      'says that it is off',
      { state: 'off', schedule: { ...STATE.schedule, on: false }, next: null },
      /^Off\.$/,
    ],
    [
      'waits for changes being sent',
      { state: 'waiting', wait: { reason: 'sending' } },
      /until your changes are sent/,
    ],
    ['waits for the keychain', { state: 'waiting', wait: { reason: 'keychain' } }, /keychain is unlocked/],
    [
      'waits for data of two custodians',
      { state: 'waiting', wait: { reason: 'data', custodians: ['SWB', 'NFS'] } },
      /Charles Schwab and Fidelity/,
    ],
    [
      'retries after a failure',
      { state: 'waiting', wait: { reason: 'retry', failure: 'offline' } },
      /tries again every 5 minutes/,
    ],
    ['says that a refresh is running', { state: 'refreshing' }, /^Refreshing now/],
  ])('%s', (_title, overrides, text) => {
    expect(scheduleSentences({ ...STATE, ...overrides })[0]).toMatch(text);
  });
});

describe('the settings of the schedule', () => {
  it('turn it on after the user has corrected an invalid time', async () => {
    const { engine, calls } = fakeEngine({ 'scheduledRefresh.set': () => undefined });
    render(ScheduleSettings, { engine });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Turn on…/ }));
    const times = screen.getByLabelText('Times');
    await user.clear(times);
    await user.type(times, 'soon');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(screen.getByText(/^Enter up to 12 times such as/)).toBeTruthy();
    await user.clear(times);
    await user.type(times, '6:45 AM');
    await user.click(screen.getByLabelText('Charles Schwab'));
    expect(screen.queryByText(/wait until|doesn’t wait/)).toBeNull();
    await user.clear(times);
    await user.type(times, '6:45 AM, 1 PM, 11:00 PM');
    expect(
      screen.getByText(
        'A refresh at 11:00 PM waits until 9:00 AM the next day. ' +
          'A refresh at 1:00 PM doesn’t wait, because 9:00 AM has passed by then.',
      ),
    ).toBeTruthy();
    await user.clear(times);
    await user.type(times, '6:45 AM');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(calls.filter(({ name }) => name === 'scheduledRefresh.set')).toMatchObject([
      { input: { on: true, times: ['06:45'], waitFor: ['SWB'], latest: '09:00' } },
    ]);
  });

  it('need one time to wait until, and none without data to wait for', async () => {
    const { engine, calls } = fakeEngine({ 'scheduledRefresh.set': () => undefined });
    render(ScheduleSettings, { engine });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Turn on…/ }));
    await user.click(screen.getByLabelText('Charles Schwab'));
    const latest = screen.getByLabelText('Refresh no later than');
    await user.clear(latest);
    await user.type(latest, '10:00 AM, 9:30 AM');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(screen.getByText('Enter a time such as 9:00 AM.')).toBeTruthy();
    await user.click(screen.getByLabelText('Charles Schwab'));
    expect(screen.queryByText('Enter a time such as 9:00 AM.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(calls.filter(({ name }) => name === 'scheduledRefresh.set')).toMatchObject([
      { input: { waitFor: [], latest: '09:00' } },
    ]);
  });
});
