import type { ListedPeriod, PeriodFile, PeriodId } from '#contract/features/period/calls';
import { sumOf } from '#contract/money';
import type { CacheReader } from '../../cache/query/reader';
import type { Workspace } from '../../workspace/open/workspace';
import { listedFiles, type ListedFile } from '../fee-files/periods';

export type PeriodStores = Pick<Workspace, 'feeFiles' | 'reconciliations' | 'periods' | 'feeHistory'>;
/** A fee file without its comparison with the setup. */
export type FileState = Omit<PeriodFile, 'comparison'>;
type FilesReader = Pick<CacheReader, 'keys' | 'get' | 'states'>;

export const periodKey = ({ firm, endDate }: PeriodId): string => JSON.stringify([firm, endDate]);

/** Returns the listed fee upload files of a period. */
export const filesOfPeriod = (reader: FilesReader, { firm, endDate }: PeriodId): ListedFile[] =>
  [...listedFiles(reader)].filter((file) => file.endDate === endDate && file.firmId === firm);

/**
 * Returns the reconciled files that the service no longer lists: their lines are kept. None before the first
 * complete list.
 */
function* removedFiles(
  reader: FilesReader,
  { feeHistory }: PeriodStores,
): Generator<PeriodId & { readonly fileId: string }> {
  const archives = feeHistory.archives();
  if (archives.length === 0) return;
  if (!reader.states().some(({ resource, asOf }) => resource === 'feeUploadFiles' && asOf !== null)) return;
  const keys = new Set([...listedFiles(reader)].map(({ key }) => key));
  for (const { fileId, firmId: firm, endDate } of archives)
    if (endDate !== null && !keys.has(fileId)) yield { fileId, firm, endDate };
}

/**
 * Returns the state of each file of a period. Includes files that the service no longer lists, if a signature
 * names them or they were reconciled.
 */
export function periodFiles(
  reader: FilesReader,
  stores: PeriodStores,
  id: PeriodId,
  signed: readonly FileState[] = [],
): FileState[] {
  const listed = filesOfPeriod(reader, id);
  const known = new Set([...listed.map(({ key }) => key), ...signed.map(({ fileId }) => fileId)]);
  const removed = [...removedFiles(reader, stores)].filter(
    (file) => periodKey(file) === periodKey(id) && !known.has(file.fileId),
  );
  const keys = new Set(listed.map(({ key }) => key));
  return [
    ...listed.map(({ key, periodDebit }) => fileState(stores, key, periodDebit)),
    ...[
      ...signed.filter(({ fileId }) => !keys.has(fileId)),
      ...removed.map(({ fileId }) => fileState(stores, fileId, null)),
    ].map((file) => ({ ...file, state: 'unlisted' as const })),
  ];
}

function fileState({ feeFiles }: PeriodStores, fileId: string, debit: string | null): FileState {
  const [saved] = feeFiles.copiesOf(fileId);
  const { outcome = null, decision = null, sha256 = null } = saved ?? {};
  const state = (): PeriodFile['state'] => {
    if (!saved) return 'unsaved';
    if (saved.state !== 'whole') return 'lost';
    if (decision === 'rejected') return 'rejected';
    if (saved.signedAt !== null) return 'signed';
    return saved.reconciledAt === null ? 'unreconciled' : 'unsigned';
  };
  return { fileId, state: state(), debit, outcome, decision, sha256 };
}

/** Returns every period that has a file, even if the service removed it, or a signature; the latest first. */
export function listPeriods(reader: FilesReader, stores: PeriodStores): ListedPeriod[] {
  const byPeriod = new Map<string, { id: PeriodId; files: ListedFile[] }>();
  const periodOf = (id: PeriodId): { id: PeriodId; files: ListedFile[] } => {
    const key = periodKey(id);
    const known = byPeriod.get(key) ?? { id, files: [] };
    byPeriod.set(key, known);
    return known;
  };
  for (const file of listedFiles(reader))
    if (file.endDate !== null) periodOf({ firm: file.firmId, endDate: file.endDate }).files.push(file);
  const removed = new Map<string, number>();
  for (const { firm, endDate } of removedFiles(reader, stores)) {
    periodOf({ firm, endDate });
    const key = periodKey({ firm, endDate });
    removed.set(key, (removed.get(key) ?? 0) + 1);
  }
  const signatures = stores.periods.signatures();
  const signed = new Map<string, (typeof signatures)[number]>();
  for (const signature of signatures) {
    const id = { firm: signature.firm, endDate: signature.endDate };
    periodOf(id);
    if (!signed.has(periodKey(id))) signed.set(periodKey(id), signature);
  }
  return [...byPeriod.values()]
    .map(({ id, files }): ListedPeriod => {
      const amounts = files.map(({ periodDebit }) => periodDebit);
      const filesWithoutAmount = amounts.filter((amount) => amount === null).length;
      const signature = signed.get(periodKey(id));
      return {
        ...id,
        files: files.length,
        debit: filesWithoutAmount === files.length ? null : sumOf(amounts),
        filesWithoutAmount,
        filesLeft:
          files.filter(({ key, periodDebit }) => fileState(stores, key, periodDebit).state !== 'signed')
            .length + (removed.get(periodKey(id)) ?? 0),
        signed: signature ? { signedAt: signature.signedAt, signedBy: signature.signedBy } : null,
      };
    })
    .sort((a, b) =>
      a.endDate === b.endDate
        ? (a.firm ?? '').localeCompare(b.firm ?? '', 'en', { numeric: true })
        : a.endDate < b.endDate
          ? 1
          : -1,
    );
}
