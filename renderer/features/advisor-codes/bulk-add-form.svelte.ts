import { linesOf } from '#contract/text';
import { MAX_CODE_TEXT, type CodeSource } from '#contract/features/advisor-codes/calls';
import { failureOf, type Failure } from '#contract/failure';
import type { Job } from '#contract/job';
import type { CustodianCode } from '#contract/fields';
import type { EngineClient } from '../../bridge';

/**
 * The form that adds many codes, typed, pasted or from a file, with defaults for lines without a custodian or
 * a firm.
 */
export class BulkAddForm {
  text = $state('');
  custodian = $state<CustodianCode | ''>('');
  firm = $state('');
  isChecking = $state(false);
  failure = $state.raw<Failure | null>(null);
  /** Number of lines with text. */
  readonly lineCount = $derived(linesOf(this.text).filter((line) => line.trim() !== '').length);
  readonly tooLong = $derived(this.text.length > MAX_CODE_TEXT);

  constructor(private readonly engine: () => EngineClient) {}

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
  async check(source: CodeSource): Promise<Job | null> {
    this.isChecking = true;
    this.failure = null;
    try {
      return await this.engine().advisorCodes.planCreate({
        source,
        defaults: { custodian: this.custodian || null, firm: this.firm === '' ? null : Number(this.firm) },
      });
    } catch (error) {
      this.failure = failureOf(error);
      return null;
    } finally {
      this.isChecking = false;
    }
  }
}

const quoted = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
