import { hash } from 'node:crypto';
import { diffFields } from '../../../preload/contract/exact-json/diff';
import { fail } from '../../../preload/contract/failure';
import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';
import type { FieldChange } from '../../../preload/contract/calls/changes';
import { fieldChanges } from './changes';
import type { ChangeNote } from './change-notes';
import type { Extract } from './extract';
import type { Passes } from './passes';
import type { Earlier } from './row-update';
import type { MarkRows } from './row-marks';
import type { Known, TableStatements } from './table-statements';
import type { Mark, Stored } from './thread/writer';

export const digestOf = (raw: string): string => hash('sha1', raw, 'base64');

/** A row whose record has come with another text. */
interface Rewrite extends Earlier {
  readonly known: Known;
}

/** Makes what stores one page of a pass, in one transaction. */
export function pageWriter(
  db: Db,
  passes: Passes,
  statements: (name: ResourceName) => TableStatements,
  note: (note: ChangeNote) => void,
  markRows: MarkRows,
) {
  const putMark = db.prepare<[number, number, number, string]>(
    'UPDATE pass SET source = ?, page = ?, size = ? WHERE resource = ?',
  );
  return db.transaction(
    (
      run: number,
      resource: ResourceName,
      generation: number,
      raws: readonly string[],
      mark: Mark,
    ): Stored => {
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

      /** Where nothing but data dates moved, the record need not be read. */
      const moveDates = ({ known, diffs }: Rewrite, raw: string, digest: string): boolean => {
        const { n, drifted } = known;
        if (drifted !== 0 || !diffs || !on.moveDates(n, diffs, raw, at)) return false;
        on.putState.run(digest, generation, 0, n);
        rows.areWritten = true;
        count.unchanged += 1;
        return true;
      };

      const rewrite = (other: Rewrite, raw: string, digest: string, now: Extract) => {
        const { n } = other.known;
        on.update(n, other, now, raw, at);
        rows.areWritten = true;
        on.putState.run(digest, generation, now.drift === null ? 0 : 1, n);
        const fields = fieldChanges(on.table.resource, other.before, raw, other.diffs);
        // The same record written otherwise, or with other data dates, is no news.
        if (fields.length === 0) count.unchanged += 1;
        else {
          found('changed', n, now, fields);
          count.changed += 1;
        }
      };

      const storeByKey = (raw: string, digest: string, extract: Extract): void => {
        const met = written.meet(extract.key);
        if (met) {
          countMet(met);
          return;
        }
        const drifted = extract.drift === null ? 0 : 1;
        if (on.claim.run(next, extract.key, digest, generation, drifted).changes === 1) {
          on.store(next, extract, raw, at);
          rows.areWritten = true;
          if (!pass.first) found('new', next, extract, []);
          next += 1;
          count.added += 1;
          return;
        }
        const known = on.find.get(extract.key);
        if (known) order.moveTo(known.n + 1);
        if (!known || known.generation === generation) count.repeated += 1;
        else if (known.hash === digest) {
          on.touch.run(generation, known.n, known.n);
          count.unchanged += 1;
        } else {
          const before = on.raw.get(known.n) ?? '{}';
          const other = { known, before, diffs: diffFields(before, raw, on.isKey) };
          if (!moveDates(other, raw, digest)) rewrite(other, raw, digest, extract);
        }
      };

      for (const raw of raws) {
        const digest = digestOf(raw);
        const same = order.take(digest);
        if (same) {
          count.drifted += same.drifted;
          if (same.generation !== generation) count.unchanged += 1;
          else countMet(written.meetRow(same.n) ?? 'again');
          continue;
        }
        const other = otherText(on, order.expected, generation, raw);
        if (other && moveDates(other, raw, digest)) {
          order.pass(other.known);
          continue;
        }
        const extract = extracted(raw);
        if (other && !extract.isNameless) {
          order.pass(other.known);
          rewrite(other, raw, digest, extract);
        } else {
          order.settle();
          storeByKey(raw, digest, extract);
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

/** What is no JSON at all comes of a broken page, not of an odd record: nothing of that page is stored. */
function expectJson(raw: string): void {
  try {
    JSON.parse(raw);
  } catch {
    throw fail('odd-answer', { cause: 'a record is no JSON' }); // without the error, which may quote the record
  }
}

/** Whether this is another text of the record that is expected next: then nobody needs to look for its row. */
function otherText(
  on: TableStatements,
  known: Known | undefined,
  generation: number,
  raw: string,
): Rewrite | undefined {
  // One that drifted may be named by its text alone.
  if (!known || known.generation === generation || known.drifted !== 0) return undefined;
  const before = on.raw.get(known.n);
  if (before === undefined) return undefined;
  const diffs = on.datesMoved(before, raw) ?? diffFields(before, raw, on.isKey);
  return diffs && { known, before, diffs };
}
