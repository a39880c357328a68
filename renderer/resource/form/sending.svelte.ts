import type { DraftRow } from '../../../preload/contract/edit';
import { isBlind } from '../../../preload/contract/exact-json/field-text';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { Job, JobRow } from '../../../preload/contract/job';
import { resourceNamed } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import { lineOf } from '../outcome/outcome-rows';
import { writingOf } from '../outcome/outcome-words';
import type { RecordForm } from './record-form.svelte';

/** Whose value is taken where the service has another one by now. */
export type Take = 'mine' | 'theirs';

/**
 * `typing`: nothing was asked for. `checking`: the record is being read at the service. `review`: what would change is
 * shown. `sending`: on its way. `outcome`: what became of it.
 */
type Phase = 'typing' | 'checking' | 'review' | 'sending' | 'outcome';

/** What became of a record that was sent. */
export interface Outcome {
  readonly job: Job;
  readonly line: JobRow;
}

/** The way of one draft to the service: read again, shown, conflicts decided, sent once, and what became of it. */
export class Sending {
  phase = $state<Phase>('typing');
  failure = $state.raw<Failure | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  /** What was decided of each conflict, until it is sent. */
  takes = $state.raw<Readonly<Record<string, Take>>>({});
  /** Asked of the engine just now: further presses do nothing. */
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
  /** What would be sent, with the conflicts as they were decided. */
  readonly changes = $derived.by(
    () =>
      this.#row?.fields.filter(({ field, theirs }) => theirs === undefined || this.takes[field] === 'mine') ??
      [],
  );
  readonly undecided = $derived(this.conflicts.filter(({ field }) => this.takes[field] === undefined).length);

  take(field: string, take: Take): void {
    this.takes = { ...this.takes, [field]: take };
  }

  /** Reads the record at the service and shows what would change; with something wrong, shows that instead. */
  check = (): Promise<void> =>
    this.#work(async () => {
      const form = this.#form;
      form.tried = true;
      await form.flush();
      if (!form.draft || form.failure || form.wrong) {
        this.phase = 'typing';
        return;
      }
      form.locked = true;
      this.phase = 'checking';
      this.takes = {};
      const draft = await this.#engine().edits.check({ draft: form.draft.id });
      await form.renew(draft);
      if (draft.checkFailure) this.failure = draft.checkFailure;
      // The reading can find something wrong, such as a slug that somebody has by now: it stands at its field.
      if (this.#form.wrong) this.back();
      else this.phase = 'review';
    });

  /** Back to the fields; nothing was sent. */
  back(): void {
    this.failure = null;
    this.outcome = null;
    this.phase = 'typing';
    this.#form.locked = false;
  }

  /** Settles the conflicts as they were decided, and sends what is left: once, however often it is pressed. */
  send = (): Promise<void> =>
    this.#work(async () => {
      const { draft } = this.#form;
      if (this.phase !== 'review' || !draft || this.undecided > 0) return;
      this.phase = 'sending';
      try {
        for (const { field } of this.conflicts) {
          const take = this.takes[field];
          if (take)
            await this.#form.renew(
              await this.#engine().edits.resolve({ draft: draft.id, index: 0, field, take }),
            );
        }
        if (this.#row?.fields.length === 0) {
          // Everything is as the service has it: there is nothing to send, and nothing to keep.
          await this.#form.discard();
          return;
        }
        await this.#follow(await this.#engine().edits.send({ draft: draft.id, count: 1 }));
      } finally {
        if (!this.outcome) this.phase = 'review';
      }
    });

  /** Reads the service for what became of it. */
  look = (): Promise<void> =>
    this.#work(async () => {
      const { outcome } = this;
      if (!outcome) return;
      await this.#engine().jobs.check({ job: outcome.job.id });
      await this.#follow(outcome.job);
    });

  /** The fields once more where the service said no, with its reasons. */
  again = (): Promise<void> =>
    this.#work(async () => {
      const { outcome } = this;
      if (!outcome) return;
      await this.#form.take(await this.#engine().edits.again({ job: outcome.job.id }));
      this.back();
      this.#form.refuse(outcome.line.remark?.reasons ?? []);
      await this.#replace(outcome);
    });

  /** Whether it changed anything that is known, and can be taken back. */
  get undoable(): boolean {
    const { outcome } = this;
    if (!outcome || outcome.line.state !== 'done' || outcome.line.remark?.code === 'so-already') return false;
    const { fields } = resourceNamed(writingOf(outcome.job.kind).resource);
    return lineOf(outcome.line).fields.some((edit) => !isBlind(fields[edit.field] ?? {}, edit));
  }

  /** A draft that takes it back, checked and shown like any other. */
  undo = async (): Promise<void> => {
    await this.#work(async () => {
      const { outcome } = this;
      if (!outcome) return;
      await this.#form.take(await this.#engine().edits.undo({ job: outcome.job.id }));
      this.back();
      await this.#replace(outcome);
    });
    if (!this.failure) await this.check();
  };

  /** What was sent has a draft in its place: beside that, its outcome would be told as if it were the last word. */
  async #replace({ job }: Outcome): Promise<void> {
    await this.#engine().jobs.dismiss({ job: job.id });
  }

  /** Nobody needs to be told of it again, unless something is open. */
  async leave(): Promise<void> {
    const { outcome } = this;
    if (outcome && outcome.line.state !== 'unknown' && outcome.line.state !== 'not-sent')
      await this.#engine().jobs.dismiss({ job: outcome.job.id });
  }

  async #follow(start: Job): Promise<void> {
    const { jobs } = this.#engine();
    const named = { job: start.id };
    let job = start;
    for await (const state of await jobs.follow(named)) {
      job = state;
      if (job.state !== 'running' && job.state !== 'planned' && !job.checking) break;
    }
    const [line] = (await jobs.rows({ ...named, offset: 0, limit: 1 })).rows;
    if (!line) return;
    this.#form.end();
    this.outcome = { job, line };
    this.phase = 'outcome';
    await this.#form.reread();
  }

  async #work(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.failure = null;
    try {
      await work();
    } catch (error) {
      this.failure = failureOf(error);
      if (this.phase === 'checking') this.phase = 'review';
    } finally {
      this.busy = false;
    }
  }
}
