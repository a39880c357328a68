import type { ExportFormat, ExportSource } from '#contract/calls/exports';
import type { Failure } from '#contract/failure';
import type { Job, JobRow } from '#contract/job';
import { resourceNamed } from '#contract/resources';
import type { DesktopClient, EngineClient } from '../../bridge';
import { saveExport, cellTextOrEmpty } from '../export/save-export';
import { fieldName, changedValueText } from '../changes/change-messages';
import { afterWords } from './change-text';
import { jobColumns, jobRowInput, outcomeRows } from './outcome-rows';
import { sharedEdits } from './outcome-messages';
import { sharedFields } from './edit-columns';

/** Rows per request. */
const WINDOW = 500;

/**
 * Exports every row of a job with its outcome, labeled as on its page, with values before and after in
 * separate columns.
 */
export function saveOutcome(
  of: { readonly engine: EngineClient; readonly desktop: DesktopClient },
  job: Job,
  format: ExportFormat,
): Promise<Failure | boolean> {
  const { one, plural: many } = resourceNamed(job.kind.resource);
  return saveExport(of, {
    format,
    title: 'Export the outcome',
    name: `outcome-${many.replace(/\s+/g, '-')}`,
    one,
    many,
    source: () => sourceOf(of.engine, job),
  });
}

async function sourceOf(engine: EngineClient, job: Job): Promise<ExportSource> {
  const { resource, operation } = job.kind;
  const columns = jobColumns(job);
  const shown = outcomeRows(engine, job, columns);
  // Each field has two columns, so that values can be searched.
  const plain = columns.filter(({ name }) => !name.startsWith('field '));
  const fields = sharedFields(sharedEdits(job));
  const remark = plain.findIndex(({ name }) => name === 'remark');
  const before = remark < 0 ? plain : plain.slice(0, remark);
  const after = remark < 0 ? [] : plain.slice(remark);
  const key = `${resourceNamed(resource).one.replace(/^./, (letter) => letter.toUpperCase())} ID`;

  const cellsOf = (row: JobRow): string[] => {
    const line = jobRowInput(row);
    const cells = shown.cells(row);
    const words = (of: typeof plain) =>
      of.map(({ name, text }) => cellTextOrEmpty(cells[name] ?? null, text));
    const values = fields.flatMap((name) => {
      const change = line.fields.find(({ field }) => field === name);
      const was = change?.before;
      return [
        was === undefined ? '' : afterWords(resource, name, was, changedValueText),
        change ? afterWords(resource, name, change.after, changedValueText) : '',
      ];
    });
    return [line.key || (row.answer[0] ?? ''), ...words(before), ...values, ...words(after)];
  };
  const rows: string[][] = [];
  while (rows.length < job.total) {
    const { rows: found } = await shown.ask(undefined, rows.length, WINDOW);
    if (found.length === 0) break;
    rows.push(...found.map(cellsOf));
  }
  return {
    from: 'rows',
    resource,
    headings: [
      key,
      ...before.map(({ label }) => label),
      ...fields.flatMap((name) => [
        `${fieldName(resource, name)} (before)`,
        `${fieldName(resource, name)} (${operation === 'create' ? 'created' : 'sent'})`,
      ]),
      ...after.map(({ label }) => label),
    ],
    rows,
  };
}
