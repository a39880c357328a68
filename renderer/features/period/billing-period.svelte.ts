import type { PeriodId, SampleDetail, SampleVerdict } from '#contract/features/period/schemas';
import type { Period, PeriodSection, PeriodStep } from '#contract/features/period/sections';
import { fileNameText } from '#contract/features/reconcile/messages';
import { RULE_IDS } from '#contract/features/review/rules';
import { failureOf, type Failure } from '#contract/failure';
import type { DesktopClient, EngineClient } from '../../bridge';
import { saveToFile } from '../../records/export/save-to-file';
import { pageAsPdf, printPage, savePageAsPdf } from '../../records/record/print';
import { countOf } from '../../ui/format';
import { showFailure } from '../../ui/toast';
import { RULE_TEXTS } from '../review/rule-messages';
import PeriodSheet from './PeriodSheet.svelte';

/** A billing period on screen; every action that changes it reloads it. */
export class BillingPeriod {
  value = $state.raw<Period | null>(null);
  /** Set if the last load failed; `value` is then from an earlier load. */
  failure = $state.raw<Failure | null>(null);
  exporting = $state(false);
  #latestRequest = 0;
  #isRefreshing = false;
  #isStale = false;

  constructor(
    readonly engine: EngineClient,
    readonly id: PeriodId,
  ) {}

  /** Loads the period; ignores the response if a later load has started. */
  async load(): Promise<void> {
    const request = ++this.#latestRequest;
    try {
      const value = await this.engine.period.get(this.id);
      if (request !== this.#latestRequest) return;
      this.value = value;
      this.failure = null;
    } catch (error) {
      if (request === this.#latestRequest) this.failure = failureOf(error);
    }
  }

  /** Loads the period again, and once more if it changed while loading: many entries of colleagues may arrive at once. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    while (this.#isStale) {
      this.#isStale = false;
      await this.load();
    }
    this.#isRefreshing = false;
  }

  /** Checks a section off as it is shown; a null note removes the check-off. Throws if the call fails. */
  async check({ facts, sha256 }: PeriodSection, note: string | null): Promise<void> {
    await this.engine.period.check({ ...this.id, section: facts.name, sha256, note });
    await this.load();
  }

  /** Replaces the steps that the user saw. */
  async setSteps(
    steps: readonly Pick<PeriodStep, 'title'>[],
    known: readonly Pick<PeriodStep, 'id' | 'title'>[],
  ): Promise<void> {
    await this.engine.period.setSteps({ firm: this.id.firm, steps: withIds(steps, known) });
    await this.load();
  }

  /** Marks a step as done with a note, or as not done if the note is null. Shows why it failed, as no dialog does. */
  async markStep(step: number, note: string | null): Promise<void> {
    await this.engine.period.markStep({ ...this.id, step, note }).catch(showFailure);
    await this.load();
  }

  /** Marks a file missing from the service's list as replaced. Throws if the call fails. */
  async markReplaced(fileId: string, note: string): Promise<void> {
    try {
      await this.engine.feeHistory.markReplaced({ fileId, note });
    } finally {
      await this.load();
    }
  }

  /** Removes that mark. Shows why it failed, as no dialog does. */
  async undoReplaced(fileId: string): Promise<void> {
    await this.engine.feeHistory.undoReplaced({ fileId }).catch(showFailure);
    await this.load();
  }

  async drawSample(size: number, seed: string, chosen: readonly string[]): Promise<void> {
    await this.engine.period.drawSample({ ...this.id, size, seed: seed || null, chosen: [...chosen] });
    await this.load();
  }

  /** Records a verdict about what was shown. Fails with `changed-since` if that is no longer the account's data. */
  async judge(
    account: string,
    { verdict, reason, shown }: { verdict: SampleVerdict; reason: string; shown: SampleDetail },
  ): Promise<void> {
    await this.engine.period.judge({ ...this.id, account, verdict, reason, shown });
    await this.load();
  }

  /** Signs the period as shown to the user. Fails with `changed-since` if the data has changed; loads it either way. */
  async sign(shown: Period, note: string): Promise<void> {
    const sections = shown.sections.map(({ sha256 }) => sha256);
    try {
      await this.engine.period.sign({ ...this.id, note, sections });
    } finally {
      await this.load();
    }
  }

  /** Prints the period as it is shown, or saves that as a PDF. */
  async print(desktop: DesktopClient, title: string, output: 'paper' | 'pdf'): Promise<void> {
    if (!this.value) return;
    const sheet = { period: this.value, title };
    try {
      if (output === 'paper') {
        await printPage(desktop, PeriodSheet, sheet);
        return;
      }
      const file = {
        title: 'Save this period as PDF',
        name: fileNameText(`Billing period ${title}.pdf`),
      };
      await savePageAsPdf(desktop, file, PeriodSheet, () => Promise.resolve(sheet));
    } catch (error) {
      showFailure(error);
    }
  }

  /** Writes the evidence pack of the newest signature to a file that the user chooses. */
  async savePack(desktop: DesktopClient, title: string): Promise<void> {
    const id = this.value?.signature?.id;
    if (id === undefined || this.exporting) return;
    const request = {
      purpose: 'period-pack',
      title: 'Save the evidence pack',
      name: fileNameText(`Billing period ${title}.zip`),
    } as const;
    await saveToFile(desktop, request, async ({ grant, name }) => {
      this.exporting = true;
      const signed = await this.engine.period.signed({ id });
      const { files } = await this.engine.period.pack({
        id,
        summaryPdf: await pageAsPdf(desktop, PeriodSheet, { ...signed, title }),
        ruleNames: Object.fromEntries(RULE_IDS.map((rule) => [rule, RULE_TEXTS[rule].name])),
        grant,
      });
      return { title: 'Evidence pack saved', text: `${countOf(files, 'file', 'files')} in ${name}` };
    });
    this.exporting = false;
  }
}

/**
 * Returns steps with IDs: that of a known step with the same title, or, if none was added or removed, of the renamed one
 * in its position.
 */
export function withIds(
  steps: readonly Pick<PeriodStep, 'title'>[],
  known: readonly Pick<PeriodStep, 'id' | 'title'>[],
): { id: number | null; title: string }[] {
  const titles = new Set(steps.map(({ title }) => title));
  const used = new Set<number>();
  return steps.map(({ title }, index) => {
    const withTitle = known.find((step) => step.title === title && !used.has(step.id));
    const inPosition = steps.length === known.length ? known[index] : undefined;
    const renamed = inPosition && !titles.has(inPosition.title) ? inPosition : undefined;
    const id = (withTitle ?? renamed)?.id ?? null;
    if (id !== null) used.add(id);
    return { id, title };
  });
}
