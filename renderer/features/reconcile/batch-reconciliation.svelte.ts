import type { Decision } from '#contract/features/reconcile/schemas';
import {
  comparedOutcomeOf,
  firstUnsure,
  type Reconciliation,
} from '#contract/features/reconcile/reconciliation';
import type { UnsureReason } from '#contract/features/reconcile/findings';
import { minus, compareMoney } from '#contract/money';
import { fail, failureOf, type Failure } from '#contract/failure';
import type { SignOffEvidence } from '#contract/features/fee-files/colleague-files';
import { shortSignOffText } from '#contract/features/fee-files/messages';
import { feeFileName, fileNameText } from '#contract/features/reconcile/messages';
import type { DesktopClient, EngineClient } from '../../bridge';
import { saveToFile } from '../../records/export/save-to-file';
import { pageAsPdf } from '../../records/record/print';
import { countOf } from '../../ui/format';
import { periodRangeText, periodSummary, type UnsignedFile } from './period-summary';
import PeriodSummarySheet from './PeriodSummarySheet.svelte';
import { validSignOff } from './reconcile.svelte';

/** The state of one of several files. `unsure`: the user must confirm its columns or custodian first. */
export interface BatchFile {
  readonly fileId: string;
  readonly state: 'waiting' | 'running' | 'unsure' | 'done' | 'failed';
  readonly endDate: string | null;
  /** What the user must confirm, if anything. */
  readonly unsure: UnsureReason | null;
  readonly result: Reconciliation | null;
  readonly failure: Failure | null;
  /** True if the file as it was last saved has a sign-off, made by this batch or earlier; also one that is not valid. */
  readonly isSigned: boolean;
  /** The decision of this batch, or of a valid earlier sign-off. */
  readonly decision: Decision | null;
}

const STATE_ORDER = { failed: 0, unsure: 1, done: 2, running: 3, waiting: 4 } as const;
const OUTCOME_ORDER = { differs: 0, 'not-compared': 1, skipped: 2, agrees: 3 } as const;

/** Several saved files, reconciled one after the other and signed off together. */
export class BatchReconciliation {
  files = $state.raw<readonly BatchFile[]>([]);
  /** True while they are being signed off. */
  signing = $state(false);
  /** How many of the files to sign off were tried, successfully or not. */
  triedSoFar = $state(0);
  /** True while their evidence pack is being written. */
  exporting = $state(false);
  readonly #engine: EngineClient;

  constructor(engine: EngineClient, fileIds: readonly string[]) {
    this.#engine = engine;
    this.files = fileIds.map((fileId) => ({
      fileId,
      state: 'waiting',
      endDate: null,
      isSigned: false,
      unsure: null,
      result: null,
      failure: null,
      decision: null,
    }));
  }

  readonly isRunning = $derived(this.files.some(({ state }) => state === 'waiting' || state === 'running'));
  /** Files that need attention come first, the worst at the top. */
  readonly worstFirst = $derived([...this.files].sort(compareWorstFirst));
  /** End dates of all files and of the periods before them. */
  readonly endDates = $derived(
    this.files.flatMap(({ endDate, result }) => [endDate, result?.before?.endDate ?? null]),
  );
  /** Files with a result but no valid sign-off. A file is signed off again only on its own page. */
  readonly unsigned = $derived(this.files.filter(({ result, decision }) => result && decision === null));

  /** Reconciles the files in order; one that fails or needs the user does not stop the others. */
  async run(signal: AbortSignal): Promise<void> {
    const isStopped = () => signal.aborted;
    for (const { fileId } of this.files) {
      if (isStopped()) return;
      this.#set(fileId, { state: 'running', failure: null });
      try {
        this.#set(fileId, await this.#reconcile(fileId, signal));
      } catch (error) {
        if (isStopped()) return;
        this.#set(fileId, { state: 'failed', failure: failureOf(error) });
      }
    }
  }

  async #reconcile(fileId: string, signal: AbortSignal): Promise<Partial<BatchFile>> {
    const stored = await this.#engine.reconcile.open({ fileId }, { signal });
    this.#set(fileId, { endDate: stored.file?.endDate ?? null, isSigned: isVersionSigned(stored) });
    const doneWith = (result: Reconciliation) =>
      ({ state: 'done', result, decision: validSignOff(stored.signed, result)?.decision ?? null }) as const;
    if (stored.result) return doneWith(stored.result);
    if (stored.problem) return { state: 'failed', failure: stored.problem };
    const { entries } = await this.#engine.reconcile.preview({ fileId }, { signal });
    const unsure = firstUnsure(entries);
    if (unsure) return { state: 'unsure', unsure: unsure.code };
    const mappings = entries.map(({ mapping }) => mapping);
    return doneWith(await this.#engine.reconcile.run({ fileId, mappings, isConfirmed: false }, { signal }));
  }

  /**
   * Signs off each file that has a decision, with one note; the others stay unsigned. A failure is shown at
   * its file.
   */
  async sign(decisions: ReadonlyMap<string, Decision>, note: string): Promise<void> {
    this.signing = true;
    this.triedSoFar = 0;
    try {
      for (const { fileId, result } of this.unsigned) {
        const decision = decisions.get(fileId);
        if (!decision || !result) continue;
        try {
          await this.#signOne(fileId, result, decision, note);
          this.#set(fileId, { decision, isSigned: true, failure: null });
        } catch (error) {
          this.#set(fileId, { failure: failureOf(error) });
        }
        this.triedSoFar += 1;
      }
    } finally {
      this.signing = false;
    }
  }

  /** Recomputes a result that was evicted, and signs it off only if it is identical. */
  async #signOne(fileId: string, displayed: Reconciliation, decision: Decision, note: string): Promise<void> {
    const { result } = await this.#engine.reconcile.open({ fileId });
    const current =
      result ??
      (await this.#engine.reconcile.run({ fileId, mappings: displayed.mappings, isConfirmed: false }));
    if (!isSameResult(current, displayed)) {
      this.#set(fileId, { result: current });
      throw fail('changed-since', { where: 'signature' });
    }
    await this.#engine.reconcile.signOff({ fileId, displayed: current, decision, note });
  }

  readonly nameOf = ({ fileId, endDate }: Pick<BatchFile, 'fileId' | 'endDate'>): string =>
    feeFileName(fileId, endDate, this.endDates);

  /** Writes one evidence pack of all signed files, with a summary page, to a file that the user chooses. */
  async saveEvidence(desktop: DesktopClient): Promise<void> {
    const signed = this.files.filter(({ isSigned }) => isSigned);
    const range = periodRangeText(signed.map(({ endDate }) => endDate));
    const fileCount = countOf(signed.length, 'fee upload file', 'fee upload files');
    const request = {
      purpose: 'evidence-pack',
      title: 'Save the evidence pack',
      name: fileNameText(`Evidence ${[range, fileCount].filter(Boolean).join(', ')}.zip`),
    } as const;
    await saveToFile(desktop, request, async ({ grant, name }) => {
      this.exporting = true;
      const fileIds = this.files.map(({ fileId }) => fileId);
      const { files, unsigned, outdated } = await this.#engine.reconcile.periodSummary({ fileIds });
      const signOffs = await this.#engine.feeFiles.colleagueSignOffs({ fileIds });
      const summary = periodSummary(
        files,
        this.#unsignedFiles(unsigned, signOffs),
        signOffs.map((signOff) => `${this.#nameOfId(signOff.fileId)}: ${shortSignOffText(signOff)}`),
        outdated.map((fileId) => this.#nameOfId(fileId)),
      );
      await this.#engine.reconcile.periodEvidence({
        fileIds,
        signed: files.map((file) => file.signed.id),
        summaryPdf: await pageAsPdf(desktop, PeriodSummarySheet, { summary }),
        grant,
      });
      const text = `${countOf(files.length, 'fee upload file', 'fee upload files')} in ${name}`;
      return { title: 'Evidence pack saved', text };
    });
    this.exporting = false;
  }

  #nameOfId(fileId: string): string {
    const file = this.files.find((candidate) => candidate.fileId === fileId);
    return this.nameOf(file ?? { fileId, endDate: null });
  }

  #unsignedFiles(unsigned: readonly string[], signOffs: readonly SignOffEvidence[]): UnsignedFile[] {
    const validSignOffs = signOffs.filter(({ state }) => state !== 'seal-broken');
    const signedByColleagues = new Set(validSignOffs.map(({ fileId }) => fileId));
    return unsigned.map((fileId) => ({
      name: this.#nameOfId(fileId),
      isOfColleague: signedByColleagues.has(fileId),
    }));
  }

  #set(fileId: string, change: Partial<BatchFile>): void {
    this.files = this.files.map((file) => (file.fileId === fileId ? { ...file, ...change } : file));
  }
}

/** Returns whether the file as it was last saved is signed off; any version counts if it can't be read. */
const isVersionSigned = ({ file, signed }: Awaited<ReturnType<EngineClient['reconcile']['open']>>): boolean =>
  signed.some(({ fileSha256 }) => file === null || fileSha256 === file.sha256);

const isSameResult = (a: Reconciliation, b: Reconciliation): boolean =>
  a.file.sha256 === b.file.sha256 &&
  a.linesSha256 === b.linesSha256 &&
  JSON.stringify(a.comparisons) === JSON.stringify(b.comparisons);

/** Returns the difference between the file's sum and its record, without a sign. */
function differenceFromRecord({ comparisons }: Reconciliation): string {
  const debit = comparisons.find(({ what }) => what === 'period-debit');
  return debit?.expected && debit.found ? minus(debit.found, debit.expected).replace('-', '') : '0';
}

function compareWorstFirst(a: BatchFile, b: BatchFile): number {
  const state = STATE_ORDER[a.state] - STATE_ORDER[b.state];
  if (state !== 0 || !a.result || !b.result) return state;
  return (
    OUTCOME_ORDER[comparedOutcomeOf(a.result)] - OUTCOME_ORDER[comparedOutcomeOf(b.result)] ||
    compareMoney(differenceFromRecord(b.result), differenceFromRecord(a.result)) ||
    (b.result.file.endDate ?? '').localeCompare(a.result.file.endDate ?? '')
  );
}
