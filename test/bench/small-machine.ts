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
   * The program that starts Electron in it; undefined if memory cannot be limited on this computer: Electron
   * then starts as usual.
   */
  readonly executable: string | undefined;
  /**
   * Returns the megabytes that its processes use now, without file cache that the system can drop at any
   * time.
   */
  usedMegabytes(pid: number): number;
  /** Returns how many of its processes the system killed for lack of memory. */
  killedCount(pid: number): number;
  /** Removes it after its last process has ended. */
  remove(): Promise<void>;
}

const statValue = (file: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
const electron = (): string => String(createRequire(import.meta.url)('electron'));

/** Writes a script that starts Electron by way of `launcher`; returns its path. */
function writeStartScript(folder: string, launcher: string): string {
  const file = path.join(folder, 'small-machine.sh');
  writeFileSync(file, `#!/bin/sh\n${launcher} "${electron()}" "$@"\n`);
  chmodSync(file, 0o700);
  return file;
}

/** Returns the control group of a process, in version 1 or 2 of Linux's memory controller. */
function groupOf(pid: number | 'self', version: 1 | 2): string | undefined {
  const groupPath = (version === 1 ? /^\d+:memory:(.*)$/m : /^0::(.*)$/m).exec(
    readFileSync(`/proc/${pid}/cgroup`, 'utf8'),
  )?.[1];
  return groupPath === undefined ? undefined : path.join(version === 1 ? V1 : V2, groupPath);
}

/** Removes a group; retries, as a group whose processes are still ending cannot be removed. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

/** Creates a control group below this process's group, if permitted. */
function withControlGroup(folder: string): SmallMachine | undefined {
  const parent = groupOf('self', 1);
  if (parent === undefined || !existsSync(path.join(parent, 'memory.limit_in_bytes'))) return undefined;
  const group = path.join(parent, `firm-desk-bench-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(path.join(group, 'memory.limit_in_bytes'), String(BYTES));
  } catch {
    return undefined;
  }
  return {
    executable: writeStartScript(folder, `echo $$ > ${group}/cgroup.procs; exec`),
    usedMegabytes: () => {
      const statFile = path.join(group, 'memory.stat');
      return (statValue(statFile, 'total_rss') + statValue(statFile, 'total_shmem')) / 1024 ** 2;
    },
    killedCount: () => statValue(path.join(group, 'memory.oom_control'), 'oom_kill'),
    remove: () => removeGroup(group),
  };
}

/** Creates a scope of the user's systemd. */
function withSystemd(folder: string): SmallMachine | undefined {
  const scope = ['--user', '--scope', '--quiet', '-p', `MemoryMax=${BYTES}`, '-p', 'MemorySwapMax=0'];
  try {
    execFileSync('systemd-run', [...scope, 'true'], { stdio: 'ignore', timeout: 10_000 });
  } catch {
    return undefined;
  }
  const groupFile = (pid: number, name: string) => path.join(groupOf(pid, 2) ?? V2, name);
  return {
    executable: writeStartScript(folder, `exec systemd-run ${scope.join(' ')}`),
    usedMegabytes: (pid) =>
      (statValue(groupFile(pid, 'memory.stat'), 'anon') + statValue(groupFile(pid, 'memory.stat'), 'shmem')) /
      1024 ** 2,
    killedCount: (pid) => statValue(groupFile(pid, 'memory.events'), 'oom_kill'),
    remove: () => Promise.resolve(),
  };
}

/**
 * Returns a machine of 4 GB for the app; systemd also denies it swap. If none can be created, memory is only counted.
 */
export const smallMachine = (folder: string): SmallMachine =>
  withSystemd(folder) ??
  withControlGroup(folder) ?? {
    executable: undefined,
    usedMegabytes: (pid) => pssMegabytes(processTree(pid)),
    killedCount: () => 0,
    remove: () => Promise.resolve(),
  };
