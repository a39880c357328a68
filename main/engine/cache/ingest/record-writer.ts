import { MADE_IN_APP, type FieldChange } from '#contract/features/changes/schemas';
import { diffFields } from '#contract/exact-json/diff';
import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import type { ChangeNote } from './change-notes';
import { fieldChanges, lastValues } from './changes';
import { recordBytesOf } from '../schema/nightly-dates';
import type { Extract } from '../schema/extract';
import type { ActivePass, ActivePasses } from './active-passes';
import type { FetchWatermarks } from './fetch-watermarks';
import { RecordTimes } from './record-times';
import type { BumpTableVersion } from './table-versions';
import type { TableStatements } from '../schema/table-statements';

/** For each record, in order: the fields that were edited in the app. */
type EditedFields = readonly (readonly string[])[];

/**
 * Puts and removes single records at any time. During a pass over the same list, these writes take precedence
 * over its pages, which may be older: the pass neither undoes a put, nor counts it as removed, nor restores a
 * removed record.
 */
export class RecordWriter {
  readonly #db: Db;
  readonly #passes: ActivePasses;
  readonly #statements: (name: ResourceName) => TableStatements;
  readonly #note: (note: ChangeNote) => void;
  readonly #bumpTableVersion: BumpTableVersion;
  readonly #watermarks: FetchWatermarks;
  readonly #lastRun;

  constructor(
    db: Db,
    passes: ActivePasses,
    statements: (name: ResourceName) => TableStatements,
    note: (note: ChangeNote) => void,
    bumpTableVersion: BumpTableVersion,
    watermarks: FetchWatermarks,
  ) {
    this.#db = db;
    this.#passes = passes;
    this.#statements = statements;
    this.#note = note;
    this.#bumpTableVersion = bumpTableVersion;
    this.#watermarks = watermarks;
    this.#lastRun = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM run').pluck();
  }

  /**
   * Puts records as the service returned them, new or replacing those with the same key. Records without a
   * key are left to the next refresh. With `edited`, changes are recorded; with `origin` as well, added records
   * are recorded as new.
   */
  putRecords(
    resource: ResourceName,
    raws: readonly string[],
    edited?: EditedFields,
    origin?: 'created',
  ): { put: number } {
    const records = recordBytesOf(resource, raws);
    return this.#write(resource, (statements, pass, times) => {
      const generation = pass?.generation ?? statements.generation.get(resource) ?? 0;
      const fetchedAt = new Date().toISOString();
      let next = statements.nextN.get() ?? 1;
      let put = 0;
      for (const [index, raw] of raws.entries()) {
        const extract = statements.extract(raw);
        const drifted = extract.drift === null ? 0 : 1;
        if (extract.isWithoutKey) continue;
        const { hash, dates } = records.fingerprint(index);
        const fingerprint = { hash, dates };
        const storedRow = statements.find.get(extract.key);
        const n = storedRow?.n ?? next++;
        const stored = storedRow && {
          fingerprint: storedRow,
          raw: () => statements.raw.get(storedRow.n) ?? '{}',
        };
        times?.noteChange(fingerprint, () => raw, stored);
        if (storedRow) {
          const before = statements.raw.get(n) ?? '{}';
          const diffs = diffFields(before, raw, statements.isKey);
          statements.update(n, { before, diffs }, extract, records.bytes(index), fetchedAt);
          if (edited) {
            const changes = fieldChanges(statements.table.resource, before, raw, diffs);
            this.#noteChanges(statements, n, extract, changes, edited[index] ?? []);
          }
          statements.putState.run(hash, dates, generation, drifted, n);
        } else {
          statements.claim.run(n, extract.key, hash, dates, generation, drifted);
          statements.store(n, extract, records.bytes(index), fetchedAt);
          if (edited && origin === 'created')
            this.#note({ ...noteOf(statements, n, extract), kind: 'new', fields: [] });
        }
        pass?.written.add(extract.key, n, storedRow?.generation === generation);
        put += 1;
      }
      return { put };
    });
  }

  /** Removes records by key and records that they were deleted in the app. Unknown keys are ignored. */
  removeRecords(resource: ResourceName, keys: readonly string[]): { removed: number } {
    return this.#write(resource, (statements, pass, times) => {
      let removed = 0;
      for (const key of keys) {
        const storedRow = statements.find.get(key);
        if (storedRow) {
          // Only records that the user deleted in the app are removed here.
          const raw = statements.raw.get(storedRow.n) ?? '{}';
          const fields = lastValues(statements.table.resource, raw);
          this.#note({
            ...noteOf(statements, storedRow.n, statements.extract(raw)),
            kind: 'removed',
            fields,
          });
          times?.noteRemoval(storedRow, () => raw);
          statements.remove(storedRow.n);
          removed += 1;
        }
        pass?.written.add(key, null, storedRow !== undefined && storedRow.generation === pass.generation);
      }
      return { removed };
    });
  }

  /**
   * Writes in one transaction. If that fails, discards the pass: its state would contain changes that were
   * not stored.
   */
  #write<R>(
    resource: ResourceName,
    write: (statements: TableStatements, pass: ActivePass | undefined, times: RecordTimes | undefined) => R,
  ): R {
    try {
      return this.#db.transaction(() => {
        const statements = this.#statements(resource);
        const pass = this.#passes.unfinishedPass(statements);
        const timeOf = this.#passes.changeTime(resource);
        const times = timeOf && new RecordTimes(timeOf, this.#watermarks.watermarkOf(resource));
        const result = write(statements, pass, times);
        this.#watermarks.adjust(resource, times?.evidenceDelta);
        pass?.order.prefetchAgain();
        this.#bumpTableVersion(resource);
        return result;
      })();
    } catch (error) {
      this.#passes.forget(resource);
      throw error;
    }
  }

  /** Attributes changes in the edited fields to the app, and all others to the last run, since which they were made. */
  #noteChanges(
    statements: TableStatements,
    n: number,
    extract: Extract,
    changes: readonly FieldChange[],
    editedNames: readonly string[],
  ): void {
    const editedFields = new Set(
      editedNames.flatMap((name) => [name, ...(statements.table.resource.fields[name]?.aliases ?? [])]),
    );
    const change = { ...noteOf(statements, n, extract), kind: 'changed' as const };
    const ownChanges = changes.filter(({ field }) => editedFields.has(field));
    const otherChanges = changes.filter(({ field }) => !editedFields.has(field));
    if (ownChanges.length > 0) this.#note({ ...change, fields: ownChanges });
    if (otherChanges.length > 0)
      this.#note({ ...change, run: this.#lastRun.get() ?? MADE_IN_APP, fields: otherChanges });
  }
}

const noteOf = ({ table }: TableStatements, n: number, { key, title }: Pick<Extract, 'key' | 'title'>) => ({
  resource: table.name,
  n,
  key,
  title,
  run: MADE_IN_APP,
});
