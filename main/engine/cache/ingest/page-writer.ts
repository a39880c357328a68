import { diffFields } from '#contract/exact-json/diff';
import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import type { PageRecords } from '../../wire/packed-records';
import type { RecordFingerprint } from '../../wire/record-bytes';
import type { FieldChange } from '#contract/features/changes/schemas';
import { fieldChanges } from './changes';
import type { ChangeNote } from './change-notes';
import type { Extract } from '../schema/extract';
import { expectJson, type RowChunk } from './page-rows';
import type { ActivePass, ActivePasses } from './active-passes';
import type { PreviousText } from './row-update';
import type { BumpTableVersion } from './table-versions';
import type { KnownRow, TableStatements } from '../schema/table-statements';
import type { PagePosition, StoredPageCounts } from '../worker/writer';

/** A row whose record arrived with a new text. */
interface Rewrite extends PreviousText {
  readonly storedRow: KnownRow;
  readonly after: string;
}
type DateChanges = Pick<Rewrite, 'storedRow' | 'diffs'>;

/**
 * Returns a function that stores one page of a pass, in one transaction. Without a position, the page belongs to a
 * quick pass, which has only changed records and never resumes. `yieldToReaders` runs between records.
 */
export function pageWriter(
  db: Db,
  passes: ActivePasses,
  statementsOf: (name: ResourceName) => TableStatements,
  note: (note: ChangeNote) => void,
  bumpTableVersion: BumpTableVersion,
  yieldToReaders: () => void = () => undefined,
) {
  const putPosition = db.prepare<[number, number, number, string]>(
    'UPDATE pass SET source = ?, page = ?, size = ? WHERE resource = ?',
  );
  return db.transaction(
    (
      run: number,
      resource: ResourceName,
      generation: number,
      records: PageRecords,
      position: PagePosition | null,
      chunks?: readonly RowChunk[],
    ): StoredPageCounts => {
      const statements = statementsOf(resource);
      const pass = passes.passFor(statements, generation);
      const page = new StoredPage(statements, pass, records, {
        note: (change) => note({ run, resource, ...change }),
        isQuick: position === null,
      });
      if (!chunks || !page.fill(chunks, yieldToReaders)) page.storeEach(yieldToReaders);
      pass.order.flushMatched();
      if (page.hasWritten) bumpTableVersion(resource);
      const { added, changed, unchanged } = page.counts;
      pass.keyCount += added + changed + unchanged;
      if (position) putPosition.run(position.source, position.page, position.limit, resource);
      return { ...page.counts, distinct: pass.keyCount };
    },
  );
}

interface PageOptions {
  readonly note: (change: Omit<ChangeNote, 'run' | 'resource'>) => void;
  /** Has only changed records. */
  readonly isQuick: boolean;
}

/** One page while it is stored. */
class StoredPage {
  readonly counts = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0, partial: 0 };
  hasWritten = false;
  readonly #statements: TableStatements;
  readonly #pass: ActivePass;
  readonly #records: PageRecords;
  readonly #note: PageOptions['note'];
  readonly #isQuick: boolean;
  readonly #fetchedAt = new Date().toISOString();
  #next: number;

  constructor(
    statements: TableStatements,
    pass: ActivePass,
    records: PageRecords,
    { note, isQuick }: PageOptions,
  ) {
    this.#statements = statements;
    this.#pass = pass;
    this.#records = records;
    this.#note = note;
    this.#isQuick = isQuick;
    this.#next = statements.nextN.get() ?? 1;
  }

  /** Fills an empty table with prepared rows; returns false if that is not possible. */
  fill(chunks: readonly RowChunk[], yieldToReaders: () => void): boolean {
    const { isFirst, written, generation } = this.#pass;
    const target = { next: this.#next, generation, at: this.#fetchedAt, yieldToReaders };
    if (!isFirst || !written.isEmpty || !this.#statements.fill(this.#records, chunks, target)) return false;
    this.counts.added = this.#records.count;
    for (const { drifted } of chunks) this.counts.drifted += drifted;
    this.hasWritten = this.counts.added > 0;
    for (let index = 0; index < this.#records.count; index += 1)
      this.#countTime(index, this.#records.fingerprint(index));
    return true;
  }

  storeEach(yieldToReaders: () => void): void {
    for (let index = 0; index < this.#records.count; index += 1) {
      yieldToReaders();
      const { repeated } = this.counts;
      const fingerprint = this.#records.fingerprint(index);
      this.#storeOne(index, fingerprint);
      if (this.counts.repeated === repeated) this.#countTime(index, fingerprint);
    }
  }

  #countTime(index: number, fingerprint: RecordFingerprint): void {
    if (this.#isQuick) return;
    this.#pass.times?.countRecord(fingerprint, () => this.#records.text(index));
  }

  /** Compares a new or changed record with the last fetch. */
  #noteTime(index: number, fingerprint: RecordFingerprint, before?: KnownRow): void {
    this.#pass.times?.noteChange(
      fingerprint,
      () => this.#records.text(index),
      before && { fingerprint: before, raw: () => this.#statements.raw.get(before.n) ?? '{}' },
    );
  }

  /** Stores one record, with the least work that its state allows. */
  #storeOne(index: number, fingerprint: RecordFingerprint): void {
    const statements = this.#statements;
    const { order, written, generation } = this.#pass;
    const match = order.takeMatch(fingerprint);
    if (match) {
      this.counts.drifted += match.drifted;
      if (match.generation !== generation) this.counts.unchanged += 1;
      else this.#countFound(written.noteFoundRow(match.n) ?? 'again');
      return;
    }
    const storedRow = order.expected;
    const isUnseenRow = storedRow && isUnseen(storedRow, generation);
    const diffs = isUnseenRow ? statements.dateChanges(storedRow, fingerprint) : undefined;
    if (isUnseenRow && diffs) {
      order.flushMatched(); // otherwise the unchanged range would include this row, and write it twice
      if (this.#updateDates({ storedRow, diffs }, index, fingerprint)) {
        order.advancePast(storedRow);
        return;
      }
    }
    const raw = this.#records.text(index);
    const rewrite = isUnseenRow ? rewriteOf(statements, storedRow, raw) : undefined;
    if (rewrite && this.#updateDates(rewrite, index, fingerprint)) {
      order.advancePast(rewrite.storedRow);
      return;
    }
    const extract = this.#extracted(raw);
    if (rewrite && !extract.isWithoutKey) {
      order.advancePast(rewrite.storedRow);
      this.#rewrite(rewrite, index, fingerprint, extract);
    } else {
      order.flushMatched();
      this.#storeByKey(raw, index, fingerprint, extract);
    }
  }

  #storeByKey(raw: string, index: number, fingerprint: RecordFingerprint, extract: Extract): void {
    const statements = this.#statements;
    const { order, written, generation, isFirst } = this.#pass;
    const found = written.noteFound(extract.key);
    if (found) {
      this.#countFound(found);
      return;
    }
    const { hash, dates } = fingerprint;
    const drifted = extract.drift === null ? 0 : 1;
    if (statements.claim.run(this.#next, extract.key, hash, dates, generation, drifted).changes === 1) {
      statements.store(this.#next, extract, this.#records.bytes(index), this.#fetchedAt);
      this.hasWritten = true;
      this.#noteTime(index, fingerprint);
      if (!isFirst) this.#noteChange('new', this.#next, extract, []);
      this.#next += 1;
      this.counts.added += 1;
      return;
    }
    const storedRow = statements.find.get(extract.key);
    if (storedRow) order.moveTo(storedRow.n + 1);
    if (!storedRow || storedRow.generation === generation) this.counts.repeated += 1;
    else if (storedRow.hash === hash && storedRow.dates === dates) {
      statements.touch.run(generation, storedRow.n, storedRow.n);
      this.counts.unchanged += 1;
    } else {
      const before = statements.raw.get(storedRow.n) ?? '{}';
      const rewrite = {
        storedRow,
        before,
        after: raw,
        diffs: diffFields(before, raw, statements.isKey),
      };
      if (!this.#updateDates(rewrite, index, fingerprint))
        this.#rewrite(rewrite, index, fingerprint, extract);
    }
  }

  /** Updates the row without parsing the record, if only nightly dates changed. */
  #updateDates({ storedRow, diffs }: DateChanges, index: number, fingerprint: RecordFingerprint): boolean {
    const statements = this.#statements;
    const { hash, dates } = fingerprint;
    const { n, drifted } = storedRow;
    if (this.#isPartial(diffs)) return false;
    if (
      drifted !== 0 ||
      !diffs ||
      !statements.updateDates(n, diffs, this.#records.bytes(index), this.#fetchedAt)
    )
      return false;
    this.#noteTime(index, fingerprint, storedRow);
    if (storedRow.hash === hash) statements.putDates.run(dates, this.#pass.generation, n);
    else statements.putState.run(hash, dates, this.#pass.generation, 0, n);
    this.hasWritten = true;
    this.counts.unchanged += 1;
    return true;
  }

  /**
   * A filter may return fewer fields than a list (wire facts B14), which must not look like a change. Unknown
   * differences (no `diffs`) may include missing fields.
   */
  #isPartial(diffs: Rewrite['diffs']): boolean {
    return this.#isQuick && (diffs?.some(({ after }) => after === undefined) ?? true);
  }

  #rewrite(rewrite: Rewrite, index: number, fingerprint: RecordFingerprint, extract: Extract): void {
    const statements = this.#statements;
    const { hash, dates } = fingerprint;
    const { n } = rewrite.storedRow;
    if (this.#isPartial(rewrite.diffs)) {
      this.counts.partial += 1;
      return;
    }
    const fields = fieldChanges(statements.table.resource, rewrite.before, rewrite.after, rewrite.diffs);
    if (fields.length > 0) this.#noteTime(index, fingerprint, rewrite.storedRow);
    statements.update(n, rewrite, extract, this.#records.bytes(index), this.#fetchedAt);
    this.hasWritten = true;
    statements.putState.run(hash, dates, this.#pass.generation, extract.drift === null ? 0 : 1, n);
    // A different spelling or new nightly dates do not count as a change.
    if (fields.length === 0) this.counts.unchanged += 1;
    else {
      this.#noteChange('changed', n, extract, fields);
      this.counts.changed += 1;
    }
  }

  #extracted(raw: string): Extract {
    const extract = this.#statements.extract(raw);
    if (extract.isWithoutKey) expectJson(raw);
    if (extract.drift !== null) this.counts.drifted += 1;
    return extract;
  }

  #countFound(found: 'first' | 'again'): void {
    this.counts[found === 'first' ? 'unchanged' : 'repeated'] += 1;
  }

  #noteChange(
    kind: 'new' | 'changed',
    n: number,
    { key, title }: Extract,
    fields: readonly FieldChange[],
  ): void {
    this.#note({ n, key, title, kind, fields });
  }
}

/**
 * Returns whether the row is new to this pass and its record fits. A record with drift may be keyed by its
 * text.
 */
const isUnseen = (known: KnownRow, generation: number): boolean =>
  known.generation !== generation && known.drifted === 0;

/** Returns the change if this is a new text of the expected record, which saves looking up its row. */
function rewriteOf(statements: TableStatements, storedRow: KnownRow, raw: string): Rewrite | undefined {
  const before = statements.raw.get(storedRow.n);
  const diffs = before === undefined ? undefined : diffFields(before, raw, statements.isKey);
  return before === undefined || !diffs ? undefined : { storedRow, before, after: raw, diffs };
}
