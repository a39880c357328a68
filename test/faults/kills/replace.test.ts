import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleEntry } from '../../support/bundle';
import { runProgram } from '../../support/killed-program';
import { sampleOrAll, runTrials } from '../trial-report';
import { REPLACED_KEY, PASSPHRASE, Replaced } from './replaced';

const place = new Replaced();
let program: string;
beforeAll(async () => {
  program = await bundleEntry('test/faults/kills/replacing-program.ts');
  await place.prepare();
}, 60_000);
afterAll(() => place.end());

type What = 'swap' | 'restore' | 'backup';
const argsOf = (what: What, staged: string): string[] => {
  const file = what === 'swap' ? staged : what === 'restore' ? place.backup : place.target;
  return [what, place.folder, place.note, REPLACED_KEY, file, PASSPHRASE];
};

/** Runs the program until its call `killAt`, or to its end; returns how many calls it made. */
async function run(what: What, killAt: number): Promise<number> {
  const staged = await place.begin(what === 'swap');
  const running = runProgram(program, [...argsOf(what, staged), String(killAt)]);
  expect(await running.ended).toBe(killAt === 0 ? 0 : null);
  return Number(/\d+/.exec(running.output[0] ?? '')?.[0] ?? 0);
}

/** Every n-th call only, in a sample. */
const SPACING = { swap: sampleOrAll(2, 1), restore: sampleOrAll(12, 1), backup: sampleOrAll(12, 1) };

it.each(['swap', 'restore', 'backup'] as const)(
  'a %s that is killed at each file system call leaves the old work or the new work whole',
  async (what) => {
    const calls = await run(what, 0);
    expect(place.restart()).toBe(what === 'backup' ? 'present' : 'backed up');
    if (what === 'backup') expect(await place.expectBackup()).toBe(true);
    const seen = new Set<string>();
    await runTrials(`killed in a ${what}`, Math.ceil(calls / SPACING[what]), async (at) => {
      await run(what, at * SPACING[what] + 1);
      seen.add(place.restart());
      if (what === 'backup') await place.expectBackup();
    });
    expect([...seen].sort()).toEqual(what === 'backup' ? ['present'] : ['backed up', 'present']);
  },
  sampleOrAll(120_000, 1_800_000),
);

/** System calls of SQLite are seen from outside alone. */
const hasTracer = spawnSync('strace', ['-V']).status === 0;
const SYSTEM_CALLS = ['pwrite64', 'rename', 'unlink', 'unlinkat', 'rmdir', 'fsync', 'fdatasync', 'ftruncate'];
/** Kills for each of them, spread over how often it is made. */
const KILLS_EACH = sampleOrAll(2, 40);

it.runIf(hasTracer)(
  'a restore and a backup that are killed at system calls of SQLite leave work whole',
  async () => {
    for (const operation of ['restore', 'backup'] as const)
      for (const call of SYSTEM_CALLS.slice(0, sampleOrAll(1, SYSTEM_CALLS.length))) {
        const traced = async (to: string, ...more: string[]): Promise<void> => {
          await place.begin();
          const tracer = ['strace', '-f', '-qqq', '-o', to, '-e', `trace=${call}`, ...more] as const;
          await runProgram(program, argsOf(operation, ''), undefined, [...tracer, process.execPath]).ended;
        };
        const list = path.join(place.root, 'calls');
        await traced(list);
        const count = fs.readFileSync(list, 'utf8').split('\n').length - 1;
        const kills = Math.min(count, KILLS_EACH);
        const killed = async (at: number): Promise<void> => {
          const when = 1 + Math.floor((at * count) / kills);
          await traced('/dev/null', '-e', `inject=${call}:signal=SIGKILL:when=${when}`);
          place.restart();
          if (operation === 'backup') await place.expectBackup();
        };
        await runTrials(`killed in a ${operation}`, kills, killed, call);
      }
  },
  sampleOrAll(120_000, 7_200_000),
);
