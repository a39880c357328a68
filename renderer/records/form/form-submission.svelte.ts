import type { ConflictChoice, ConflictChoices, DraftRow } from '#contract/edit';
import { isUnconfirmable } from '#contract/exact-json/field-text';
import { fail, failureOf, type Failure } from '#contract/failure';
import { UNCHANGED_FIELDS_FACT, type Job, type JobRow } from '#contract/job';
import { resourceNamed } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { followToEnd } from '../outcome/follow-to-end';
import { jobRowInput } from '../outcome/outcome-rows';
import type { RecordForm } from './record-form.svelte';

/**
 * `typing`: nothing requested. `checking`: the record is being read from the service. `review`: the changes are
 * shown. `sending`: in flight. `outcome`: the result is shown.
 */
type Phase = 'typing' | 'checking' | 'review' | 'sending' | 'outcome';

/** The outcome of a sent record. */
export interface SendOutcome {
  readonly job: Job;
  readonly line: JobRow;
}

/** Sends one draft: check, review, resolve conflicts, send once, show the outcome. */
export class FormSubmission {
  phase = $state<Phase>('typing');
  failure = $state.raw<Failure | null>(null);
  outcome = $state.raw<SendOutcome | null>(null);
  /** The job that the draft became, even if its outcome could not be read; null while nothing is sent. */
  sentJob = $state.raw<Job | null>(null);
  /**
   * When the changes were sent without an answer (ISO, UTC), because the engine ended: the draft may have become a job.
   * Null: not so.
   */
  unansweredSince = $state.raw<string | null>(null);
  /** The user's choice in each conflict, until it is sent. */
  choices = $state.raw<ConflictChoices>({});
  /** True during a call to the engine; further presses do nothing. */
  busy = $state(false);
  readonly #form: RecordForm;
  readonly #engine: () => EngineClient;

  constructor(form: RecordForm, engine: () => EngineClient) {
    this.#form = form;
    this.#engine = engine;
  }

  get #row(): DraftRow | null {
    return this.#form.row;
  }
  readonly conflicts = $derived.by(
    () => this.#row?.fields.filter(({ theirs }) => theirs !== undefined) ?? [],
  );
  /** The changes to send, given the decisions on conflicts. */
  readonly changes = $derived.by(
    () =>
      this.#row?.fields.filter(
        ({ field, theirs }) => theirs === undefined || this.choices[field] === 'mine',
      ) ?? [],
  );
  readonly undecidedCount = $derived(
    this.conflicts.filter(({ field }) => this.choices[field] === undefined).length,
  );

  /** True if the changes were sent, but the outcome could not be read. It may be being read again. */
  get isOutcomeUnread(): boolean {
    return this.phase === 'review' && this.sentJob !== null;
  }

  chooseValue(field: string, choice: ConflictChoice): void {
    this.choices = { ...this.choices, [field]: choice };
  }

  /** Reads the record from the service and shows the changes, or the errors. */
  check = (): Promise<void> =>
    this.#runExclusive(async () => {
      const form = this.#form;
      form.wasSubmitted = true;
      // Decided as of the press: fields that are filled in during the save must not open the review by themselves.
      const isIncomplete = form.missingFields.length > 0 || Object.keys(form.inputErrors).length > 0;
      await form.flush();
      if (isIncomplete || !form.draft || !form.isSaved || form.hasErrors) {
        this.phase = 'typing';
        return;
      }
      form.locked = true;
      this.phase = 'checking';
      this.choices = {};
      const draft = await this.#engine().edits.check({ draft: form.draft.id });
      await form.reloadDraft(draft);
      if (draft.checkFailure) this.failure = draft.checkFailure;
      // The check may find an error, such as a slug in use; it is shown at its field.
      if (this.#form.hasErrors) this.back();
      else this.phase = 'review';
    });

  /** Returns to the fields; nothing was sent. */
  back(): void {
    this.failure = null;
    this.outcome = null;
    this.sentJob = null;
    this.phase = 'typing';
    this.#form.locked = false;
  }

  /** Resolves conflicts as decided and sends the changes once, even if it is called several times. */
  send = (): Promise<void> =>
    this.#runExclusive(async () => {
      const { draft } = this.#form;
      if (this.phase !== 'review' || !draft || this.undecidedCount > 0) return;
      this.phase = 'sending';
      try {
        for (const { field } of this.conflicts) {
          const choice = this.choices[field];
          if (choice)
            await this.#form.reloadDraft(
              await this.#engine().edits.resolve({ draft: draft.id, index: 0, field, choice }),
            );
        }
        if (this.#row?.fields.length === 0) {
          // Every conflict was decided for the service's value: nothing to send or to keep.
          await this.#form.discard();
          return;
        }
        this.sentJob = await this.#sendDraft(draft.id);
        this.#form.stopSaving();
        await this.#follow(this.sentJob);
      } finally {
        if (!this.outcome) this.phase = 'review';
      }
    });

  /**
   * Reads the outcome again of a job whose outcome could not be read, or finds out whether the changes became a job;
   * nothing is sent.
   */
  readOutcome = (): Promise<void> =>
    this.#runExclusive(async () => {
      if (this.unansweredSince !== null) {
        this.sentJob = await this.#findJob(this.unansweredSince);
        this.unansweredSince = null;
      }
      if (!this.sentJob) return;
      this.#form.stopSaving();
      await this.#follow(this.sentJob);
    });

  /** Reads the service to find the outcome. */
  checkOutcome = (): Promise<void> =>
    this.#runExclusive(async () => {
      const { outcome } = this;
      if (!outcome) return;
      await this.#engine().jobs.check({ job: outcome.job.id });
      await this.#follow(outcome.job);
    });

  /** Returns to the fields after a refusal, with the service's reasons. */
  editAgain = (): Promise<void> =>
    this.#runExclusive(async () => {
      const { outcome } = this;
      if (!outcome) return;
      await this.#form.loadDraft(await this.#engine().edits.draftRetry({ job: outcome.job.id }));
      this.back();
      this.#form.showReasons(outcome.line.issue?.reasons ?? []);
      await this.#dismissReplacedJob(outcome);
    });

  /** True if the sent record has a known change that can be undone. */
  get canUndo(): boolean {
    const { outcome } = this;
    if (!outcome) return false;
    const { state, issue } = outcome.line;
    if ((state !== 'done' && state !== 'not-taken') || issue?.code === 'so-already') return false;
    const unchangedFields = String(issue?.facts?.[UNCHANGED_FIELDS_FACT] ?? '').split(',');
    const unappliedFields =
      state === 'not-taken' ? [...Object.keys(issue?.fields ?? {}), ...unchangedFields] : [];
    const { fields } = resourceNamed(outcome.job.kind.resource);
    return jobRowInput(outcome.line).fields.some(
      (edit) => !unappliedFields.includes(edit.field) && !isUnconfirmable(fields[edit.field] ?? {}, edit),
    );
  }

  /** Creates an undo draft, checked and shown like any other. */
  undo = async (): Promise<void> => {
    await this.#runExclusive(async () => {
      const { outcome } = this;
      if (!outcome) return;
      await this.#form.loadDraft(await this.#engine().edits.undo({ job: outcome.job.id }));
      this.back();
      await this.#dismissReplacedJob(outcome);
    });
    if (!this.failure) await this.check();
  };

  /** Dismisses the job, because the new draft replaces it and its outcome would look final. */
  async #dismissReplacedJob({ job }: SendOutcome): Promise<void> {
    await this.#engine().jobs.dismiss({ job: job.id });
  }

  /** Dismisses the job's outcome, unless it is unknown or the record was not sent, which need a next step. */
  async leave(): Promise<void> {
    const { outcome } = this;
    if (outcome && outcome.line.state !== 'unknown' && outcome.line.state !== 'not-sent')
      await this.#engine().jobs.dismiss({ job: outcome.job.id });
  }

  async #sendDraft(draft: string): Promise<Job> {
    const at = new Date().toISOString();
    try {
      return await this.#engine().edits.send({ draft, count: 1 });
    } catch (error) {
      if (failureOf(error).kind === 'engine-lost') this.unansweredSince = at;
      throw error;
    }
  }

  /** Returns the job that the draft became since a time; null if it is still a draft, so that nothing was sent. */
  async #findJob(since: string): Promise<Job | null> {
    const { draft } = this.#form;
    if (!draft) return null;
    try {
      await this.#engine().edits.get({ draft: draft.id });
      return null;
    } catch (error) {
      if (failureOf(error).kind !== 'not-found') throw error;
    }
    const jobs = await this.#engine().jobs.list();
    const sent = jobs.find(
      ({ kind, facts, createdAt }) =>
        kind.resource === draft.resource &&
        kind.operation === draft.kind &&
        facts['title'] === draft.title &&
        createdAt >= since,
    );
    if (!sent) throw fail('unexpected', { cause: 'neither the draft nor its job was found' });
    return sent;
  }

  async #follow(start: Job): Promise<void> {
    const { jobs } = this.#engine();
    const jobRef = { job: start.id };
    const job = await followToEnd(jobs, start.id);
    const [line] = (await jobs.rows({ ...jobRef, offset: 0, limit: 1 })).rows;
    if (!line) throw new Error('the job has no rows');
    this.outcome = { job, line };
    this.phase = 'outcome';
  }

  async #runExclusive(action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = null;
    try {
      await action();
    } catch (error) {
      this.failure = failureOf(error);
      if (this.phase === 'checking') this.phase = 'review'; // shows the failure and a button to try again
    } finally {
      this.busy = false;
    }
  }
}
