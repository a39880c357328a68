import { expect, it } from 'vitest';
import { exceptionsOf } from '../../../../renderer/features/today/exceptions';
import { TodayCounts } from '../../../../renderer/features/today/today.svelte';
import { fakeEngine } from '../../fakes';

it('repeats a load with the exceptions of the last call that came during it', async () => {
  const exceptions = exceptionsOf(new Date('2026-11-21T12:00:00Z'));
  const { engine } = fakeEngine({ 'records.window': () => ({ rows: [], total: 4, version: 1 }) });
  const counts = new TodayCounts();
  // Before the accounts are complete, none of their exceptions is counted.
  await Promise.all([counts.load(engine, [], true), counts.load(engine, exceptions, true)]);
  expect(counts.totals).toEqual({ stale: 4, closed: 4, papered: 4 });
});
