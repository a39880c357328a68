import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessRunning } from './is-running.mjs';
import { cacheFolder } from './project.mjs';
import { log } from './terminal.mjs';

/** An older empty lock file was left by a process that was killed while it wrote its ID. */
const MAX_WRITE_MS = 5_000;

/** Creates the lock file; returns undefined on success, otherwise the name of the process that holds it. */
function acquire(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  let content;
  try {
    content = fs.readFileSync(file, 'utf8');
    if (content === '' && Date.now() - fs.statSync(file).mtimeMs < MAX_WRITE_MS) return 'another process';
  } catch {
    return acquire(file); // released in between
  }
  const holder = Number(content);
  // This process's own ID was left by an earlier process that had it.
  if (holder > 0 && holder !== process.pid && isProcessRunning(holder)) return `process ${holder}`;
  // Its holder was killed. Renaming it lets exactly one of several waiters remove it.
  const old = `${file}.old-${process.pid}`;
  try {
    fs.renameSync(file, old);
    // A faster waiter may have taken the lock since it was read here: then its file is restored.
    if (fs.readFileSync(old, 'utf8') !== content) fs.linkSync(old, file);
    fs.rmSync(old, { force: true });
  } catch {
    // Another waiter was faster.
  }
  return acquire(file);
}

/** Runs `work` while no other process of this user runs work under the same name. A killed process's lock is taken over. */
export async function withLock(name, work) {
  const folder = path.join(cacheFolder(), 'locks');
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  let isAnnounced = false;
  for (let holder = acquire(file); holder; holder = acquire(file)) {
    if (!isAnnounced) log(`waiting for ${holder}, which is doing the same …`);
    isAnnounced = true;
    await sleep(300);
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}
