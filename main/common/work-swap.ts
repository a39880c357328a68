import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { quarantineFolder } from './quarantine-folder';
import { renameOver } from './rename-over';
import { writeFileAtomic } from './write-file-atomic';
import { syncFile, syncFolder } from './sync-folder';

/** Exists in the folder of a connection while a swap is in progress. */
const JOURNAL = 'swap.json';

export const WORKSPACE = 'workspace.db';
export const HISTORY = 'history.db';
/** A database, its write-ahead log, the index of that log, and (workspace only) the list of where its tables begin. */
export const DATABASE_FILE_SUFFIXES = ['', '-wal', '-shm', '.tables'] as const;

const fileName = z.string().regex(/^[\w.-]+$/);
const journalSchema = z.object({
  version: z.literal(1),
  /** The folder next to the journal with the new files; null if nothing replaces the old ones. */
  staging: fileName.nullable(),
  /** The quarantine folder for the old files. */
  aside: fileName,
  /** Files to move out of the folder, and files to move in from staging. */
  out: z.array(fileName),
  in: z.array(fileName),
});
type Journal = z.output<typeof journalSchema>;

export interface Swap {
  readonly folder: string;
  /** Name of the folder within `folder` with the new files; null to only quarantine the old files. */
  readonly staging: string | null;
  /** Files to quarantine; absent ones are skipped. */
  readonly out: readonly string[];
  /** The note outside the folder about how much work the old files hold; deleted once the swap is finished. */
  readonly note?: string | undefined;
}

/** Returns the files of saved work: of both databases, or of those named. */
export const workFiles = (names: readonly string[] = [WORKSPACE, HISTORY]): string[] =>
  names.flatMap((name) => DATABASE_FILE_SUFFIXES.map((suffix) => name + suffix));

/**
 * Replaces files of a connection's folder in one step: quarantines the old files and moves in those of the
 * staging folder. A journal makes it atomic: `settleSwap` completes or undoes an interrupted swap. On an
 * error, the old files are restored.
 */
export function swapFiles({ folder, staging, out, note }: Swap): void {
  const entering = staging === null ? [] : fs.readdirSync(path.join(folder, staging));
  if (staging !== null) {
    for (const name of entering) syncFile(path.join(folder, staging, name));
    syncFolder(path.join(folder, staging));
  }
  const planned: Journal = {
    version: 1,
    staging,
    aside: path.basename(freeQuarantineFolder(folder)),
    out: out.filter((name) => fs.existsSync(path.join(folder, name))),
    in: entering,
  };
  try {
    writeFileAtomic(path.join(folder, JOURNAL), JSON.stringify(planned));
    syncFolder(folder);
    finishSwap(folder, planned, note);
  } catch (error) {
    undoSwap(folder, planned);
    throw error;
  }
}

/**
 * Completes an interrupted swap, or undoes it if the new files are missing; idempotent. Call it before
 * anything opens the files of the folder.
 */
export function settleSwap(folder: string, note?: string): 'none' | 'finished' | 'undone' {
  const file = path.join(folder, JOURNAL);
  if (!fs.existsSync(file)) return 'none';
  const journal = parseJournal(fs.readFileSync(file, 'utf8'));
  if (!journal) {
    // Never written by us, because the journal is written atomically. The file is kept for support.
    fs.renameSync(file, `${file}.damaged-${Date.now()}`);
    return 'none';
  }
  if (isComplete(folder, journal)) {
    finishSwap(folder, journal, note);
    return 'finished';
  }
  undoSwap(folder, journal);
  return 'undone';
}

function finishSwap(folder: string, planned: Journal, note: string | undefined): void {
  const quarantine = path.join(folder, planned.aside);
  if (planned.out.length > 0) {
    fs.mkdirSync(quarantine, { recursive: true, mode: 0o700 });
    for (const name of planned.out) moveOnce(path.join(folder, name), path.join(quarantine, name));
    syncFolder(quarantine);
  }
  for (const name of planned.in) {
    const from = path.join(folder, planned.staging ?? '', name);
    if (planned.staging !== null && fs.existsSync(from)) renameOver(from, path.join(folder, name));
  }
  syncFolder(folder);
  // Must precede the deletion of the journal: with the note about the old work, the new work would look lost.
  if (note !== undefined) removeDurably(note);
  removeJournal(folder, planned);
}

/** Restores the old files. Idempotent, and `finishSwap` may follow: every file is in one folder or the other. */
function undoSwap(folder: string, planned: Journal): void {
  const quarantine = path.join(folder, planned.aside);
  const wasMovedOut = (name: string): boolean => fs.existsSync(path.join(quarantine, name));
  for (const name of planned.in) {
    // If the old file has not been moved out yet, the one in the folder is not the new file.
    if (planned.staging === null || (planned.out.includes(name) && !wasMovedOut(name))) continue;
    const staging = path.join(folder, planned.staging);
    fs.mkdirSync(staging, { recursive: true, mode: 0o700 });
    moveOnce(path.join(folder, name), path.join(staging, name));
  }
  for (const name of planned.out) moveOnce(path.join(quarantine, name), path.join(folder, name));
  syncFolder(folder);
  if (fs.existsSync(quarantine) && fs.readdirSync(quarantine).length === 0) fs.rmdirSync(quarantine);
  removeJournal(folder, planned);
}

/** Deletes the journal first: leftovers of staging without a journal are deleted at the next start. */
function removeJournal(folder: string, { staging }: Journal): void {
  fs.rmSync(path.join(folder, JOURNAL), { force: true });
  syncFolder(folder);
  if (staging !== null) fs.rmSync(path.join(folder, staging), { recursive: true, force: true });
}

/** Returns true if every new file is still in staging, or has already replaced the old one. */
const isComplete = (folder: string, { staging, aside, in: entering, out }: Journal): boolean =>
  entering.every(
    (name) =>
      fs.existsSync(path.join(folder, staging ?? '', name)) ||
      (fs.existsSync(path.join(folder, name)) &&
        (!out.includes(name) || fs.existsSync(path.join(folder, aside, name)))),
  );

/** Moves a file unless `to` exists: a second run must not replace the moved file with another of the same name. */
function moveOnce(from: string, to: string): void {
  if (!fs.existsSync(to) && fs.existsSync(from)) renameOver(from, to);
}

function removeDurably(file: string): void {
  if (!fs.existsSync(file)) return;
  fs.rmSync(file);
  syncFolder(path.dirname(file));
}

/** Returns the first free name from the current time on: two swaps may fall into one millisecond. */
function freeQuarantineFolder(folder: string): string {
  for (let time = Date.now(); ; time += 1) {
    const free = quarantineFolder(folder, new Date(time));
    if (!fs.existsSync(free)) return free;
  }
}

function parseJournal(text: string): Journal | undefined {
  try {
    return journalSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
