import { linesOf } from '#contract/text';
import { MAX_CODE_TEXT, type CodeLine } from '#contract/features/advisor-codes/schemas';
import type { CodeSource } from '#contract/features/advisor-codes/calls';
import type { Job } from '#contract/job';
import type { CustodianCode } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { PageWork } from '../../state/page-work.svelte';
import { codeLineOf } from './job-messages';

/** Number of lines read per request. */
const LINES_CHUNK = 500;

/**
 * The form that adds many codes, typed, pasted or from a file, with defaults for lines without a custodian or
 * a firm.
 */
export class BulkAddForm extends PageWork<'check' | 'read'> {
  text = $state('');
  custodian = $state<CustodianCode | ''>('');
  firm = $state('');
  /** Number of lines with text. */
  readonly lineCount = $derived(linesOf(this.text).filter((line) => line.trim() !== '').length);
  readonly tooLong = $derived(this.text.length > MAX_CODE_TEXT);

  readonly #engine: () => EngineClient;
  /** ID of the job that was planned from the text, or whose lines are the text. */
  #textJob: string | null = null;

  constructor(engine: () => EngineClient) {
    super();
    this.#engine = engine;
  }

  /** Fills in codes that accounts have, as editable lines. */
  fillIn(codes: readonly { readonly custodian: string; readonly code: string }[]): void {
    this.failure = null;
    this.#textJob = null;
    this.text = [
      'custodian,code',
      ...codes.map(({ custodian, code }) => `${custodian},${quoted(code)}`),
    ].join('\n');
  }

  /**
   * Fills in the lines of a planned job, unless the text is the one that it was planned from. Returns false if they
   * could not be read: the text is still that of another list.
   */
  async editList(job: string): Promise<boolean> {
    if (job === this.#textJob) return true;
    const lines = await this.run('read', () => this.#readLines(job));
    if (lines === null) return false;
    this.text = [
      'custodian,code,firm',
      ...lines.map(({ custodian, code, firmId }) =>
        [custodian ?? '', code, firmId ?? ''].map(quoted).join(','),
      ),
    ].join('\n');
    this.#textJob = job;
    return true;
  }

  async #readLines(job: string): Promise<CodeLine[]> {
    const lines: CodeLine[] = [];
    for (;;) {
      const range = { job, offset: lines.length, limit: LINES_CHUNK };
      const { rows, total } = await this.#engine().jobs.rows(range);
      lines.push(...rows.map(codeLineOf));
      if (rows.length === 0 || lines.length >= total) return lines;
    }
  }

  async checkText(): Promise<Job | null> {
    const job = await this.check({ from: 'text', text: this.text });
    if (job) this.#textJob = job.id;
    return job;
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
