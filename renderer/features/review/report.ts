import type { ExportCellType, ExportSource } from '#contract/calls/exports';
import type { NamedList } from '#contract/calls/names';
import type { FindingSelection, ReportedFinding } from '#contract/features/review/calls';
import { ruleNamed } from '#contract/features/review/rules';
import { custodianName } from '#contract/fields';
import type { EngineClient } from '../../bridge';
import { formatDateTime } from '../../ui/format';
import { idsInFacts, namedFacts } from './named-facts';
import { FINDING_STATE_LABELS, SEVERITY_LABELS } from './review-messages';
import { RULE_TEXTS } from './rule-messages';

const PAGE = 500;
/** IDs per request for names. */
const NAMES = 500;
/** Maximum number of findings in a spreadsheet, and on paper. */
export const MAX_EXPORTED = 100_000;
export const MAX_PRINTED = 5_000;

/** A finding in words, and a waiver's last day as a calendar date. */
export interface ReportLine {
  readonly severity: string;
  readonly record: string;
  readonly details: string;
  readonly id: string;
  readonly custodian: string;
  readonly finding: string;
  readonly what: string;
  readonly state: string;
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
  ['state', 'State'],
  ['owner', 'Owner'],
  ['foundAt', 'First found'],
  ['reason', 'Reason'],
  ['until', 'Waived through', 'date'],
  ['note', 'Note'],
  ['by', 'Marked by'],
  ['at', 'Marked at'],
];

type Named = (list: NamedList, id: string) => string;

function lineOf(one: ReportedFinding, named: Named): ReportLine {
  const { mark } = one;
  const texts = RULE_TEXTS[one.rule];
  return {
    severity: SEVERITY_LABELS[ruleNamed(one.rule).severity].word,
    record: one.title,
    details: one.subtitle,
    id: one.key,
    custodian: one.custodian === null ? '' : custodianName(one.custodian),
    finding: texts.name,
    what: texts.what(namedFacts(one.facts, named)),
    state: FINDING_STATE_LABELS[one.state].word,
    owner: one.owner ?? '',
    foundAt: one.foundAt === null ? '' : formatDateTime(one.foundAt),
    until: mark?.until ?? '',
    reason: mark?.reason ?? '',
    note: mark?.note ?? '',
    by: mark?.by ?? '',
    at: mark ? formatDateTime(mark.at) : '',
  };
}

/** Reads the names of the IDs that these findings mention; an ID without a name stays as it is. */
async function namesIn(engine: EngineClient, items: readonly ReportedFinding[]): Promise<Named> {
  const names = new Map<string, string>();
  for (const [list, ids] of idsInFacts(items.map(({ facts }) => facts))) {
    const all = [...ids];
    for (let at = 0; at < all.length; at += NAMES)
      for (const { id, name } of await engine.names.byId({ list, ids: all.slice(at, at + NAMES) }))
        names.set(`${list}/${id}`, `${name} (${id})`);
  }
  return (list, id) => names.get(`${list}/${id}`) ?? id;
}

/** Returns the chosen findings in words; starts again if a check or a mark changed them while it read. */
export async function readReport(engine: EngineClient, findings: FindingSelection): Promise<ReportLine[]> {
  let lines: ReportLine[] = [];
  let stamp: number | null = null;
  for (;;) {
    const page = await engine.review.report({ findings, offset: lines.length, limit: PAGE });
    if (stamp !== null && page.stamp !== stamp) {
      lines = [];
      stamp = null;
      continue;
    }
    ({ stamp } = page);
    const named = await namesIn(engine, page.items);
    lines.push(...page.items.map((one) => lineOf(one, named)));
    if (page.items.length === 0 || lines.length >= page.total) return lines;
  }
}

/** Returns findings as rows of a spreadsheet. */
export const reportTable = (lines: readonly ReportLine[]): ExportSource => ({
  from: 'rows',
  resource: 'accounts',
  list: 'review findings',
  headings: COLUMNS.map(([, heading]) => heading),
  types: COLUMNS.map(([, , type = 'text']) => type),
  rows: lines.map((line) => COLUMNS.map(([column]) => line[column])),
});
