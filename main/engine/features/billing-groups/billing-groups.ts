import { LatestResult } from '#common/latest-result';
import { pauseUntil } from '#common/pause-until';
import { MAX_ASSIGNED, type GroupsCopy, type RecreateLine } from '#contract/features/billing-groups/schemas';
import type { GroupFollowUps, PastedLine, AddToGroupRequest } from '#contract/features/billing-groups/calls';
import {
  addAssignments,
  readAssignments,
  removeAssignments,
} from '#contract/features/billing-groups/assignments';
import type { WantedField } from '#contract/creation';
import type { Draft, FieldEdit } from '#contract/edit';
import { jsonId } from '#contract/exact-json/field-text';
import { fail } from '#contract/failure';
import { unsentCount, type Job } from '#contract/job';
import { allRecordsQuery, type Selection } from '#contract/query';
import { freeSlug } from '#contract/text';
import type { CacheReader } from '../../cache/query/reader';
import type { Jobs } from '../../jobs/jobs';
import type { PlannedRecord } from '../../records/edits/make-drafts';
import type { Activity } from '../../workspace/activity/activity';
import { ignoredRemovals, groupsStillHolding } from './leftover-groups';
import { selectedPlanRows, planFrom, householdPlanView } from './households';
import {
  accountsOf,
  firmName,
  findGroup,
  groupTexts,
  householdNames,
  selectedAccounts,
} from './cached-groups';
import { lookUpAccounts } from './look-up-accounts';
import { planAddToGroup, type TargetGroup } from './plan-add-to-group';
import { recreateGroupsJob, saveGroups, type GroupJobDeps, type SavedCopy } from './recreate';
import { unassignJob } from './unassign';

/** Creates drafts (records/edits). */
interface DraftFactory {
  draftPlannedEdits(resource: 'billingGroups', edits: ReadonlyMap<string, readonly FieldEdit[]>): Draft;
  draftPlannedRecords(resource: 'billingGroups', records: readonly PlannedRecord[]): Draft;
}

export interface BillingGroupsDeps extends GroupJobDeps {
  readonly reader: CacheReader;
  readonly jobs: Jobs;
  readonly drafts: DraftFactory;
  readonly activity: Pick<Activity, 'begin'>;
  /** Returns the path of a file that the user chose to save to. */
  readonly chosenPath: (grant: string) => string;
  /** Name of the connection. */
  readonly connection: string;
  readonly now: () => Date;
  readonly closed: AbortSignal;
}

const ALL_ROWS = 1_000_000;

/** Billing groups of one connection (spec 2.6, 4.6). All writes go through drafts and durable jobs. */
export class BillingGroups {
  readonly #deps: BillingGroupsDeps;
  readonly #recreateJob: ReturnType<typeof recreateGroupsJob>;
  readonly #unassignJob: ReturnType<typeof unassignJob>;
  #saved: SavedCopy | null = null;
  readonly #planned = new LatestResult<ReturnType<typeof planFrom>>();
  readonly #pause: () => Promise<void>;

  constructor(deps: BillingGroupsDeps) {
    this.#deps = deps;
    this.#pause = pauseUntil(deps.closed);
    this.#recreateJob = recreateGroupsJob(deps);
    this.#unassignJob = unassignJob(deps);
    for (const kind of [this.#recreateJob, this.#unassignJob]) deps.jobs.register(kind);
  }

  /** Computes the plan once per cache version; repeats it if the cache changes in between. */
  async #plan(): ReturnType<typeof planFrom> {
    const { reader } = this.#deps;
    const { version } = reader;
    const plan = await this.#planned.get(version, () => planFrom(reader, this.#pause));
    return reader.version === version ? plan : this.#plan();
  }

  #planFromCache({ query, selection, target: requestedTarget, payer, move }: AddToGroupRequest) {
    const { reader } = this.#deps;
    if (query.resource !== 'accounts')
      throw fail('unexpected', { cause: 'the selected records are not accounts' });
    const accounts = selectedAccounts(reader, { query, selection }, MAX_ASSIGNED + 1);
    if (accounts.length > MAX_ASSIGNED) throw fail('too-large', { where: 'accounts' });
    const existing = requestedTarget.kind === 'group' ? findGroup(reader, requestedTarget.group) : null;
    if (requestedTarget.kind === 'group' && !existing) throw fail('not-found', { where: 'billingGroups' });
    const target: TargetGroup = existing ?? {
      ...newTarget(requestedTarget),
      id: null,
      assignments: undefined,
    };
    const groups = groupTexts(
      reader,
      accounts.map(({ id }) => id),
    );
    return { target, planned: planAddToGroup({ accounts, target, groups, payer, move }) };
  }

  #rowsOf(job: string) {
    return this.#deps.jobs.rows(job, { offset: 0, limit: ALL_ROWS }).rows;
  }

  accounts(ids: readonly string[]) {
    return accountsOf(this.#deps.reader, ids);
  }

  lookUp(text: string): { lines: PastedLine[]; accounts: ReturnType<typeof accountsOf> } {
    const { reader } = this.#deps;
    const lines = lookUpAccounts(reader, text);
    return {
      lines,
      accounts: accountsOf(
        reader,
        lines.flatMap(({ account }) => account ?? []),
      ),
    };
  }

  planAddToGroup(request: AddToGroupRequest) {
    return this.#planFromCache(request).planned.plan;
  }

  draftAddToGroup(request: AddToGroupRequest): Draft {
    const { reader, drafts } = this.#deps;
    const { target, planned } = this.#planFromCache(request);
    if (planned.plan.counts.added === 0)
      throw fail('refused', { cause: 'no account needs to be added to the group' });
    if (target.id !== null)
      return drafts.draftPlannedEdits(
        'billingGroups',
        new Map([
          [target.id, assignmentsEdit(planned.target)],
          ...planned.others.map(
            ({ group, assignments }) => [group.id, assignmentsEdit(assignments)] as const,
          ),
        ]),
      );
    const created = { ...newTarget(request.target), assignments: planned.target ?? '[]' };
    return drafts.draftPlannedRecords('billingGroups', newGroups(reader, [created]));
  }

  /** Waits until the job's writes are in the cache; a group that is not there yet would not be found. */
  async followUps(job: string): Promise<GroupFollowUps> {
    const { reader, jobs } = this.#deps;
    await jobs.settled(job);

    const rows = this.#rowsOf(job);
    const otherGroups = await groupsStillHolding(reader, rows, this.#pause);
    return {
      inOtherGroups: {
        accounts: new Set(otherGroups.flatMap(({ accounts }) => accounts)).size,
        groups: otherGroups.map(({ group: { id, name } }) => ({ id, name })),
      },
      notRemoved: await ignoredRemovals(reader, rows, this.#pause),
      removal: this.#openRemoval(job),
    };
  }

  /**
   * Returns the job that removes a job's leftover assignments one by one, if it still has rows to send; it may be
   * waiting for an approval.
   */
  #openRemoval(job: string): string | null {
    const { resource, operation } = this.#unassignJob;
    const removalJob = this.#deps.jobs
      .list()
      .find(
        ({ kind, facts }) =>
          kind.resource === resource && kind.operation === operation && facts['of'] === job,
      );
    return removalJob && unsentCount(removalJob) > 0 ? removalJob.id : null;
  }

  /** Creates a draft that removes the accounts of a job from the other groups that still have them. */
  async draftRemovalFromOthers(job: string): Promise<Draft> {
    const { reader, drafts } = this.#deps;
    const otherGroups = await groupsStillHolding(reader, this.#rowsOf(job), this.#pause);
    if (otherGroups.length === 0) throw fail('refused', { cause: 'no other group has any of the accounts' });
    return drafts.draftPlannedEdits(
      'billingGroups',
      new Map(
        otherGroups.map(({ group, accounts }) => [
          group.id,
          assignmentsEdit(removeAssignments(group.assignments, accounts)),
        ]),
      ),
    );
  }

  async planHouseholds() {
    const { reader } = this.#deps;
    const plan = await this.#plan();
    const names = householdNames(reader);
    return householdPlanView(reader, plan, (household) => names.get(String(household)) ?? null);
  }

  async draftHouseholds(chosen: Selection): Promise<Draft[]> {
    const { reader, drafts } = this.#deps;
    const { newRows, extendedRows } = selectedPlanRows(await this.#plan(), chosen);
    const names = householdNames(reader);
    const newDrafts: Draft[] = [];
    if (newRows.length > 0)
      newDrafts.push(
        drafts.draftPlannedRecords(
          'billingGroups',
          newGroups(
            reader,
            newRows.map(({ firm, household, added: accounts }) => ({
              name: names.get(String(household)) ?? `Household ${household}`,
              firm: String(firm),
              household: String(household),
              assignments: addAssignments('[]', accounts.map(String)) ?? '[]',
            })),
          ),
        ),
      );
    const edits = new Map(
      extendedRows.flatMap(({ group, added: accounts }) => {
        const known = group && findGroup(reader, String(group.id));
        return known
          ? [[known.id, assignmentsEdit(addAssignments(known.assignments, accounts.map(String)))] as const]
          : [];
      }),
    );
    if (edits.size > 0) newDrafts.push(drafts.draftPlannedEdits('billingGroups', edits));
    if (newDrafts.length === 0) throw fail('refused', { cause: 'no row of the plan is selected' });
    return newDrafts;
  }

  recreation() {
    const { reader, jobs } = this.#deps;
    const state = reader.states().find(({ resource }) => resource === 'billingGroups');
    const name = firmName(reader);
    const latestJob = jobs
      .list()
      .find(
        ({ kind }) =>
          kind.resource === this.#recreateJob.resource && kind.operation === this.#recreateJob.operation,
      );
    return {
      groups: state?.count ?? 0,
      asOf: state?.asOf ?? null,
      name: name ?? this.#deps.connection,
      isFirm: name !== null,
      copy: this.#saved?.copy ?? null,
      job: latestJob?.id ?? null,
    };
  }

  async saveCopy(grant: string): Promise<GroupsCopy> {
    const { activity, now, closed } = this.#deps;
    const file = this.#deps.chosenPath(grant);
    const end = activity.begin({ kind: 'groups-copy', count: 0 });
    try {
      this.#saved = await saveGroups(this.#deps, file, now(), closed);
      end('done', { count: this.#saved.copy.groups, facts: { file: this.#saved.copy.file } });
      return this.#saved.copy;
    } catch (error) {
      end('failed');
      throw error;
    }
  }

  /**
   * Starts the job. Fails with `changed-since` if the typed name or the saved copy differs, if another call used the
   * copy in between, or if the service has more or fewer groups than the copy.
   */
  async recreate(typed: string, copy: string): Promise<Job> {
    const { reader, jobs, service, closed } = this.#deps;
    const name = firmName(reader) ?? this.#deps.connection;
    const saved = this.#saved;
    if (typed.trim() !== name || saved?.copy.id !== copy)
      throw fail('changed-since', { cause: 'the typed name or the saved copy differs' });
    const { meta } = await service.call('billingGroups.list', {
      pager: { page: 1, limit: 1 },
      signal: closed,
    });
    if (this.#saved !== saved)
      throw fail('changed-since', { cause: 'another request used or replaced the saved copy' });
    if (meta.totalItems !== null && meta.totalItems !== saved.copy.groups) {
      this.#saved = null;
      throw fail('changed-since', { cause: 'the service has more or fewer groups than the copy' });
    }
    const input: RecreateLine = { before: [...saved.ids], names: [...saved.names], copy: saved.copy };
    const facts = { groups: saved.copy.groups, file: saved.copy.file };
    jobs.assertWritable();
    const { id } = jobs.plan(this.#recreateJob, [{ input, state: 'planned', issue: null }], facts);
    this.#saved = null; // the job deletes the saved groups: another run needs a new copy
    jobs.start(id, 1); // its only row is confirmed by the typed name
    return jobs.get(id);
  }

  async planRemoval(job: string): Promise<Job> {
    const { reader, jobs } = this.#deps;
    const ignored = await ignoredRemovals(reader, this.#rowsOf(job), this.#pause);
    const lines = ignored.flatMap(({ group, name, assignments }) => {
      const wanted = new Set<string | null>(assignments);
      return readAssignments(findGroup(reader, group)?.assignments).flatMap(({ id, account }) =>
        id !== null && wanted.has(id)
          ? [{ group, groupName: name, assignment: id, account: account ?? '' }]
          : [],
      );
    });
    if (lines.length === 0) throw fail('refused', { cause: 'the service applied every removal' });
    const titles = new Map(
      reader
        .named(
          'accounts',
          lines.map(({ account }) => account),
        )
        .map(({ key, title, subtitle }) => [key, subtitle ? `${title} (${subtitle})` : title]),
    );
    const rows = lines.map((line) => {
      const accountTitle = titles.get(line.account);
      const input = accountTitle === undefined ? line : { ...line, accountTitle };
      return { input, state: 'planned' as const, issue: null };
    });
    return jobs.plan(this.#unassignJob, rows, { of: job });
  }
}

function newTarget(target: AddToGroupRequest['target']) {
  if (target.kind !== 'new') throw fail('unexpected', { cause: 'the target is an existing group' });
  const { name, firm, household } = target;
  return { name, firm, household };
}

/** A group to create. */
interface NewGroup {
  readonly name: string;
  readonly firm: string;
  readonly household: string | null;
  /** JSON text of its assignments. */
  readonly assignments: string;
}

/** Gives new groups slugs that are unique among the cached and the new groups. */
function newGroups(reader: Pick<CacheReader, 'selected'>, groups: readonly NewGroup[]): PlannedRecord[] {
  const query = allRecordsQuery('billingGroups');
  const all = { kind: 'all' as const, except: [] };
  const usedSlugs = new Set<unknown>();
  for (const [slug] of reader.selected({ query, selection: all, columns: ['slug'] }, ALL_ROWS))
    usedSlugs.add(slug);
  return groups.map(({ name, firm, household, assignments }): PlannedRecord => {
    const slug = freeSlug(name, (candidate) => usedSlugs.has(candidate));
    usedSlugs.add(slug);
    const fields: WantedField[] = [
      { field: 'name', after: JSON.stringify(name) },
      ...(slug === '' ? [] : [{ field: 'slug', after: JSON.stringify(slug) }]),
      { field: 'firm_id', after: jsonId(firm) },
      ...(household === null ? [] : [{ field: 'household_id', after: jsonId(household) }]),
      { field: 'assignments', after: assignments },
    ];
    return { title: name, subtitle: slug, fields };
  });
}

/** Returns the edit that sets a group's assignments. */
const assignmentsEdit = (json: string | undefined): FieldEdit[] => [
  { op: 'set', field: 'assignments', json: json ?? 'null' },
];
