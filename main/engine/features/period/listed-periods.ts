import type { SavedFile } from '#contract/features/fee-files/schemas';
import { isSavedByColleague, type ColleagueFile } from '#contract/features/fee-files/colleague-files';
import type { PeriodId } from '#contract/features/period/schemas';
import type { PeriodFile, PeriodSignature } from '#contract/features/period/sections';
import type { ListedPeriod } from '#contract/features/period/calls';
import { doesDecisionCount } from '#contract/features/reconcile/schemas';
import { getOrCompute } from '#contract/maps';
import { sumOf } from '#contract/money';
import type { CacheReader } from '../../cache/query/reader';
import type { Workspace } from '../../workspace/open/workspace';
import { colleagueFiles, doesSignOffCount, newestSignOff } from '../fee-files/colleague-files';
import { listedFiles, type ListedFile } from '../fee-files/periods';
import { colleagueSignatures } from './colleague-signatures';

export type PeriodStores = Pick<
  Workspace,
  'feeFiles' | 'colleagueFiles' | 'reconciliations' | 'periods' | 'feeHistory'
>;
/** A fee file without its comparison with the setup. */
export type FileState = Omit<PeriodFile, 'comparison'>;
type FilesReader = Pick<CacheReader, 'keys' | 'get' | 'states'>;

export const periodKey = ({ firm, endDate }: PeriodId): string => JSON.stringify([firm, endDate]);

/** Returns the listed fee upload files of a period. */
export const filesOfPeriod = (reader: FilesReader, { firm, endDate }: PeriodId): ListedFile[] =>
  [...listedFiles(reader)].filter((file) => file.endDate === endDate && file.firmId === firm);

/**
 * Yields the reconciled files missing from the service's list: their lines are kept, but a user may have marked a file as
 * replaced. Yields none before the list was first fetched completely.
 */
function* removedFiles(
  reader: FilesReader,
  { feeHistory }: PeriodStores,
): Generator<PeriodId & { readonly fileId: string; readonly isReplaced: boolean }> {
  const archives = feeHistory.allArchives();
  if (archives.length === 0) return;
  if (!reader.states().some(({ resource, asOf }) => resource === 'feeUploadFiles' && asOf !== null)) return;
  const keys = new Set([...listedFiles(reader)].map(({ key }) => key));
  const marks = feeHistory.replaced.all();
  for (const { fileId, firmId: firm, endDate } of archives)
    if (endDate !== null && !keys.has(fileId)) yield { fileId, firm, endDate, isReplaced: marks.has(fileId) };
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
  const fileState = fileStates(stores);
  return [
    ...listed.map(({ key, periodDebit }) => fileState(key, periodDebit)),
    ...[
      ...signed.filter(({ fileId }) => !keys.has(fileId)),
      ...removed.map(({ fileId }) => fileState(fileId, null)),
    ].map(unlistedState(stores)),
  ];
}

/** Returns a function that gives the state of a file missing from the service's list: replaced, if a user marked it. */
function unlistedState({ feeHistory }: PeriodStores): (file: FileState) => FileState {
  const marks = feeHistory.replaced.all();
  return (fileBefore) => {
    const { replaced: _, ...file } = fileBefore;
    const mark = marks.get(file.fileId);
    return mark ? { ...file, state: 'replaced', replaced: mark } : { ...file, state: 'unlisted' };
  };
}

/** The progress of a file with these bytes, here or by a colleague. */
type FileWork = Pick<SavedFile, 'sha256' | 'outcome' | 'decision' | 'signedAt' | 'reconciledAt'> & {
  readonly isLost: boolean;
  /** The sign-off still counts: the file was not found to differ since it was approved. */
  readonly isSignOffValid: boolean;
};

/** Returns a function that gives the state of a fee file. Work of colleagues counts for the same bytes. */
function fileStates({
  feeFiles,
  colleagueFiles: store,
}: PeriodStores): (fileId: string, debit: string | null) => FileState {
  const colleagues = colleagueFiles(store.files());
  return (fileId, debit) => {
    const [saved] = feeFiles.copiesOf(fileId);
    const colleaguesFiles = colleagues.filter((file) => file.fileId === fileId);
    const work = workOn(saved, colleaguesFiles);
    const { outcome = null, decision = null, sha256 = null } = work ?? {};
    return { fileId, state: stateOf(work), debit, outcome, decision, sha256 };
  };
}

function stateOf(work: FileWork | undefined): PeriodFile['state'] {
  if (!work) return 'unsaved';
  if (work.isLost) return 'lost';
  if (work.decision === 'rejected') return 'rejected';
  if (work.signedAt !== null) return work.isSignOffValid ? 'signed' : 'unsigned';
  return work.reconciledAt === null ? 'unreconciled' : 'unsigned';
}

/**
 * Returns the work on a file: on the copy saved here, or, if that is lost or changed, on a colleague's copy with the same
 * bytes; without a copy here, on any colleague's. Unless a sign-off of this computer counts, colleagues' work on the same
 * bytes counts, too.
 */
function workOn(saved: SavedFile | undefined, colleagues: readonly ColleagueFile[]): FileWork | undefined {
  const sameBytes = saved && colleagues.find(({ sha256 }) => sha256 === saved.sha256);
  if (saved && (saved.state === 'whole' || !sameBytes || !isSavedByColleague(sameBytes))) {
    const isLost = saved.state !== 'whole';
    const isSignOffValid = saved.signedAt !== null && doesDecisionCount(saved.decision, saved.outcome);
    const ownWork = { ...saved, isLost, isSignOffValid };
    if (!sameBytes || isSignOffValid) return ownWork;
    const colleaguesWork = workOfColleagues(sameBytes, saved);
    if (saved.signedAt !== null && !colleaguesWork.isSignOffValid) return ownWork;
    const outcome = saved.outcome ?? colleaguesWork.outcome;
    const reconciledAt = saved.reconciledAt ?? colleaguesWork.reconciledAt;
    return { ...colleaguesWork, outcome, reconciledAt, isLost };
  }
  const colleagueFile = sameBytes ?? colleagues.find(isSavedByColleague);
  return colleagueFile && workOfColleagues(colleagueFile);
}

/** Returns colleagues' work on a file; `own` has a result of this computer about the same bytes. */
function workOfColleagues(file: ColleagueFile, own?: SavedFile): FileWork {
  const signed = newestSignOff(file);
  const [result] = file.results;
  return {
    sha256: file.sha256,
    outcome: result?.outcome ?? null,
    decision: signed?.decision ?? null,
    signedAt: signed?.signedAt ?? null,
    reconciledAt: result?.at ?? null,
    isLost: false,
    isSignOffValid: doesSignOffCount(file, own),
  };
}

/**
 * Returns every period that has a signature or a file, even one that the service removed; the latest first. `isIntact`:
 * whether a signature of this computer has its seal.
 */
export function listPeriods(
  reader: FilesReader,
  stores: PeriodStores,
  isIntact: (signature: PeriodSignature) => boolean,
): ListedPeriod[] {
  const byPeriod = new Map<string, { id: PeriodId; files: ListedFile[] }>();
  const periodOf = (id: PeriodId) => getOrCompute(byPeriod, periodKey(id), () => ({ id, files: [] }));
  for (const file of listedFiles(reader))
    if (file.endDate !== null) periodOf({ firm: file.firmId, endDate: file.endDate }).files.push(file);
  const removed = new Map<string, number>();
  for (const { firm, endDate, isReplaced } of removedFiles(reader, stores)) {
    periodOf({ firm, endDate });
    if (isReplaced) continue;
    const key = periodKey({ firm, endDate });
    removed.set(key, (removed.get(key) ?? 0) + 1);
  }
  const fileState = fileStates(stores);
  const signatures = signaturesOf(stores, isIntact);
  const signed = new Map<string, (typeof signatures)[number]>();
  for (const signature of signatures) {
    const id = { firm: signature.firm, endDate: signature.endDate };
    periodOf(id);
    if (signature.isCounted && !signed.has(periodKey(id))) signed.set(periodKey(id), signature);
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
          files.filter(({ key, periodDebit }) => fileState(key, periodDebit).state !== 'signed').length +
          (removed.get(periodKey(id)) ?? 0),
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

/**
 * Returns this computer's signatures and those of colleagues, except a colleague's with a broken seal; the newest
 * first. A signature without the approval that the team's rules required does not count; nor do those of this computer
 * if the newest of the period has a broken seal: it must be signed again.
 */
function signaturesOf(stores: PeriodStores, isIntact: (signature: PeriodSignature) => boolean) {
  const unapproved = stores.periods.unapprovedSeals();
  const intactPeriods = new Map<string, boolean>();
  const isPeriodIntact = (newest: PeriodSignature): boolean => {
    const key = periodKey(newest);
    const isNewestIntact = intactPeriods.get(key) ?? isIntact(newest);
    intactPeriods.set(key, isNewestIntact);
    return isNewestIntact;
  };
  return [
    ...stores.periods.signatures().map((signature) => ({
      ...signature,
      isCounted: isPeriodIntact(signature) && !unapproved.has(signature.seal),
    })),
    ...colleagueSignatures(stores)
      .filter(({ state }) => state !== 'seal-broken')
      .map(({ by, isApproved, ...signature }) => ({
        ...signature,
        signedBy: by,
        isCounted: isApproved !== false,
      })),
  ].sort((a, b) => (a.signedAt < b.signedAt ? 1 : -1));
}
