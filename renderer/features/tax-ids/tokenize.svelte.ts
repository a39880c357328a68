import type { ValueSource } from '#contract/features/tax-ids/calls';
import { checkTaxId, MAX_TAX_IDS, taxIdLines, typedTaxId, type TaxIdType } from '#contract/tax-id';
import type { EngineClient } from '../../bridge';
import { count, countOf } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';
import { TaxIdRun } from './tax-id-run.svelte';
import { alignedText, issueText, taxIdsText } from './messages';

/** A typed line that is invalid or unusual. */
export interface TypedLineIssue {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

/** Plain values to be tokenized. The typed text is cleared as soon as it was submitted. */
export class Tokenization {
  readonly taxIdRun: TaxIdRun;
  text = $state('');
  /** The type of nine digits without dashes. */
  typeWithoutDashes = $state<TaxIdType>('ssn');

  readonly lines = $derived(taxIdLines(this.text, this.typeWithoutDashes));
  readonly issues = $derived(
    this.lines.flatMap(({ number, checked }): TypedLineIssue[] => {
      const issue = checked.ok ? checked.warning : checked.problem;
      return issue === null ? [] : [{ line: number, text: issueText(issue), isError: !checked.ok }];
    }),
  );
  readonly validCount = $derived(this.lines.filter(({ checked }) => checked.ok).length);
  readonly tooMany = $derived(this.lines.length > MAX_TAX_IDS);
  readonly hint = $derived.by(() => {
    if (this.tooMany) return `${count(this.lines.length)} lines: at most ${count(MAX_TAX_IDS)} at a time.`;
    if (this.lines.length === 0)
      return 'One per line, up to 5,000. If you paste a table, its tax ID column is used.';
    const invalidCount = this.lines.length - this.validCount;
    return `${taxIdsText(this.validCount)}${invalidCount ? `, ${countOf(invalidCount, 'line with an error', 'lines with errors')}` : ''}`;
  });

  constructor(readonly engine: EngineClient) {
    this.taxIdRun = new TaxIdRun(engine.taxIds.tokenize);
  }

  /** Inserts dashes: in the line being typed, or in every line of a paste. */
  insertDashes(text: string, how: 'typed' | 'pasted'): string {
    const lines = text.split('\n');
    if (how === 'pasted')
      return lines
        .map((line) => {
          const checked = checkTaxId(line, this.typeWithoutDashes);
          return checked.ok ? checked.value : line;
        })
        .join('\n');
    const last = lines.pop() ?? '';
    if (last.endsWith('-')) return text; // a dash that the user typed is not removed
    // A typed dash after two digits means an EIN.
    const type =
      /^\d{2}-\d*$/.test(last) && this.typeWithoutDashes === 'ssn' ? 'tax_id' : this.typeWithoutDashes;
    return [...lines, typedTaxId(last, type)].join('\n');
  }

  async start(source: ValueSource, file: string | null = null): Promise<boolean> {
    return this.taxIdRun.begin(() => this.engine.taxIds.tokenize.start(source), file);
  }

  async copy(): Promise<void> {
    const { session } = this.taxIdRun;
    if (session === null) return;
    try {
      const { values, blank } = await this.engine.taxIds.tokenize.copy({ session });
      showToast(`${countOf(values, 'token', 'tokens')} copied`, {
        text: alignedText(blank),
        tone: 'good',
      });
    } catch (error) {
      showFailure(error);
    }
  }

  close(): void {
    this.text = '';
    this.taxIdRun.close();
  }
}
