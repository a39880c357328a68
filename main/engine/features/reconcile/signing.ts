import { sha256 } from '#common/sha256';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Decision, SignedReconciliation } from '#contract/features/reconcile/schemas';
import {
  differsFromRecord,
  reconciliation,
  type Reconciliation,
} from '#contract/features/reconcile/reconciliation';
import type { SignedState, SummarizedFile } from '#contract/features/reconcile/calls';
import { fail } from '#contract/failure';
import { logWhile, type Activity, type NewEntry } from '../../workspace/activity/activity';
import type { Reconciliations } from './saved-work/reconciliations';
import type { Workspace } from '../../workspace/open/workspace';
import { evidenceOf, sharedSignOffs, type SignOffStores } from '../fee-files/sign-off-evidence';
import { evidencePack, packFiles, type PackFiles } from './evidence';
import { filePacks, parseSignOff, periodPack, summaryOf } from './period-evidence';
import type { ReconciledArchive } from './reconcile';
import { resultText, SEAL_FORMAT, sealOf, type Signature } from './saved-work/seal';
import { linesCsv } from './tables';

/** The stores of a sign-off and its log entry. */
interface SealStores {
  readonly store: Reconciliations;
  readonly activity: Activity;
}

interface SigningDeps extends SealStores {
  readonly now: () => Date;
  /** One transaction: a sign-off whose seal is not in the log would count as broken. */
  readonly transaction: Workspace['transaction'];
}

/**
 * Seals and stores a reconciliation with the user's decision and note; the activity log stores the seal too. Fails
 * with `changed-since` if the user was shown a different result, and with `conflict` if a file that differs from its
 * record would be approved without exceptions.
 */
export function signOff(
  { store, activity, now, transaction }: SigningDeps,
  { result, lines, removedLines }: ReconciledArchive,
  request: {
    readonly displayed: Reconciliation;
    readonly decision: Decision;
    readonly note: string;
    readonly user: string;
  },
): SignedReconciliation {
  if (contractText(result) !== contractText(request.displayed))
    throw fail('changed-since', { where: 'signature' });
  if (request.decision === 'approved' && differsFromRecord(result))
    throw fail('conflict', { where: 'reconciliation' });
  const text = resultText(result);
  const signature: Signature = {
    format: SEAL_FORMAT,
    fileId: result.file.id,
    fileSha256: result.file.sha256,
    resultSha256: sha256(text),
    signedAt: now().toISOString(),
    signedBy: request.user,
    decision: request.decision,
    note: request.note,
  };
  const table = deflateRawSync(linesCsv(lines, removedLines));
  return transaction(() => {
    const signed = store.sign({ ...signature, seal: sealOf(signature) }, { result: text, lines: table });
    activity.note({
      kind: 'reconciliation-sign-off',
      count: result.lines,
      facts: {
        decision: request.decision,
        file: signed.fileId,
        'file sha256': signed.fileSha256,
        seal: signed.seal,
      },
    });
    return signed;
  });
}

/** Returns a result as text with the contract's field order, for comparison with one that crossed the bridge. */
const contractText = (result: Reconciliation): string => JSON.stringify(reconciliation.parse(result));

/** Returns whether a signature is intact, and whether the saved file is still the signed one. */
export function signatureState(
  stores: SealStores,
  signed: SignedReconciliation,
  fileSha256: string | null,
): SignedState {
  if (!isSealIntact(stores, signed)) return 'seal-broken';
  if (fileSha256 === null) return 'file-missing';
  return fileSha256 === signed.fileSha256 ? 'holds' : 'other-file';
}

/**
 * Recomputes the seal from the stored signature, result and line table. A forged seal would not be in the
 * activity log.
 */
function isSealIntact({ store, activity }: SealStores, signed: SignedReconciliation): boolean {
  if (logPositionOf(activity, 'reconciliation-sign-off', signed.seal) === null) return false;
  const sealed = store.sealedResult(signed.id);
  if (!sealed || sealOf(signed) !== signed.seal || sha256(sealed.result) !== signed.resultSha256)
    return false;
  try {
    const { linesSha256 } = JSON.parse(sealed.result) as { linesSha256?: unknown };
    return sha256(inflateRawSync(sealed.lines)) === linesSha256;
  } catch {
    return false; // a table that cannot be decompressed is not the sealed one
  }
}

/** Returns the position of a seal in the activity log; null if the log does not have it. */
const logPositionOf = (
  activity: Activity,
  kind: 'reconciliation-sign-off' | 'period-sign',
  seal: string,
): number | null => activity.list({ kinds: [kind], text: seal }, 0, 1).entries[0]?.seq ?? null;

interface ExportDeps extends Omit<SigningDeps, 'transaction'> {
  readonly connection: string;
  /** Writes a complete file or none. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
}

/**
 * Writes the evidence pack of a signed reconciliation. Fails with `not-found` if there is none with this ID,
 * and with `seal-broken` if it has changed since, which makes the pack invalid as evidence.
 */
export async function exportEvidence(
  { store, activity, now, connection, write }: ExportDeps,
  id: number,
): Promise<{ files: number; sha256: string }> {
  const signed = store.signOffById(id);
  const sealed = store.sealedResult(id);
  if (!signed || !sealed) throw fail('not-found', { where: 'reconciliation' });
  if (!isSealIntact({ store, activity }, signed))
    throw fail('seal-broken', { where: `file ${signed.fileId}` });
  return writePack({ activity, now, write }, evidencePack(signed, sealed, connection), {
    kind: 'evidence-export',
    facts: { file: signed.fileId, seal: signed.seal },
  });
}

interface VersionStores extends SealStores {
  /** Returns the hash of the newest saved copy of a file; undefined if it is not saved here. */
  readonly savedHashOf: (fileId: string) => string | undefined;
}

/**
 * Returns the newest sign-off of each file as it was last saved, or of any version if the file is not saved here; and
 * the files of which only other versions are signed off. Fails with `seal-broken` if a sign-off was changed since.
 */
function newestSignOffs(stores: VersionStores, fileIds: readonly string[]) {
  const outdated: string[] = [];
  const signOffs = fileIds.flatMap((fileId) => {
    const all = stores.store.signedFor(fileId);
    const hash = stores.savedHashOf(fileId);
    const signed = all.find(({ fileSha256 }) => hash === undefined || fileSha256 === hash);
    if (!signed && all.length > 0) outdated.push(fileId);
    return intactSignOff(stores, signed);
  });
  return { signOffs, outdated };
}

/** Returns a sign-off with its result, if there is one. Fails with `seal-broken` if it was changed since. */
function intactSignOff(stores: SealStores, signed: SignedReconciliation | undefined) {
  const sealed = signed && stores.store.sealedResult(signed.id);
  if (!sealed) return [];
  if (!isSealIntact(stores, signed)) throw fail('seal-broken', { where: `file ${signed.fileId}` });
  return [parseSignOff(signed, sealed)];
}

/**
 * Returns the evidence of several files as they were signed off when a period was signed: of each, the newest sign-off
 * of these bytes, by the order of the activity log, because a clock may be corrected. Each has its own list of hashes,
 * the whole none.
 */
export function signedFilePacks(
  stores: SealStores,
  files: readonly { readonly fileId: string; readonly sha256: string | null }[],
  { connection, periodSeal }: { readonly connection: string; readonly periodSeal: string },
): Map<string, string> {
  const { store, activity } = stores;
  const periodPosition = logPositionOf(activity, 'period-sign', periodSeal) ?? 0;
  // A sign-off that the log does not have counts as earlier, so that its broken seal is reported.
  const isCovered = ({ seal }: SignedReconciliation): boolean =>
    (logPositionOf(activity, 'reconciliation-sign-off', seal) ?? 0) < periodPosition;
  const signOffs = files.flatMap(({ fileId, sha256: hash }) =>
    intactSignOff(
      stores,
      store.signedFor(fileId).find((signed) => signed.fileSha256 === hash && isCovered(signed)),
    ),
  );
  return filePacks(signOffs, connection);
}

/** Returns the content of the summary page of an evidence pack of these files, from sealed data only. */
export function sealedPeriodSummary(
  stores: VersionStores,
  fileIds: readonly string[],
): { files: SummarizedFile[]; unsigned: string[]; outdated: string[] } {
  const { signOffs, outdated } = newestSignOffs(stores, fileIds);
  const signedIds = new Set([...signOffs.map(({ signed }) => signed.fileId), ...outdated]);
  const unsigned = fileIds.filter((fileId) => !signedIds.has(fileId));
  return { files: signOffs.map(summaryOf), unsigned, outdated };
}

/**
 * Writes one evidence pack of the newest sign-offs of several files, and of colleagues' sign-offs of them. Fails with
 * `not-found` if none is signed off, with `changed-since` if the summary page shows different sign-offs, and with
 * `seal-broken` if one was changed since.
 */
export async function exportPeriodEvidence(
  { connection, colleagues, ...deps }: ExportDeps & VersionStores & { readonly colleagues: SignOffStores },
  request: {
    readonly fileIds: readonly string[];
    readonly signed: readonly number[];
    readonly summaryPdf: Uint8Array;
  },
): Promise<{ files: number; sha256: string }> {
  const { signOffs: all } = newestSignOffs(deps, request.fileIds);
  if (all.length === 0) throw fail('not-found', { where: 'reconciliation' });
  if (all.map(({ signed }) => signed.id).join() !== request.signed.join())
    throw fail('changed-since', { where: 'evidence' });
  const ofColleagues = evidenceOf(colleagues, sharedSignOffs(colleagues, request.fileIds));
  const { summaryPdf } = request;
  return writePack(deps, periodPack(all, ofColleagues, { summaryPdf, connection }), {
    kind: 'evidence-export',
    facts: { files: all.map(({ signed }) => signed.fileId).join(', ') },
  });
}

/** Writes a pack and logs it with its hash. */
export async function writePack(
  { activity, now, write }: Pick<ExportDeps, 'activity' | 'now' | 'write'>,
  files: PackFiles,
  { kind, facts }: Pick<NewEntry, 'kind' | 'facts'>,
): Promise<{ files: number; sha256: string }> {
  const bytes = packFiles(files, now());
  const hash = sha256(bytes);
  const entry = { kind, count: files.size, facts: { ...facts, 'pack sha256': hash } };
  await logWhile(activity, entry, () => write(bytes));
  return { files: files.size, sha256: hash };
}
