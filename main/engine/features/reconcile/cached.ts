import type { CacheReader } from '../../cache/query/reader';
import type { Workspace } from '../../workspace/open/workspace';
import { NO_RECORD, recordFacts } from '../fee-files/file-facts';
import { filesByPeriodEnd } from '../fee-files/periods';
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

const MAX_FILES = 100_000;

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
    const columns = ['end_date', 'firm_id'];
    const { rows } = reader.window({ query: filesByPeriodEnd(false), columns, offset: 0, limit: MAX_FILES });
    return rows.map(({ key, cells: [endDate, firmId] }) => ({
      key,
      endDate: cellText(endDate),
      firmId: cellText(firmId),
    }));
  },
  lookUp: (wanted, fold) => reader.accountsByNumber(wanted, fold),
  accountsAsOf: () => reader.states().find(({ resource }) => resource === 'accounts')?.asOf ?? null,
  remembered: (custodian) => store.confirmed(custodian),
  remember: (custodian, columns) => store.remember(custodian, columns, now().toISOString()),
});
