import type { ExportFormat, ExportSource } from '#contract/calls/exports';
import type { Draft, DraftRow } from '#contract/edit';
import type { Failure } from '#contract/failure';
import { resourceNamed } from '#contract/resources';
import { capitalize } from '#contract/text';
import type { DesktopClient, EngineClient } from '../../bridge';
import { changedValueText, fieldName } from '../changes/change-messages';
import { saveExport } from '../export/save-export';
import { afterWords } from '../outcome/change-text';
import { draftRowIssue } from './bulk-messages';

/** Rows per request. */
const WINDOW = 500;

/** Exports the lines of an import that can't be sent, with their values and the reasons, to correct and import again. */
export function saveWrongLines(
  of: { readonly engine: EngineClient; readonly desktop: DesktopClient },
  draft: Draft,
  format: ExportFormat,
): Promise<Failure | boolean> {
  const { plural } = resourceNamed(draft.resource);
  return saveExport(of, {
    format,
    title: 'Export the lines with errors',
    name: `import-errors-${plural.replace(/\s+/g, '-')}`,
    one: 'line',
    many: 'lines',
    source: () => sourceOf(of.engine, draft),
  });
}

async function sourceOf(engine: EngineClient, { id, resource }: Draft): Promise<ExportSource> {
  const rows: DraftRow[] = [];
  for (;;) {
    const range = { draft: id, state: 'wrong' as const, offset: rows.length, limit: WINDOW };
    const { rows: found, total } = await engine.edits.rows(range);
    rows.push(...found);
    if (found.length === 0 || rows.length >= total) break;
  }
  const names = [...new Set(rows.flatMap(({ fields }) => fields.map(({ field }) => field)))];
  const one = capitalize(resourceNamed(resource).one);
  return {
    from: 'rows',
    resource,
    headings: ['Line', `${one} ID`, one, ...names.map((name) => fieldName(resource, name)), 'Error'],
    rows: rows.map((row) => [
      row.line === null ? '' : String(row.line),
      row.key ?? '',
      row.title,
      ...names.map((name) => {
        const value = row.fields.find(({ field }) => field === name);
        return value ? afterWords(resource, name, value.after, changedValueText) : '';
      }),
      draftRowIssue(resource, row) ?? '',
    ]),
  };
}
