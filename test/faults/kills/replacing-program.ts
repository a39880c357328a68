import fs from 'node:fs';
import path from 'node:path';
import { swapFiles, workFiles } from '#common/work-swap';
import { backUp } from '#engine/backup/back-up';
import { prepareRestore } from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';

/**
 * A program that backs up, restores or swaps with the engine's own code and is killed right before the file system call
 * `killAt`; 0: never. Prints how many of those calls it made.
 */
const [operation = '', folder = '', note = '', key = '', file = '', passphrase = '', killAt = '0'] =
  process.argv.slice(2);

/** The calls that change the disk or wait for it. SQLite's own calls are not included; strace sees those. */
const CALLS = [
  'renameSync',
  'rmSync',
  'rmdirSync',
  'mkdirSync',
  'mkdtempSync',
  'fsyncSync',
  'writeSync',
  'writeFileSync',
  'copyFileSync',
  'write',
  'writev',
  'fsync',
] as const;
let calls = 0;
for (const name of CALLS) {
  const call = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      calls += 1;
      if (calls === Number(killAt)) process.kill(process.pid, 'SIGKILL');
      return call.apply(fs, args);
    },
  });
}

const swap = (staging: string): void => swapFiles({ folder, staging, out: workFiles(), note });
if (operation === 'swap') swap(path.basename(file));
if (operation === 'backup')
  await backUp(
    { folder, databaseKey: key, connection: connectionOf({ id: 'firm', name: 'Firm' }) },
    passphrase,
    file,
  );
if (operation === 'restore')
  swap((await prepareRestore(file, passphrase, { folder, databaseKey: key })).staging);
process.stdout.write(`calls ${calls}\n`, () => process.exit(0));
