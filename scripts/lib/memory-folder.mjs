// A folder in memory for the files that tests write. Databases sync each commit, which takes about a third of the
// tests' time on a disk; a killed process loses nothing of a file in memory either.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isProcessRunning } from './is-running.mjs';

/** The memory file system of Linux. */
const SHARED_MEMORY = '/dev/shm';
const GB = 2 ** 30;
/** Far more than the unit tests write at a time. */
const MIN_FREE = 4 * GB;
/** Available memory: the files take part of it, and the apps need the rest. */
const MIN_MEMORY = 8 * GB;

/** Returns true if the tests' files fit into memory; `free` and `memory` are bytes. The user's TMPDIR comes first. */
export const fitsMemory = ({ platform, env, free, memory }) =>
  platform === 'linux' && !env.TMPDIR && free >= MIN_FREE && memory >= MIN_MEMORY;

function freeBytes() {
  try {
    const { bavail, bsize } = fs.statfsSync(SHARED_MEMORY);
    return bavail * bsize;
  } catch {
    return 0; // the file system does not exist
  }
}

const isWritable = () => {
  try {
    fs.accessSync(SHARED_MEMORY, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Removes what killed and failed runs left: files in memory stay until someone deletes them. */
function removeLeftovers() {
  for (const name of fs.readdirSync(SHARED_MEMORY)) {
    const [, pid] = /^fd-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !isProcessRunning(Number(pid)))
      fs.rmSync(path.join(SHARED_MEMORY, name), { recursive: true, force: true });
  }
}

/** Creates a folder for the files of a test run: in memory if it has enough space, else the system's temporary folder. */
export function testFolder() {
  const facts = {
    platform: process.platform,
    env: process.env,
    free: freeBytes(),
    memory: availableMemory(),
  };
  const inMemory = fitsMemory(facts) && isWritable();
  if (inMemory) removeLeftovers();
  return fs.mkdtempSync(path.join(inMemory ? SHARED_MEMORY : os.tmpdir(), `fd-tests-${process.pid}-`));
}

/** Memory in bytes that programs can get; `os.freemem()` leaves out what the kernel gives back from its caches. */
function availableMemory() {
  try {
    const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(fs.readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return os.freemem();
  }
}
