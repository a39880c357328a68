import { oc } from '@orpc/contract';
import { z } from 'zod';
import { connection } from '../connection';
import { errors } from '../failure';

const call = oc.errors(errors);

/** What is wrong with a passphrase: a code, whose words are the window's. */
export const PASSPHRASE_LENGTH = 12;
export const passphrase = z.string().min(PASSPHRASE_LENGTH).max(200);

/** What a backup holds: the profile of its connection, when it was made (ISO, UTC), and the lines of its activity log. */
export const backupAbout = z.object({
  connection,
  createdAt: z.string(),
  lines: z.number().int(),
});
export type BackupAbout = z.output<typeof backupAbout>;

/** What a backup holds, and what it would meet here: saved work, and the addresses of the connection (null: not here). */
export const backupFound = backupAbout.extend({
  isHere: z.boolean(),
  here: connection.pick({ baseUrl: true, authUrl: true }).nullable(),
});
export type BackupFound = z.output<typeof backupFound>;

/** What could be read of damaged saved work: how many rows, and the tables of which some are missing. */
export const rescued = z.object({ rows: z.number().int(), incomplete: z.array(z.string()) });
export type Rescued = z.output<typeof rescued>;

/** Backups that a connection makes by itself: null when it makes none. */
export const dailyBackup = z.object({ folder: z.string(), last: z.string().nullable() });
export type DailyBackup = z.output<typeof dailyBackup>;

const chosen = { grant: z.string().max(100), passphrase };
const of = { id: connection.shape.id };

/** Saved work that was set aside: the name of its folder, when (ISO, UTC), and its size. */
const asideName = z.string().regex(/^set-aside-\d{17}$/);
export const asideWork = z.object({ name: asideName, at: z.string(), bytes: z.number().int() });
export type AsideWork = z.output<typeof asideWork>;

/** How much saved work there is; `lastAt`: the last line of its activity log (ISO, UTC). */
export const workCounts = z.object({
  lastAt: z.string().nullable(),
  lines: z.number().int(),
  views: z.number().int(),
  drafts: z.number().int(),
  jobs: z.number().int(),
  roiRequests: z.number().int(),
  reconciliations: z.number().int(),
});
export type WorkCounts = z.output<typeof workCounts>;

/** Backups of what people wrote: one file each, under a passphrase. */
export const backupsContract = {
  /** Whether a new passphrase is too easy to find; `make` and `start` fail with `weak-passphrase` for such a one. */
  isGuessable: call.input(z.object({ passphrase })).output(z.boolean()),
  /** Backs the open connection up into a file that was chosen (`save`). */
  make: call.input(z.object(chosen)).output(backupAbout),
  daily: call.input(z.object(of)).output(dailyBackup.nullable()),
  /** Backs the open connection up every day from now on, into a chosen folder; the first time at once. */
  start: call.input(z.object(chosen)).output(dailyBackup),
  stop: call.input(z.object(of)).output(z.void()),
  /** What a chosen file (`open`) holds. */
  look: call.input(z.object(chosen)).output(backupFound),
  /** Puts it in the place of what is here for its connection, which is moved aside, and opens the connection. */
  restore: call.input(z.object(chosen)).output(z.object({ id: z.string() })),
  /** What was set aside of a connection, newest first. */
  setAside: call.input(z.object(of)).output(z.array(asideWork)),
  /** Fails as `workspace-unreadable` where it has another key or is damaged. */
  compareAside: call
    .input(z.object({ ...of, name: asideName }))
    .output(z.object({ here: workCounts, aside: workCounts })),
  /** Puts it in the place of the present work, which is set aside in turn; a copy stays. */
  openAside: call.input(z.object({ ...of, name: asideName })).output(z.void()),
  /** Writes it into a backup file that was chosen (`save`). */
  exportAside: call.input(z.object({ ...of, name: asideName, ...chosen })).output(backupAbout),
  /** Deletes it for good. */
  removeAside: call.input(z.object({ ...of, name: asideName })).output(z.void()),
  /** Takes `workOutcome` out of the session. */
  dismissOutcome: call.output(z.void()),
  /** Reads what can be read of damaged saved work into a new file and opens the connection; the damaged one is kept. */
  rescue: call.input(z.object(of)).output(rescued),
};
