import { backUp } from '../backup/back-up';
import { countWork } from '../backup/count-work';
import { rescue } from '../backup/rescue';
import { prepareAside, prepareRestore } from '../backup/restore';
import { openEncrypted } from '../sqlite/open-database';
import { isWhole } from '../sqlite/whole';
import { verifyLog } from '../workspace/verify-log';
import type { Noted } from '../workspace/note';

/** Recomputes the chain of an activity log, read beside whoever has it open. */
function verify(file: string, keyHex: string, noted?: Pick<Noted, 'lines' | 'hash'>) {
  const db = openEncrypted(file, keyHex, { readonly: true });
  try {
    return verifyLog(db, noted);
  } finally {
    db.close();
  }
}

/** Long work on whole files of saved work. Each is carried out in a thread of its own: the engine answers meanwhile. */
export const work = { verify, isWhole, backUp, prepareRestore, prepareAside, countWork, rescue };
export type Work = typeof work;
export type Job = keyof Work;
/** The same from another thread. */
export type Aside = {
  readonly [J in Job]: (...args: Parameters<Work[J]>) => Promise<Awaited<ReturnType<Work[J]>>>;
};
