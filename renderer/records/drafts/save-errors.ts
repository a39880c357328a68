import type { ExportFormat } from '#contract/export-format';
import type { Draft, DraftRow } from '#contract/edit';
import type { Failure } from '#contract/failure';
import { resourceNamed } from '#contract/resources';
import { capitalize } from '#contract/text';
import type { DesktopClient, EngineClient } from '../../bridge';
import { changedValueText, fieldName } from '../changes/change-messages';
import { keyHeading, saveRowsTable } from '../export/save-export';
import { afterText } from '../outcome/change-text';
import { draftRowIssue } from './bulk-messages';

/** Exports the lines of an import that can't be sent, with their values and the reasons, to correct and import again. */
export function saveWrongLines(
  clients: { readonly engine: EngineClient; readonly desktop: DesktopClient },
  { id, resource }: Draft,
  format: ExportFormat,
): Promise<Failure | boolean> {
  return saveRowsTable<DraftRow>(clients, {
    resource,
    format,
    title: 'Export the lines with errors',
    name: 'import-errors',
    nouns: { singular: 'line', plural: 'lines' },
    page: (offset, limit) => clients.engine.edits.rows({ draft: id, state: 'wrong', offset, limit }),
    table: (rows) => {
      const names = [...new Set(rows.flatMap(({ fields }) => fields.map(({ field }) => field)))];
      return {
        headings: [
          'Line',
          keyHeading(resource),
          capitalize(resourceNamed(resource).singular),
          ...names.map((name) => fieldName(resource, name)),
          'Error',
        ],
        rows: rows.map((row) => [
          row.line === null ? '' : String(row.line),
          row.key ?? '',
          row.title,
          ...names.map((name) => {
            const value = row.fields.find(({ field }) => field === name);
            return value ? afterText(resource, name, value.after, changedValueText) : '';
          }),
          draftRowIssue(resource, row) ?? '',
        ]),
      };
    },
  });
}
