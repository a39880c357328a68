import { z } from 'zod';
import { connection } from './connection';

/**
 * Contents of a backup: its connection's profile, creation time (ISO, UTC) and number of activity-log lines.
 */
export const backupAbout = z.object({
  connection,
  createdAt: z.string(),
  lines: z.number().int(),
});
export type BackupAbout = z.output<typeof backupAbout>;

/** Result of reading damaged saved work: number of rows, and tables with missing rows. */
export const rescueResult = z.object({ rows: z.number().int(), incomplete: z.array(z.string()) });
export type RescueResult = z.output<typeof rescueResult>;

/** Numbers of rows of the counted tables; `lastAt`: time of the last line of the activity log (ISO, UTC). */
export const workCounts = z.object({
  lastAt: z.string().nullable(),
  rows: z.record(z.string(), z.number().int()),
});
export type WorkCounts = z.output<typeof workCounts>;
