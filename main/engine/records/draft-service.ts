import type { DependentGroup, DependentRecords } from '#contract/calls/dependents';
import { createLine, removeLine } from '#contract/creation';
import type { ConflictChoice, Draft, DraftKind, FieldEdit } from '#contract/edit';
import { fail } from '#contract/failure';
import {
  CREATED_INCOMPLETE,
  jobKindText,
  type Job,
  type JobFacts,
  type JobKind,
  type JobRow,
} from '#contract/job';
import type { Operation } from '#contract/operations';
import { allRecordsQuery, type Query, type Selection } from '#contract/query';
import { EDITABLE_RESOURCES, RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import type { OpenConnection } from '../connection/open-connection';
import { perConnection } from '../connection/per-connection';
import type { GuardedRows } from '../jobs/approval-guard';
import type { AnyJobDefinition } from '../jobs/kind';
import { systemClock } from '../service/clock';
import type { NewDraft } from '../workspace/drafts/drafts';
import { Creations, isCreatable, type NewRecord } from './create/creations';
import { createRecordsJob, type RecordJobDeps } from './create/kind';
import { dependentsByKey, dependentsOf, incompleteHolders } from './dependents';
import type { DraftHandler } from './draft-handler';
import { Drafts } from './edits/drafts';
import { recordKeyIn } from './edits/field-text';
import { EditDrafts, type ConflictSelection } from './edits/edits';
import { editRecordsJob } from './edits/kind';
import type { PlannedRecord } from './edits/make-drafts';
import { unconfirmedIn } from './edits/unconfirmed';
import { MissingOperations } from './missing-operations';
import { removeRecordsJob } from './remove/kind';
import { isRemovable, RecordRemovals } from './remove/removals';

export type DraftServiceDeps = Pick<
  OpenConnection,
  'workspace' | 'reader' | 'closed' | 'jobs' | 'service' | 'putRecords' | 'removeRecords'
>;

const MAX_ROWS = 1_000_000;

/**
 * Drafts of one connection and the jobs that they become: editing, creating and deleting records of every
 * resource whose descriptor has calls for it (spec 4.2, 4.6).
 */
export class DraftService {
  readonly drafts: Drafts;
  readonly #opened: DraftServiceDeps;
  readonly #edits: EditDrafts;
  readonly #creations: Creations;
  readonly #removals: RecordRemovals;
  readonly #missing;
  readonly #handlers: Readonly<Record<DraftKind, DraftHandler>>;
  readonly #jobKinds = new Map<string, AnyJobDefinition>();

  /** Registers the kinds of jobs, which starts the lookup of interrupted ones. */
  constructor(opened: DraftServiceDeps) {
    this.#opened = opened;
    const { workspace, service, reader, closed } = opened;
    this.drafts = new Drafts(workspace.drafts, closed);
    const lists: RecordJobDeps['lists'] = {
      put: (resource, raws, editedFields) => opened.putRecords(resource, raws, editedFields, 'created'),
      remove: (resource, keys) => opened.removeRecords(resource, keys),
      existingKeys: (resource, keys) => new Set([...reader.records(resource, keys)].map(({ key }) => key)),
    };
    const deps = { drafts: this.drafts, service, reader, closed, lists, jobs: workspace.jobs };
    this.#missing = new MissingOperations(opened, systemClock);
    this.#edits = new EditDrafts(deps);
    this.#removals = new RecordRemovals({ ...deps, createMany: (...args) => this.createMany(...args) });
    this.#creations = new Creations({
      ...deps,
      removeCreated: (job, rows) => this.#removals.draftRemovalOfCreated(job, rows),
    });
    this.#handlers = { edit: this.#edits, create: this.#creations, remove: this.#removals };
    const { cached, sentTo } = this.#edits;
    for (const resource of EDITABLE_RESOURCES)
      this.#register(
        editRecordsJob(resource, { service, put: (...args) => this.#putEdited(...args), cached, sentTo }),
      );
    for (const resource of RESOURCE_NAMES) {
      if (isCreatable(resource)) this.#register(createRecordsJob(resource, deps));
      if (isRemovable(resource))
        this.#register(removeRecordsJob(resource, { ...deps, missing: this.#missing }));
    }
  }

  /** Returns the operations that the service lacks for a resource. */
  missingOperations(resource: ResourceName): Promise<readonly Operation[]> {
    return this.#missing.missingFor(resource);
  }

  /** Opens the draft of one record. */
  open(resource: ResourceName, key: string): Draft {
    return this.#edits.open(resource, key);
  }

  /** Creates a draft with the same edits for a selection. */
  draftMany(query: Query, selection: Selection, edits: readonly FieldEdit[]): Draft {
    return this.#edits.draftMany(query, selection, edits);
  }

  /** Collects the edit of one cell, or undoes it if `json` is undefined; returns null when no edited cell is left. */
  collect(resource: ResourceName, key: string, field: string, json: string | undefined): Draft | null {
    return this.#edits.collect(resource, key, field, json);
  }

  /** Creates a draft of a plan's separate edits per record. */
  draftPlannedEdits(resource: ResourceName, edits: ReadonlyMap<string, readonly FieldEdit[]>): Draft {
    return this.#edits.draftPlannedEdits(resource, edits);
  }

  /** Creates a draft of a plan's new records. */
  draftPlannedRecords(resource: ResourceName, records: readonly PlannedRecord[]): Draft {
    return this.#edits.draftPlannedRecords(resource, records);
  }

  /** Creates a draft of one new record: empty, or a copy of another. */
  create(resource: ResourceName, like: string | null): Draft {
    return this.#creations.create(resource, like);
  }

  /** Creates one draft of many new records. */
  createMany(draft: Omit<NewDraft, 'kind'>, records: readonly NewRecord[]): Draft {
    return this.#creations.draftMany(draft, records);
  }

  /** Creates a draft that deletes a selection. */
  draftRemoval(query: Query, selection: Selection): Draft {
    return this.#removals.draftSelected(query, selection);
  }

  /** Replaces the shared edits of a draft. */
  change(id: string, edits: readonly FieldEdit[]): Draft {
    return this.#edits.change(id, edits);
  }

  /** Resolves conflicts with either value. */
  resolve(id: string, choice: ConflictChoice, selection: ConflictSelection): Draft {
    return this.#edits.resolve(id, choice, selection);
  }

  saveRow(id: string, index: number, edits: readonly FieldEdit[]): Draft {
    return this.#handlerOf(id).saveRow(id, index, edits);
  }

  fix(id: string, index: number, field: string, json: string): Draft {
    return this.#handlerOf(id).fix(id, index, field, json);
  }

  check(id: string): Promise<Draft> {
    return this.#handlerOf(id).check(id);
  }

  /**
   * Turns a draft into a durable job in one transaction and sends it: ready rows are sent, others skipped with
   * their reason. Fails with `changed-since` if the user confirmed a different number of rows, or if the name of a new
   * record came into use, which its row then says.
   */
  send(id: string, confirmedCount: number, approval: JobFacts = {}): Job {
    const draft = this.drafts.get(id);
    if (draft.counts.ready !== confirmedCount || confirmedCount === 0)
      throw fail('changed-since', { cause: 'a different number of rows was confirmed' });
    const { resource, kind: operation, origin, sourceJob, title, file } = draft;
    if (operation === 'create' && this.#creations.markNamesInUse(draft))
      throw fail('changed-since', { cause: 'the name of a new record is in use now' });
    const kind = this.#jobKindOf({ resource, operation });
    const { rows, facts = {} } = this.#handlers[operation].plan(draft, this.drafts.allRows(id));
    const { jobs, workspace } = this.#opened;
    return this.drafts.become(id, (remove) =>
      jobs.launch(kind, rows, { origin, of: sourceJob, title, file, ...facts, ...approval }, () => {
        remove();
        if (typeof approval['approval'] === 'string')
          workspace.team.share('approval', [{ key: approval['approval'], value: { kind: 'sent' } }]);
      }),
    );
  }

  /**
   * Sends a draft like `send`. Without a second person's approval that it needs, it stays a draft, and the call fails
   * with `not-allowed`.
   */
  async sendApproved(id: string, confirmedCount: number): Promise<Job> {
    const { jobs } = this.#opened;
    jobs.assertWritable();
    const approval = await jobs.guard?.check(this.guardedRows(id));
    return this.send(id, confirmedCount, approval);
  }

  /** Returns the rows that a draft would send. */
  guardedRows(id: string): GuardedRows<JobKind> {
    const draft = this.drafts.get(id);
    const { resource, kind: operation } = draft;
    const { rows } = this.#handlers[operation].plan(draft, this.drafts.allRows(id));
    const inputs = rows.flatMap(({ input, state }) => (state === 'planned' ? [input] : []));
    const kind = { resource, operation };
    return {
      kind,
      approvalRows: () => this.#jobKindOf(kind).approvalRows(inputs),
      total: inputs.length,
      subject: id,
    };
  }

  /** Adds edited records to the lists. Other drafts of them were compared with the earlier values. */
  async #putEdited(
    resource: ResourceName,
    raws: readonly string[],
    changedFields: readonly (readonly string[])[],
  ): Promise<void> {
    await this.#opened.putRecords(resource, raws, changedFields);
    const descriptor = resourceNamed(resource);
    if (!this.#opened.closed.aborted)
      this.drafts.expireChecks(
        resource,
        raws.flatMap((raw) => recordKeyIn(descriptor, raw) ?? []),
      );
  }

  #jobKindOf(kind: JobKind): AnyJobDefinition {
    const text = jobKindText(kind);
    const known = this.#jobKinds.get(text);
    if (!known) throw fail('unexpected', { cause: `nothing sends ${text}` });
    return known;
  }

  /** Creates a draft that undoes a job. */
  undo(id: string): Draft {
    const job = this.#opened.jobs.get(id);
    return this.#handlerOfJob(job.kind).undo(job, this.#rowsOf(id));
  }

  /**
   * Creates a draft of what a job certainly did not do. Unsent rows of several are left to the job, which sends them
   * when it is resumed.
   */
  draftRetry(id: string): Draft {
    const job = this.#opened.jobs.get(id);
    const rows = this.#rowsOf(id);
    const retried = rows.length === 1 ? rows : rows.filter(({ state }) => state !== 'not-sent');
    return this.#handlerOfJob(job.kind).draftRetry(job, retried);
  }

  /** Returns values sent to a list's records that are not confirmed. */
  unconfirmed(resource: ResourceName) {
    const { workspace, reader } = this.#opened;
    return unconfirmedIn({ jobs: workspace.jobs, reader }, resource);
  }

  dependents(request: { query: Query; selection: Selection }): DependentRecords {
    const { reader } = this.#opened;
    const incompleteLists = incompleteHolders(reader, request.query.resource);
    return { groups: dependentsOf(reader, request), incompleteLists };
  }

  dependentsOfDraft(id: string): DependentRecords {
    const { resource } = this.drafts.get(id);
    const keys = this.drafts.allRows(id).flatMap(({ key }) => key ?? []);
    return this.dependents({ query: allRecordsQuery(resource), selection: { kind: 'keys', keys } });
  }

  /** Returns what still refers to the records that a job has deleted. */
  dependentsOfDeleted(job: string): DependentRecords {
    const { resource, operation } = this.#opened.jobs.get(job).kind;
    const deleted =
      operation === 'remove'
        ? this.#rowsOf(job).filter(({ state, verified }) => state === 'done' && verified !== false)
        : [];
    const groups = this.#referringTo(
      resource,
      deleted.flatMap(({ input }) => removeLine.safeParse(input).data?.key ?? []),
    );
    return { groups, incompleteLists: incompleteHolders(this.#opened.reader, resource) };
  }

  /**
   * Returns records that a job created to replace deleted ones, and the records that still refer to the old
   * ones.
   */
  replaced(job: string) {
    const { resource } = this.#opened.jobs.get(job).kind;
    const created = this.#rowsOf(job).filter(
      ({ state, verified, issue }) =>
        (state === 'done' && verified !== false) ||
        (state === 'refused' && issue?.code === CREATED_INCOMPLETE),
    );
    const pairs = created.flatMap(({ input, responseIds }) => {
      const [to] = responseIds;
      const line = createLine.safeParse(input);
      const { instead: from = null, title = '' } = line.data ?? {};
      return to === undefined || from === null ? [] : [{ from, to, title }];
    });
    const keys = pairs.map(({ from }) => from);
    return { pairs, groups: this.#referringTo(resource, keys) };
  }

  #register(kind: AnyJobDefinition): void {
    this.#jobKinds.set(jobKindText(kind), kind);
    this.#opened.jobs.register(kind);
  }

  #handlerOf(id: string): DraftHandler {
    return this.#handlers[this.drafts.get(id).kind];
  }

  #handlerOfJob(kind: JobKind): DraftHandler {
    const { operation } = kind;
    const isDrafted = operation === 'edit' || operation === 'create' || operation === 'remove';
    if (!isDrafted || !this.#jobKinds.has(jobKindText(kind)))
      throw fail('unexpected', { cause: `${jobKindText(kind)} does not come from a draft` });
    return this.#handlers[operation];
  }

  #rowsOf(job: string): JobRow[] {
    return this.#opened.jobs.rows(job, { offset: 0, limit: MAX_ROWS }).rows;
  }

  #referringTo(resource: ResourceName, keys: readonly string[]): DependentGroup[] {
    return dependentsByKey(this.#opened.reader, resource, keys).filter(
      ({ relation }) => relation === 'referencing',
    );
  }
}

/** The drafts of an open connection. */
export const draftsOf = perConnection((opened) => new DraftService(opened));
