import type { TaxIdLine } from '#contract/features/tax-ids/schemas';
import type { TokenSource } from '#contract/features/tax-ids/calls';
import type { DesktopClient, EngineClient } from '../../bridge';
import { showFailure, showToast } from '../../ui/toast';
import { TaxIdRun } from './tax-id-run.svelte';
import { Reason } from './reason.svelte';
import { ShownValues } from './shown-values.svelte';
import { alignedText, countRetryableLines, taxIdsText } from './messages';

/** Tokens and their plain values: looked up, shown for a limited time, copied, exported. */
export class TaxIdExchange {
  readonly taxIdRun: TaxIdRun;
  reason = $state.raw(new Reason());
  readonly shownValues: ShownValues = new ShownValues(() => this.#forget(this.taxIdRun.session));
  /** The running action. */
  busy = $state<'show' | 'copy' | null>(null);
  /** True while the export waits for confirmation. */
  confirming = $state(false);

  constructor(
    readonly engine: EngineClient,
    readonly desktop: DesktopClient,
  ) {
    this.taxIdRun = new TaxIdRun(engine.taxIds.exchange);
  }

  /** Number of lines whose values can be shown: for a list those found, for records all that may have one. */
  readonly availableCount = $derived.by(() => {
    const { progress } = this.taxIdRun;
    if (!progress) return 0;
    return progress.counts.known + (progress.state === 'on-demand' ? countRetryableLines(progress) : 0);
  });

  /** Returns true if the value of a line can be shown. */
  canShow({ state }: Pick<TaxIdLine, 'state'>): boolean {
    if (state === 'known') return true;
    return this.taxIdRun.progress?.state === 'on-demand' && (state === 'waiting' || state === 'failed');
  }

  /** Starts a lookup; each list requires a new reason. */
  async start(source: TokenSource, file: string | null = null): Promise<boolean> {
    this.shownValues.hide();
    this.reason = new Reason();
    return this.taxIdRun.begin(() => this.engine.taxIds.exchange.start(source), file);
  }

  /** Shows one value, or all, for a limited time. */
  async show(which: 'all' | TaxIdLine): Promise<void> {
    const { hideCount } = this.shownValues;
    await this.#runAction('show', async (session, reason) => {
      const { pageId, count } = await this.engine.taxIds.exchange.reveal({
        session,
        which: indexesOf(which),
        reason,
      });
      if (count === 0) return; // the reloaded lines say why
      // The list may have been left, or its values hidden, during the request.
      if (this.taxIdRun.session !== session || this.shownValues.hideCount !== hideCount)
        this.#forget(session);
      else this.shownValues.show({ pageId, line: which === 'all' ? 'all' : which.index, count });
    });
  }

  /** Copies values to the clipboard in their own process; they do not pass through this page. */
  async copy(which: 'all' | TaxIdLine): Promise<void> {
    await this.#runAction('copy', async (session, reason) => {
      const { values, blank } = await this.engine.taxIds.exchange.copy({
        session,
        which: indexesOf(which),
        reason,
      });
      if (values > 0)
        showToast(`${taxIdsText(values)} copied`, {
          text: `${which === 'all' ? `${alignedText(blank)} ` : ''}Clipboard clears in 30 seconds.`,
          tone: 'good',
        });
    });
  }

  askExport(): void {
    if (this.reason.requireReason() !== null) this.confirming = true;
  }

  /** Writes plain values to a file that the user names now. Throws on failure, which its dialog shows. */
  async export(day: string): Promise<void> {
    const { session } = this.taxIdRun;
    const reason = this.reason.requireReason();
    if (session === null || reason === null) return;
    const [file] = await this.desktop.choose({
      what: 'save',
      purpose: 'tax-ids-export',
      title: 'Export unmasked tax IDs',
      name: `tax-ids-${day}.csv`,
      extension: 'csv',
    });
    if (!file) return;
    const { values } = await this.engine.taxIds.exchange
      .export({ session, reason, grant: file.grant })
      .finally(() => void this.taxIdRun.reload());
    showToast(`${taxIdsText(values)} exported unmasked`, {
      text: `To ${file.name}. Delete the file when you no longer need it.`,
      tone: 'good',
    });
  }

  /** Removes the values from memory: their page ends with its frame, and the engine ends their process. */
  #forget(session: string | null): void {
    // An engine that has ended or is locked holds no values.
    if (session !== null) this.engine.taxIds.exchange.hide({ session }).catch(() => undefined);
  }

  close(): void {
    this.shownValues.hide();
    this.taxIdRun.close();
  }

  async #runAction(
    what: 'show' | 'copy',
    action: (session: string, reason: string) => Promise<void>,
  ): Promise<void> {
    const { session } = this.taxIdRun;
    const reason = this.reason.requireReason();
    if (session === null || reason === null || this.busy) return;
    this.busy = what;
    await action(session, reason).catch(showFailure);
    this.busy = null;
    if (this.taxIdRun.session === session) await this.taxIdRun.reload();
  }
}

const indexesOf = (which: 'all' | TaxIdLine): 'all' | number[] => (which === 'all' ? 'all' : [which.index]);
