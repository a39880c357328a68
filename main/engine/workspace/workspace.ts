import { fail, FailureError } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { migrate, type Migration } from '../sqlite/migrate';
import { openEncrypted, type Db } from '../sqlite/open-database';
import { activityStore } from './activity';
import { draftStore } from './drafts';
import { feeFileStore } from './fee-files';
import { jobStore } from './jobs';
import { layoutStore } from './layouts';
import { migrations } from './migrations';
import { reconciliationStore } from './reconciliations';
import { reviewStore } from './reviews';
import { roiStore } from './roi';
import { structureMarkStore } from './structure-marks';
import { viewStore } from './views';
import { visitStore } from './visits';

export type Workspace = ReturnType<typeof openWorkspace>;

interface WorkspaceOptions {
  /** Name of the connection, for the activity log. */
  readonly connection?: () => string;
  readonly steps?: readonly Migration[];
}

/**
 * Opens what people wrote. Missing steps of its layout are made up, each after a backup beside the file. On any error
 * the file stays as it is: `newer-data` when a newer program wrote it, `disk-full`, else `workspace-unreadable`.
 */
export function openWorkspace(
  file: string,
  keyHex: string,
  { connection = () => '', steps = migrations }: WorkspaceOptions = {},
) {
  const db = opened(file, keyHex, steps);
  const activity = activityStore(db, connection);
  return {
    views: viewStore(db),
    layout: layoutStore(db),
    activity,
    jobs: jobStore(db, activity),
    drafts: draftStore(db),
    roi: roiStore(db),
    reconciliations: reconciliationStore(db),
    feeFiles: feeFileStore(db),
    reviews: reviewStore(db),
    structureMarks: structureMarkStore(db),
    visits: visitStore(db),
    /** One transaction for several of these: an entry and its log line are both there, or neither is. */
    together: <T>(work: () => T): T => db.transaction(work).immediate(),
    close(): void {
      db.close();
    },
  };
}

function opened(file: string, keyHex: string, steps: readonly Migration[]): Db {
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex);
    db.pragma('synchronous = FULL'); // what people wrote survives a power cut
    migrate(db, file, steps, 'workspace');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof FailureError) throw error;
    const code = codeOf(error);
    const kind = /^(SQLITE_FULL|ENOSPC)/.test(code) ? 'disk-full' : 'workspace-unreadable';
    throw fail(kind, { cause: code }, error);
  }
}
