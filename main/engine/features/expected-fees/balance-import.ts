import { MAX_LINES_SHOWN, type SheetOutcome } from '#contract/calls/sheet-tables';
import { decimalOf, plain } from '#contract/fees/decimal';
import { BALANCE_FIELDS, BALANCE_KEYS } from '#contract/features/expected-fees/fields';
import { readExact } from '#contract/exact-json/read';
import type { CacheReader } from '../../cache/query/reader';
import type { TitlesReader } from '../../records/import/id-names';
import { forEachInChunks } from '../../records/scan-in-chunks';
import { createSheetTables, type ReadSheetLine } from '../../records/import/sheet-tables';
import type { ImportedBalanceStore, StoredBalance } from './saved-work/balances';
import type { Workspace } from '../../workspace/open/workspace';

const MAX_BALANCE_LINES = 200_000;

interface BalanceImportDeps {
  readonly reader: TitlesReader & Pick<CacheReader, 'window'>;
  readonly workspace: Pick<Workspace, 'activity' | 'transaction'> & {
    readonly balances: ImportedBalanceStore;
  };
  /** The dates that were billed; lines with other dates are excluded. */
  readonly billedDates: () => ReadonlySet<string>;
  readonly pause: () => Promise<void>;
  readonly now: () => string;
  readonly user: () => string;
}

/** Reads spreadsheets of balances, checks their lines and stores them. */
export function createBalanceImport({ reader, workspace, billedDates, pause, now, user }: BalanceImportDeps) {
  const tables = createSheetTables({
    singular: 'account',
    fields: BALANCE_FIELDS,
    keys: BALANCE_KEYS,
    maxLines: MAX_BALANCE_LINES,
  });

  async function checkLines(table: string, mapping: readonly (string | null)[]) {
    const sheet = await tables.lines(table, mapping, reader, pause);
    const emptyOutcome = { stored: 0, unchanged: 0, excluded: 0, lines: [] };
    if (!('lines' in sheet))
      return { file: null, balances: [], outcome: { ...emptyOutcome, problems: sheet.problems } };
    const dates = billedDates();
    const firstLines = new Map<string, number>();
    const balances: StoredBalance[] = [];
    const lines: SheetOutcome['lines'] = [];
    let unchanged = 0;
    await forEachInChunks(sheet.lines, pause, (line) => {
      const balance = readBalance(line, dates, firstLines);
      if ('problem' in balance) lines.push(balance.problem);
      else if (workspace.balances.balanceOf(balance.account, balance.date)?.amount === balance.amount)
        unchanged += 1;
      else balances.push(balance);
    });
    const outcome: SheetOutcome = {
      problems: [],
      stored: balances.length,
      unchanged,
      excluded: lines.length,
      lines: lines.slice(0, MAX_LINES_SHOWN),
    };
    return { file: sheet.file, balances, outcome };
  }

  return {
    read: (...args: Parameters<typeof tables.read>) => tables.read(...args),
    check: async (table: string, mapping: readonly (string | null)[]): Promise<SheetOutcome> =>
      (await checkLines(table, mapping)).outcome,
    async store(table: string, mapping: readonly (string | null)[]): Promise<SheetOutcome> {
      const { file, balances, outcome } = await checkLines(table, mapping);
      if (balances.length === 0) return outcome;
      workspace.transaction(() => {
        workspace.balances.add({ file, importedAt: now(), importedBy: user() }, balances);
        const { excluded, unchanged } = outcome;
        workspace.activity.note({
          kind: 'balances-import',
          count: balances.length,
          facts: { file: file ?? 'pasted list', excluded, unchanged },
        });
      });
      return outcome;
    },
  };
}

/** Returns a line's balance, or why it is excluded. Adds the line to `firstLines`, in which a repeated one is found. */
function readBalance(
  line: ReadSheetLine,
  dates: ReadonlySet<string>,
  firstLines: Map<string, number>,
): StoredBalance | { readonly problem: SheetOutcome['lines'][number] } {
  const problemAt = (field: string | null, issue: SheetOutcome['lines'][number]['issue']) => ({
    problem: { line: line.line, field, issue },
  });
  if (line.problem) return problemAt(line.problem.field, line.problem.issue);
  const located = line.account();
  if ('issue' in located) return problemAt(null, located.issue);
  const amount = decimalOf(readExact(line.values.get('balance') ?? 'null'));
  if (!amount) return problemAt('balance', { code: 'not-money' });
  if (amount.lt(0)) return problemAt('balance', { code: 'negative' });
  const date = readExact(line.values.get('date') ?? 'null');
  if (typeof date !== 'string') return problemAt('date', { code: 'not-date' });
  if (!dates.has(date)) return problemAt('date', { code: 'date-not-billed', facts: { date } });
  const accountAndDate = `${located.key} ${date}`;
  const firstLine = firstLines.get(accountAndDate);
  if (firstLine !== undefined) return problemAt(null, { code: 'duplicate-line', facts: { line: firstLine } });
  firstLines.set(accountAndDate, line.line);
  return { account: located.key, date, amount: plain(amount) };
}
