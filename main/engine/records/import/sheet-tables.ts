import type { ImportProblem, ImportSource } from '#contract/calls/imports';
import type { SheetTable } from '#contract/calls/sheet-tables';
import type { Field } from '#contract/fields';
import type { RowIssue } from '#contract/job';
import { MAIN_LIST } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { forEachInChunks } from '../scan-in-chunks';
import { columnProblems, fieldsByHeading } from './columns';
import { idsByName, type TitlesReader } from './id-names';
import { recordLocator, type LocatedRecord } from './locate';
import { RecentTables } from './recent-tables';
import { lineIssueOf, readField } from './rows';
import { readSheet } from './sheet';

export interface SheetFields {
  /** What a line describes, in the singular. */
  readonly singular: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields that identify a record. */
  readonly keys: readonly string[];
  /** Maximum number of lines; by default the maximum of imports. */
  readonly maxLines?: number;
}

/** A line of a table whose columns are known. */
export interface ReadSheetLine {
  readonly line: number;
  /** The first reason to leave it out; null if its cells can be read. */
  readonly problem: { readonly field: string | null; readonly issue: RowIssue } | null;
  /** Exact JSON text by field; empty cells are absent. */
  readonly values: ReadonlyMap<string, string>;
  /** Finds the account that it names. */
  readonly account: () => LocatedRecord;
}

/** A table with its lines, or why its columns cannot be used. */
export type MappedSheet =
  | { readonly problems: ImportProblem[] }
  | { readonly problems: []; readonly file: string | null; readonly lines: ReadSheetLine[] };

/** Reads spreadsheets and pastes whose lines are stored on this computer. */
export function createSheetTables({ singular, fields, keys, maxLines }: SheetFields) {
  const tables = new RecentTables<Pick<SheetTable, 'fields'>>();
  const tableFields = Object.entries(fields).map(([field, { required }]) => ({
    field,
    isKey: keys.includes(field),
    isRequired: required === true,
  }));

  return {
    async read(
      source: ImportSource,
      pathOf: (grant: string) => string,
      signal?: AbortSignal,
    ): Promise<SheetTable> {
      const sheet = await readSheet(source, pathOf, signal, maxLines);
      const proposedFields = fieldsByHeading({ fields, singular }, tableFields, sheet.headings);
      return tables.add(sheet, proposedFields, { fields: tableFields });
    },

    async lines(
      id: string,
      mapping: readonly (string | null)[],
      reader: TitlesReader & Pick<CacheReader, 'window'>,
      pause: () => Promise<void>,
    ): Promise<MappedSheet> {
      const { sheet } = tables.get(id);
      // As for edits: a column must identify the records.
      const problems = columnProblems({ fields: tableFields, kind: 'edit' }, sheet.headings, mapping, []);
      if (problems.length > 0) return { problems };
      const idsNamed = idsByName(reader);
      let locate: ReturnType<typeof recordLocator> | undefined;
      const lines: ReadSheetLine[] = [];
      await forEachInChunks(sheet.lines, pause, (line) => {
        const values = new Map<string, string>();
        const keyCells = new Map<string, string>();
        const lineIssue = lineIssueOf(line, sheet);
        let problem: ReadSheetLine['problem'] = lineIssue && { field: null, issue: lineIssue };
        for (const [index, name] of mapping.entries()) {
          const cell = line.cells[index] ?? '';
          const field = name === null ? undefined : fields[name];
          if (name === null || !field || cell === '') continue;
          // An account number only finds the account and is not stored, so it may look like a tax ID.
          const isAccountNumber = field.kind === 'text' && keys.includes(name);
          const { json, issue } = isAccountNumber
            ? { json: JSON.stringify(cell), issue: undefined }
            : readField(field, cell, idsNamed);
          if (json !== undefined) values.set(name, json);
          else if (issue) problem ??= { field: name, issue };
          keyCells.set(name, cell);
        }
        const missing = tableFields.find(({ field, isRequired }) => isRequired && !values.has(field));
        if (missing) problem ??= { field: missing.field, issue: { code: 'required' } };
        lines.push({
          line: line.number,
          problem,
          values,
          account: () => (locate ??= recordLocator(reader, MAIN_LIST))(keyCells),
        });
      });
      return { problems: [], file: sheet.file, lines };
    },
  };
}
