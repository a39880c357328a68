import { agreedTerms, type Agreement } from '#contract/features/agreed-terms/calls';
import type { Db } from '#engine/sqlite/open-database';

export type NewAgreement = Pick<Agreement, 'target' | 'key' | 'date' | 'terms' | 'reference' | 'line'>;

/** The spreadsheet that terms were imported from. */
export interface TermsImport {
  readonly file: string | null;
  readonly at: string;
  readonly by: string;
}

type AgreementRow = Omit<Agreement, 'terms'> & { readonly terms: string };

const SELECT = `SELECT t.id, t.target, t.key, t.date, t.terms, t.reference, i.file, t.line,
  i.at AS importedAt, i.user AS importedBy FROM agreed_terms t JOIN agreed_import i ON i.id = t.import`;
/** The latest date applies; for the same date, the latest import. */
const NEWEST_FIRST = 'ORDER BY t.date DESC, t.id DESC';

const agreementOf = ({ terms, ...row }: AgreementRow): Agreement => ({
  ...row,
  terms: agreedTerms.parse(JSON.parse(terms)),
});

/** Stores the terms that clients signed, in versions: nothing is overwritten. */
export function agreedTermsStore(db: Db) {
  let revision = 0;
  return {
    /** Incremented by every import in this process. */
    revision: (): number => revision,
    add({ file, at, by }: TermsImport, agreements: readonly NewAgreement[]): void {
      db.transaction(() => {
        const { lastInsertRowid } = db
          .prepare('INSERT INTO agreed_import (file, at, user) VALUES (?, ?, ?)')
          .run(file, at, by);
        const insert = db.prepare(
          'INSERT INTO agreed_terms (import, line, target, key, date, terms, reference) VALUES (?, ?, ?, ?, ?, ?, ?)',
        );
        for (const { line, target, key, date, terms, reference } of agreements)
          insert.run(lastInsertRowid, line, target, key, date, JSON.stringify(terms), reference);
      })();
      revision += 1;
    },
    /** Returns all versions, the applicable one first. */
    agreementsOf: (target: Agreement['target'], key: string): Agreement[] =>
      db
        .prepare<[string, string], AgreementRow>(`${SELECT} WHERE t.target = ? AND t.key = ? ${NEWEST_FIRST}`)
        .all(target, key)
        .map(agreementOf),
    /** Returns the applicable version for every account and household. */
    current(): Agreement[] {
      const rows = db.prepare<[], AgreementRow>(`${SELECT} ${NEWEST_FIRST}`).iterate();
      const current = new Map<string, Agreement>();
      for (const row of rows) {
        const owner = `${row.target} ${row.key}`;
        if (!current.has(owner)) current.set(owner, agreementOf(row));
      }
      return [...current.values()];
    },
  };
}
export type AgreedTermsStore = ReturnType<typeof agreedTermsStore>;
