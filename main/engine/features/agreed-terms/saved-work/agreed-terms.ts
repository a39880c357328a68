import { agreedTerms, type Agreement } from '#contract/features/agreed-terms/schemas';
import { lazy } from '#contract/lazy';
import type { Db } from '#engine/sqlite/open-database';

export type NewAgreement = Pick<Agreement, 'target' | 'key' | 'date' | 'terms' | 'reference' | 'line'>;

/** The spreadsheet that terms were imported from. */
export interface TermsImport {
  readonly file: string | null;
  readonly at: string;
  readonly by: string;
}

/** Queues imported terms for the team, in the same transaction. Returns false if they are not shared. */
export type ShareTerms = (source: TermsImport, agreements: readonly NewAgreement[]) => boolean;

/** A colleague's version, or this computer's own version with its place in the team's log. */
export interface SharedAgreement extends NewAgreement, TermsImport {
  /** Place in the team's log; 0 for a version from before the team. */
  readonly place: number;
  /** The colleague's ID; null: this computer's member. */
  readonly member: string | null;
}
/** Identifies one version: line numbers are unique within an import. */
export type AgreementVersion = Pick<SharedAgreement, 'target' | 'key' | 'date' | 'at' | 'line'>;

/** Place of terms that are not in the team's log yet: after all others. */
export const WAITING_PLACE = Number.MAX_SAFE_INTEGER;

type AgreementRow = Omit<Agreement, 'terms'> & { readonly terms: string };

const SELECT = `SELECT t.id, t.target, t.key, t.date, t.terms, t.reference, i.file, t.line,
  i.at AS importedAt, i.user AS importedBy FROM agreed_terms t JOIN agreed_import i ON i.id = t.import`;
/**
 * The latest date applies; for the same date, the latest in the team's log. At one place of the log, the latest import
 * applies, because a colleague's version may be stored later; without a place, the version stored last.
 */
const NEWEST_FIRST = `ORDER BY t.date DESC, t.place DESC, iif(t.place > 0, i.at, '') DESC, t.id DESC`;

const agreementOf = ({ terms, ...row }: AgreementRow): Agreement => ({
  ...row,
  terms: agreedTerms.parse(JSON.parse(terms)),
});

/** Stores the terms that clients signed, in versions: nothing is overwritten. */
export function agreedTermsStore(db: Db, share?: ShareTerms) {
  let revision = 0;
  const findOn = lazy(() =>
    db.prepare<[string, string, string], AgreementRow>(
      `${SELECT} WHERE t.target = ? AND t.key = ? AND t.date = ? ${NEWEST_FIRST} LIMIT 1`,
    ),
  );
  return {
    /** Incremented by every import in this process. */
    revision: (): number => revision,
    add(source: TermsImport, agreements: readonly NewAgreement[]): void {
      db.transaction(() => {
        const { lastInsertRowid } = db
          .prepare('INSERT INTO agreed_import (file, at, user) VALUES (?, ?, ?)')
          .run(source.file, source.at, source.by);
        // After the user left a team, a new version still follows those with a place in that team's log.
        const insert = db.prepare(
          `INSERT INTO agreed_terms (import, line, target, key, date, terms, reference, place)
           VALUES (@import, @line, @target, @key, @date, @terms, @reference, coalesce((SELECT max(place)
             FROM agreed_terms WHERE target = @target AND key = @key AND date = @date), 0))`,
        );
        for (const { terms, ...agreement } of agreements)
          insert.run({ ...agreement, import: lastInsertRowid, terms: JSON.stringify(terms) });
        if (share?.(source, agreements))
          db.prepare('UPDATE agreed_terms SET place = ? WHERE import = ?').run(
            WAITING_PLACE,
            lastInsertRowid,
          );
      })();
      revision += 1;
    },
    /** Returns all versions, the applicable one first. */
    agreementsOf: (target: Agreement['target'], key: string): Agreement[] =>
      db
        .prepare<[string, string], AgreementRow>(`${SELECT} WHERE t.target = ? AND t.key = ? ${NEWEST_FIRST}`)
        .all(target, key)
        .map(agreementOf),
    /** Returns the applicable version of a date. */
    agreementOn(target: Agreement['target'], key: string, date: string): Agreement | undefined {
      const row = findOn().get(target, key, date);
      return row && agreementOf(row);
    },
    /** Returns all versions of this computer, in the order of their import. */
    own: (): Agreement[] =>
      db.prepare<[], AgreementRow>(`${SELECT} WHERE t.member IS NULL ORDER BY t.id`).all().map(agreementOf),
    /** Returns the applicable version for every account and household. */
    current(): Agreement[] {
      const rows = db.prepare<[], AgreementRow>(`${SELECT} ${NEWEST_FIRST}`).iterate();
      const current = new Map<string, Agreement>();
      for (const row of rows) {
        const target = `${row.target} ${row.key}`;
        if (!current.has(target)) current.set(target, agreementOf(row));
      }
      return [...current.values()];
    },
  };
}
export type AgreedTermsStore = ReturnType<typeof agreedTermsStore>;

/** Writes versions of a team's members next to those of this computer. */
export function sharedAgreementWriter(db: Db) {
  const find = db.prepare<AgreementVersion, { id: number; import: number; member: string | null }>(
    `SELECT t.id, t.import, t.member FROM agreed_terms t JOIN agreed_import i ON i.id = t.import
       WHERE t.target = @target AND t.key = @key AND t.date = @date AND t.line = @line AND i.at = @at`,
  );
  const setPlace = db.prepare('UPDATE agreed_terms SET place = ? WHERE id = ?');
  const setImporter = db.prepare('UPDATE agreed_import SET user = ? WHERE id = ? AND user <> ?');
  const findImport = db
    .prepare<[string | null, string, string], number>(
      'SELECT id FROM agreed_import WHERE file IS ? AND at = ? AND user = ?',
    )
    .pluck();
  const addImport = db.prepare('INSERT INTO agreed_import (file, at, user) VALUES (?, ?, ?)');
  const insert = db.prepare(
    `INSERT INTO agreed_terms (import, line, target, key, date, terms, reference, place, member)
     VALUES (@import, @line, @target, @key, @date, @terms, @reference, @place, @member)`,
  );
  const remove = db.prepare('DELETE FROM agreed_terms WHERE id = ? AND member IS NOT NULL');
  return {
    write(agreement: SharedAgreement): void {
      const { file, at, by } = agreement;
      const stored = find.get(agreement);
      if (stored) {
        setPlace.run(agreement.place, stored.id);
        // On a team, the importer is shown under the member's name, not the computer's login name.
        if (agreement.place > 0) setImporter.run(by, stored.import, by);
        return;
      }
      const id = findImport.get(file, at, by) ?? addImport.run(file, at, by).lastInsertRowid;
      insert.run({ ...agreement, import: id, terms: JSON.stringify(agreement.terms) });
    },
    /** Removes a colleague's version that no longer counts; this member's versions stay, without a place. */
    remove(version: AgreementVersion): void {
      const stored = find.get(version);
      if (!stored) return;
      if (stored.member === null) setPlace.run(0, stored.id);
      else remove.run(stored.id);
    },
  };
}
