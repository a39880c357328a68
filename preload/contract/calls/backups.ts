import { oc } from '@orpc/contract';
import { z } from 'zod';
import { backupAbout, rescueResult, workCounts } from '../backup';
import { connection } from '../connection';
import { errors } from '../failure';

const call = oc.errors(errors);

/** Limits of the length of a new passphrase. */
export const MIN_PASSPHRASE_LENGTH = 12;
export const MAX_PASSPHRASE_LENGTH = 200;
export const passphrase = z.string().min(MIN_PASSPHRASE_LENGTH).max(MAX_PASSPHRASE_LENGTH);
/** Maximum length of a passphrase typed for an existing file. Whether it is right, only the file shows. */
export const MAX_TYPED_PASSPHRASE_LENGTH = 1_000;

/**
 * The contents of a backup, and what it would replace on this computer: whether there is saved work, and the
 * addresses of the existing connection (null: no such connection).
 */
export const backupPreview = backupAbout.extend({
  hasSavedWork: z.boolean(),
  existing: connection.pick({ baseUrl: true, authUrl: true }).nullable(),
});
export type BackupPreview = z.output<typeof backupPreview>;

/** Automatic backups of a connection; `last` is the time of the latest one (ISO, UTC), null before the first. */
export const dailyBackup = z.object({ folder: z.string(), last: z.string().nullable() });
export type DailyBackup = z.output<typeof dailyBackup>;

const fileInput = { grant: z.string().max(100), passphrase };
const existingFileInput = {
  ...fileInput,
  passphrase: z.string().min(1).max(MAX_TYPED_PASSPHRASE_LENGTH),
};
const connectionInput = { id: connection.shape.id };

/** The digits are the time of quarantine: year to millisecond, in UTC. */
const quarantineName = z.string().regex(/^set-aside-\d{17}$/);
/** Quarantined saved work: the name of its folder, the time of quarantine (ISO, UTC), and its size. */
export const quarantinedWork = z.object({ name: quarantineName, at: z.string(), bytes: z.number().int() });
export type QuarantinedWork = z.output<typeof quarantinedWork>;

/** Backups of saved work: one file each, encrypted with a passphrase. */
export const backupsContract = {
  /**
   * Returns whether a new passphrase is too easy to guess; `make`, `start` and `exportQuarantined` fail with
   * `weak-passphrase` then.
   */
  isGuessable: call.input(z.object({ passphrase })).output(z.boolean()),
  /** Backs up the open connection to a chosen file (`save`). */
  make: call.input(z.object(fileInput)).output(backupAbout),
  daily: call.input(z.object(connectionInput)).output(dailyBackup.nullable()),
  /** Backs up the open connection daily to a chosen folder, starting now. */
  start: call.input(z.object(fileInput)).output(dailyBackup),
  stop: call.input(z.object(connectionInput)).output(z.void()),
  /** Returns the contents of a chosen file (`open`). */
  inspect: call.input(z.object(existingFileInput)).output(backupPreview),
  /** Replaces the connection's local work, which is quarantined, and opens the connection. */
  restore: call.input(z.object(existingFileInput)).output(z.object({ id: z.string() })),
  /** The quarantined work of a connection, newest first. */
  listQuarantined: call.input(z.object(connectionInput)).output(z.array(quarantinedWork)),
  /**
   * Counts the rows of the current and the quarantined work. Fails with `workspace-unreadable` if the key differs or
   * the file is damaged.
   */
  compareQuarantined: call
    .input(z.object({ ...connectionInput, name: quarantineName }))
    .output(z.object({ here: workCounts, quarantined: workCounts })),
  /** Replaces the current work, which is quarantined, with a copy of the quarantined work. */
  openQuarantined: call.input(z.object({ ...connectionInput, name: quarantineName })).output(z.void()),
  /** Writes quarantined work to a chosen backup file (`save`). */
  exportQuarantined: call
    .input(z.object({ ...connectionInput, name: quarantineName, ...fileInput }))
    .output(backupAbout),
  /** Deletes quarantined work permanently. */
  removeQuarantined: call.input(z.object({ ...connectionInput, name: quarantineName })).output(z.void()),
  /** Removes `workOutcome` from the session, which then has the previous one, if any. */
  dismissOutcome: call.output(z.void()),
  /** Reads damaged saved work into a new file and opens the connection; the damaged file is kept. */
  rescue: call.input(z.object(connectionInput)).output(rescueResult),
};
