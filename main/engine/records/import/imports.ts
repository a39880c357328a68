import type { ImportKind, ImportProblem, ImportSource, ImportTable } from '#contract/calls/imports';
import { type Draft, MAX_DRAFT_RECORDS } from '#contract/edit';
import { fail } from '#contract/failure';
import { importFields } from '#contract/import-fields';
import type { Query, Selection } from '#contract/query';
import { isEditable, resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { saveTable, batched, tableFormatOf, type TableFormat } from '../../files/tables/save-table';
import { MAX_SHEET_CELL_LENGTH } from '../../files/tables/sheet-cells';
import { isCreatable } from '../create/creations';
import type { DraftService } from '../draft-service';
import { columnProblems, fieldsByHeading } from './columns';
import { RecentTables } from './recent-tables';
import { editRows, newRecords } from './rows';
import { readSheet } from './sheet';
import { OUTPUT_CELL_TYPES } from '../export/columns';
import type { OutputColumn, OutputCell, OutputTable } from '../../files/tables/output-table';

const columnsOf = (resource: ResourceName, names: readonly string[]): OutputColumn[] =>
  names.map((name) => {
    const { label = name, kind = 'text', column } = resourceNamed(resource).fields[name] ?? {};
    return {
      heading: label,
      type: OUTPUT_CELL_TYPES[kind],
      ...(column === undefined ? {} : { width: column }),
    };
  });

/**
 * Returns headings only: the identifying and required fields, and the chosen ones, or all if none is chosen.
 */
function emptyTemplate(resource: ResourceName, kind: ImportKind, fields: readonly string[]): OutputTable {
  const names = importFields(resourceNamed(resource), kind)
    .filter(
      ({ field, isKey, isRequired }) => isKey || isRequired || fields.length === 0 || fields.includes(field),
    )
    .map(({ field }) => field);
  return { name: resourceNamed(resource).plural, columns: columnsOf(resource, names), rows: [] };
}

/**
 * Returns the identifying fields of each selected record, its title, and the chosen fields with current
 * values. A text that would be cut in a workbook is left out: an empty cell changes nothing, a cut text would.
 */
function filledTemplate(
  reader: Pick<CacheReader, 'selected'>,
  { query, selection }: { readonly query: Query; readonly selection: Selection },
  fields: readonly string[],
  format: TableFormat,
): OutputTable {
  const { resource } = query;
  const descriptor = resourceNamed(resource);
  const importable = importFields(descriptor, 'edit');
  const identifying = importable.filter(({ isKey }) => isKey).map(({ field }) => field);
  const valueFields = new Set(importable.filter(({ isKey }) => !isKey).map(({ field }) => field));
  const chosen = fields.filter((field) => valueFields.has(field));
  const names = [...new Set([...identifying, ...descriptor.title, ...chosen])];
  const labels = names.map((name) => descriptor.fields[name]?.labels);
  function* rows(): Generator<OutputCell[], void, void> {
    for (const cells of reader.selected({ query, selection, columns: names }, MAX_DRAFT_RECORDS))
      yield cells.map((cell, column) =>
        cell === null || (format === 'xlsx' && String(cell).length > MAX_SHEET_CELL_LENGTH)
          ? null
          : Object.hasOwn(labels[column] ?? {}, cell)
            ? (labels[column]?.[cell] ?? cell)
            : cell,
      );
  }
  return { name: descriptor.plural, columns: columnsOf(resource, names), rows: batched(rows()) };
}

export interface ImportsDeps {
  readonly reader: Pick<CacheReader, 'window' | 'records' | 'selected' | 'titles'>;
  readonly service: Pick<DraftService, 'drafts' | 'createMany'>;
  /** Returns the path of a file that the user chose to open or save. */
  readonly pathOf: (grant: string, purpose: 'import-table' | 'import-template') => string;
}

export type TemplateRequest =
  | { readonly kind: 'edit'; readonly query: Query; readonly selection: Selection }
  | { readonly kind: 'create' | 'headings'; readonly resource: ResourceName };

/** Reads spreadsheets and pastes of one connection into drafts. Does not contact the service. */
export function createImports({ reader, service, pathOf }: ImportsDeps) {
  const tables = new RecentTables<Pick<ImportTable, 'resource' | 'kind' | 'fields'>>();

  return {
    async read(
      resource: ResourceName,
      kind: ImportKind,
      source: ImportSource,
      signal?: AbortSignal,
    ): Promise<ImportTable> {
      if (!(kind === 'edit' ? isEditable(resource) : isCreatable(resource)))
        throw fail('unexpected', { cause: `records of ${resource} cannot be imported this way` });
      const sheet = await readSheet(source, (grant) => pathOf(grant, 'import-table'), signal);
      const fields = importFields(resourceNamed(resource), kind);
      const proposedFields = fieldsByHeading(resourceNamed(resource), fields, sheet.headings);
      return tables.add(sheet, proposedFields, { resource, kind, fields });
    },

    draft(
      id: string,
      fields: readonly (string | null)[],
      defaults: Readonly<Record<string, string>>,
    ): { draft: Draft | null; problems: ImportProblem[] } {
      const { table, sheet } = tables.get(id);
      const problems = columnProblems(table, sheet.headings, fields, Object.keys(defaults));
      if (problems.length > 0) return { draft: null, problems };
      const { resource, file } = table;
      const request = { resource, sheet, fields, defaults };
      const origin = { resource, origin: 'import', file } as const;
      const draft =
        table.kind === 'create'
          ? service.createMany(origin, newRecords(request, reader))
          : service.drafts.create({ ...origin, kind: 'edit' }, editRows(request, reader));
      return { draft, problems: [] };
    },

    async template(
      grant: string,
      fields: readonly string[],
      request: TemplateRequest,
      signal?: AbortSignal,
    ): Promise<{ rows: number }> {
      const file = pathOf(grant, 'import-template');
      const format = tableFormatOf(file);
      const table =
        request.kind === 'edit'
          ? filledTemplate(reader, request, fields, format)
          : emptyTemplate(request.resource, request.kind === 'create' ? 'create' : 'edit', fields);
      const { rows } = await saveTable(file, format, table, signal);
      return { rows };
    },
  };
}
