import { AGREED_TERMS_FIELDS, AGREED_TERMS_KEYS } from '#contract/features/agreed-terms/fields';
import { MAX_LINES_SHOWN, type SheetOutcome } from '#contract/calls/sheet-tables';
import { sameJson } from '#contract/same-value';
import type { CacheReader } from '../../cache/query/reader';
import type { TitlesReader } from '../../records/import/id-names';
import { forEachInChunks, scanInChunks } from '../../records/scan-in-chunks';
import { createSheetTables } from '../../records/import/sheet-tables';
import type { AgreedTermsStore, NewAgreement } from './saved-work/agreed-terms';
import type { Workspace } from '../../workspace/open/workspace';
import { termsLineReader } from './read-terms';

const MAX_TERMS_LINES = 200_000;

interface TermsSheetDeps {
  readonly reader: TitlesReader & Pick<CacheReader, 'window' | 'scan'>;
  readonly workspace: Pick<Workspace, 'activity' | 'transaction'> & {
    readonly agreedTerms: AgreedTermsStore;
  };
  readonly pause: () => Promise<void>;
  /** Returns the local calendar day, and the current time as ISO text. */
  readonly now: () => { readonly day: string; readonly at: string };
  readonly user: () => string;
}

interface CheckedSheet {
  readonly file: string | null;
  readonly agreements: readonly NewAgreement[];
  readonly outcome: SheetOutcome;
}

/** Checks spreadsheets of agreed terms and stores them in the saved work. */
export function createTermsSheets({ reader, workspace, pause, now, user }: TermsSheetDeps) {
  const tables = createSheetTables({
    singular: 'account',
    fields: AGREED_TERMS_FIELDS,
    keys: AGREED_TERMS_KEYS,
    maxLines: MAX_TERMS_LINES,
  });

  async function checkSheet(table: string, mapping: readonly (string | null)[]): Promise<CheckedSheet> {
    const sheet = await tables.lines(table, mapping, reader, pause);
    const emptyOutcome = { stored: 0, unchanged: 0, excluded: 0, lines: [] };
    if (!('lines' in sheet))
      return { file: null, agreements: [], outcome: { ...emptyOutcome, problems: sheet.problems } };
    const households = await readHouseholdIds(reader, pause);
    const readLine = termsLineReader((id) => households.has(id), now().day);
    const agreements: NewAgreement[] = [];
    const lines: SheetOutcome['lines'] = [];
    let unchanged = 0;
    await forEachInChunks(sheet.lines, pause, (sheetLine) => {
      const line = readLine(sheetLine);
      if ('problem' in line) lines.push(line.problem);
      else if (isStored(workspace.agreedTerms, line.agreement)) unchanged += 1;
      else agreements.push(line.agreement);
    });
    const outcome = {
      problems: [],
      stored: agreements.length,
      unchanged,
      excluded: lines.length,
      lines: lines.slice(0, MAX_LINES_SHOWN),
    };
    return { file: sheet.file, agreements, outcome };
  }

  return {
    read: (...args: Parameters<typeof tables.read>) => tables.read(...args),
    check: async (table: string, mapping: readonly (string | null)[]): Promise<SheetOutcome> =>
      (await checkSheet(table, mapping)).outcome,
    async store(table: string, mapping: readonly (string | null)[]): Promise<SheetOutcome> {
      const { file, agreements, outcome } = await checkSheet(table, mapping);
      if (agreements.length === 0) return outcome;
      const { at } = now();
      workspace.transaction(() => {
        workspace.agreedTerms.add({ file, at, by: user() }, agreements);
        const { excluded, unchanged } = outcome;
        workspace.activity.note({
          kind: 'agreed-terms-import',
          count: agreements.length,
          facts: { file: file ?? 'pasted list', excluded, unchanged },
        });
      });
      return outcome;
    },
  };
}

/** Returns whether the stored agreement of that date has the same content. */
function isStored(store: AgreedTermsStore, { target, key, date, terms, reference }: NewAgreement): boolean {
  const stored = store.agreementOn(target, key, date);
  return stored !== undefined && stored.reference === reference && sameJson(stored.terms, terms);
}

/** Returns the IDs of households that accounts have, or that the service lists. */
async function readHouseholdIds(
  reader: Pick<CacheReader, 'scan'>,
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  await scanInChunks(reader.scan('accounts', ['household_id']), pause, (rows) =>
    rows.forEach(([, , household]) => household !== null && ids.add(String(household))),
  );
  await scanInChunks(reader.scan('households', []), pause, (rows) =>
    rows.forEach(([, key]) => ids.add(String(key))),
  );
  return ids;
}
