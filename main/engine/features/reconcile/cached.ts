import type { CacheReader } from '../../cache/query/reader';
import type { Workspace } from '../../workspace/open/workspace';
import { NO_RECORD, recordFacts, type DatedFile } from '../fee-files/file-facts';
import { savedArchives } from './saved';
import type { ReconcileSources } from './sources';
import { cellText } from '#common/cell-text';

/** The stores of an open connection that a reconciliation reads. */
interface SourceStores {
  readonly reader: CacheReader;
  readonly workspace: Pick<Workspace, 'feeColumns' | 'feeFiles' | 'feeHistory'>;
}

/** Returns the sources of a reconciliation: cache, earlier confirmations and saved archives. */
export const connectionSources = ({ reader, workspace }: SourceStores, now: () => Date): ReconcileSources => {
  const cached = cachedSources(reader, workspace.feeColumns, now);
  return {
    ...cached,
    ...savedArchives((fileId) => workspace.feeFiles.copiesOf(fileId)),
    record(fileId) {
      const record = cached.record(fileId);
      // The service may have deleted the record of a file that was reconciled before.
      const stored = record.endDate === null ? workspace.feeHistory.periodOf(fileId) : undefined;
      return stored ? { ...record, endDate: stored.endDate, firmId: record.firmId ?? stored.firmId } : record;
    },
  };
};

/** Rows per read of the fee upload file list; usually enough for the whole list. */
const WINDOW = 500;

/** Returns the sources that come from the cache and from earlier confirmations. */
export const cachedSources = (
  reader: CacheReader,
  store: Workspace['feeColumns'],
  now: () => Date,
): Omit<ReconcileSources, 'open' | 'isSaved'> => ({
  record(fileId) {
    const record = reader.get({ resource: 'feeUploadFiles', key: fileId });
    return record ? recordFacts(record.raw) : NO_RECORD;
  },
  files() {
    const files: DatedFile[] = [];
    const query = {
      resource: 'feeUploadFiles' as const,
      search: '',
      filters: [],
      sort: { field: 'end_date', descending: false },
    };
    for (;;) {
      const { rows, total } = reader.window({
        query,
        columns: ['end_date', 'firm_id'],
        offset: files.length,
        limit: WINDOW,
      });
      for (const { key, cells } of rows)
        files.push({ key, endDate: cellText(cells[0]), firmId: cellText(cells[1]) });
      if (rows.length === 0 || files.length >= total) return files;
    }
  },
  lookUp: (wanted, fold) => reader.accountsByNumber(wanted, fold),
  accountsAsOf: () => reader.states().find(({ resource }) => resource === 'accounts')?.asOf ?? null,
  remembered: (custodian) => store.confirmed(custodian),
  remember: (custodian, columns) => store.remember(custodian, columns, now().toISOString()),
});
