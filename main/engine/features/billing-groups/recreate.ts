import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { recreateLine, type GroupsCopy, type RecreateLine } from '#contract/features/billing-groups/schemas';
import { idOf } from '#contract/exact-json/fields';
import { valueAt } from '#contract/exact-json/patch';
import { fail } from '#contract/failure';
import { saveStream } from '../../files/chosen-file';
import { toApprovalRow } from '../../jobs/approval-row';
import { defineJob, type AnyJobDefinition, type RowOutcome } from '../../jobs/kind';
import { recordCalls } from '../../records/record-calls';
import type { ServiceList } from '../../records/service-list';
import type { Service } from '../../service/client';

export interface GroupJobDeps {
  readonly service: Pick<Service, 'call'>;
  /** Stores and removes groups in the cache. */
  readonly lists: {
    readonly put: (raws: readonly string[]) => Promise<void>;
    readonly remove: (keys: readonly string[]) => Promise<void>;
  };
}

/** A saved copy, with the IDs and names of its groups. */
export interface SavedCopy {
  readonly copy: GroupsCopy;
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

/**
 * Reads all groups from the service and saves them as JSON lines to a file that the user named, unchanged except that
 * line breaks within a group become spaces. Fails with `cut-short` if the service did not list all of them, because a
 * partial copy is worthless.
 */
export async function saveGroups(
  { service }: Pick<GroupJobDeps, 'service'>,
  file: string,
  now: Date,
  signal: AbortSignal,
): Promise<SavedCopy> {
  const { records, isComplete } = await recordCalls(service, 'billingGroups').list(signal);
  if (!isComplete) throw fail('cut-short', { cause: 'the list of billing groups is incomplete' });
  const hash = createHash('sha256');
  const lines = [...records.values()].map((raw) => `${raw.replace(/[\r\n]+\s*/g, ' ')}\n`);
  for (const line of lines) hash.update(line);
  await saveStream(file, lines, signal);
  return {
    copy: {
      id: randomUUID(),
      groups: records.size,
      file: path.basename(file),
      sha256: hash.digest('hex'),
      at: now.toISOString(),
    },
    ids: [...records.keys()],
    names: [...records.values()].map(nameOf),
  };
}

function nameOf(raw: string): string {
  const name = valueAt(raw, ['name']);
  return typeof name === 'string' ? name : '';
}

/**
 * Defines the job that asks the service to delete all billing groups and create them from households (spec
 * 4.6, deprecated there): one row, one request. It is done if the response lists only new groups. If
 * the response is lost, the groups are listed again.
 */
export function recreateGroupsJob({ service, lists }: GroupJobDeps): AnyJobDefinition {
  const calls = recordCalls(service, 'billingGroups');
  let latestList: ServiceList | null = null;
  return defineJob<RecreateLine>({
    resource: 'billingGroups',
    operation: 'recreate',
    input: recreateLine,
    chunk: 1,
    whenRefused: 'one-by-one',
    isRepeatable: false,
    requiresConfirmation: true,
    activity: 'groups-recreate',
    logFacts: ({ groups = null, file = null }) => ({ 'groups before': groups, copy: file }),
    // The colleague approves what the one request deletes: every group of the copy.
    approvalRows: ({ before, names }) =>
      before.map((key, index) => toApprovalRow({ key, title: names[index] || `Group ${key}` })),

    /** Checks the copy again: an approval may take days, and groups created since the copy would be lost. */
    async prepare(lines, signal) {
      const { records, isComplete } = await calls.list(signal);
      if (!isComplete) throw fail('cut-short', { cause: 'the list of billing groups is incomplete' });
      return lines.map(({ before }) => {
        const copied = new Set(before);
        const isUnchanged = records.size === copied.size && [...records.keys()].every((id) => copied.has(id));
        return isUnchanged ? undefined : { state: 'conflict', issue: { code: 'groups-changed' } };
      });
    },
    async send([line], signal) {
      const { records } = await service.call('billingGroups.createFromHouseholds', { signal });
      return line
        ? [
            recreateOutcome(
              line,
              records.map(({ raw }) => idOf(raw)),
            ),
          ]
        : [];
    },
    async verify(lines, signal) {
      const list = await calls.list(signal);
      latestList = list;
      return lines.map(({ before }) => wasRecreated(before, list));
    },
    async publish(lines) {
      if (!latestList?.isComplete) return;
      const { records } = latestList;
      await lists.put([...records.values()]);
      await lists.remove(lines.flatMap(({ before }) => before.filter((id) => !records.has(id))));
    },
  });
}

/** The response proves success only if it names groups, and all of them are new. */
function recreateOutcome({ before }: RecreateLine, newIds: readonly (string | null)[]): RowOutcome {
  const oldIds = new Set<string | null>(before);
  const isNew = newIds.length > 0 && newIds.every((id) => id !== null && !oldIds.has(id));
  return isNew ? { state: 'done' } : { state: 'unknown', issue: { code: 'unnamed' } };
}

/**
 * Returns true if all old groups are gone and there are new ones, false if all old groups remain, else null
 * (unknown), also if there were no old groups.
 */
function wasRecreated(before: readonly string[], { records, isComplete }: ServiceList): boolean | null {
  const remaining = before.filter((id) => records.has(id)).length;
  if (before.length > 0 && remaining === before.length) return false;
  return isComplete && remaining === 0 && records.size > 0 ? (before.length > 0 ? true : null) : null;
}
