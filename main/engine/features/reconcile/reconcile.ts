import { sha256 } from '#common/sha256';
import {
  firstUnsure,
  type EntryMapping,
  type EntryPreview,
  type FeeFileFacts,
  type Reconciliation,
} from '#contract/features/reconcile/reconciliation';
import type { ResultIssue, NotComparedReason } from '#contract/features/reconcile/findings';
import { failureOf, type Failure } from '#contract/failure';
import { withTimeout } from '../../files/with-timeout';
import { collectFeeLines, readEntryHeads } from './archive';
import { compareWithPreviousPeriod, compareWithRecord, type PreviousPeriod } from './compare';
import { KIND_BITS, NEEDS_REVIEW, type FeeLineReader, type ReconciledLine } from './lines';
import { stableIdentity, matchLines } from './match';
import { probablyMissing } from './missing-accounts';
import { detectColumns, rememberedOf } from './recognize';
import { filesOfPreviousPeriod } from '../fee-files/file-facts';
import type { OpenArchive, ReconcileSources } from './sources';
import { linesCsv } from './tables';
import { custodianSums, kindsOf, tallyOf } from './tally';

/** A reconciliation with its lines, while the connection is open. */
export interface ReconciledArchive {
  readonly result: Reconciliation;
  readonly lines: readonly ReconciledLine[];
  /** Lines of the previous period whose accounts are missing now. */
  readonly removedLines: readonly ReconciledLine[];
}

/** Returns the current facts of the saved file, or why it cannot be read; its sign-offs are shown in both cases. */
export async function currentFileFacts(
  sources: ReconcileSources,
  fileId: string,
  signal?: AbortSignal,
): Promise<{ file: FeeFileFacts; problem: null } | { file: null; problem: Failure }> {
  try {
    const file = await withTimeout(signal, (limitedSignal) =>
      withArchive(sources, fileId, limitedSignal, (archive) =>
        Promise.resolve(factsOf(sources, fileId, archive)),
      ),
    );
    return { file, problem: null };
  } catch (error) {
    return { file: null, problem: failureOf(error) };
  }
}

function factsOf(sources: ReconcileSources, fileId: string, archive: OpenArchive): FeeFileFacts {
  const { endDate, files, custodians, accounts, households, periodDebit } = sources.record(fileId);
  return {
    id: fileId,
    endDate,
    sha256: archive.sha256,
    bytes: archive.bytes,
    name: archive.name,
    record: { files, custodians, accounts, households, periodDebit },
  };
}

/**
 * Returns the files of a saved archive with their detected columns. Fails with `file-unreadable` if it is not
 * saved.
 */
export const previewArchive = (
  sources: ReconcileSources,
  fileId: string,
  signal?: AbortSignal,
): Promise<EntryPreview[]> =>
  withTimeout(signal, (limitedSignal) =>
    withArchive(sources, fileId, limitedSignal, async (archive) =>
      detectColumns(await readEntryHeads(archive, limitedSignal), sources),
    ),
  );

/**
 * Reconciles a saved archive (spec 2.8, 4.6): reads its fees with these columns, remembers confirmed columns,
 * matches fees to cached accounts, and compares with the record and the previous period. Amounts are exact.
 */
export const reconcile = (
  sources: ReconcileSources,
  fileId: string,
  mappings: readonly EntryMapping[],
  { isConfirmed = true, signal }: { isConfirmed?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<ReconciledArchive> =>
  withTimeout(signal, (limitedSignal) =>
    reconcileUntil(sources, fileId, mappings, isConfirmed, limitedSignal),
  );

function reconcileUntil(
  sources: ReconcileSources,
  fileId: string,
  mappings: readonly EntryMapping[],
  isConfirmed: boolean,
  signal: AbortSignal,
): Promise<ReconciledArchive> {
  return withArchive(sources, fileId, signal, async (archive) => {
    const file = factsOf(sources, fileId, archive);
    // First, because the columns of the previous period's file are recognized by those remembered.
    if (isConfirmed) await remember(sources, archive, mappings, signal);
    const collected = await collectFeeLines(archive, mappings, signal);
    const { lines } = collected;
    matchLines(lines, sources.lookUp, file.endDate);
    const current = { file, custodians: custodiansOf(mappings), lines };
    const earlierFees = await previousFees(sources, current, signal);
    const removedLines = 'lines' in earlierFees ? markChanges(lines, earlierFees.lines) : [];
    // With this period's end: an account that closed before it is not missing.
    matchLines(removedLines, sources.lookUp, file.endDate);
    removedLines.forEach((line) => (line.kinds |= KIND_BITS.gone));
    const tally = tallyOf(lines);
    const previousPeriod: PreviousPeriod =
      'lines' in earlierFees ? { tally: tallyOf(earlierFees.lines) } : earlierFees;
    const leftOut = mappings.filter((mapping) => mapping.leftOut).length;
    const withRecord = compareWithRecord(file.record, { tally, files: archive.entries.length, leftOut });
    const result: Reconciliation = {
      file,
      accountsAsOf: sources.accountsAsOf(),
      before:
        'lines' in earlierFees
          ? { fileId: earlierFees.fileId, endDate: earlierFees.endDate, sha256: earlierFees.sha256 }
          : null,
      mappings: [...mappings],
      lines: tally.lines,
      worthALook: lines.filter(({ kinds }) => (kinds & NEEDS_REVIEW) !== 0).length,
      accounts: tally.accounts,
      sum: tally.sum,
      comparisons: [...withRecord, ...compareWithPreviousPeriod(tally, previousPeriod)],
      probablyMissing: probablyMissing(withRecord, removedLines),
      kinds: kindsOf(lines, removedLines),
      custodians: custodianSums(tally, 'tally' in previousPeriod ? previousPeriod.tally : null),
      remarks: issuesOf(collected, mappings, sources.accountsAsOf(), archive.changed),
      linesSha256: sha256(linesCsv(lines, removedLines)),
    };
    return { result, lines, removedLines };
  });
}

/** Runs work with a saved archive and always closes it. */
export async function withArchive<T>(
  sources: ReconcileSources,
  fileId: string,
  signal: AbortSignal,
  work: (archive: OpenArchive) => Promise<T>,
): Promise<T> {
  const archive = await sources.open(fileId, signal);
  try {
    return await work(archive);
  } finally {
    await archive.close();
  }
}

/** Remembers the columns that the user confirmed by reconciling with them. */
async function remember(
  sources: ReconcileSources,
  archive: OpenArchive,
  mappings: readonly EntryMapping[],
  signal: AbortSignal,
): Promise<void> {
  const heads = new Map((await readEntryHeads(archive, signal)).map((head) => [head.entry, head.rows]));
  for (const mapping of mappings)
    if (!mapping.leftOut && mapping.custodian !== '')
      sources.remember(mapping.custodian, rememberedOf(mapping, heads.get(mapping.entry) ?? []));
}

interface EarlierFees {
  readonly fileId: string;
  readonly endDate: string;
  readonly sha256: string;
  readonly lines: readonly ReconciledLine[];
}

/** The reason why there is no previous period to compare with. */
interface NotCompared {
  readonly why: NotComparedReason;
}

const custodiansOf = (mappings: readonly EntryMapping[]): Set<string> =>
  new Set(mappings.filter(({ leftOut }) => !leftOut).map(({ custodian }) => custodian));

/**
 * Returns whether the current archive and another may share a custodian. An unknown custodian may be any, and so may
 * those of a current archive whose files are all left out.
 */
const mayShareCustodian = (custodians: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  custodians.size === 0 ||
  custodians.has('') ||
  others.has('') ||
  [...others].some((custodian) => custodians.has(custodian));

/** The file to compare with its previous one. */
interface CurrentFees {
  readonly file: FeeFileFacts;
  readonly custodians: ReadonlySet<string>;
  readonly lines: readonly ReconciledLine[];
}

/** Time limit for reading the earlier files, shorter than that of the requested one. */
const EARLIER_FILES_TIMEOUT_MS = 120_000;
/** An earlier file with this share of the accounts is compared without reading the others. */
const SUFFICIENT_SHARE = 0.9;

/**
 * Returns the fees of the same custodians' previous file, if it is saved and its columns are known. Of several such
 * files, returns the one with the most accounts in common: a firm may bill several groups of accounts separately. When
 * the time is over, those read so far count.
 */
async function previousFees(
  sources: ReconcileSources,
  { file, custodians, lines }: CurrentFees,
  signal: AbortSignal,
): Promise<EarlierFees | NotCompared> {
  const candidates = filesOfPreviousPeriod(sources.files(), file.endDate, sources.record(file.id).firmId);
  const [latest] = candidates;
  if (!latest?.endDate) return { why: { code: 'no-earlier-file' } };
  const saved = candidates.filter(({ key }) => sources.isSaved(key));
  if (saved.length === 0) return { why: { code: 'not-saved', endDate: latest.endDate } };
  const accounts = billedAccounts(lines);
  let best: { readonly fees: EarlierFees; readonly common: number } | undefined;
  let notCompared: NotCompared | undefined;
  const { endDate } = latest;
  const readAll = async (limitedSignal: AbortSignal): Promise<void> => {
    for (const { key } of saved) {
      const fees = await feesBefore(sources, key, endDate, custodians, limitedSignal);
      if (fees === null) continue;
      if ('why' in fees) {
        notCompared ??= fees; // another file may be that of the same custodians
        continue;
      }
      const common = [...billedAccounts(fees.lines)].filter((account) => accounts.has(account)).length;
      if (!best || common > best.common) best = { fees, common };
      if (common > 0 && common >= accounts.size * SUFFICIENT_SHARE) return;
    }
  };
  try {
    await withTimeout(signal, readAll, EARLIER_FILES_TIMEOUT_MS);
  } catch {
    signal.throwIfAborted();
    // The comparison is optional; slow earlier files must not fail this one. One without common accounts is another's.
    notCompared ??= { why: { code: 'earlier-unreadable', endDate } };
    if (best?.common === 0) best = undefined;
  }
  return best?.fees ?? notCompared ?? { why: { code: 'other-custodians', endDate } };
}

/** Returns the identities of the billed accounts (stableIdentity). */
const billedAccounts = (lines: readonly ReconciledLine[]): ReadonlySet<string> =>
  new Set(lines.filter(({ number }) => number !== '').map(stableIdentity));

/** Returns null if the file is for other custodians. */
async function feesBefore(
  sources: ReconcileSources,
  fileId: string,
  endDate: string,
  custodians: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<EarlierFees | NotCompared | null> {
  try {
    return await withArchive(sources, fileId, signal, async (archive) => {
      const entries = detectColumns(await readEntryHeads(archive, signal), sources);
      const mappings = entries.map(({ mapping }) => mapping);
      if (!mayShareCustodian(custodians, custodiansOf(mappings))) return null;
      const unsure = firstUnsure(entries);
      if (unsure) return { why: { ...unsure, endDate } };
      const { lines } = await collectFeeLines(archive, mappings, signal);
      return { fileId, endDate, sha256: archive.sha256, lines };
    });
  } catch {
    signal.throwIfAborted();
    // The comparison is optional; an unreadable earlier file must not fail this one.
    return { why: { code: 'earlier-unreadable', endDate } };
  }
}

/** Marks lines of accounts not billed before; returns the lines of accounts no longer billed. */
function markChanges(lines: readonly ReconciledLine[], earlier: readonly ReconciledLine[]): ReconciledLine[] {
  const earlierAccounts = new Set(earlier.map(stableIdentity));
  const currentAccounts = new Set<string>();
  for (const line of lines) {
    const account = stableIdentity(line);
    // Only the first line of an account, so that the counts of new lines and new accounts agree.
    if (line.number !== '' && !earlierAccounts.has(account) && !currentAccounts.has(account))
      line.kinds |= KIND_BITS.new;
    currentAccounts.add(account);
  }
  return earlier.filter((line) => line.number !== '' && !currentAccounts.has(stableIdentity(line)));
}

function issuesOf(
  { summaries, lines }: FeeLineReader,
  mappings: readonly EntryMapping[],
  accountsAsOf: string | null,
  isFileChanged: boolean,
): ResultIssue[] {
  const issues: ResultIssue[] = [];
  if (isFileChanged) issues.push({ code: 'file-changed' });
  if (accountsAsOf === null) issues.push({ code: 'no-accounts' });
  for (const { entry } of mappings.filter((mapping) => mapping.leftOut))
    issues.push({ code: 'left-out', entry });
  for (const [entry, count] of summaries) issues.push({ code: 'sums-skipped', entry, lines: count });
  if (lines.length === 0) issues.push({ code: 'no-fees' });
  return issues;
}
