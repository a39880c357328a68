import { describe, expect, it, vi } from 'vitest';
import { fail } from '#contract/failure';
import type { RefreshSchedule, ScheduleEnd } from '#contract/features/scheduled-refresh/schemas';
import {
  ScheduledRefresh,
  type RefreshEnd,
  type ScheduledRefreshDeps,
} from '#engine/features/scheduled-refresh/scheduled-refresh';
import { closeAfterTest } from '#test/support/cleanups';
import { FakeClock } from '#test/support/fake-clock';
import { openTestWorkspace } from '#test/support/saved-work';
import { missingCustodians } from '#engine/features/scheduled-refresh/router';
import { tempWorkspaceFile, WORKSPACE_KEY } from '../../workspace/temp-workspace';

const NEW_YORK = 'America/New_York';
const LOS_ANGELES = 'America/Los_Angeles';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const COUNTS = { changes: 12, newFindings: 3, files: 2, exports: 1, problems: 0 };
const SCHEDULE: RefreshSchedule = {
  on: true,
  times: ['06:30'],
  weekdaysOnly: false,
  onWaking: false,
  waitFor: [],
  latest: '09:00',
};

function setUp(overrides: Partial<ScheduledRefreshDeps> = {}) {
  const workspace = closeAfterTest(openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY));
  // 6:00 in New York
  const clock = new FakeClock(Date.parse('2026-11-27T11:00:00Z'));
  const closed = new AbortController();
  const refreshedAt: string[] = [];
  const notices: ScheduleEnd[] = [];
  const conditions = { sending: false, unlocked: true, zone: NEW_YORK };
  const ends: RefreshEnd[] = [];
  const missing: string[] = [];
  const deps: ScheduledRefreshDeps = {
    store: workspace.schedule,
    clock,
    zone: () => conditions.zone,
    closed: closed.signal,
    isSending: () => conditions.sending,
    hasCredential: () => Promise.resolve(conditions.unlocked),
    missingData: () => Promise.resolve([...missing]),
    refresh: () => {
      refreshedAt.push(new Date(clock.now()).toISOString().slice(5, 16));
      return Promise.resolve(ends.shift() ?? { how: 'done' });
    },
    finish: () => Promise.resolve(COUNTS),
    notify: (end) => notices.push(end),
    ...overrides,
  };
  const scheduled = new ScheduledRefresh(deps);
  /** Advances the clock with a tick every 30 seconds, as the app does. */
  const passTime = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 30_000) {
      clock.advance(30_000);
      await scheduled.tick();
    }
  };
  /** Simulates sleep of the computer: no ticks until it wakes up. */
  const sleep = async (ms: number) => {
    clock.advance(ms);
    await scheduled.tick();
  };
  return {
    scheduled,
    clock,
    closed,
    refreshedAt,
    notices,
    conditions,
    ends,
    missing,
    passTime,
    sleep,
    deps,
    workspace,
  };
}

describe('a scheduled refresh', () => {
  it('is off until it is switched on, and then begins at its time, once a day', async () => {
    const { scheduled, passTime, refreshedAt, notices } = setUp();
    await passTime(HOUR);
    expect(refreshedAt).toEqual([]);
    expect(scheduled.state).toMatchObject({ state: 'off', next: null });
    scheduled.set(SCHEDULE); // at 7:00
    expect(scheduled.state).toMatchObject({ state: 'idle', next: '2026-11-28T11:30:00.000Z' });
    await passTime(48 * HOUR);
    expect(refreshedAt).toEqual(['11-28T11:30', '11-29T11:30']);
    expect(notices).toEqual([
      { how: 'done', at: '2026-11-28T11:30:00.000Z', counts: COUNTS },
      { how: 'done', at: '2026-11-29T11:30:00.000Z', counts: COUNTS },
    ]);
  });

  it('catches up after sleep, unless its time is long past', async () => {
    const { scheduled, sleep, refreshedAt, passTime } = setUp();
    scheduled.set(SCHEDULE);
    await sleep(3 * HOUR);
    expect(refreshedAt).toEqual(['11-27T14:00']);
    await sleep(47 * HOUR); // until 8:00 two days later
    expect(refreshedAt).toEqual(['11-27T14:00', '11-29T13:00']);
    await sleep(31 * HOUR); // until 15:00
    await passTime(HOUR);
    expect(refreshedAt).toHaveLength(2);
  });

  it('catches up after the app was closed at its time', async () => {
    const { scheduled, clock, deps, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    clock.advance(2 * HOUR);
    await new ScheduledRefresh(deps).tick();
    expect(refreshedAt).toEqual(['11-27T13:00']);
  });

  it('begins on waking if the schedule says so', async () => {
    const { scheduled, sleep, refreshedAt } = setUp();
    scheduled.set({ ...SCHEDULE, times: [], onWaking: true });
    await sleep(MINUTE);
    expect(refreshedAt).toEqual([]);
    await sleep(HOUR);
    expect(refreshedAt).toEqual(['11-27T12:01']);
  });

  it('begins at once when the system reports that the computer woke up', async () => {
    const { scheduled, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    await scheduled.onWake();
    expect(refreshedAt).toEqual([]);
    scheduled.set({ ...SCHEDULE, onWaking: true });
    await scheduled.onWake();
    expect(refreshedAt).toEqual(['11-27T11:00']);
  });

  it('never runs while changes are being sent, and begins right after', async () => {
    const { scheduled, passTime, conditions, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    conditions.sending = true;
    await passTime(HOUR);
    expect(refreshedAt).toEqual([]);
    expect(scheduled.state).toMatchObject({ state: 'waiting', wait: { reason: 'sending' } });
    conditions.sending = false;
    await passTime(MINUTE);
    expect(refreshedAt).toEqual(['11-27T12:00']);
  });

  it('never runs while the keychain is locked', async () => {
    const { scheduled, passTime, conditions, refreshedAt, notices } = setUp();
    scheduled.set(SCHEDULE);
    conditions.unlocked = false;
    await passTime(HOUR);
    expect([refreshedAt, notices]).toEqual([[], []]);
    expect(scheduled.state.wait).toEqual({ reason: 'keychain' });
    conditions.unlocked = true;
    await passTime(5 * MINUTE);
    expect(refreshedAt).toHaveLength(1);
  });

  it('is retried without a network, and abandoned after hours with one notification', async () => {
    const { scheduled, passTime, ends, refreshedAt, notices } = setUp();
    scheduled.set(SCHEDULE);
    ends.push({ how: 'failed', failure: 'offline' }, { how: 'failed', failure: 'offline' });
    await passTime(45 * MINUTE);
    expect(refreshedAt).toEqual(['11-27T11:30', '11-27T11:35', '11-27T11:40']);
    expect(notices.map(({ how }) => how)).toEqual(['done']);
    ends.push(...Array.from({ length: 100 }, () => ({ how: 'failed', failure: 'offline' }) as const));
    await passTime(34 * HOUR);
    expect(notices.slice(1)).toEqual([{ how: 'failed', at: '2026-11-28T17:30:00.000Z', failure: 'offline' }]);
    expect(scheduled.state.last).toMatchObject({ how: 'failed', failure: 'offline' });
  });

  it('is not retried if the schedule was changed before it failed', async () => {
    let begun = 0;
    let endRefresh: (end: RefreshEnd) => void = () => undefined;
    const refresh = () => {
      begun += 1;
      return new Promise<RefreshEnd>((resolve) => (endRefresh = resolve));
    };
    const { scheduled, clock } = setUp({ refresh });
    scheduled.set(SCHEDULE);
    clock.advance(30 * MINUTE);
    const ticked = scheduled.tick();
    await vi.waitFor(() => expect(begun).toBe(1));
    scheduled.set({ ...SCHEDULE, times: ['06:32'] });
    endRefresh({ how: 'failed', failure: 'offline' });
    await ticked;
    expect(scheduled.state).toMatchObject({ state: 'idle', wait: null });
    clock.advance(2 * MINUTE);
    void scheduled.tick();
    await vi.waitFor(() => expect(begun).toBe(2)); // at its time, not 5 minutes after the failure
  });

  it('is not retried if only the steps after it fail', async () => {
    const { scheduled, passTime, refreshedAt, notices } = setUp({
      finish: () => Promise.reject(new Error('no')),
    });
    scheduled.set(SCHEDULE);
    await passTime(3 * HOUR);
    expect(refreshedAt).toHaveLength(1);
    expect(notices).toEqual([{ how: 'failed', at: '2026-11-27T11:30:00.000Z', failure: 'unexpected' }]);
  });

  it('is not repeated if its end cannot be stored, and the next one begins at its time', async () => {
    const { scheduled, passTime, refreshedAt, notices, workspace } = setUp();
    scheduled.set(SCHEDULE);
    const setHandled = vi.spyOn(workspace.schedule, 'setHandled').mockImplementation(() => {
      throw fail('disk-full');
    });
    await passTime(3 * HOUR);
    expect(refreshedAt).toEqual(['11-27T11:30']);
    expect(scheduled.state).toMatchObject({ state: 'idle', last: null });
    await passTime(24 * HOUR);
    expect(refreshedAt).toEqual(['11-27T11:30', '11-28T11:30']);
    expect(notices).toHaveLength(2);
    setHandled.mockRestore();
  });

  it('ends without a notification if the user stops it', async () => {
    const { scheduled, passTime, ends, notices, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    ends.push({ how: 'canceled' });
    await passTime(3 * HOUR);
    expect([refreshedAt.length, notices]).toEqual([1, []]);
  });

  it('waits for the data of the chosen custodians, at the latest until the set hour', async () => {
    const { scheduled, passTime, missing, refreshedAt } = setUp();
    scheduled.set({ ...SCHEDULE, waitFor: ['SWB', 'NFS'] });
    missing.push('NFS');
    await passTime(HOUR);
    expect(scheduled.state.wait).toEqual({ reason: 'data', custodians: ['NFS'] });
    missing.pop();
    await passTime(5 * MINUTE);
    expect(refreshedAt).toEqual(['11-27T12:05']);
    missing.push('SWB');
    await passTime(26 * HOUR);
    expect(refreshedAt[1]).toBe('11-28T14:00'); // 9:00
  });

  it('waits for data through the night, and retries for hours after the set hour', async () => {
    const { scheduled, passTime, missing, refreshedAt, ends, notices } = setUp();
    scheduled.set({ ...SCHEDULE, times: ['01:00'], waitFor: ['SWB'] });
    missing.push('SWB');
    ends.push({ how: 'failed', failure: 'offline' });
    await passTime(29 * HOUR); // until 11:00 on the next day
    expect(refreshedAt).toEqual(['11-28T14:00', '11-28T14:05']); // 9:00, and again
    expect(notices).toEqual([{ how: 'done', at: '2026-11-28T14:05:00.000Z', counts: COUNTS }]);
  });
});

describe('a refresh that is due after the set hour', () => {
  it('in the evening waits for data until the next morning', async () => {
    const { scheduled, passTime, missing, refreshedAt } = setUp();
    scheduled.set({ ...SCHEDULE, times: ['23:00'], waitFor: ['SWB'] });
    missing.push('SWB');
    await passTime(18 * HOUR); // until midnight
    expect(scheduled.state.wait).toEqual({ reason: 'data', custodians: ['SWB'] });
    await passTime(10 * HOUR);
    expect(refreshedAt).toEqual(['11-28T14:00']);
  });

  it('at noon does not wait', async () => {
    const { scheduled, passTime, missing, refreshedAt } = setUp();
    scheduled.set({ ...SCHEDULE, times: ['13:00'], waitFor: ['SWB'] });
    missing.push('SWB');
    await passTime(8 * HOUR);
    expect(refreshedAt).toEqual(['11-27T18:00']);
  });
});

describe('a clock that changes', () => {
  it('set back makes nothing due at once, and the next time is not missed', async () => {
    const { scheduled, passTime, clock, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    await passTime(HOUR);
    expect(refreshedAt).toHaveLength(1);
    clock.advance(-90 * MINUTE); // 5:30 again
    await passTime(30 * MINUTE);
    expect(refreshedAt).toHaveLength(1);
    await passTime(90 * MINUTE); // 6:30 comes a second time
    expect(refreshedAt).toEqual(['11-27T11:30', '11-27T11:30']);
    clock.advance(-30 * 24 * HOUR);
    await passTime(25 * HOUR);
    expect(refreshedAt.slice(2)).toEqual(['10-29T10:30']);
  });

  it('corrected after a failed try does not delay the next one until the wrong date', async () => {
    const { scheduled, passTime, clock, ends, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    ends.push({ how: 'failed', failure: 'offline' });
    clock.advance(30 * 24 * HOUR + 30 * MINUTE);
    await scheduled.tick();
    expect(refreshedAt).toEqual(['12-27T11:30']);
    clock.advance(-30 * 24 * HOUR); // 6:30 of the right day
    await passTime(HOUR);
    expect(refreshedAt).toEqual(['12-27T11:30', '11-27T11:30']);
  });

  it('in another time zone follows the clock there', async () => {
    const { scheduled, passTime, conditions, refreshedAt } = setUp();
    scheduled.set(SCHEDULE);
    await passTime(HOUR);
    conditions.zone = LOS_ANGELES; // 4:00 there
    await passTime(4 * HOUR);
    expect(refreshedAt).toEqual(['11-27T11:30', '11-27T14:30']);
  });
});

describe('the schedule', () => {
  it('makes nothing due when it is changed', async () => {
    const { scheduled, passTime, refreshedAt } = setUp();
    await passTime(2 * HOUR);
    scheduled.set({ ...SCHEDULE, times: ['06:30', '07:00'] });
    await passTime(MINUTE);
    expect(refreshedAt).toEqual([]);
  });

  it('is turned off in work restored from a backup', () => {
    const { scheduled, workspace } = setUp();
    scheduled.set(SCHEDULE);
    workspace.markRestored('2026-11-20T00:00:00Z');
    expect(workspace.schedule.get().on).toBe(false);
  });

  it('checks the clock every 30 seconds until the connection closes', async () => {
    const { scheduled, clock, closed } = setUp();
    scheduled.start();
    expect(await clock.advanceToTimer()).toBe(30_000);
    closed.abort();
    expect(clock.timers).toBe(0);
  });
});

describe('data that has not arrived', () => {
  it('is awaited from custodians that the service lists with a missing data type', () => {
    const data = [
      { custodian: 'SWB', arrived: ['balances'], missing: ['lots'] },
      { custodian: 'NFS', arrived: ['balances'], missing: [] },
    ];
    expect(missingCustodians(data, ['SWB', 'NFS', 'PER'])).toEqual(['SWB']);
    expect(missingCustodians(null, ['SWB'])).toEqual([]);
  });
});
