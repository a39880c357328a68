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
import type { ActivePasses } from './active-passes';
import type { PreviousText } from './row-update';
import type { MarkRows } from './row-marks';
import type { KnownRow, TableStatements } from '../schema/table-statements';
import type { PageMark, StoredPageCounts } from '../worker/writer';

/** A row whose record arrived with a new text. */
interface Rewrite extends PreviousText {
  readonly known: KnownRow;
  readonly after: string;
}
type MovedDates = Pick<Rewrite, 'known' | 'diffs'>;

/** Returns a function that stores one page of a pass, in one transaction. `giveWay` runs between records. */
export function pageWriter(
  db: Db,
  passes: ActivePasses,
  statements: (name: ResourceName) => TableStatements,
  note: (note: ChangeNote) => void,
  markRows: MarkRows,
  giveWay: () => void = () => undefined,
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
      mark: PageMark,
      chunks?: readonly RowChunk[],
    ): StoredPageCounts => {
      const on = statements(resource);
      const pass = passes.of(on, generation);
      const { order, written } = pass;
      const at = new Date().toISOString();
      const count = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0 };
      let next = on.nextN.get() ?? 1;
      const rows = { areWritten: false };

      const found = (
        kind: 'new' | 'changed',
        n: number,
        { key, title }: Extract,
        fields: readonly FieldChange[],
      ) => note({ run, resource, n, key, title, kind, fields });
      const countMet = (met: 'first' | 'again') => (count[met === 'first' ? 'unchanged' : 'repeated'] += 1);
      const extracted = (raw: string): Extract => {
        const extract = on.extract(raw);
        if (extract.isNameless) expectJson(raw);
        if (extract.drift !== null) count.drifted += 1;
        return extract;
      };

      /** Updates the row without parsing the record, if only nightly dates changed. */
      const moveDates = ({ known, diffs }: MovedDates, which: number, print: RecordFingerprint): boolean => {
        const { n, drifted } = known;
        if (drifted !== 0 || !diffs || !on.moveDates(n, diffs, records.bytes(which), at)) return false;
        if (known.hash === print.hash) on.putDates.run(print.dates, generation, n);
        else on.putState.run(print.hash, print.dates, generation, 0, n);
        rows.areWritten = true;
        count.unchanged += 1;
        return true;
      };

      const rewrite = (other: Rewrite, which: number, { hash, dates }: RecordFingerprint, now: Extract) => {
        const { n } = other.known;
        on.update(n, other, now, records.bytes(which), at);
        rows.areWritten = true;
        on.putState.run(hash, dates, generation, now.drift === null ? 0 : 1, n);
        const fields = fieldChanges(on.table.resource, other.before, other.after, other.diffs);
        // A different spelling or new nightly dates do not count as a change.
        if (fields.length === 0) count.unchanged += 1;
        else {
          found('changed', n, now, fields);
          count.changed += 1;
        }
      };

      const storeByKey = (raw: string, which: number, print: RecordFingerprint, extract: Extract): void => {
        const met = written.noteFound(extract.key);
        if (met) {
          countMet(met);
          return;
        }
        const { hash, dates } = print;
        const drifted = extract.drift === null ? 0 : 1;
        if (on.claim.run(next, extract.key, hash, dates, generation, drifted).changes === 1) {
          on.store(next, extract, records.bytes(which), at);
          rows.areWritten = true;
          if (!pass.first) found('new', next, extract, []);
          next += 1;
          count.added += 1;
          return;
        }
        const known = on.find.get(extract.key);
        if (known) order.moveTo(known.n + 1);
        if (!known || known.generation === generation) count.repeated += 1;
        else if (known.hash === hash && known.dates === dates) {
          on.touch.run(generation, known.n, known.n);
          count.unchanged += 1;
        } else {
          const before = on.raw.get(known.n) ?? '{}';
          const other = { known, before, after: raw, diffs: diffFields(before, raw, on.isKey) };
          if (!moveDates(other, which, print)) rewrite(other, which, print, extract);
        }
      };

      /** Stores one record, with the least work that its state allows. */
      const storeOne = (which: number): void => {
        const print = records.fingerprint(which);
        const same = order.take(print);
        if (same) {
          count.drifted += same.drifted;
          if (same.generation !== generation) count.unchanged += 1;
          else countMet(written.noteFoundRow(same.n) ?? 'again');
          return;
        }
        const known = order.expected;
        const isOther = known && isUnseen(known, generation);
        const diffs = isOther ? on.datesMoved(known, print) : undefined;
        if (isOther && diffs) {
          order.settle(); // otherwise the unchanged range would include this row, and write it twice
          if (moveDates({ known, diffs }, which, print)) {
            order.pass(known);
            return;
          }
        }
        const raw = records.text(which);
        const other = isOther ? otherText(on, known, raw) : undefined;
        if (other && moveDates(other, which, print)) {
          order.pass(other.known);
          return;
        }
        const extract = extracted(raw);
        if (other && !extract.isNameless) {
          order.pass(other.known);
          rewrite(other, which, print, extract);
        } else {
          order.settle();
          storeByKey(raw, which, print, extract);
        }
      };

      const isFilled =
        chunks !== undefined &&
        pass.first &&
        written.isEmpty &&
        on.fill(records, chunks, { next, generation, at, yieldToReaders: giveWay });
      if (isFilled) {
        count.added = records.count;
        for (const { drifted } of chunks) count.drifted += drifted;
        rows.areWritten = count.added > 0;
      } else {
        for (let which = 0; which < records.count; which += 1) {
          giveWay();
          storeOne(which);
        }
      }
      order.settle();
      if (rows.areWritten) markRows(resource);
      pass.keys += count.added + count.changed + count.unchanged;
      putMark.run(mark.source, mark.page, mark.limit, resource);
      return { ...count, distinct: pass.keys };
    },
  );
}

/**
 * Returns whether the row is new to this pass and its record fits. A record with drift may be keyed by its
 * text.
 */
const isUnseen = (known: KnownRow, generation: number): boolean =>
  known.generation !== generation && known.drifted === 0;

/** Returns the change if this is a new text of the expected record, which saves looking up its row. */
function otherText(on: TableStatements, known: KnownRow, raw: string): Rewrite | undefined {
  const before = on.raw.get(known.n);
  const diffs = before === undefined ? undefined : diffFields(before, raw, on.isKey);
  return before === undefined || !diffs ? undefined : { known, before, after: raw, diffs };
}
