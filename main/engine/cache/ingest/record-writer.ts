import { FROM_HERE, type FieldChange } from '#contract/features/changes/calls';
import { diffFields } from '#contract/exact-json/diff';
import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import type { ChangeNote } from './change-notes';
import { fieldChanges, lastValues } from './changes';
import { recordBytesOf } from '../schema/nightly-dates';
import type { Extract } from '../schema/extract';
import type { ActivePasses } from './active-passes';
import type { MarkRows } from './row-marks';
import type { TableStatements } from '../schema/table-statements';

/** For each record, in order: the fields that were edited in the app. */
type EditedFields = readonly (readonly string[])[];

/**
 * Returns functions that put and remove single records at any time. During a pass over the same list, these
 * writes take precedence over its pages, which may be older: the pass neither undoes a put, nor counts it as
 * removed, nor restores a removed record.
 */
export function recordWriter(
  db: Db,
  passes: ActivePasses,
  statements: (name: ResourceName) => TableStatements,
  note: (note: ChangeNote) => void,
  markRows: MarkRows,
) {
  const lastRun = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM run').pluck();
  /** Forgets the pass if the write fails, because its memory would include changes that were not stored. */
  const forgetOnFailure = <R>(resource: ResourceName, write: () => R): R => {
    try {
      return write();
    } catch (error) {
      passes.forget(resource);
      throw error;
    }
  };

  const noteOf = ({ table }: TableStatements, n: number, { key, title }: Pick<Extract, 'key' | 'title'>) => ({
    resource: table.name,
    n,
    key,
    title,
    run: FROM_HERE,
  });

  /** Attributes changes in the edited fields to the app, and all others to the time since the last run. */
  const noteChanges = (
    on: TableStatements,
    n: number,
    extract: Extract,
    changes: readonly FieldChange[],
    made: readonly string[],
  ): void => {
    const isMade = new Set(made.flatMap((name) => [name, ...(on.table.resource.fields[name]?.also ?? [])]));
    const of = { ...noteOf(on, n, extract), kind: 'changed' as const };
    const here = changes.filter(({ field }) => isMade.has(field));
    const elsewhere = changes.filter(({ field }) => !isMade.has(field));
    if (here.length > 0) note({ ...of, fields: here });
    if (elsewhere.length > 0) note({ ...of, run: lastRun.get() ?? FROM_HERE, fields: elsewhere });
  };

  const putAll = db.transaction(
    (
      resource: ResourceName,
      raws: readonly string[],
      made?: EditedFields,
      how?: 'created',
    ): { put: number } => {
      const on = statements(resource);
      const pass = passes.open(on);
      const generation = pass?.generation ?? on.generation.get(resource) ?? 0;
      const at = new Date().toISOString();
      let next = on.nextN.get() ?? 1;
      let put = 0;
      const records = recordBytesOf(resource, raws);
      for (const [place, raw] of raws.entries()) {
        const extract = on.extract(raw);
        const drifted = extract.drift === null ? 0 : 1;
        if (extract.isNameless) continue;
        const { hash, dates } = records.fingerprint(place);
        const known = on.find.get(extract.key);
        const n = known?.n ?? next++;
        if (known) {
          const before = on.raw.get(n) ?? '{}';
          const diffs = diffFields(before, raw, on.isKey);
          on.update(n, { before, diffs }, extract, records.bytes(place), at);
          if (made)
            noteChanges(
              on,
              n,
              extract,
              fieldChanges(on.table.resource, before, raw, diffs),
              made[place] ?? [],
            );
          on.putState.run(hash, dates, generation, drifted, n);
        } else {
          on.claim.run(n, extract.key, hash, dates, generation, drifted);
          on.store(n, extract, records.bytes(place), at);
          if (made && how === 'created') note({ ...noteOf(on, n, extract), kind: 'new', fields: [] });
        }
        pass?.written.add(extract.key, n, known?.generation === generation);
        put += 1;
      }
      pass?.order.prefetchAgain();
      markRows(resource);
      return { put };
    },
  );

  const removeAll = db.transaction((resource: ResourceName, keys: readonly string[]): { removed: number } => {
    const on = statements(resource);
    const pass = passes.open(on);
    let removed = 0;
    for (const key of keys) {
      const known = on.find.get(key);
      if (known) {
        // Only records that the user deleted in the app are removed here.
        const raw = on.raw.get(known.n) ?? '{}';
        const fields = lastValues(on.table.resource, raw);
        note({ ...noteOf(on, known.n, on.extract(raw)), kind: 'removed', fields });
        on.remove(known.n);
        removed += 1;
      }
      pass?.written.add(key, null, known !== undefined && known.generation === pass.generation);
    }
    pass?.order.prefetchAgain();
    markRows(resource);
    return { removed };
  });

  return {
    /**
     * Puts records as the service returned them, new or replacing those with the same key. Records without a
     * key are left to the next refresh. With `made`, changes are recorded; `created` records are recorded as
     * new.
     */
    putRecords: (resource: ResourceName, raws: readonly string[], made?: EditedFields, how?: 'created') =>
      forgetOnFailure(resource, () => putAll(resource, raws, made, how)),
    /** Removes records by key and records that they were deleted in the app. Unknown keys are ignored. */
    removeRecords: (resource: ResourceName, keys: readonly string[]) =>
      forgetOnFailure(resource, () => removeAll(resource, keys)),
  };
}
