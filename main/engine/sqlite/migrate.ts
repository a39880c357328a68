import fs from 'node:fs';
import { fail } from '../../../preload/contract/failure';
import type { Db } from './open-database';

/** One step of a database's layout. Steps are never changed once released; a new need is a new step. */
export interface Migration {
  readonly name: string;
  readonly run: (db: Db) => void;
}

/**
 * Makes up the steps that a database lacks, each in a transaction and after a backup beside the file. Fails with
 * `newer-data` when a newer program wrote it: nothing is touched then.
 */
export function migrate(db: Db, file: string, steps: readonly Migration[], where: string): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > steps.length) throw fail('newer-data', { where });
  for (const [at, step] of steps.entries()) {
    if (at < version) continue;
    if (version > 0) backUp(db, `${file}.before-${at + 1}`); // in a new file there is nothing to lose yet
    db.transaction(() => {
      step.run(db);
      db.pragma(`user_version = ${at + 1}`);
    })();
  }
}

/** A whole, encrypted copy; db.backup() does not work on an encrypted database. */
function backUp(db: Db, file: string): void {
  fs.rmSync(file, { force: true });
  db.prepare('VACUUM INTO ?').run(file);
  fs.chmodSync(file, 0o600);
}
