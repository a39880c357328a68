import fs from 'node:fs';
import path from 'node:path';
import { removeLeftovers, removePartialFiles } from '../common/leftovers';
import { settleSwap } from '../common/work-swap';
import { errorCodeOf } from '../common/error-code';
import type { Log } from './log-line';

interface SettleOptions {
  readonly userData: string;
  /** Returns the path of a connection's workspace note. */
  readonly noteOf: (id: string) => string;
  readonly log: Log;
  readonly now?: () => Date;
}

/**
 * Finishes or undoes replacements of saved work that were interrupted when the app ended, and deletes leftovers. Call
 * it before anything is opened. A folder that fails is left as it is; opening it reports the reason.
 */
export function settleFolders({ userData, noteOf, log, now = () => new Date() }: SettleOptions) {
  const root = path.join(userData, 'connections');
  const settled: { id: string; state: 'finished' | 'undone' }[] = [];
  const attempt = (task: () => void): void => {
    try {
      task();
    } catch (error) {
      log('connection.leftovers', { code: errorCodeOf(error) });
    }
  };
  for (const id of fs.existsSync(root) ? fs.readdirSync(root) : [])
    attempt(() => {
      const folder = path.join(root, id);
      if (!fs.statSync(folder).isDirectory()) return;
      const state = settleSwap(folder, noteOf(id));
      if (state !== 'none') settled.push({ id, state });
      removeLeftovers(folder, now());
    });
  attempt(() => removePartialFiles(userData));
  attempt(() => removePartialFiles(path.dirname(noteOf('any'))));
  return settled;
}
