import { hash } from 'node:crypto';
import { fail } from '../../../preload/contract/failure';
import type { ResourceName } from '../../../preload/contract/resources';
import type { Db } from '../sqlite/open-database';
import type { FieldChange } from '../../../preload/contract/calls/changes';
import { fieldChanges } from './changes';
import type { ChangeNote } from './change-notes';
import type { Extract } from './extract';
import type { Passes } from './passes';
import type { TableStatements } from './table-statements';
import type { Mark, Stored } from './thread/writer';

export const digestOf = (raw: string): string => hash('sha1', raw, 'base64');

/** Makes what stores one page of a pass, in one transaction. */
export function pageWriter(
  db: Db,
  passes: Passes,
  statements: (name: ResourceName) => TableStatements,
  note: (note: ChangeNote) => void,
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
      const found = (
        kind: 'new' | 'changed',
        n: number,
        { key, title }: Extract,
        fields: readonly FieldChange[],
      ) => note({ run, resource, n, key, title, kind, fields });
      const countMet = (met: 'first' | 'again') => (count[met === 'first' ? 'unchanged' : 'repeated'] += 1);
      let next = on.nextN.get() ?? 1;
      for (const raw of raws) {
        const digest = digestOf(raw);
        const expected = order.take(digest);
        if (expected) {
          count.drifted += expected.drifted;
          if (expected.generation !== generation) count.unchanged += 1;
          else countMet(written.meetRow(expected.n) ?? 'again');
          continue;
        }
        order.settle();
        const extract = on.extract(raw);
        if (extract.key.startsWith('?')) expectJson(raw);
        const drifted = extract.drift === null ? 0 : 1;
        count.drifted += drifted;
        const met = written.meet(extract.key);
        if (met) {
          countMet(met);
          continue;
        }
        if (on.claim.run(next, extract.key, digest, generation, drifted).changes === 1) {
          on.store(next, extract, raw, at);
          if (!pass.first) found('new', next, extract, []);
          next += 1;
          count.added += 1;
          continue;
        }
        const known = on.find.get(extract.key);
        if (known) order.moveTo(known.n + 1);
        if (!known || known.generation === generation) {
          count.repeated += 1;
          continue;
        }
        if (known.hash === digest) {
          on.touch.run(generation, known.n, known.n);
          count.unchanged += 1;
          continue;
        }
        const fields = fieldChanges(on.table.resource, on.raw.get(known.n) ?? '{}', raw);
        on.dropWords.run(known.n);
        on.store(known.n, extract, raw, at);
        on.putState.run(digest, generation, drifted, known.n);
        // The same record written otherwise, or with other data dates, is no news.
        if (fields.length === 0) count.unchanged += 1;
        else {
          found('changed', known.n, extract, fields);
          count.changed += 1;
        }
      }
      order.settle();
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
