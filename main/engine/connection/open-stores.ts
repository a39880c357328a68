import fs from 'node:fs';
import path from 'node:path';
import type { OpenRequest } from '#contract/calls/control';
import { fail, failureOf, type Failure, type FailureKind } from '#contract/failure';
import { reportingDamage, watchDamage } from '../cache/schema/damage';
import { quarantineDatabase } from '../cache/schema/open-cache';
import { createReader, type CacheReader } from '../cache/query/reader';
import type { OpenedCache, StartedWriter, WriterThread } from '../cache/worker/writer';
import { PageThread } from '../cache/worker/page-client';
import { ReaderPriority } from '../cache/worker/reader-priority';
import { startWriter } from '../cache/worker/writer-client';
import { createHistoryReader, type HistoryReader } from '../history/history-reader';
import { HISTORY_FILE } from '../history/history-writer';
import { readAllBytes } from '../sqlite/integrity';
import { readNote } from '../workspace/activity/note';
import type { AllSavedWork } from '../workspace/open/saved-work';
import { openWorkspace, type Workspace } from '../workspace/open/workspace';
import { pause, systemClock, type Clock } from '../service/clock';
import { restartingWriter } from './restarting-writer';

const CACHE_FILE = 'cache.db';
const WORK_FILE = 'workspace.db';

/** A connection's open files, and the results of opening them. */
export interface OpenedStores extends OpenedData {
  readonly pages: PageThread;
  readonly workspace: Workspace;
}

interface Readers {
  readonly reader: CacheReader;
  readonly history: HistoryReader;
  /** The service has responded before. */
  readonly hasResponded: boolean;
}

interface OpenedData extends Readers {
  readonly writer: WriterThread;
  /** Notices for the user. */
  readonly notices: readonly Failure[];
  /** A refresh was interrupted. */
  readonly canResume: boolean;
}

type StartWriter = () => ReturnType<typeof startWriter>;

interface ReaderDeps {
  /** The last version that lists have seen. */
  readonly version: number | undefined;
  readonly priority: ReaderPriority;
}

interface StoreDeps {
  readonly savedWork: AllSavedWork;
  readonly writerEntry: string;
  readonly isIntact?: CheckDatabase | undefined;
  readonly clock?: Clock | undefined;
  /** Reports a problem of the writer started after opening. */
  readonly reportFailure: (failure: Failure) => void;
}

/** Reads every page of a database in another thread; false if one is damaged. */
export type CheckDatabase = (file: string, keyHex: string) => Promise<boolean>;
/**
 * A smaller file of saved work is verified in this thread, which takes less time than starting another; a larger
 * one would block the engine for too long.
 */
const MAX_INLINE_CHECK_BYTES = 64_000_000;

/** Failures that may be damage, or a disk that failed briefly. */
const UNREADABLE_KINDS: readonly FailureKind[] = [
  'cache-unreadable',
  'history-unreadable',
  'workspace-unreadable',
  'disk-not-read',
  'disk-not-written',
];
/** Files that are quarantined if damaged. */
const QUARANTINABLE_FILES: Partial<Record<FailureKind, string>> = {
  'cache-unreadable': CACHE_FILE,
  'history-unreadable': HISTORY_FILE,
};
/** Delay before the disk is tried again. */
const RETRY_DELAY_MS = 300;

/**
 * Opens saved work, cache and history concurrently (new saved work first); on failure, nothing stays open. A large
 * workspace is verified in another thread before anything is written. Opening unreadable files is retried up to
 * twice. A damaged cache or history is quarantined once the saved work is open, because a wrong key makes all of them
 * unreadable. Files that the disk cannot return (`disk-not-read`) stay, unless `freshData` or `freshHistory` is set.
 */
export async function openStores(
  request: OpenRequest,
  { savedWork, writerEntry, isIntact, reportFailure, clock = systemClock }: StoreDeps,
  version: number | undefined,
): Promise<OpenedStores> {
  const { folder, databaseKey } = request;
  const file = path.join(folder, CACHE_FILE);
  requireNoLoss(request);
  const priority = new ReaderPriority();
  const start: StartWriter = () => startWriter(writerEntry, file, databaseKey, priority);
  const quarantineNotices = [...quarantineFolders(folder), ...quarantineForReset(request)];
  const missing = missingHistory(request, quarantineNotices);
  const open = () => openCacheAndHistory(request, { start, priority, version, reportFailure });
  const openData = () => openWithRetry([file, path.join(folder, HISTORY_FILE)], clock, open);
  const openSavedWork = () =>
    openWithRetry([path.join(folder, WORK_FILE)], clock, () => openWork(request, savedWork, isIntact));
  // Saved work is created first, so that data found without it always means that saved work was lost.
  const createdWorkspace = fs.existsSync(path.join(folder, WORK_FILE)) ? undefined : await openSavedWork();
  const opening = openData();
  opening.catch(() => undefined); // awaited below
  let workspace: Workspace;
  try {
    workspace = createdWorkspace ?? (await openSavedWork());
  } catch (error) {
    // The workspace failure is reported, even if the cache or history failed too.
    await opening.then(closeCacheAndHistory, () => undefined);
    throw error;
  }
  try {
    const afterQuarantine = (open: () => Promise<OpenedData>) => async (error: unknown) => {
      const failure = failureOf(error);
      const damaged = QUARANTINABLE_FILES[failure.kind];
      if (damaged === undefined) throw error;
      quarantineDatabase(path.join(folder, damaged), new Date());
      const reopened = await open();
      return { ...reopened, notices: [failure, ...reopened.notices] };
    };
    // Either may be damaged, or both.
    const openedData = await opening.catch(afterQuarantine(() => open().catch(afterQuarantine(open))));
    const pages = new PageThread(writerEntry, priority);
    return {
      ...openedData,
      notices: [...quarantineNotices, ...missing, ...openedData.notices],
      pages,
      workspace,
    };
  } catch (error) {
    workspace.close();
    throw error;
  }
}

/**
 * Retries opening after a pause. A second failure is `disk-not-read` if SQLite reports this, or if the bytes of
 * a file cannot be read without SQLite either; otherwise, the third attempt shows whether the file is damaged.
 */
async function openWithRetry<T>(files: readonly string[], clock: Clock, open: () => Promise<T>): Promise<T> {
  const isUnreadable = (error: unknown): boolean => UNREADABLE_KINDS.includes(failureOf(error).kind);
  try {
    return await open();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  await pause(clock, RETRY_DELAY_MS);
  try {
    return await open();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    files.forEach(readAllBytes);
    if (failureOf(error).kind === 'disk-not-read') throw withFileName(error, files);
  }
  try {
    return await open();
  } catch (error) {
    throw failureOf(error).kind === 'disk-not-read' ? withFileName(error, files) : error;
  }
}

/** Adds the name of the first file to a read error of the disk, unless the error names a file. */
function withFileName(error: unknown, [file = '']: readonly string[]): unknown {
  const failure = failureOf(error);
  return fail('disk-not-read', { ...failure, where: failure.where ?? path.basename(file) }, error);
}

/**
 * Fails with `workspace-lost` if a folder has data, but neither saved work nor a record of it: both were
 * deleted. The user can open the remaining data (`acceptLoss`).
 */
function requireNoLoss({ folder, note, acceptLoss = false }: OpenRequest): void {
  if (note === undefined || acceptLoss || fs.existsSync(path.join(folder, WORK_FILE)) || readNote(note))
    return;
  if (![CACHE_FILE, HISTORY_FILE].some((name) => fs.existsSync(path.join(folder, name)))) return;
  throw fail('workspace-lost', { detail: { code: 'work-missing-unnoted', facts: { folder } } });
}

/** Quarantines a folder found at the path of the cache or the history, so that saved work can be opened. */
function quarantineFolders(folder: string): Failure[] {
  const kinds = [
    [CACHE_FILE, 'cache-unreadable'],
    [HISTORY_FILE, 'history-unreadable'],
  ] as const;
  return kinds.flatMap(([name, kind]) => {
    const file = path.join(folder, name);
    if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
    fs.renameSync(file, `${file}.folder-${Date.now()}`);
    return [{ kind, cause: 'a folder was in its place' }];
  });
}

/** Reports a history that was recorded but is missing, unless it was just quarantined; it restarts empty. */
function missingHistory({ folder, note }: OpenRequest, quarantineNotices: readonly Failure[]): Failure[] {
  const isRecorded = note !== undefined && readNote(note)?.history === true;
  const exists = fs.existsSync(path.join(folder, HISTORY_FILE));
  if (!isRecorded || exists || quarantineNotices.some(({ kind }) => kind === 'history-unreadable')) return [];
  return [{ kind: 'history-unreadable', detail: { code: 'history-missing' } }];
}

/** Quarantines the files that the user resets: the data (with an unreadable history), or the history alone. */
function quarantineForReset({ folder, freshData = false, freshHistory = false }: OpenRequest): Failure[] {
  const now = new Date();
  const notices: Failure[] = [];
  if (freshData) {
    quarantineDatabase(path.join(folder, CACHE_FILE), now);
    notices.push({ kind: 'cache-unreadable', cause: 'quarantined by the user' });
  }
  const history = path.join(folder, HISTORY_FILE);
  if (freshHistory || (freshData && !isReadable(history))) {
    quarantineDatabase(history, now);
    notices.push({ kind: 'history-unreadable' });
  }
  return notices;
}

function isReadable(file: string): boolean {
  try {
    readAllBytes(file);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a large file of saved work was verified in another thread. If that finds damage or cannot read, the
 * file is read again when it opens, which reports it.
 */
export async function isLargeWorkIntact(
  file: string,
  databaseKey: string,
  isIntact: CheckDatabase | undefined,
): Promise<boolean> {
  const isLarge = (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_INLINE_CHECK_BYTES;
  return isLarge && isIntact ? isIntact(file, databaseKey).catch(() => false) : false;
}

async function openWork(
  request: OpenRequest,
  savedWork: AllSavedWork,
  isIntact: CheckDatabase | undefined,
): Promise<Workspace> {
  const { folder, databaseKey, connection, note, acceptLoss } = request;
  const file = path.join(folder, WORK_FILE);
  const isChecked = await isLargeWorkIntact(file, databaseKey, isIntact);
  return openWorkspace(file, databaseKey, savedWork, {
    connection: () => connection.name,
    note,
    acceptLoss,
    isChecked,
    hasHistory: () => fs.existsSync(path.join(folder, HISTORY_FILE)),
  });
}

async function closeCacheAndHistory({ reader, history, writer }: OpenedData): Promise<void> {
  history.close();
  reader.close();
  await writer.close();
}

/**
 * Opens cache and history. If both were closed cleanly they are read at once and the writer starts on demand
 * (connection/restarting-writer); otherwise the writer opens first and repairs what a crash or another
 * version left.
 */
async function openCacheAndHistory(
  request: OpenRequest,
  {
    start,
    reportFailure,
    ...readerDeps
  }: ReaderDeps & {
    readonly start: StartWriter;
    readonly reportFailure: (failure: Failure) => void;
  },
): Promise<OpenedData> {
  const onStart = (opening: Promise<OpenedCache>): void => {
    opening.then(
      (opened) => noticesOf(opened).forEach(reportFailure),
      (error: unknown) => reportFailure(failureOf(error)),
    );
  };
  const createWriter = (running?: StartedWriter): WriterThread =>
    restartingWriter({ start, clock: systemClock, onStart, running, isWorkLeft: hasLeftoverWal(request) });
  const cleanReaders = isPrivate(request) ? openCleanReaders(request, readerDeps) : undefined;
  if (cleanReaders) return { ...cleanReaders, writer: createWriter(), notices: [], canResume: false };
  const writer = await start();
  let readers: Readers | undefined;
  try {
    readers = openReaders(request, readerDeps);
    const canResume = (await writer.interruptedRun()) !== null;
    return { ...readers, writer: createWriter(writer), notices: noticesOf(writer), canResume };
  } catch (error) {
    readers?.history.close();
    readers?.reader.close();
    await writer.close();
    throw error;
  }
}

/**
 * Returns undefined if something is missing or was not closed cleanly; the writer opens first and reports it.
 */
function openCleanReaders(request: OpenRequest, deps: ReaderDeps): Readers | undefined {
  let readers: Readers | undefined;
  try {
    readers = openReaders(request, deps);
    if (readers.reader.wasClosedCleanly() && readers.history.isCurrent()) return readers;
  } catch {
    // Opened again by the writer, which reports any problem.
  }
  readers?.history.close();
  readers?.reader.close();
  return undefined;
}

function openReaders({ folder, databaseKey }: OpenRequest, { version, priority }: ReaderDeps): Readers {
  const closings: (() => void)[] = [];
  try {
    const reader = createReader(path.join(folder, CACHE_FILE), databaseKey, {
      version,
      onListRequest: () => priority.claim(),
    });
    closings.push(() => reader.close());
    const history = reportingDamage('history-unreadable', () =>
      createHistoryReader(path.join(folder, HISTORY_FILE), databaseKey),
    );
    closings.push(() => history.close());
    const hasResponded = watchDamage(reader, 'cache-unreadable')
      .states()
      .some((state) => state.asOf !== null);
    return { reader, history, hasResponded };
  } catch (error) {
    for (const close of closings.reverse()) close();
    throw error;
  }
}

/** Returns whether a WAL was left over by a process that ended before its checkpoint. */
const hasLeftoverWal = ({ folder }: OpenRequest): boolean =>
  [CACHE_FILE, HISTORY_FILE].some(
    (name) => (fs.statSync(path.join(folder, `${name}-wal`), { throwIfNoEntry: false })?.size ?? 0) > 0,
  );

/**
 * Returns whether both files are private to the user; opening for writing restricts them before the WAL
 * exists.
 */
const isPrivate = ({ folder }: OpenRequest): boolean =>
  [CACHE_FILE, HISTORY_FILE].every((name) => {
    const stats = fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
    return stats !== undefined && (process.platform === 'win32' || (stats.mode & 0o077) === 0);
  });

function noticesOf({ wasHistoryReplaced, wasRebuilt }: OpenedCache): Failure[] {
  const notices: Failure[] = [];
  if (wasHistoryReplaced) notices.push({ kind: 'history-unreadable' });
  if (wasRebuilt) notices.push({ kind: 'cache-renewed' });
  return notices;
}
