import { diffFields } from '#contract/exact-json/diff';
import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';
import type { PageRecords } from '../../wire/packed-records';
import type { RecordFingerprint } from '../../wire/record-bytes';
import type { FieldChange } from '#contract/features/changes/calls';
import { fieldChanges } from './changes';
import type { ChangeNote } from './change-notes';
import type { Extract } from '../schema/extract';
import { expectJson, type RowChunk } from './page-rows';
import type { ActivePass, ActivePasses } from './active-passes';
import type { PreviousText } from './row-update';
import type { MarkRows } from './row-marks';
import type { KnownRow, TableStatements } from '../schema/table-statements';
import type { PageMark, StoredPageCounts } from '../worker/writer';

/** A row whose record arrived with a new text. */
interface Rewrite extends PreviousText {
  readonly storedRow: KnownRow;
  readonly after: string;
}
type MovedDates = Pick<Rewrite, 'storedRow' | 'diffs'>;

/**
 * Returns a function that stores one page of a pass, in one transaction. Without a mark, the page belongs to a
 * quick pass, which has only changed records and never resumes. `giveWay` runs between records.
 */
export function pageWriter(
  db: Db,
  passes: ActivePasses,
  statements: (name: ResourceName) => TableStatements,
  note: (note: ChangeNote) => void,
  markRows: MarkRows,
  yieldToReaders: () => void = () => undefined,
) {
  const putMark = db.prepare<[number, number, number, string]>(
    'UPDATE pass SET source = ?, page = ?, size = ? WHERE resource = ?',
  );
  return db.transaction(
    (
      run: number,
      resource: ResourceName,
      generation: number,
      records: PageRecords,
      mark: PageMark | null,
      chunks?: readonly RowChunk[],
    ): StoredPageCounts => {
      const on = statements(resource);
      const pass = passes.passFor(on, generation);
      const page = new StoredPage(on, pass, records, {
        note: (change) => note({ run, resource, ...change }),
        isQuick: mark === null,
      });
      if (!chunks || !page.fill(chunks, yieldToReaders)) page.storeEach(yieldToReaders);
      pass.order.settle();
      if (page.hasWritten) markRows(resource);
      const { added, changed, unchanged } = page.counts;
      pass.keys += added + changed + unchanged;
      if (mark) putMark.run(mark.source, mark.page, mark.limit, resource);
      return { ...page.counts, distinct: pass.keys };
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
  readonly #at = new Date().toISOString();
  #next: number;

  constructor(on: TableStatements, pass: ActivePass, records: PageRecords, { note, isQuick }: PageOptions) {
    this.#statements = on;
    this.#pass = pass;
    this.#records = records;
    this.#note = note;
    this.#isQuick = isQuick;
    this.#next = on.nextN.get() ?? 1;
  }

  /** Fills an empty table with prepared rows; returns false if that is not possible. */
  fill(chunks: readonly RowChunk[], giveWay: () => void): boolean {
    const { first, written, generation } = this.#pass;
    const how = { next: this.#next, generation, at: this.#at, yieldToReaders: giveWay };
    if (!first || !written.isEmpty || !this.#statements.fill(this.#records, chunks, how)) return false;
    this.counts.added = this.#records.count;
    for (const { drifted } of chunks) this.counts.drifted += drifted;
    this.hasWritten = this.counts.added > 0;
    for (let which = 0; which < this.#records.count; which += 1) this.#takeTime(which);
    return true;
  }

  storeEach(giveWay: () => void): void {
    for (let which = 0; which < this.#records.count; which += 1) {
      giveWay();
      const { repeated } = this.counts;
      this.#storeOne(which);
      if (this.counts.repeated === repeated) this.#takeTime(which);
    }
  }

  #takeTime(which: number): void {
    if (this.#isQuick) return;
    this.#pass.times?.take(this.#records.fingerprint(which), () => this.#records.text(which));
  }

  /** Compares a new or changed record with the last fetch. */
  #noteTime(which: number, print: RecordFingerprint, before?: KnownRow): void {
    this.#pass.times?.change(
      print,
      () => this.#records.text(which),
      before && { print: before, raw: () => this.#statements.raw.get(before.n) ?? '{}' },
    );
  }

  /** Stores one record, with the least work that its state allows. */
  #storeOne(which: number): void {
    const statements = this.#statements;
    const { order, written, generation } = this.#pass;
    const print = this.#records.fingerprint(which);
    const same = order.takeMatch(print);
    if (same) {
      this.counts.drifted += same.drifted;
      if (same.generation !== generation) this.counts.unchanged += 1;
      else this.#countFound(written.noteFoundRow(same.n) ?? 'again');
      return;
    }
    const storedRow = order.expected;
    const isOther = storedRow && isUnseen(storedRow, generation);
    const diffs = isOther ? statements.datesMoved(storedRow, print) : undefined;
    if (isOther && diffs) {
      order.settle(); // otherwise the unchanged range would include this row, and write it twice
      if (this.#moveDates({ storedRow, diffs }, which, print)) {
        order.pass(storedRow);
        return;
      }
    }
    const raw = this.#records.text(which);
    const other = isOther ? otherText(statements, storedRow, raw) : undefined;
    if (other && this.#moveDates(other, which, print)) {
      order.pass(other.storedRow);
      return;
    }
    const extract = this.#extracted(raw);
    if (other && !extract.isWithoutKey) {
      order.pass(other.storedRow);
      this.#rewrite(other, which, print, extract);
    } else {
      order.settle();
      this.#storeByKey(raw, which, print, extract);
    }
  }

  #storeByKey(raw: string, which: number, print: RecordFingerprint, extract: Extract): void {
    const statements = this.#statements;
    const { order, written, generation, first } = this.#pass;
    const found = written.noteFound(extract.key);
    if (found) {
      this.#countFound(found);
      return;
    }
    const { hash, dates } = print;
    const drifted = extract.drift === null ? 0 : 1;
    if (statements.claim.run(this.#next, extract.key, hash, dates, generation, drifted).changes === 1) {
      statements.store(this.#next, extract, this.#records.bytes(which), this.#at);
      this.hasWritten = true;
      this.#noteTime(which, print);
      if (!first) this.#noteChange('new', this.#next, extract, []);
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
      const other = {
        storedRow,
        before,
        after: raw,
        diffs: diffFields(before, raw, statements.isKey),
      };
      if (!this.#moveDates(other, which, print)) this.#rewrite(other, which, print, extract);
    }
  }

  /** Updates the row without parsing the record, if only nightly dates changed. */
  #moveDates({ storedRow, diffs }: MovedDates, which: number, print: RecordFingerprint): boolean {
    const on = this.#statements;
    const { hash, dates } = print;
    const { n, drifted } = storedRow;
    if (this.#isPartial(diffs)) return false;
    if (drifted !== 0 || !diffs || !on.moveDates(n, diffs, this.#records.bytes(which), this.#at))
      return false;
    this.#noteTime(which, print, storedRow);
    if (storedRow.hash === hash) on.putDates.run(dates, this.#pass.generation, n);
    else on.putState.run(hash, dates, this.#pass.generation, 0, n);
    this.hasWritten = true;
    this.counts.unchanged += 1;
    return true;
  }

  /** A filter may answer with fewer fields than a list (wire facts B14), which must not look like a change. */
  #isPartial(diffs: Rewrite['diffs']): boolean {
    return this.#isQuick && (diffs?.some(({ after }) => after === undefined) ?? true);
  }

  #rewrite(other: Rewrite, which: number, print: RecordFingerprint, now: Extract): void {
    const on = this.#statements;
    const { hash, dates } = print;
    const { n } = other.storedRow;
    if (this.#isPartial(other.diffs)) {
      this.counts.partial += 1;
      return;
    }
    const fields = fieldChanges(on.table.resource, other.before, other.after, other.diffs);
    if (fields.length > 0) this.#noteTime(which, print, other.storedRow);
    on.update(n, other, now, this.#records.bytes(which), this.#at);
    this.hasWritten = true;
    on.putState.run(hash, dates, this.#pass.generation, now.drift === null ? 0 : 1, n);
    // A different spelling or new nightly dates do not count as a change.
    if (fields.length === 0) this.counts.unchanged += 1;
    else {
      this.#noteChange('changed', n, now, fields);
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
function otherText(on: TableStatements, storedRow: KnownRow, raw: string): Rewrite | undefined {
  const before = on.raw.get(storedRow.n);
  const diffs = before === undefined ? undefined : diffFields(before, raw, on.isKey);
  return before === undefined || !diffs ? undefined : { storedRow, before, after: raw, diffs };
}
