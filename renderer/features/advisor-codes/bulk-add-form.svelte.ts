import { linesOf } from '#contract/text';
import { MAX_CODE_TEXT, type CodeSource } from '#contract/features/advisor-codes/calls';
import type { Job } from '#contract/job';
import type { CustodianCode } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { PageWork } from '../../state/page-work.svelte';

/**
 * The form that adds many codes, typed, pasted or from a file, with defaults for lines without a custodian or
 * a firm.
 */
export class BulkAddForm extends PageWork<'check'> {
  text = $state('');
  custodian = $state<CustodianCode | ''>('');
  firm = $state('');
  /** Number of lines with text. */
  readonly lineCount = $derived(linesOf(this.text).filter((line) => line.trim() !== '').length);
  readonly tooLong = $derived(this.text.length > MAX_CODE_TEXT);

  readonly #engine: () => EngineClient;

  constructor(engine: () => EngineClient) {
    super();
    this.#engine = engine;
  }

  /** Fills in codes that accounts have, as editable lines. */
  fillIn(codes: readonly { readonly custodian: string; readonly code: string }[]): void {
    this.failure = null;
    this.text = [
      'custodian,code',
      ...codes.map(({ custodian, code }) => `${custodian},${quoted(code)}`),
    ].join('\n');
  }

  checkText(): Promise<Job | null> {
    return this.check({ from: 'text', text: this.text });
  }

  /** Checks the lines in the engine; sends nothing. */
  check(source: CodeSource): Promise<Job | null> {
    return this.run('check', () =>
      this.#engine().advisorCodes.planCreate({
        source,
        defaults: { custodian: this.custodian || null, firm: this.firm === '' ? null : Number(this.firm) },
      }),
    );
  }
}

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
