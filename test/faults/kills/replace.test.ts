import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry } from '../../support/bundle';
import { runProgram } from '../../support/run-program';
import { sampleOrAll, runTrials } from '../trial-report';
import { REPLACED_KEY, PASSPHRASE, ReplacementFixture } from './replacement-fixture';

const fixture = new ReplacementFixture();
let program: string;
beforeAll(async () => {
  program = await bundleEntry('test/faults/kills/replacing-program.ts');
  await fixture.prepare();
}, 60_000);
afterAll(() => fixture.close());

type Operation = 'swap' | 'restore' | 'backup';
const argsOf = (operation: Operation, staged: string): string[] => {
  const file = operation === 'swap' ? staged : operation === 'restore' ? fixture.backup : fixture.target;
  return [operation, fixture.folder, fixture.note, REPLACED_KEY, file, PASSPHRASE];
};

/** Runs the program until its call `killAt`, or to its end; returns how many calls it made. */
async function run(operation: Operation, killAt: number): Promise<number> {
  const staged = await fixture.begin(operation === 'swap');
  const running = runProgram(program, [...argsOf(operation, staged), String(killAt)]);
  expect(await running.ended).toBe(killAt === 0 ? 0 : null);
  return Number(/\d+/.exec(running.output[0] ?? '')?.[0] ?? 0);
}

/** A sample uses only every n-th call. */
const SPACING = { swap: sampleOrAll(2, 1), restore: sampleOrAll(12, 1), backup: sampleOrAll(12, 1) };

it.each(['swap', 'restore', 'backup'] as const)(
  'leaves the old or the new work complete if a %s is killed at any file system call',
  async (operation) => {
    const calls = await run(operation, 0);
    expect(fixture.restart()).toBe(operation === 'backup' ? 'present' : 'backed up');
    if (operation === 'backup') expect(await fixture.expectBackup()).toBe(true);
    const results = new Set<string>();
    await runTrials(`killed in a ${operation}`, Math.ceil(calls / SPACING[operation]), async (trial) => {
      await run(operation, trial * SPACING[operation] + 1);
      results.add(fixture.restart());
      if (operation === 'backup') await fixture.expectBackup();
    });
    expect([...results].sort()).toEqual(operation === 'backup' ? ['present'] : ['backed up', 'present']);
  },
  sampleOrAll(120_000, 1_800_000),
);

/** Only strace sees the system calls of SQLite. */
const hasTracer = spawnSync('strace', ['-V']).status === 0;
const SYSTEM_CALLS = ['pwrite64', 'rename', 'unlink', 'unlinkat', 'rmdir', 'fsync', 'fdatasync', 'ftruncate'];
/** Number of times that each system call kills the program, spread over its occurrences. */
const KILLS_EACH = sampleOrAll(2, 40);

it.runIf(hasTracer)(
  'leaves the saved work complete if a restore or backup is killed at system calls of SQLite',
  async () => {
    for (const operation of ['restore', 'backup'] as const)
      for (const call of SYSTEM_CALLS.slice(0, sampleOrAll(1, SYSTEM_CALLS.length))) {
        const runTraced = async (to: string, ...tracerArgs: string[]): Promise<number | null> => {
          await fixture.begin();
          const tracer = ['strace', '-f', '-qqq', '-o', to, '-e', `trace=${call}`, ...tracerArgs] as const;
          return runProgram(program, argsOf(operation, ''), undefined, [...tracer, process.execPath]).ended;
        };
        const list = path.join(fixture.root, 'calls');
        expect(await runTraced(list), `${operation} traced`).toBe(0);
        const count = fs.readFileSync(list, 'utf8').split('\n').length - 1;
        if (call === 'pwrite64') expect(count, `${call} in a ${operation}`).toBeGreaterThan(0);
        const kills = Math.min(count, KILLS_EACH);
        let killed = 0;
        const killOnce = async (index: number): Promise<void> => {
          const when = 1 + Math.floor((index * count) / kills);
          const code = await runTraced('/dev/null', '-e', `inject=${call}:signal=SIGKILL:when=${when}`);
          if (code !== 0) killed += 1; // strace counts per thread: a late occurrence may not be reached
          fixture.restart();
          if (operation === 'backup') await fixture.expectBackup();
        };
        await runTrials(`killed in a ${operation}`, kills, killOnce, call);
        if (kills > 0) expect(killed, `${operation} killed at ${call}`).toBeGreaterThan(0);
      }
  },
  sampleOrAll(120_000, 7_200_000),
);
