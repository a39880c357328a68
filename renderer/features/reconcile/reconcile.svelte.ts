import { doesDecisionCount, type Decision } from '#contract/features/reconcile/schemas';
import {
  fileOutcomeOf,
  needsConfirmation,
  type EntryMapping,
  type EntryPreview,
  type FeeFileFacts,
  type Reconciliation,
} from '#contract/features/reconcile/reconciliation';
import { feeFileName, fileNameText } from '#contract/features/reconcile/messages';
import type { Guess } from '#contract/features/reconcile/findings';
import { localDay } from '#contract/dates';
import { failureOf, type Failure } from '#contract/failure';
import type { DesktopClient, EngineClient } from '../../bridge';
import { DECISION_LABELS } from '../fee-files/file-messages';
import { showFailure, showToast } from '../../ui/toast';

type OpenedFile = Awaited<ReturnType<EngineClient['reconcile']['open']>>;
export type FileSignOff = OpenedFile['signed'][number];

const CHOSEN: Guess = { confidence: 'sure', reasons: [{ code: 'chosen' }] };

/** The reconciliation of one saved fee upload file: columns, result, sign-off, evidence. */
export class FileReconciliation {
  step = $state.raw<'loading' | 'columns' | 'result'>('loading');
  failure = $state.raw<Failure | null>(null);
  file = $state.raw<FeeFileFacts | null>(null);
  entries = $state.raw<readonly EntryPreview[]>([]);
  result = $state.raw<Reconciliation | null>(null);
  signed = $state.raw<readonly FileSignOff[]>([]);
  /** The running action; its button shows it. */
  busy = $state.raw<'run' | 'sign' | 'columns' | null>(null);
  /** ID of the sign-off whose evidence pack is being written. */
  exporting = $state.raw<number | null>(null);

  /** The files that are not skipped. */
  readonly includedEntries = $derived(this.entries.filter(({ mapping }) => !mapping.leftOut));
  /** True if there is a result and a valid sign-off of the same contents of the file. */
  readonly isSignedOff = $derived(
    this.result !== null && validSignOff(this.signed, this.result) !== undefined,
  );

  /** True if `failure` is that of a reconciliation whose columns the user confirmed. */
  #hasRunFailed = $state(false);
  #loadAbort = new AbortController();
  #runAbort = new AbortController();

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
    readonly fileId: string,
  ) {}

  /** Shows the result of this session; without one, reconciles if the columns are certain, and else shows them. */
  async load(): Promise<void> {
    this.step = 'loading';
    this.failure = null;
    this.#hasRunFailed = false;
    this.#loadAbort = new AbortController();
    const { signal } = this.#loadAbort;
    try {
      const { file, problem, result, signed } = await this.engine.reconcile.open(
        { fileId: this.fileId },
        { signal },
      );
      this.file = file;
      this.signed = signed;
      this.result = result;
      this.failure = problem;
      if (problem) return;
      if (result) this.step = 'result';
      else await this.#begin();
    } catch (error) {
      if (!signal.aborted) this.failure = failureOf(error);
    }
  }

  /** Repeats what failed: a reconciliation with the confirmed columns, or reading the file. */
  async tryAgain(): Promise<void> {
    await (this.#hasRunFailed ? this.run() : this.load());
  }

  /** True if the columns can be changed after a reconciliation failed with them. */
  get canChangeColumns(): boolean {
    return this.#hasRunFailed;
  }
  /** Returns to the columns after a reconciliation failed with them. */
  changeColumns(): void {
    this.failure = null;
    this.#hasRunFailed = false;
    this.step = 'columns';
  }

  /** Aborts reads when the view closes. A running reconciliation continues for a later visit. */
  close(): void {
    this.#loadAbort.abort();
  }

  /** Reconciles at once if the columns are certain; otherwise asks about them. */
  async #begin(): Promise<void> {
    await this.#readColumns();
    if (this.includedEntries.length > 0 && !this.entries.some(needsConfirmation)) await this.run(false);
    if (this.result === null && this.failure === null) this.step = 'columns';
  }

  /** Reads the recognized columns; those of the displayed result take precedence. */
  async #readColumns(): Promise<void> {
    if (this.entries.length > 0) return;
    const { signal } = this.#loadAbort;
    const { entries } = await this.engine.reconcile.preview({ fileId: this.fileId }, { signal });
    const used = new Map(this.result?.mappings.map((mapping) => [mapping.entry, mapping]));
    this.entries = entries.map((preview) => {
      const mapping = used.get(preview.mapping.entry);
      return mapping ? withCorrection(preview, differenceOf(preview.mapping, mapping)) : preview;
    });
  }

  /** Shows the columns, from any step. */
  async showColumns(): Promise<void> {
    this.busy = 'columns';
    try {
      await this.#readColumns();
      this.step = 'columns';
    } catch (error) {
      this.failure = failureOf(error);
    } finally {
      this.busy = null;
    }
  }

  /** Applies the user's correction to one file of the archive. */
  correct(entry: string, change: Partial<EntryMapping>): void {
    this.entries = this.entries.map((known) =>
      known.mapping.entry === entry ? withCorrection(known, change) : known,
    );
  }

  /** Reconciles the file. `isConfirmed`: the user has seen the columns. */
  async run(isConfirmed = true): Promise<void> {
    this.busy = 'run';
    this.failure = null;
    this.#hasRunFailed = false;
    this.#runAbort = new AbortController();
    const { signal } = this.#runAbort;
    try {
      const mappings = this.entries.map(({ mapping }) => mapping);
      const result = await this.engine.reconcile.run(
        { fileId: this.fileId, mappings, isConfirmed },
        { signal },
      );
      if (signal.aborted) return;
      this.result = result;
      this.file = result.file;
      this.step = 'result';
    } catch (error) {
      if (signal.aborted) return; // after a cancel, the columns are shown
      this.failure = failureOf(error);
      this.#hasRunFailed = isConfirmed;
    } finally {
      this.busy = null;
    }
  }

  /** Cancels the running reconciliation and discards it. */
  cancel(): void {
    this.#runAbort.abort();
  }

  /**
   * Signs off the displayed result. Throws if it could not be saved; the dialog stays open and shows the error. If
   * another reconciliation has replaced the result, the new one is shown, unsigned.
   */
  async signOff(decision: Decision, note: string): Promise<void> {
    const { fileId, result: displayed } = this;
    if (!displayed) return;
    this.busy = 'sign';
    try {
      const signOff = await this.engine.reconcile.signOff({ fileId, displayed, decision, note });
      this.signed = [{ ...signOff, state: 'holds' }, ...this.signed];
      await this.#reloadSignOffs().catch(showFailure); // it is saved: the dialog must not offer to sign again
    } catch (error) {
      if (failureOf(error).kind === 'changed-since') await this.#showNewResult();
      throw error;
    } finally {
      this.busy = null;
    }
    const { label, tone } = DECISION_LABELS[decision];
    showToast(`Signed off: ${label.toLowerCase()}`, {
      tone: tone === 'good' ? 'good' : 'plain',
      text: 'It is recorded with your name and the time, and protected against later changes.',
    });
  }

  async #reloadSignOffs(): Promise<void> {
    const { signed } = await this.engine.reconcile.open({ fileId: this.fileId });
    this.signed = signed;
  }

  async #showNewResult(): Promise<void> {
    const { result, signed } = await this.engine.reconcile.open({ fileId: this.fileId });
    if (!result) return;
    this.result = result;
    this.file = result.file;
    this.signed = signed;
  }

  #name(): string {
    const { file, result } = this;
    const name = feeFileName(this.fileId, file?.endDate ?? null, [result?.before?.endDate ?? null]);
    return fileNameText(name);
  }

  /** Asks for a file, and writes the evidence pack of a sign-off. */
  async saveEvidence(signOff: FileSignOff): Promise<void> {
    try {
      const [chosen] = await this.desktop.choose({
        what: 'save',
        purpose: 'evidence-pack',
        title: 'Save the evidence pack',
        name: `${this.#name()}, signed ${localDay(new Date(signOff.signedAt))}.zip`,
        extension: 'zip',
      });
      if (!chosen) return;
      this.exporting = signOff.id;
      const { files } = await this.engine.reconcile.evidence({ id: signOff.id, grant: chosen.grant });
      showToast('Evidence pack saved', { tone: 'good', text: `${files} files in ${chosen.name}` });
    } catch (error) {
      if (failureOf(error).kind === 'seal-broken')
        this.signed = this.signed.map((item) =>
          item.id === signOff.id ? { ...item, state: 'seal-broken' } : item,
        );
      showFailure(error);
    } finally {
      this.exporting = null;
    }
  }
}

/**
 * Returns the newest sign-off of the file's bytes whose seal is intact; undefined if there is none, or if it approved a
 * file that now differs from its record. `signed` has the newest first.
 */
export function validSignOff(
  signed: readonly FileSignOff[],
  result: Reconciliation,
): FileSignOff | undefined {
  const signOff = signed.find(
    ({ state, fileSha256 }) => state === 'holds' && fileSha256 === result.file.sha256,
  );
  return signOff && doesDecisionCount(signOff.decision, fileOutcomeOf(result)) ? signOff : undefined;
}

/** Applies the user's choices to a file of the archive. */
function withCorrection(preview: EntryPreview, change: Partial<EntryMapping>): EntryPreview {
  if (Object.keys(change).length === 0) return preview;
  const guesses = Object.fromEntries(
    (['custodian', 'account', 'amount', 'notation'] as const)
      .filter((part) => part in change)
      .map((part) => [part, CHOSEN]),
  );
  return { ...preview, ...guesses, isRemembered: false, mapping: { ...preview.mapping, ...change } };
}

/** Returns the values of `used` that were not recognized. */
const differenceOf = (recognized: EntryMapping, used: EntryMapping): Partial<EntryMapping> =>
  Object.fromEntries(
    Object.entries(used).filter(([part, value]) => recognized[part as keyof EntryMapping] !== value),
  );
