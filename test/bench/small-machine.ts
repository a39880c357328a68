import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { family, megabytes } from './processes';

export const GIGABYTES = 4;
const BYTES = GIGABYTES * 1024 ** 3;
const MOST_TRIES = 50;
const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';

/** What the app starts as, in the memory of a small machine: Linux counts what its processes and their files take. */
export interface SmallMachine {
  /** Starts Electron in there; undefined: this computer lets nobody limit memory, and it starts as ever. */
  readonly executable: string | undefined;
  /** Megabytes that its processes hold now, without what the system keeps of files and can drop at any time. */
  held(pid: number): number;
  /** Processes that the system has ended in there for want of memory. */
  ended(pid: number): number;
  /** Takes it away, once its last process has ended. */
  leave(): Promise<void>;
}

const words = (file: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
const electron = (): string => String(createRequire(import.meta.url)('electron'));

/** A program that hands its own process over to Electron, started by `how`. */
function starter(folder: string, how: string): string {
  const file = path.join(folder, 'small-machine.sh');
  writeFileSync(file, `#!/bin/sh\n${how} "${electron()}" "$@"\n`);
  chmodSync(file, 0o700);
  return file;
}

/** The control group of a process, of the first version of Linux's memory control or of the second. */
function groupOf(pid: number | 'self', version: 1 | 2): string | undefined {
  const found = (version === 1 ? /^\d+:memory:(.*)$/m : /^0::(.*)$/m).exec(
    readFileSync(`/proc/${pid}/cgroup`, 'utf8'),
  )?.[1];
  return found === undefined ? undefined : path.join(version === 1 ? V1 : V2, found);
}

/** A group with processes that are just ending cannot be removed yet. */
async function removed(group: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** A group below our own, which whoever may write there makes by hand. */
function byHand(folder: string): SmallMachine | undefined {
  const own = groupOf('self', 1);
  if (own === undefined || !existsSync(path.join(own, 'memory.limit_in_bytes'))) return undefined;
  const group = path.join(own, `firm-desk-bench-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(path.join(group, 'memory.limit_in_bytes'), String(BYTES));
  } catch {
    return undefined;
  }
  return {
    executable: starter(folder, `echo $$ > ${group}/cgroup.procs; exec`),
    held: () => {
      const at = path.join(group, 'memory.stat');
      return (words(at, 'total_rss') + words(at, 'total_shmem')) / 1024 ** 2;
    },
    ended: () => words(path.join(group, 'memory.oom_control'), 'oom_kill'),
    leave: () => removed(group),
  };
}

/** A scope of the user's own systemd. */
function bySystemd(folder: string): SmallMachine | undefined {
  const scope = ['--user', '--scope', '--quiet', '-p', `MemoryMax=${BYTES}`, '-p', 'MemorySwapMax=0'];
  try {
    execFileSync('systemd-run', [...scope, 'true'], { stdio: 'ignore', timeout: 10_000 });
  } catch {
    return undefined;
  }
  const at = (pid: number, name: string) => path.join(groupOf(pid, 2) ?? V2, name);
  return {
    executable: starter(folder, `exec systemd-run ${scope.join(' ')}`),
    held: (pid) =>
      (words(at(pid, 'memory.stat'), 'anon') + words(at(pid, 'memory.stat'), 'shmem')) / 1024 ** 2,
    ended: (pid) => words(at(pid, 'memory.events'), 'oom_kill'),
    leave: () => Promise.resolve(),
  };
}

/** A machine of 4 GB for the app, without swap; where none can be made, only what it takes is counted. */
export const smallMachine = (folder: string): SmallMachine =>
  bySystemd(folder) ??
  byHand(folder) ?? {
    executable: undefined,
    held: (pid) => megabytes(family(pid)),
    ended: () => 0,
    leave: () => Promise.resolve(),
  };
