import type { ExportFormat } from '#contract/export-format';
import type { Failure } from '#contract/failure';
import type { Job, JobRow } from '#contract/job';
import type { DesktopClient, EngineClient } from '../../bridge';
import type { GridColumn } from '../../grid/types';
import { cellTextOrEmpty, keyHeading, saveRowsTable } from '../export/save-export';
import { fieldName, changedValueText } from '../changes/change-messages';
import { afterText } from './change-text';
import { jobColumns, jobRowInput, outcomeRows } from './outcome-rows';
import { sharedEdits } from './outcome-messages';
import { sharedFields } from './edit-columns';

/**
 * Exports every row of a job with its outcome, labeled as on its page, with values before and after in
 * separate columns.
 */
export function saveOutcome(
  clients: { readonly engine: EngineClient; readonly desktop: DesktopClient },
  job: Job,
  format: ExportFormat,
): Promise<Failure | boolean> {
  const { resource, operation } = job.kind;
  const columns = jobColumns(job);
  const outcome = outcomeRows(clients.engine, job, columns);
  // Always in this order, and with two columns per field, so that values can be searched.
  const columnsNamed = (name: string) => columns.filter((column) => column.name === name);
  const fields = sharedFields(sharedEdits(job));
  const leadingColumns = ['line', 'title', 'subtitle', 'state', 'changes'].flatMap(columnsNamed);
  const trailingColumns = columnsNamed('issue');
  const cellsOf = (row: JobRow): string[] => {
    const input = jobRowInput(row);
    const cells = outcome.cells(row);
    const textsOf = (outcomeColumns: readonly GridColumn[]) =>
      outcomeColumns.map(({ name, text }) => cellTextOrEmpty(cells[name] ?? null, text));
    const values = fields.flatMap((name) => {
      const change = input.fields.find(({ field }) => field === name);
      const before = change?.before;
      return [
        before === undefined ? '' : afterText(resource, name, before, changedValueText),
        change ? afterText(resource, name, change.after, changedValueText) : '',
      ];
    });
    return [
      input.key || (row.responseIds[0] ?? ''),
      ...textsOf(leadingColumns),
      ...values,
      ...textsOf(trailingColumns),
    ];
  };
  return saveRowsTable<JobRow>(clients, {
    resource,
    format,
    title: 'Export the outcome',
    name: 'outcome',
    page: (offset, limit) => outcome.fetchRows(undefined, offset, limit),
    table: (rows) => ({
      headings: [
        keyHeading(resource),
        ...leadingColumns.map(({ label }) => label),
        ...fields.flatMap((name) => [
          `${fieldName(resource, name)} (before)`,
          `${fieldName(resource, name)} (${operation === 'create' ? 'created' : 'sent'})`,
        ]),
        ...trailingColumns.map(({ label }) => label),
      ],
      rows: rows.map(cellsOf),
    }),
  });
}
