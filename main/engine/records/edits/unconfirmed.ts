import type { UnconfirmedValue } from '#contract/edit';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import type { JobStore } from '../../workspace/jobs/jobs';
import { fieldText, isEmptyText } from '#contract/exact-json/field-text';

export interface UnconfirmedDeps {
  readonly jobs: Pick<JobStore, 'lastDone'>;
  readonly reader: Pick<CacheReader, 'records'>;
}

/**
 * Returns values that were sent but that no response or later read has shown, in fields that may be missing
 * from responses (wire facts B2). Once a record is read with any value there, that value counts.
 */
export function unconfirmedIn({ jobs, reader }: UnconfirmedDeps, resource: ResourceName): UnconfirmedValue[] {
  const { fields } = resourceNamed(resource);
  return Object.entries(fields).flatMap(([field, descriptor]) => {
    if (!descriptor.mayBeAbsent) return [];
    const sent = jobs
      .lastDone({ resource, operation: 'edit' }, field)
      .filter(({ isConfirmed }) => !isConfirmed);
    const rawByKey = new Map(
      [
        ...reader.records(
          resource,
          sent.map(({ key }) => key),
        ),
      ].map(({ key, raw }) => [key, raw]),
    );
    return sent.flatMap(({ key, after, at }): UnconfirmedValue[] => {
      const raw = rawByKey.get(key);
      return raw === undefined || !isEmptyText(fieldText(raw, field, descriptor))
        ? []
        : [{ key, field, json: after, at }];
    });
  });
}
