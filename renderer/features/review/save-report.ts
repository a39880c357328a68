import type { ExportFormat } from '#contract/export-format';
import { localDay } from '#contract/dates';
import type { FindingSelection } from '#contract/features/review/calls';
import type { DesktopClient, EngineClient } from '../../bridge';
import { saveExport } from '../../records/export/save-export';
import { printPage, savePageAsPdf } from '../../records/record/print';
import { count } from '../../ui/format';
import { showFailure, showToast } from '../../ui/toast';
import FindingsSheet from './FindingsSheet.svelte';
import { MAX_EXPORTED, MAX_PRINTED, readReport, reportTable } from './report';
import { findingCountText } from './review-messages';

export interface FindingsReport {
  readonly desktop: DesktopClient;
  readonly engine: EngineClient;
  /** The name of the firm's connection. */
  readonly firm: string;
  /** The findings to export: the selection, all that match the filter, or the one in the panel. */
  readonly subject: { readonly findings: FindingSelection; readonly count: number };
  /** Which findings these are: the filter in words, "Selected findings" or the name of a rule. */
  readonly about: string;
}
export type ReportOutput = ExportFormat | 'pdf' | 'print';

/** Exports or prints findings with their marks, reasons and notes. */
export async function saveReport(report: FindingsReport, output: ReportOutput): Promise<void> {
  const { subject } = report;
  const max = output === 'pdf' || output === 'print' ? MAX_PRINTED : MAX_EXPORTED;
  if (subject.count > max) {
    showToast('Too many findings', {
      text: `${findingCountText(subject.count)} match; at most ${count(max)} fit. Choose a rule or a custodian first.`,
      tone: 'bad',
    });
    return;
  }
  try {
    if (output === 'pdf') await savePdf(report);
    else if (output === 'print') await printPage(report.desktop, FindingsSheet, await pageOf(report));
    else await saveTable(report, output);
  } catch (error) {
    showFailure(error);
  }
}

async function pageOf({ engine, firm, about, subject }: FindingsReport) {
  return { firm, about, lines: await readReport(engine, subject.findings) };
}

async function savePdf(report: FindingsReport): Promise<void> {
  const file = { title: 'Save findings as PDF', name: `review-findings-${localDay(new Date())}.pdf` };
  await savePageAsPdf(report.desktop, file, FindingsSheet, () => pageOf(report));
}

async function saveTable(report: FindingsReport, format: ExportFormat): Promise<void> {
  const outcome = await saveExport(report, {
    format,
    title: 'Export findings',
    name: 'review-findings',
    singular: 'finding',
    plural: 'findings',
    source: async () => reportTable(await readReport(report.engine, report.subject.findings)),
  });
  // Otherwise saved, or canceled.
  if (typeof outcome !== 'boolean') showFailure(outcome);
}
