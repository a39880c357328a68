import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  MAX_ASSIGNED,
  type AfterGroups,
  type GroupsCopy,
  type PastedLine,
  type PutRequest,
  type RecreateLine,
} from '#contract/features/billing-groups/calls';
import {
  addAssignments,
  readAssignments,
  removeAssignments,
} from '#contract/features/billing-groups/assignments';
import type { Draft } from '#contract/edit';
import { fail } from '#contract/failure';
import type { Job } from '#contract/job';
import type { Selection } from '#contract/query';
import type { CacheReader } from '../../cache/query/reader';
import type { Jobs } from '../../jobs/jobs';
import type { Activity } from '../../workspace/activity/activity';
import { ignoredRemovals, groupsStillHolding } from './leftover-groups';
import { assignmentsEdit, assignmentsOf, newGroups, type DraftFactory } from './create-drafts';
import { selectedPlanRows, planFrom, householdPlanView } from './households';
import { accountsOf, firmName, findGroup, groupTexts, recordNames, selectedAccounts } from './cached-groups';
import { lookUp } from './look-up';
import { planPut, type PutTarget } from './put';
import { recreateGroupsJob, saveGroups, type GroupJobDeps, type SavedCopy } from './recreate';
import { unassignJob } from './unassign';

export interface BillingGroupsDeps extends GroupJobDeps {
  readonly reader: CacheReader;
  readonly jobs: Jobs;
  readonly drafts: DraftFactory;
  readonly activity: Pick<Activity, 'begin'>;
  /** Returns the path of a file that the user chose to save to. */
  readonly chosen: (grant: string) => string;
  /** Name of the connection. */
  readonly connection: string;
  readonly now: () => Date;
  readonly closed: AbortSignal;
}

const ALL_ROWS = 1_000_000;

/**
 * Creates the billing group task of one connection (spec 2.6, 4.6). All writes go through drafts and durable
 * jobs.
 */
export function createBillingGroups(deps: BillingGroupsDeps) {
  const { reader, jobs, drafts, service, activity, now, closed } = deps;
  const recreate = recreateGroupsJob(deps);
  const unassign = unassignJob(deps);
  for (const kind of [recreate, unassign]) jobs.register(kind);
  let saved: SavedCopy | null = null;
  let planned: { readonly version: number; readonly plan: ReturnType<typeof planFrom> } | undefined;

  const pause = async () => {
    await yieldToEventLoop();
    closed.throwIfAborted();
  };
  /** Computes the plan once per cache version; repeats it if the cache changes in between. */
  async function plan(): ReturnType<typeof planFrom> {
    const { version } = reader;
    if (planned?.version !== version) planned = { version, plan: planFrom(reader, pause) };
    try {
      const plannedView = await planned.plan;
      return reader.version === version ? plannedView : await plan();
    } catch (error) {
      planned = undefined; // a retry may succeed
      throw error;
    }
  }

  function planFromCache({ query, selection, target: wanted, payer, move }: PutRequest) {
    if (query.resource !== 'accounts') throw fail('unexpected', { cause: 'no accounts are selected' });
    const accounts = selectedAccounts(reader, { query, selection }, MAX_ASSIGNED + 1);
    if (accounts.length > MAX_ASSIGNED) throw fail('too-large', { where: 'accounts' });
    const existing = wanted.kind === 'group' ? findGroup(reader, wanted.group) : null;
    if (wanted.kind === 'group' && !existing) throw fail('not-found', { where: 'billingGroups' });
    const target: PutTarget = existing ?? { ...newTarget(wanted), id: null, assignments: undefined };
    const groups = groupTexts(
      reader,
      accounts.map(({ id }) => id),
    );
    return { target, planned: planPut({ accounts, target, groups, payer, move }) };
  }

  const households = () => recordNames(reader, 'households');
  const rowsOf = (job: string) => jobs.rows(job, { offset: 0, limit: ALL_ROWS }).rows;

  return {
    accounts: (ids: readonly string[]) => accountsOf(reader, ids),

    lookUp(text: string): { lines: PastedLine[]; accounts: ReturnType<typeof accountsOf> } {
      const lines = lookUp(reader, text);
      return {
        lines,
        accounts: accountsOf(
          reader,
          lines.flatMap(({ account }) => account ?? []),
        ),
      };
    },

    planPut: (request: PutRequest) => planFromCache(request).planned.plan,

    draftPut(request: PutRequest): Draft {
      const { target, planned } = planFromCache(request);
      if (planned.plan.counts.put === 0)
        throw fail('refused', { cause: 'no account needs to be added to the group' });
      if (target.id !== null)
        return drafts.planned(
          'billingGroups',
          new Map([
            [target.id, assignmentsEdit(planned.target)],
            ...planned.others.map(
              ({ group, assignments }) => [group.id, assignmentsEdit(assignments)] as const,
            ),
          ]),
        );
      const created = { ...newTarget(request.target), assignments: planned.target ?? '[]' };
      return drafts.plannedNew('billingGroups', newGroups(reader, [created]));
    },

    /** Waits until the job's writes are in the cache; a group that is not there yet would not be found. */
    async after(job: string): Promise<AfterGroups> {
      await jobs.settled(job);

      const rows = rowsOf(job);
      const elsewhere = groupsStillHolding(reader, rows);
      return {
        elsewhere: {
          accounts: new Set(elsewhere.flatMap(({ accounts }) => accounts)).size,
          groups: elsewhere.map(({ group: { id, name } }) => ({ id, name })),
        },
        notRemoved: ignoredRemovals(reader, rows),
      };
    },

    draftLeaving(job: string): Draft {
      const elsewhere = groupsStillHolding(reader, rowsOf(job));
      if (elsewhere.length === 0) throw fail('refused', { cause: 'no other group has any of the accounts' });
      return drafts.planned(
        'billingGroups',
        new Map(
          elsewhere.map(({ group, accounts }) => [
            group.id,
            assignmentsEdit(removeAssignments(group.assignments, accounts)),
          ]),
        ),
      );
    },

    async planHouseholds() {
      const newPlan = await plan();
      const names = households();
      return householdPlanView(reader, newPlan, (household) => names.get(String(household)) ?? null);
    },

    async draftHouseholds(chosen: Selection): Promise<Draft[]> {
      const { fresh, extended } = selectedPlanRows(await plan(), chosen);
      const names = households();
      const newDrafts: Draft[] = [];
      if (fresh.length > 0)
        newDrafts.push(
          drafts.plannedNew(
            'billingGroups',
            newGroups(
              reader,
              fresh.map(({ firm, household, put: accounts }) => ({
                name: names.get(String(household)) ?? `Household ${household}`,
                firm: String(firm),
                household: String(household),
                assignments: assignmentsOf(accounts.map(String)),
              })),
            ),
          ),
        );
      const edits = new Map(
        extended.flatMap(({ group, put: accounts }) => {
          const known = group && findGroup(reader, String(group.id));
          return known
            ? [[known.id, assignmentsEdit(addAssignments(known.assignments, accounts.map(String)))] as const]
            : [];
        }),
      );
      if (edits.size > 0) newDrafts.push(drafts.planned('billingGroups', edits));
      if (newDrafts.length === 0) throw fail('refused', { cause: 'no row of the plan is selected' });
      return newDrafts;
    },

    recreation() {
      const state = reader.states().find(({ resource }) => resource === 'billingGroups');
      const name = firmName(reader);
      const last = jobs
        .list()
        .find(({ kind }) => kind.resource === recreate.resource && kind.operation === recreate.operation);
      return {
        groups: state?.count ?? 0,
        asOf: state?.asOf ?? null,
        name: name ?? deps.connection,
        isFirm: name !== null,
        copy: saved?.copy ?? null,
        job: last?.id ?? null,
      };
    },

    async saveCopy(grant: string): Promise<GroupsCopy> {
      const file = deps.chosen(grant);
      const end = activity.begin({ kind: 'groups-copy', count: 0 });
      try {
        saved = await saveGroups(deps, file, now(), closed);
        end('done', { count: saved.copy.groups, facts: { file: saved.copy.file } });
        return saved.copy;
      } catch (error) {
        end('failed');
        throw error;
      }
    },

    /** Fails with `changed-since` if the data differ from what the user saw. */
    async recreate(typed: string, copy: string): Promise<Job> {
      const name = firmName(reader) ?? deps.connection;
      if (typed.trim() !== name || saved?.copy.id !== copy)
        throw fail('changed-since', { cause: 'the typed name or the saved copy differs' });
      const { meta } = await service.call('billingGroups.list', {
        pager: { page: 1, limit: 1 },
        signal: closed,
      });
      if (meta.totalItems !== null && meta.totalItems !== saved.copy.groups) {
        saved = null;
        throw fail('changed-since', { cause: 'the service has other groups than the copy' });
      }
      const input: RecreateLine = { before: [...saved.ids], copy: saved.copy };
      const facts = { groups: saved.copy.groups, file: saved.copy.file };
      jobs.assertWritable();
      const { id } = jobs.plan(recreate, [{ input, state: 'planned', remark: null }], facts);
      saved = null; // the saved groups no longer exist
      jobs.start(id, 1);
      return jobs.get(id);
    },

    planRemoval(job: string): Job {
      const rows = ignoredRemovals(reader, rowsOf(job)).flatMap(({ group, name, assignments }) => {
        const wanted = new Set<string | null>(assignments);
        return readAssignments(findGroup(reader, group)?.assignments).flatMap(({ id, account }) =>
          id !== null && wanted.has(id)
            ? [
                {
                  input: { group, groupName: name, assignment: id, account: account ?? '' },
                  state: 'planned' as const,
                  remark: null,
                },
              ]
            : [],
        );
      });
      if (rows.length === 0) throw fail('refused', { cause: 'the service applied every removal' });
      return jobs.plan(unassign, rows, {});
    },
  };
}

function newTarget(target: PutRequest['target']) {
  if (target.kind !== 'new') throw fail('unexpected', { cause: 'the target is an existing group' });
  const { name, firm, household } = target;
  return { name, firm, household };
}
