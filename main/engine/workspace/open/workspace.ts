import fs from 'node:fs';
import { fail, FailureError, failureOf } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { migrate, type Migration } from '../../sqlite/migrate';
import { openEncrypted, type Db } from '../../sqlite/open-database';
import { areAllPagesReadable } from '../../sqlite/integrity';
import { Activity } from '../activity/activity';
import { agreedTermsStore } from '../../features/agreed-terms/saved-work/agreed-terms';
import { shareAgreedTerms } from '../../features/agreed-terms/saved-work/share-terms';
import {
  importedBalanceStore,
  serviceBalanceStore,
  yearDivisionStore,
} from '../../features/expected-fees/saved-work/balances';
import { bookmarkStore } from './bookmarks';
import { DraftStore } from '../drafts/drafts';
import { FeeHistoryStore } from '../../features/fee-history/saved-work/fee-history';
import { ColleagueFileStore } from '../../features/fee-files/saved-work/colleague-files';
import { FeeFileStore } from '../../features/fee-files/saved-work/saved-files';
import { JobStore } from '../jobs/jobs';
import { workspaceMigrations } from '../migrate/migrations';
import { hasRecorded, maintainNote, readNote, noteOf, type WorkspaceNote } from '../activity/note';
import { PeriodStore } from '../../features/period/saved-work/periods';
import { feeColumnStore } from '../../features/reconcile/saved-work/fee-columns';
import { shareFeeColumns } from '../../features/reconcile/saved-work/share-columns';
import { Reconciliations } from '../../features/reconcile/saved-work/reconciliations';
import { markRestored, type SentSince } from './restored';
import { firstFoundStore } from '../../features/review/saved-work/first-found';
import { reviewStore } from '../../features/review/saved-work/reviews';
import { refundStore } from '../../features/refunds/saved-work/refunds';
import { shareRoiLists } from '../../features/roi/saved-work/share-lists';
import { shareRoiRequests } from '../../features/roi/saved-work/share-requests';
import { roiStore } from '../../features/roi/saved-work/store';
import { scheduleStore } from '../../features/scheduled-refresh/saved-work/schedule';
import { standingExportStore } from '../../features/standing-exports/saved-work/standing-exports';
import { serviceStatusStore } from '../../features/service-status/saved-work/service-status';
import { structureMarkStore } from '../../features/fee-structures/saved-work/structure-marks';
import { markItems } from '../../features/team/saved-work/topics/review-marks';
import { shareFeeFiles } from '../../features/team/saved-work/share-fee-files';
import { sharePeriods } from '../../features/team/saved-work/share-periods';
import { shareStructureMarks } from '../../features/team/saved-work/share-structure-marks';
import { TeamStore } from '../../features/team/saved-work/team-store';
import { noteTables } from './table-note';
import { viewStore } from './views';
import { visitStore } from './visits';
import { columnLayout, type ColumnLayout } from '#contract/query';
import type { ResourceName } from '#contract/resources';

export type Workspace = ReturnType<typeof openWorkspace>;

interface WorkspaceOptions {
  /** Name of the connection, for the activity log. */
  readonly connection?: () => string;
  readonly steps?: readonly Migration[];
  /** File outside the folder that records the log's last state. */
  readonly note?: string | undefined;
  /** True if the user accepts that some recorded work is missing. */
  readonly acceptLoss?: boolean | undefined;
  /** True if every page was just verified elsewhere. */
  readonly isChecked?: boolean | undefined;
  /** Returns whether there is a change history next to it, for the note. */
  readonly hasHistory?: (() => boolean) | undefined;
  /** True for a disposable copy, whose upgrade needs no backup. */
  readonly isCopy?: boolean | undefined;
}

/**
 * Opens the user's saved work. Applies missing migrations, after a copy next to the file. On an error the
 * file stays unchanged: `newer-data` if a newer version wrote it, `disk-full`, `workspace-lost` if it is
 * missing, empty or older than recorded, else `workspace-unreadable`.
 */
export function openWorkspace(
  file: string,
  keyHex: string,
  {
    connection = () => '',
    steps = workspaceMigrations,
    note,
    acceptLoss = false,
    isChecked = false,
    isCopy = false,
    hasHistory,
  }: WorkspaceOptions = {},
) {
  const noted = note === undefined ? undefined : readNote(note);
  if (noted && !acceptLoss && !hasBytes(file))
    throw fail('workspace-lost', { detail: { code: 'work-missing', facts: { lines: noted.lines } } });
  if (noted && !hasBytes(file)) quarantineWal(`${file}-wal`);
  const isMissing = !hasBytes(file);
  const db = openVerified(file, keyHex, steps, { noted: acceptLoss ? undefined : noted, isChecked, isCopy });
  noteTables(db, file);
  const activity = new Activity(db, connection);
  if (note !== undefined && noted && acceptLoss) acceptAndLogLoss(db, activity, note, noted);
  if (note !== undefined && !noted && acceptLoss && isMissing)
    activity.note({ kind: 'saved-work-lost', count: 0, facts: { 'lines found': 0 } });
  const team = new TeamStore(db);
  const sharing = shareFeeFiles(team);
  const noteKeeper = note === undefined ? undefined : maintainNote(db, note, hasHistory);
  return {
    views: viewStore(db),
    bookmarks: bookmarkStore(db),
    layout: layoutStore(db),
    activity,
    jobs: new JobStore(db, activity),
    drafts: new DraftStore(db, undefined, (kind, count) => team.needsSecondPerson(kind, count)),
    roi: roiStore(db, () => new Date(), shareRoiRequests(db, team), shareRoiLists(team)),
    feeColumns: feeColumnStore(db, shareFeeColumns(team)),
    reconciliations: new Reconciliations(db, sharing),
    feeFiles: new FeeFileStore(db, { share: sharing, user: () => team.userName }),
    colleagueFiles: new ColleagueFileStore(db),
    agreedTerms: agreedTermsStore(db, shareAgreedTerms(team)),
    balances: importedBalanceStore(db),
    serviceBalances: serviceBalanceStore(db),
    yearDivision: yearDivisionStore(db),
    feeHistory: new FeeHistoryStore(db),
    refunds: refundStore(db),
    periods: new PeriodStore(db, sharePeriods(team)),
    reviews: reviewStore(db, (changes) => team.share('mark', markItems(changes))),
    firstFound: firstFoundStore(db),
    serviceStatus: serviceStatusStore(db),
    structureMarks: structureMarkStore(db, shareStructureMarks(team)),
    schedule: scheduleStore(db),
    standingExports: standingExportStore(db),
    visits: visitStore(db),
    team,
    /** The last recorded state of the log; undefined if none is recorded. */
    noted: (): WorkspaceNote | undefined => noteKeeper?.noted(),
    /** Marks all of it as restored from a backup of this time (restored.ts). */
    markRestored: (backupTime: string, since?: SentSince): void => markRestored(db, backupTime, since),
    /** Runs several writes in one transaction, such as a change with its activity entry. */
    transaction: <T>(work: () => T): T => db.transaction(work).immediate(),
    close(): void {
      noteKeeper?.close();
      db.close();
    },
  };
}

/** Size of the write-ahead log at which SQLite writes a checkpoint: 32 MB. */
const WAL_PAGES = 4_096;

const hasBytes = (file: string): boolean => (fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Renames the write-ahead log of a missing file, which support may need and a new file would overwrite. */
function quarantineWal(wal: string): void {
  if (hasBytes(wal)) fs.renameSync(wal, `${wal}.left-${Date.now()}`);
}

/** Logs the missing lines and resets the recorded state. */
function acceptAndLogLoss(db: Db, activity: Activity, note: string, noted: WorkspaceNote): void {
  if (hasRecorded(db, noted)) return;
  const found = noteOf(db);
  const facts = { 'lines before': noted.lines, 'lines found': found.lines };
  activity.note({ kind: 'saved-work-lost', count: Math.max(0, noted.lines - found.lines), facts });
  fs.rmSync(note, { force: true });
}

function openVerified(
  file: string,
  keyHex: string,
  steps: readonly Migration[],
  {
    noted,
    isChecked,
    isCopy,
  }: { readonly noted: WorkspaceNote | undefined; readonly isChecked: boolean; readonly isCopy: boolean },
): Db {
  let db: Db | undefined;
  try {
    db = openEncrypted(file, keyHex);
    db.pragma('synchronous = FULL'); // committed work survives a power loss
    // Checkpoints encrypt pages again, so they wait until writing pauses (note.ts).
    db.pragma(`wal_autocheckpoint = ${WAL_PAGES}`);
    if (!isChecked && !areAllPagesReadable(db))
      throw fail('workspace-unreadable', { cause: 'a page is damaged' });
    migrate(db, file, steps, { where: 'workspace', isCopy });
    if (noted && !hasRecorded(db, noted)) {
      const facts = { lines: noted.lines, found: noteOf(db).lines };
      throw fail('workspace-lost', { detail: { code: 'work-older', facts } });
    }
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof FailureError) throw error;
    const code = errorCodeOf(error);
    if (/^(SQLITE_FULL|ENOSPC)/.test(code)) throw fail('disk-full', { cause: code }, error);
    if (failureOf(error).kind === 'disk-not-read') throw error;
    throw fail('workspace-unreadable', { cause: code }, error);
  }
}

/** The column arrangement of each grid. */
const layoutStore = (db: Db) => ({
  get(resource: ResourceName): ColumnLayout | null {
    const text = db
      .prepare<[string], string>('SELECT columns FROM layout WHERE resource = ?')
      .pluck()
      .get(resource);
    if (text === undefined) return null;
    // A layout of another version is ignored in favor of the default.
    const layout = columnLayout.safeParse(JSON.parse(text));
    return layout.success ? layout.data : null;
  },
  set(resource: ResourceName, columns: ColumnLayout): void {
    db.prepare('INSERT OR REPLACE INTO layout VALUES (?, ?)').run(resource, JSON.stringify(columns));
  },
});
