import { render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import type { ConnectionSession } from '#contract/calls/live';
import WaitingNote from '../../../renderer/records/refresh/WaitingNote.svelte';
import { waitingText } from '../../../renderer/records/refresh/waiting';
import LocalDataCard from '../../../renderer/app/settings/LocalDataCard.svelte';
import { connectionState, dataAge, missingData } from '../../../renderer/app/shell/connection-status';
import type { ResourceName } from '#contract/resources';
import { connectionOf, liveOf, runOf, sampleProgress } from '../fakes';

describe('connection state label', () => {
  const open: NonNullable<ConnectionSession['open']> = { connection: connectionOf(), state: 'open' };
  const stateText = (overrides: Parameters<typeof liveOf>[0]) =>
    connectionState(open, liveOf(overrides), 'flowing').label;

  it('is Online only after an answer and while nothing contradicts it', () => {
    expect(stateText({ reachability: 'untried' })).toBe('Open');
    expect(stateText({ reachability: 'reachable' })).toBe('Online');
    expect(stateText({ reachability: 'retrying' })).toBe('Trying again…');
    expect(stateText({ reachability: 'unreachable' })).toBe('Not responding');
    expect(stateText({ reachability: 'offline', isOffline: true })).toBe('Offline');
    expect(stateText({ reachability: 'reachable', isOffline: true })).toBe('Offline');
  });

  it('shows the reason for a wait while a note counts down', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
    const waiting = { reason: 'retry-after', until: new Date(Date.now() + 45_000).toISOString() } as const;
    expect(stateText({ waiting })).toBe('Asked to wait');
    expect(stateText({ waiting: { ...waiting, reason: 'silent' } })).toBe('Waiting…');
    render(WaitingNote, { waiting });
    const note = screen.getByRole('timer');
    expect(note.textContent.trim()).toBe('The service asked us to wait. Trying again in 0:45.');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(note.textContent.trim()).toBe('The service asked us to wait. Trying again in 0:42.');
    vi.useRealTimers();
    expect(
      waitingText(
        { ...waiting, reason: 'retry', attempt: { next: 3, max: 5 } },
        Date.parse(waiting.until) - 20_000,
      ),
    ).toBe('The last request failed. Trying again in 0:20 (attempt 3 of 5).');
    expect(waitingText({ ...waiting, reason: 'silent' }, Date.parse(waiting.until) - 190_000)).toBe(
      'The service is not responding. Waiting up to 3:10 longer.',
    );
  });
});

describe('data timestamp', () => {
  it('is empty while the connection is not open', () => {
    expect(dataAge(null).text).toBe('');
  });

  it('is that of the oldest list with the newest in its detail, and ignores optional lists', () => {
    const state = (resource: ResourceName, asOf: string | null) => ({
      ...{ resource, asOf, count: 0, uncertain: false, drifted: 0 },
    });
    const live = liveOf({
      resources: [
        state('accounts', '2026-11-21T07:00:00Z'),
        state('billingGroups', '2026-11-21T06:00:00Z'),
        state('billingMinimums', '2026-11-20T06:00:00Z'),
        state('legacyMappings', null),
      ],
    });
    expect(dataAge(live)).toMatchObject({ asOf: '2026-11-21T06:00:00Z' });
    expect(dataAge(live).detail).toMatch(/^The newest list was updated /);
  });

  it('shows a partial download instead of a time while any first download is incomplete', () => {
    const state = (resource: ResourceName, asOf: string | null, count: number) => ({
      ...{ resource, asOf, count, uncertain: false, drifted: 0 },
    });
    const groups = state('billingGroups', '2026-11-21T06:00:00Z', 40);
    const partial = liveOf({ resources: [groups, state('accounts', null, 1000)] });
    expect(dataAge(partial)).toMatchObject({
      text: 'Partly downloaded',
      detail: '1 of 2 lists are not downloaded completely. Refresh to download the rest.',
    });
    const none = [groups, state('accounts', null, 0)];
    expect(dataAge(liveOf({ resources: none, canResume: true })).text).toBe('Partly downloaded');
    expect(dataAge(liveOf({ resources: [state('accounts', '2026-11-21T07:00:00Z', 1000)] })).text).toMatch(
      /^Updated/,
    );
  });

  it('tells lists that are not downloaded yet from those that the service skipped', () => {
    const state = (resource: ResourceName, asOf: string | null, count: number) => ({
      ...{ resource, asOf, count, uncertain: false, drifted: 0 },
    });
    const accounts = state('accounts', '2026-11-21T07:00:00Z', 1000);
    const persons = state('relatedPersons', null, 0);
    const optional = state('legacyMappings', null, 0);
    const missingOf = (resources: ReturnType<typeof state>[], run = runOf()) =>
      missingData(liveOf({ resources, run }));
    expect(missingOf([persons, optional])).toBe('all');
    expect(missingOf([accounts, persons])).toBe('some');
    expect(missingOf([state('accounts', null, 1000)])).toBe('some');
    expect(missingOf([accounts, optional])).toBe('none');
    const skipped = [sampleProgress('relatedPersons', { state: 'skipped' })];
    expect(missingOf([accounts, persons], runOf({ resources: skipped }))).toBe('none');
  });

  it('shows a partial download in Settings instead of a time', () => {
    const accounts = { resource: 'accounts', count: 1000, uncertain: false, drifted: 0 } as const;
    render(LocalDataCard, {
      resources: [{ ...accounts, asOf: null }],
      go: () => undefined,
    });
    expect(screen.getByText('Partly downloaded')).toBeTruthy();
  });
});
