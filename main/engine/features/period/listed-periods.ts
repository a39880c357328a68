import type { ListedPeriod, PeriodFile, PeriodId } from '#contract/features/period/calls';
import { sumOf } from '#contract/money';
import type { CacheReader } from '../../cache/query/reader';
import type { Workspace } from '../../workspace/open/workspace';
import { listedFiles, type ListedFile } from '../fee-files/periods';

export type PeriodStores = Pick<Workspace, 'feeFiles' | 'reconciliations' | 'periods'>;
type FilesReader = Pick<CacheReader, 'keys' | 'get'>;

export const periodKey = ({ firm, endDate }: PeriodId): string => JSON.stringify([firm, endDate]);

/** Returns the listed fee upload files of a period. */
export const filesOfPeriod = (reader: FilesReader, { firm, endDate }: PeriodId): ListedFile[] =>
  [...listedFiles(reader)].filter((file) => file.endDate === endDate && file.firmId === firm);

/** Returns what is left to do with each file, with those that a signature names and the service no longer lists. */
export function periodFiles(
  stores: PeriodStores,
  listed: readonly ListedFile[],
  signed: readonly PeriodFile[] = [],
): PeriodFile[] {
  const keys = new Set(listed.map(({ key }) => key));
  return [
    ...listed.map(({ key, periodDebit }) => fileState(stores, key, periodDebit)),
    ...signed
      .filter(({ fileId }) => !keys.has(fileId))
      .map((file) => ({ ...file, state: 'unlisted' as const })),
  ];
}

function fileState({ feeFiles }: PeriodStores, fileId: string, debit: string | null): PeriodFile {
  const [saved] = feeFiles.of(fileId);
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

/** Returns every period with a file or a signature, the latest first. */
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
        filesLeft: periodFiles(stores, files).filter(({ state }) => state !== 'signed').length,
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
