import { implement } from '@orpc/server';
import type { LogEvent } from '#contract/log-events';
import fs from 'node:fs/promises';
import { feeFilesContract } from '#contract/features/fee-files/calls';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import { fail } from '#contract/failure';
import { declareFailures } from '#common/rpc';
import { afterEachRefresh } from '../../connection/after-each-refresh';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import type { IntakeOf } from '../../files/intake/intake';
import { systemClock } from '../../service/clock';
import { FeeFileJobs } from './jobs';
import { entryRows, listEntries } from './list-entries';
import { colleagueFiles } from './colleague-files';
import { allFiles, archiveFacts, periodTotals } from './periods';
import { isSavedPath, type FeeFileStore } from './saved-work/saved-files';
import { relocateRestored } from './relocate';
import { recoverPending } from './recover';
import { filesToDo } from './files-to-do';
import { evidenceOf, sharedSignOffs } from './sign-off-evidence';

/** Minimum time between two state updates to the window. */
const STATE_THROTTLE_MS = 200;

/** Creates the calls for saved fee upload files of the open connection. */
export function feeFilesRouter(connections: OpenConnections, { intakeOf }: { readonly intakeOf: IntakeOf }) {
  const os = implement(feeFilesContract).use(declareFailures);
  const ofConnection = perConnection((opened) => jobsOf(opened, intakeOf));
  const jobs = () => ofConnection(connections.current);
  connections.onOpen(ofConnection); // settles leftovers of a killed process at once, not when the user opens the screen
  const store = () => connections.current.workspace.feeFiles;
  const pathToOpen = (id: number) => existingPathOf(savedFile(store(), id), jobs());
  /**
   * Returns the folder that the user chose, after looking there for files of a restored backup. Fails if the connection
   * closes before that is done.
   */
  const chosenFolder = async ({ workspace, closed }: OpenConnection, grant: string): Promise<string> => {
    const folder = connections.grants.path(grant, 'fee-files-folder');
    await relocateRestored(workspace.feeFiles, folder, closed);
    if (closed.aborted) throw fail('no-connection');
    return folder;
  };
  return os.router({
    state: os.state.handler(({ signal }) => {
      jobs().reread(); // a sign-off may have changed it
      return jobs().state.follow(connections.current.untilClosed(signal), STATE_THROTTLE_MS);
    }),
    save: os.save.handler(async ({ input: { fileIds, grant } }) => {
      const opened = connections.current;
      opened.expectAllowed('ExportFiles');
      const folder = grant === null ? null : await chosenFolder(opened, grant);
      ofConnection(opened).save(fileIds, folder);
    }),
    setAutoSave: os.setAutoSave.handler(async ({ input: { isOn, grant } }) => {
      const opened = connections.current;
      const { feeFiles } = opened.workspace;
      if (isOn) opened.expectAllowed('ExportFiles');
      if (grant !== null) feeFiles.folder = await chosenFolder(opened, grant);
      if (isOn && feeFiles.folder === null) throw fail('file-not-saved', { detail: { code: 'no-folder' } });
      feeFiles.isAutoSaveOn = isOn;
      ofConnection(opened).reread();
    }),
    pause: os.pause.handler(({ input }) => jobs().pause(input.id)),
    resume: os.resume.handler(({ input }) => jobs().resume(input.id)),
    cancel: os.cancel.handler(({ input }) => jobs().cancel(input.id)),
    clear: os.clear.handler(() => jobs().clear()),
    verify: os.verify.handler(({ input }) => jobs().verify(input.ids)),
    forget: os.forget.handler(({ input }) => {
      store().forget(input.id);
      jobs().reread();
    }),
    show: os.show.handler(async ({ input }) =>
      connections.requests.emit({ kind: 'show-file', path: await pathToOpen(input.id) }),
    ),
    open: os.open.handler(async ({ input }) =>
      connections.requests.emit({ kind: 'open-file', path: await pathToOpen(input.id) }),
    ),
    entries: os.entries.handler(({ input, signal }) => {
      const file = savedFile(store(), input.id);
      jobs()
        .compareOpened(file)
        .catch((error: unknown) => logError(connections.current, 'fee-files.not-compared', error));
      return listEntries(savedPathOf(file), signal);
    }),
    rows: os.rows.handler(({ input: { id, entry, offset, limit }, signal }) =>
      entryRows(savedPathOf(savedFile(store(), id)), entry, offset, limit, signal),
    ),
    periods: os.periods.handler(() => {
      const { reader, workspace } = connections.current;
      return periodTotals(reader, workspace.reconciliations.reconciledFiles());
    }),
    colleagueSignOffs: os.colleagueSignOffs.handler(({ input }) => {
      const { workspace } = connections.current;
      return evidenceOf(workspace, sharedSignOffs(workspace, input.fileIds)).map(({ evidence }) => evidence);
    }),
    filesToDo: os.filesToDo.handler(() => {
      const { reader, workspace } = connections.current;
      return filesToDo(allFiles(reader), store().saved(), colleagueFiles(workspace.colleagueFiles.files()));
    }),
  });
}

/** Returns a saved file; fails with `not-found` if there is none with this ID. */
function savedFile(store: FeeFileStore, id: number): SavedFile {
  const file = store.find(id);
  if (!file) throw fail('not-found', { cause: 'no such saved file' });
  return file;
}

/**
 * Fails with `file-unreadable` if the file is missing, because the system reports no error when asked to show one, and
 * verifies it, so that the list shows its state.
 */
async function existingPathOf(file: SavedFile, jobs: FeeFileJobs): Promise<string> {
  const path = savedPathOf(file);
  try {
    await fs.access(path);
    return path;
  } catch (error) {
    jobs.verify([file.id]);
    throw fail('file-unreadable', { where: file.name, detail: { code: 'moved' } }, error);
  }
}

/** Fails with `file-unreadable` for a file from a backup whose folder was not chosen on this computer. */
function savedPathOf({ path, name }: SavedFile): string {
  if (!isSavedPath(path)) throw fail('file-unreadable', { where: name, detail: { code: 'moved' } });
  return path;
}

/** Creates the jobs of a connection, and settles leftovers of a killed process; new files may already be saving. */
function jobsOf(opened: OpenConnection, intakeOf: IntakeOf): FeeFileJobs {
  const { service, reader, workspace, requests, closed } = opened;
  const jobs = new FeeFileJobs({
    service,
    store: workspace.feeFiles,
    activity: workspace.activity,
    transaction: workspace.transaction,
    factsOf: (fileId) => archiveFacts(reader, fileId) ?? { endDate: null, files: null },
    intakeOf,
    clock: systemClock,
    closed,
    colleagues: () => colleagueFiles(workspace.colleagueFiles.files()),
    progress: (value) => requests.emit({ kind: 'progress', value }),
  });
  for (const topic of ['fee-file-saved', 'fee-file-result', 'sign-off'] as const)
    workspace.team.onTopic(topic, () => jobs.reread(), closed);
  opened.pendingWork.add('downloads', jobs);
  if (!opened.forbids('ExportFiles')) autoSaveNewFiles(opened, jobs);
  void recoverPending(workspace).then(
    () => jobs.reread(),
    (error: unknown) => logError(opened, 'fee-files.recovery-failed', error),
  );
  return jobs;
}

/** Saves new files after each complete refresh to the chosen folder if the user enabled this. */
export function autoSaveNewFiles(opened: OpenConnection, jobs: Pick<FeeFileJobs, 'save'>): void {
  void afterEachRefresh(opened, () => {
    const { feeFiles } = opened.workspace;
    if (!feeFiles.isAutoSaveOn || feeFiles.folder === null) return;
    const saved = new Set(feeFiles.saved().map(({ fileId }) => fileId));
    const unsaved = allFiles(opened.reader).filter((key) => !saved.has(key));
    if (unsaved.length > 0) jobs.save(unsaved, null);
  });
}

const logError = ({ requests }: OpenConnection, event: LogEvent, error: unknown): void =>
  requests.emit({ kind: 'log', event, data: { kind: error instanceof Error ? error.name : 'unknown' } });
