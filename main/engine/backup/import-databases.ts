import fs from 'node:fs';
import path from 'node:path';
import { fail } from '../../../preload/contract/failure';
import { HISTORY, WORKSPACE } from '../../common/work-swap';
import { isWhole } from '../sqlite/whole';
import { rekey } from './rekey';

/** What came with a backup or a set-aside folder, and the key this connection has. */
export interface ImportedKeys {
  readonly fromKey: string;
  readonly databaseKey: string;
}

/**
 * Turns the databases in `from` into databases of this connection in `staging`, under its key. Fails as
 * `backup-unreadable` where one is damaged or saved work is absent. Today the files are taken over as they are.
 */
export function importDatabases(from: string, staging: string, { fromKey, databaseKey }: ImportedKeys): void {
  const names = [WORKSPACE, HISTORY].filter((name) => fs.existsSync(path.join(from, name)));
  if (!names.includes(WORKSPACE)) throw fail('backup-unreadable', { cause: 'no saved work in it' });
  for (const name of names) {
    const file = path.join(from, name);
    if (!isWhole(file, fromKey)) throw fail('backup-unreadable', { cause: `${name} is damaged` });
    rekey(file, fromKey, databaseKey);
    fs.renameSync(file, path.join(staging, name));
  }
}
