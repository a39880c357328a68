import { test } from '@playwright/test';
import type { JoinTimes } from './joining-program';
import type { AppendTimes } from './writing-members-program';
import { median, note, report } from './numbers';
import { measureProgram } from './program';

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
  const { app, baseline, entries } = await measureProgram<AppendTimes>('writing-members-program.ts');
  const label = `50 members append ${entries.toLocaleString('en-US')} entries at once`;
  note(`team: ${label}; baseline: bare inserts under one lock`, median(app), 'ms', {
    baseline: median(baseline),
    times: 2,
  });
});
