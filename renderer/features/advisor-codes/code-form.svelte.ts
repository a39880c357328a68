import { newAdvisorCode, type NewAdvisorCode } from '#contract/features/advisor-codes/schemas';
import type { CodeRow, Firm } from '#contract/features/advisor-codes/calls';
import { compareTexts } from '#contract/text';
import type { ApplicationKind } from '#contract/connection';
import { fail, failureOf } from '#contract/failure';
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
  /** The job of the last attempt if its outcome could not be read: it may have sent the code. */
  #unansweredJob: { readonly id: string; readonly code: NewAdvisorCode } | null = null;

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
    this.#unsentJob = this.#unansweredJob = null;
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
   * Sends the code if it is valid, unless an earlier attempt did. Returns true if the service confirmed it and a read
   * of the mapping, if there was one, shows it. In a sandbox, whose mapping never changes (spec 4.5), the response is
   * enough.
   */
  async send(): Promise<boolean> {
    this.wasSubmitted = true;
    const { data } = this.#parsed;
    if (!data || this.errors.code) return false;
    const isConfirmed = await this.run('send', async () => {
      this.outcome = null;
      const line = (await this.#readUnanswered(data)) ?? (await this.#sendCode(data));
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

  async #sendCode(code: NewAdvisorCode): Promise<JobRow | undefined> {
    await this.#dismissUnsent();
    const { advisorCodes, jobs } = this.#engine();
    const plan = await advisorCodes.planCreate({
      source: { from: 'one', code },
      defaults: { custodian: null, firm: null },
    });
    if (plan.counts.planned === 0) return this.#showOutcome(plan);
    this.#unansweredJob = { id: plan.id, code };
    await jobs.start({ job: plan.id });
    return this.#readOutcome(plan.id);
  }

  /**
   * Reads the outcome of the last attempt if it could not be read before. Returns its line; undefined if it did not send
   * this code. The job of another code stays in the list, because its outcome was never shown.
   */
  async #readUnanswered(code: NewAdvisorCode): Promise<JobRow | undefined> {
    const unanswered = this.#unansweredJob;
    if (!unanswered) return undefined;
    if (!(await this.#wasStarted(unanswered.id))) {
      this.#unansweredJob = null;
      return undefined;
    }
    if (JSON.stringify(unanswered.code) !== JSON.stringify(code)) {
      await followToEnd(this.#engine().jobs, unanswered.id); // no other job starts while it is active
      return undefined;
    }
    const line = await this.#readOutcome(unanswered.id);
    if (this.#unsentJob === null) return line;
    this.outcome = null;
    return undefined;
  }

  /** Returns whether a job was started. One that was only planned may be deleted when the engine starts. */
  async #wasStarted(job: string): Promise<boolean> {
    try {
      for await (const { state } of await this.#engine().jobs.follow({ job })) return state !== 'planned';
    } catch (error) {
      if (failureOf(error).kind === 'not-found') return false;
      throw error;
    }
    throw fail('engine-lost', { cause: 'the connection was closed before the job was read' });
  }

  /** Waits for the end of a job and shows its outcome; only one that needs a next step stays in the list. */
  async #readOutcome(id: string): Promise<JobRow | undefined> {
    const { jobs } = this.#engine();
    const job = await followToEnd(jobs, id);
    if (!hasUnresolvedRows(job)) await jobs.dismiss({ job: id });
    const line = await this.#showOutcome(job);
    if (hasUnresolvedRows(job) && job.counts.unknown === 0)
      this.#unsentJob = { id, isUnapproved: isUnapproved(job) };
    this.#unansweredJob = null;
    return line;
  }

  async #showOutcome(job: Job): Promise<JobRow | undefined> {
    const [line] = (await this.#engine().jobs.rows({ job: job.id, offset: 0, limit: 1 })).rows;
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
