import type { ExportSource } from '#contract/calls/exports';
import type { ExportCellType } from '#contract/export-format';
import { nameWithNumber, type NamedList } from '#contract/calls/names';
import type { FindingState } from '#contract/features/review/schemas';
import type { FindingSelection, ReportedFinding } from '#contract/features/review/calls';
import { ruleNamed } from '#contract/features/review/rules';
import { custodianName } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { formatDateTime } from '../../ui/format';
import { idsInFacts, namedFacts } from './named-facts';
import { FINDING_STATE_LABELS, SEVERITY_LABELS } from './review-messages';
import { RULE_TEXTS } from './rule-messages';

const PAGE_SIZE = 500;
/** IDs per request for names. */
const NAMES_PER_REQUEST = 500;
/** Maximum number of findings in a spreadsheet, and on paper. */
export const MAX_EXPORTED = 100_000;
export const MAX_PRINTED = 5_000;

/** A finding in words; `until`, the last day of a waiver, is a calendar date. */
export interface ReportLine {
  readonly severity: string;
  readonly record: string;
  readonly details: string;
  readonly id: string;
  readonly custodian: string;
  readonly finding: string;
  readonly what: string;
  readonly state: FindingState;
  readonly stateLabel: string;
  readonly owner: string;
  readonly foundAt: string;
  readonly until: string;
  readonly reason: string;
  readonly note: string;
  readonly by: string;
  readonly at: string;
}

/** The columns of an export, from left to right. */
const COLUMNS: readonly (readonly [column: keyof ReportLine, heading: string, type?: ExportCellType])[] = [
  ['severity', 'Severity'],
  ['finding', 'Finding'],
  ['record', 'Record'],
  ['details', 'Details'],
  ['id', 'Record ID'],
  ['custodian', 'Custodian'],
  ['what', 'What is wrong'],
  ['stateLabel', 'State'],
  ['owner', 'Owner'],
  ['foundAt', 'First found'],
  ['reason', 'Reason'],
  ['until', 'Waived through', 'date'],
  ['note', 'Note'],
  ['by', 'Marked by'],
  ['at', 'Marked at'],
];

type NameLookup = (list: NamedList, id: string) => string;

function lineOf(finding: ReportedFinding, nameOf: NameLookup): ReportLine {
  const { mark } = finding;
  const texts = RULE_TEXTS[finding.rule];
  return {
    severity: SEVERITY_LABELS[ruleNamed(finding.rule).severity].label,
    record: finding.title,
    details: finding.subtitle,
    id: finding.key,
    custodian: finding.custodian === null ? '' : custodianName(finding.custodian),
    finding: texts.name,
    what: texts.what(namedFacts(finding.facts, nameOf)),
    state: finding.state,
    stateLabel: FINDING_STATE_LABELS[finding.state].label,
    owner: finding.owner ?? '',
    foundAt: finding.foundAt === null ? '' : formatDateTime(finding.foundAt),
    until: mark?.until ?? '',
    reason: mark?.reason ?? '',
    note: mark?.note ?? '',
    by: mark?.by ?? '',
    at: mark ? formatDateTime(mark.at) : '',
  };
}

/** Reads the names of the IDs that these findings mention; an ID without a name stays as it is. */
async function namesIn(engine: EngineClient, items: readonly ReportedFinding[]): Promise<NameLookup> {
  const names = new Map<string, string>();
  for (const [list, ids] of idsInFacts(items.map(({ facts }) => facts))) {
    const all = [...ids];
    for (let start = 0; start < all.length; start += NAMES_PER_REQUEST)
      for (const named of await engine.names.byId({
        list,
        ids: all.slice(start, start + NAMES_PER_REQUEST),
      }))
        names.set(`${list}/${named.id}`, nameWithNumber(named));
  }
  return (list, id) => names.get(`${list}/${id}`) ?? id;
}

/** Returns the chosen findings in words; starts again if a check or a mark changed them while it read. */
export async function readReport(engine: EngineClient, findings: FindingSelection): Promise<ReportLine[]> {
  let lines: ReportLine[] = [];
  let stamp: number | null = null;
  for (;;) {
    const page = await engine.review.report({ findings, offset: lines.length, limit: PAGE_SIZE });
    if (stamp !== null && page.stamp !== stamp) {
      lines = [];
      stamp = null;
      continue;
    }
    ({ stamp } = page);
    const nameOf = await namesIn(engine, page.items);
    lines.push(...page.items.map((finding) => lineOf(finding, nameOf)));
    if (page.items.length === 0 || lines.length >= page.total) return lines;
  }
}

/** Returns findings as rows of a spreadsheet. */
export const reportTable = (lines: readonly ReportLine[]): ExportSource & { from: 'rows' } => ({
  from: 'rows',
  resource: 'accounts', // required, but `list` names the rows instead: findings are about several lists
  list: 'review findings',
  headings: COLUMNS.map(([, heading]) => heading),
  types: COLUMNS.map(([, , type = 'text']) => type),
  rows: lines.map((line) => COLUMNS.map(([column]) => line[column])),
});
