import { newAdvisorCode, type CodeRow, type Firm } from '#contract/features/advisor-codes/calls';
import { compareTexts } from '#contract/text';
import type { ApplicationKind } from '#contract/connection';
import type { Job, JobRow } from '#contract/job';
import { advisorCodeTerm, custodianCode, CUSTODIANS, type CustodianCode } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { PageWork } from '../../state/page-work.svelte';
import { followToEnd } from '../../records/outcome/follow-to-end';
import { hasUnresolvedRows } from './job-messages';
import { custodianLabel } from './messages';

export const CUSTODIAN_OPTIONS = [
  { value: '' as CustodianCode | '', label: 'Choose…' },
  ...Object.entries(CUSTODIANS)
    .map(([value, label]) => ({ value: value as CustodianCode, label: `${label} (${value})` }))
    .sort((a, b) => compareTexts(a.label, b.label)),
];

export const firmOptions = (firms: readonly Firm[]) => [
  { value: '', label: 'Choose…' },
  ...firms.map(({ id, name }) => ({ value: String(id), label: name ? `${name} (${id})` : String(id) })),
];

const isUnapproved = ({ failure }: Pick<Job, 'failure'>): boolean =>
  failure?.detail?.code === 'approval-needed';

/** The form of one new code: validated while typing (spec 2.5) and sent once; holds the outcome. */
export class CodeForm extends PageWork<'send'> {
  readonly #onlyFirm = $derived.by(() => {
    const [only, ...others] = this.#firms();
    return only && others.length === 0 ? String(only.id) : '';
  });
  custodian = $state<CustodianCode | ''>('');
  code = $state('');
  /** The chosen firm's ID; until the user chooses, that of the only firm, or empty if there are several. */
  firm = $derived(this.#onlyFirm);
  /** True once the button was pressed: missing values are reported from then on. */
  wasSubmitted = $state(false);
  /** The outcome, or the reason why it was not sent. */
  outcome = $state.raw<{ readonly job: Job; readonly line: JobRow } | null>(null);

  /** The job of the last attempt if it did not send the code. */
  #unsentJob: { readonly id: string; readonly isUnapproved: boolean } | null = null;

  readonly #parsed = $derived(
    newAdvisorCode.safeParse({
      code: this.code.trim(),
      source: this.custodian,
      firm_id: this.firm === '' ? undefined : Number(this.firm),
    }),
  );
  readonly term = $derived(advisorCodeTerm(this.custodian));
  readonly errors = $derived.by(() => {
    const invalidFields = new Set(this.#parsed.error?.issues.map(({ path }) => path[0]));
    const typed = this.code.trim();
    return {
      custodian: this.wasSubmitted && invalidFields.has('source') ? 'Choose the custodian.' : undefined,
      firm: this.wasSubmitted && invalidFields.has('firm_id') ? 'Choose the firm.' : undefined,
      code:
        typed === ''
          ? this.wasSubmitted
            ? `Enter the ${this.term}.`
            : undefined
          : invalidFields.has('code')
            ? 'Only letters, digits, hyphen and underscore can be sent. The service’s support handles codes with other characters.'
            : this.#mappedError(typed),
    };
  });
  /** Number of accounts with the typed code; null if none is typed or the number is unknown. */
  readonly accountCount = $derived.by(
    () =>
      this.#rows().find((row) => row.custodian === this.custodian && row.code === this.code.trim())
        ?.accounts ?? null,
  );

  readonly #engine: () => EngineClient;
  readonly #rows: () => readonly CodeRow[];
  readonly #firms: () => readonly Firm[];
  readonly #application: () => ApplicationKind;

  constructor(
    engine: () => EngineClient,
    rows: () => readonly CodeRow[],
    firms: () => readonly Firm[],
    application: () => ApplicationKind,
  ) {
    super();
    this.#engine = engine;
    this.#rows = rows;
    this.#firms = firms;
    this.#application = application;
  }

  /** Clears the form for another code; custodian and firm stay. The job of an unsent code stays in the list. */
  clearForNext(): void {
    this.#unsentJob = null;
    this.code = '';
    this.wasSubmitted = false;
    this.failure = this.outcome = null;
  }

  /** Fills in a code that accounts have; the user chooses the custodian if the form does not offer the code's. */
  fillIn({ custodian, code }: Pick<CodeRow, 'custodian' | 'code'>): void {
    const known = custodianCode.safeParse(custodian);
    this.custodian = known.success ? known.data : '';
    this.code = code ?? '';
  }

  /**
   * Sends the code if it is valid. Returns true if the service confirmed it and a read of the mapping, if there was one,
   * shows it. In a sandbox, whose mapping never changes (spec 4.5), the response is enough.
   */
  async send(): Promise<boolean> {
    this.wasSubmitted = true;
    const { data } = this.#parsed;
    if (!data || this.errors.code) return false;
    const isConfirmed = await this.run('send', async () => {
      this.outcome = null;
      await this.#dismissUnsent();
      const { advisorCodes } = this.#engine();
      const plan = await advisorCodes.planCreate({
        source: { from: 'one', code: data },
        defaults: { custodian: null, firm: null },
      });
      const line = await this.#runJob(plan);
      return line?.state === 'done' && (line.verified !== false || this.#application() === 'sandbox');
    });
    return isConfirmed ?? false;
  }

  /** True if a colleague must approve the code first. */
  get isUnapproved(): boolean {
    return this.outcome !== null && isUnapproved(this.outcome.job);
  }

  /** Dismisses the job of a code that was not sent for lack of approval, which would otherwise look interrupted. */
  async dismissUnapproved(): Promise<void> {
    if (this.#unsentJob?.isUnapproved) await this.#dismissUnsent();
  }

  /** Dismisses the job of the last attempt, so that resuming it does not send the code again after a new attempt. */
  async #dismissUnsent(): Promise<void> {
    if (this.#unsentJob) await this.#engine().jobs.dismiss({ job: this.#unsentJob.id });
    this.#unsentJob = null; // only now: after a failure, the next attempt dismisses it
  }

  /** Keeps the job of an unapproved code, because its page is shown. */
  keepUnapproved(): void {
    this.#unsentJob = null;
  }

  async #runJob(plan: Job): Promise<JobRow | undefined> {
    const { jobs } = this.#engine();
    const jobRef = { job: plan.id };
    let job = plan;
    if (plan.counts.planned > 0) {
      await jobs.start(jobRef);
      job = await followToEnd(jobs, plan.id);
      if (!hasUnresolvedRows(job)) await jobs.dismiss(jobRef);
      else if (job.counts.unknown === 0) this.#unsentJob = { id: job.id, isUnapproved: isUnapproved(job) };
    }
    const [line] = (await jobs.rows({ ...jobRef, offset: 0, limit: 1 })).rows;
    if (line) this.outcome = { job, line };
    return line;
  }

  #mappedError(code: string): string | undefined {
    const mapped = this.#rows().filter((row) => row.record !== null && row.custodian === this.custodian);
    if (mapped.some((row) => row.code === code)) return 'This code is already in the mapping.';
    return undefined;
  }

  /** Names the code in the confirmation: "Pershing IP Number 7AB". */
  get name(): string {
    return `${custodianLabel(this.custodian || null)} ${this.term} ${this.code.trim()}`;
  }
}
