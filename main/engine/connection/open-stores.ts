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

/**
 * Opens a connection's saved work, cache and history; whatever fails, nothing stays open. The writer's thread starts while
 * the saved work is opened here: each takes as long as the other. An unreadable cache is put aside, and told.
 */
export async function openStores(
  request: OpenRequest,
  writerEntry: string,
  version: number | undefined,
): Promise<Opened> {
  const { folder, databaseKey } = request;
  const file = path.join(folder, 'cache.db');
  const start = (): Starting => startWriter(writerEntry, file, databaseKey);
  const starting = start();
  let workspace: Workspace;
  try {
    workspace = openWorkspace(path.join(folder, 'workspace.db'), databaseKey, {
      connection: () => request.connection.name,
      note: request.note,
      acceptLoss: request.acceptLoss,
    });
  } catch (error) {
    // Whatever became of the thread, it is the saved work that people hear of.
    await starting.then(
      (writer) => writer.close(),
      () => undefined,
    );
    throw error;
  }
  try {
    const lists = await openLists(request, starting, version).catch(async (error: unknown) => {
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
