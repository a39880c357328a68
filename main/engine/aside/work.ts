import { backUp } from '../backup/back-up';
import { countWork } from '../backup/count-work';
import { rescue } from '../backup/rescue';
import { prepareAside, prepareRestore } from '../backup/restore';
import { openEncrypted } from '../sqlite/open-database';
import { isWhole } from '../sqlite/whole';
import { verifyLog } from '../workspace/verify-log';
import type { Noted } from '../workspace/note';

/** Verifies the hash chain of an activity log that may be open elsewhere. */
function verify(file: string, keyHex: string, noted?: Pick<Noted, 'lines' | 'hash'>) {
  const db = openEncrypted(file, keyHex, { readonly: true });
  try {
    return verifyLog(db, noted);
  } finally {
    db.close();
  }
}

/**
 * Long tasks on whole files of saved work. Each runs in a worker thread, so that the engine stays responsive.
 */
export const work = { verify, isWhole, backUp, prepareRestore, prepareAside, countWork, rescue };
export type Work = typeof work;
export type Job = keyof Work;
/** The same tasks, called from another thread. */
export type Aside = {
  readonly [J in Job]: (...args: Parameters<Work[J]>) => Promise<Awaited<ReturnType<Work[J]>>>;
};
