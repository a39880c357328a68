import { flushSync } from 'svelte';
import { toStore } from 'svelte/store';
import { expect, it } from 'vitest';
import type { Live } from '#contract/calls/live';
import { liveOf, runOf } from '../fakes';
import { LiveState } from '../../../renderer/state/app.svelte';

const live = (overrides: Partial<Live> = {}): Live =>
  liveOf({ run: runOf({ state: 'running', endedAt: null }), ...overrides });

it('notifies watchers of the cache version of new records, but not of refresh progress', () => {
  const state = new LiveState(live());
  const notified = { version: 0, run: 0 };
  const stops = [
    toStore(() => ((notified.version += 1), state.version)).subscribe(() => undefined),
    toStore(() => ((notified.run += 1), state.run)).subscribe(() => undefined),
  ];
  const push = (overrides?: Partial<Live>): typeof notified => {
    const countsBefore = { ...notified };
    state.applyUpdate(live(overrides));
    flushSync();
    return { version: notified.version - countsBefore.version, run: notified.run - countsBefore.run };
  };
  expect(push()).toEqual({ version: 0, run: 0 });
  expect(push({ run: null })).toEqual({ version: 0, run: 1 });
  expect(push({ run: null, version: 2 })).toEqual({ version: 1, run: 0 });
  for (const stop of stops) stop();
});

it('contains everything that was pushed', () => {
  const next = live({ version: 3, canResume: true, isOffline: true, reachability: 'offline', run: null });
  const state = new LiveState(live());
  state.applyUpdate(next);
  expect(state).toMatchObject(next);
});
