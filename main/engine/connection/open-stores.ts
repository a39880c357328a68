import fs from 'node:fs';
import path from 'node:path';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import { watchDamage } from '../cache/damage';
import { setAside } from '../cache/open-cache';
import { createReader, type CacheReader } from '../cache/reader';
import type { WriterThread } from '../cache/thread/writer';
import { startWriter } from '../cache/thread/writer-client';
import { createHistoryReader, type HistoryReader } from '../history/history-reader';
import { HISTORY_FILE } from '../history/history-writer';
import { openWorkspace, type Workspace } from '../workspace/workspace';
import type { OpenRequest } from './open-connection';

/** What is open of a connection's files, and what opening them showed. */
export interface Opened extends Lists {
  readonly workspace: Workspace;
}

interface Lists {
  readonly writer: WriterThread;
  readonly reader: CacheReader;
  readonly history: HistoryReader;
  /** What people are to be told. */
  readonly notices: readonly Failure[];
  /** A refresh was interrupted. */
  readonly resumable: boolean;
  /** The service has answered before. */
  readonly known: boolean;
}

type Starting = ReturnType<typeof startWriter>;

/** Reads every page of a database in another thread; false where one is damaged. */
export type CheckElsewhere = (file: string, keyHex: string) => Promise<boolean>;
/** A file of saved work that is smaller is read here sooner than a thread starts. */
const CHECKED_HERE_BYTES = 8_000_000;

/**
 * Opens a connection's saved work, cache and history; whatever fails, nothing stays open. All of them are opened beside each
 * other, and a long file of saved work is read through in another thread, before anything is written into it. An unreadable
 * cache is put aside, and told, once the saved work is open: with another key both are unreadable.
 */
export async function openStores(
  request: OpenRequest,
  { writerEntry, isWhole }: { readonly writerEntry: string; readonly isWhole?: CheckElsewhere | undefined },
  version: number | undefined,
): Promise<Opened> {
  const { folder, databaseKey } = request;
  const file = path.join(folder, 'cache.db');
  const start = (): Starting => startWriter(writerEntry, file, databaseKey);
  const opening = openLists(request, start(), version);
  opening.catch(() => undefined); // heard of below
  let workspace: Workspace;
  try {
    workspace = await openWork(request, isWhole);
  } catch (error) {
    // Whatever became of the lists, it is the saved work that people hear of.
    await opening.then(closeLists, () => undefined);
    throw error;
  }
  try {
    const lists = await opening.catch(async (error: unknown) => {
      const failure = failureOf(error);
      if (failure.kind !== 'cache-unreadable') throw error;
      setAside(file, new Date());
      const again = await openLists(request, start(), version);
      return { ...again, notices: [failure, ...again.notices] };
    });
    return { ...lists, workspace };
  } catch (error) {
    workspace.close();
    throw error;
  }
}

async function openWork(request: OpenRequest, isWhole: CheckElsewhere | undefined): Promise<Workspace> {
  const { folder, databaseKey, connection, note, acceptLoss } = request;
  const file = path.join(folder, 'workspace.db');
  const isLong = (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > CHECKED_HERE_BYTES;
  // What the thread finds damaged, or cannot read, is read again here: opening then says what it is.
  const isChecked = isLong && isWhole ? await isWhole(file, databaseKey).catch(() => false) : false;
  return openWorkspace(file, databaseKey, { connection: () => connection.name, note, acceptLoss, isChecked });
}

async function closeLists({ reader, history, writer }: Lists): Promise<void> {
  history.close();
  reader.close();
  await writer.close();
}

/** The cache and the history. */
async function openLists(
  { folder, databaseKey }: OpenRequest,
  starting: Starting,
  version: number | undefined,
): Promise<Lists> {
  const writer = await starting;
  const closings: (() => void)[] = [];
  try {
    const plain = createReader(path.join(folder, 'cache.db'), databaseKey, { version });
    closings.push(() => plain.close());
    const history = createHistoryReader(path.join(folder, HISTORY_FILE), databaseKey);
    closings.push(() => history.close());
    const reader = watchDamage(plain, () => undefined);
    const known = reader.states().some((state) => state.asOf !== null);
    const resumable = (await writer.openRun()) !== null;
    const notices: Failure[] = [];
    if (writer.historyRenewed) notices.push({ kind: 'history-unreadable' });
    if (writer.rebuilt) notices.push({ kind: 'cache-renewed' });
    return { writer, reader: plain, history, notices, resumable, known };
  } catch (error) {
    for (const close of closings.reverse()) close();
    await writer.close();
    throw error;
  }
}
