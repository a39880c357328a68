import { localDay } from '#contract/dates';
import type { ExportSource, ExportState } from '#contract/calls/exports';
import type { ExportFormat } from '#contract/export-format';
import type { Failure } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { capitalize } from '#contract/text';
import type { DesktopClient, EngineClient } from '../../bridge';
import { countOf } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';

/** An export, with its texts for the user. */
export interface ExportRequest {
  readonly format: ExportFormat;
  /** Title of the system's dialog. */
  readonly title: string;
  /** File name without date and extension: "billing-groups". */
  readonly name: string;
  readonly singular: string;
  readonly plural: string;
  /** Returns the rows, called after a file was chosen. */
  readonly source: () => Promise<ExportSource>;
}

/**
 * Asks for a file and writes it; `onstate` receives the progress. Returns true if the file was written and
 * announced, false if the user canceled, or the failure of writing. Throws if it could not start.
 */
export async function saveExport(
  { engine, desktop }: { readonly engine: EngineClient; readonly desktop: DesktopClient },
  { format, title, name, singular, plural, source }: ExportRequest,
  onstate: (state: ExportState) => void = () => undefined,
): Promise<Failure | boolean> {
  const [file] = await desktop.choose({
    what: 'save',
    purpose: 'records-export',
    title,
    name: `${name}-${localDay(new Date())}.${format}`,
    extension: format,
  });
  if (!file) return false;
  const { id } = await engine.exports.start({ source: await source(), format, grant: file.grant });
  let last: ExportState | null = null;
  for await (const state of await engine.exports.follow({ id })) onstate((last = state));
  if (last?.ended?.how === 'failed') return last.ended.failure;
  if (last?.ended?.how !== 'done') return false;
  const truncationNote =
    last.cut > 0
      ? ` ${countOf(last.cut, 'text was', 'texts were')} too long for an Excel cell and cut off. Export as CSV to keep the full text.`
      : '';
  showToast('Export finished', {
    text: `${countOf(last.rows, singular, plural)} in ${file.name}.${truncationNote}`,
    tone: 'good',
    action: { label: 'Show file', run: () => void engine.exports.show({ id }).catch(showFailure) },
  });
  return true;
}

/** Rows per request. */
const PAGE_SIZE = 500;

/** A table of a draft's or job's rows: `name` begins its file name. */
interface RowsTable<R> {
  readonly resource: ResourceName;
  readonly format: ExportFormat;
  readonly title: string;
  readonly name: string;
  /** What a row is, if it is not a record of the resource. */
  readonly nouns?: { readonly singular: string; readonly plural: string };
  readonly page: (
    offset: number,
    limit: number,
  ) => Promise<{ readonly rows: readonly R[]; readonly total: number }>;
  readonly table: (rows: readonly R[]) => { readonly headings: string[]; readonly rows: string[][] };
}

/** Exports all rows of a draft or a job. */
export function saveRowsTable<R>(
  clients: { readonly engine: EngineClient; readonly desktop: DesktopClient },
  { resource, format, title, name, nouns, page, table }: RowsTable<R>,
): Promise<Failure | boolean> {
  const { singular, plural } = resourceNamed(resource);
  return saveExport(clients, {
    format,
    title,
    name: `${name}-${plural.replace(/\s+/g, '-')}`,
    ...(nouns ?? { singular, plural }),
    source: async () => {
      const all: R[] = [];
      for (;;) {
        const { rows, total } = await page(all.length, PAGE_SIZE);
        all.push(...rows);
        if (rows.length === 0 || all.length >= total) break;
      }
      return { from: 'rows', resource, ...table(all) };
    },
  });
}

/** Returns the heading of a record's ID: "Account ID". */
export const keyHeading = (resource: ResourceName): string =>
  `${capitalize(resourceNamed(resource).singular)} ID`;

/** Formats a cell; an empty one stays empty in a file. */
export const cellTextOrEmpty = <C>(cell: C | null, text: (cell: C) => string): string =>
  cell === null ? '' : text(cell);
