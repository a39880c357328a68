import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { processTree, pssMegabytes } from './processes';

export const GIGABYTES = 4;
const BYTES = GIGABYTES * 1024 ** 3;
const MAX_TRIES = 50;
const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';

/**
 * Runs the app in the memory of a small machine: Linux counts the memory of its processes and their files.
 */
export interface SmallMachine {
  /**
   * Starts Electron in it; undefined if this computer lets no test limit memory: Electron then starts as
   * usual.
   */
  readonly executable: string | undefined;
  /**
   * Returns the megabytes that its processes hold now, without file cache that the system can drop at any
   * time.
   */
  held(pid: number): number;
  /** Returns how many of its processes the system killed for lack of memory. */
  ended(pid: number): number;
  /** Removes it after its last process has ended. */
  leave(): Promise<void>;
}

const words = (file: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
const electron = (): string => String(createRequire(import.meta.url)('electron'));

/** Writes a program that is replaced by Electron, started by `how`. */
function starter(folder: string, how: string): string {
  const file = path.join(folder, 'small-machine.sh');
  writeFileSync(file, `#!/bin/sh\n${how} "${electron()}" "$@"\n`);
  chmodSync(file, 0o700);
  return file;
}

/** Returns the control group of a process, in version 1 or 2 of Linux's memory controller. */
function groupOf(pid: number | 'self', version: 1 | 2): string | undefined {
  const found = (version === 1 ? /^\d+:memory:(.*)$/m : /^0::(.*)$/m).exec(
    readFileSync(`/proc/${pid}/cgroup`, 'utf8'),
  )?.[1];
  return found === undefined ? undefined : path.join(version === 1 ? V1 : V2, found);
}

/** A group with processes that are still ending cannot be removed yet. */
async function removed(group: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** Creates a group below our own manually, if we may write there. */
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

/** Creates a scope of the user's systemd. */
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

/** Returns a machine of 4 GB for the app, without swap; if none can be created, memory is only counted. */
export const smallMachine = (folder: string): SmallMachine =>
  bySystemd(folder) ??
  byHand(folder) ?? {
    executable: undefined,
    held: (pid) => pssMegabytes(processTree(pid)),
    ended: () => 0,
    leave: () => Promise.resolve(),
  };
