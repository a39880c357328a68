import { test } from '@playwright/test';
import type { JoinTimes } from './joining-program';
import type { AppendTimes } from './writing-members-program';
import type { MarkDelays } from './mark-delay-program';
import { median, note, quantile, report } from './numbers';
import { measureProgram } from './program';

/** Time of a frame at 60 per second. Baselines include a third of it, so that three times a baseline allows for one. */
const FRAME_MS = 1_000 / 60;

test.afterAll(() => console.log(report()));

test('a joiner reads the log of a team', async () => {
  test.setTimeout(30 * 60_000);
  const { app, baseline, entries } = await measureProgram<JoinTimes>('joining-program.ts');
  const label = `15 members, ${entries.toLocaleString('en-US')} entries`;
  note(`team: a joiner reads all, ${label}; baseline: read, decrypted, verified`, median(app), 'ms', {
    baseline: median(baseline),
    times: 2,
  });
});

test('fifty members write at once', async () => {
  const times = await measureProgram<AppendTimes>('writing-members-program.ts');
  const label = `50 members append ${times.entries.toLocaleString('en-US')} entries at once`;
  note(`team: ${label}, one in each call; baseline: bare inserts under one lock`, median(times.app), 'ms', {
    baseline: median(times.baseline),
    times: 2,
  });
  note(
    `team:   of that, inserts with the log’s lock, notifications and row-level security`,
    median(times.guarded),
    'ms',
    { baseline: median(times.baseline) },
  );
  note(
    `team: ${label}, all that wait in one call; baseline: one bare insert`,
    median(times.appTogether),
    'ms',
    {
      baseline: median(times.baselineTogether),
      times: 2,
    },
  );
});

test('a mark from one engine to the other', async () => {
  const { app, roundTrips } = await measureProgram<MarkDelays>('mark-delay-program.ts');
  const baseline = 'baseline: a NOTIFY there and back, and a third of a frame';
  const label = 'team: a mark from one engine’s call to the other’s state';
  note(`${label}, p95; ${baseline}`, quantile(app, 0.95), 'ms', {
    baseline: quantile(roundTrips, 0.95) + FRAME_MS / 3,
    times: 3,
  });
  note(`${label}, median; ${baseline}`, median(app), 'ms', { baseline: median(roundTrips) + FRAME_MS / 3 });
});
