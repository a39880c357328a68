import type { Finding } from '#contract/features/review/calls';
import { findingState } from '#contract/features/review/schemas';
import type { TeamClaim } from '#contract/features/team/calls';
import { custodianName } from '#contract/fields';
import type { Cell } from '#contract/query';
import { RULE_IDS, ruleNamed, SEVERITIES } from '#contract/features/review/rules';
import type { GridColumn } from '../../grid/types';
import { EMPTY } from '../../ui/format';
import { claimLabel } from '../team/team-messages';
import { RULE_TEXTS } from './rule-messages';
import { SEVERITY_LABELS, FINDING_STATE_LABELS } from './review-messages';

const fixed = { shown: true, numeric: false, filterable: false, sortable: false } as const;
// The grid treats an empty text as a cell that is still loading.
const text = (cell: Cell): string => (cell === null || cell === '' ? EMPTY : String(cell));

/** The columns of the queue. None is sortable: rows are ordered by severity, rule and title. */
export const FINDING_COLUMNS: readonly GridColumn[] = [
  {
    ...fixed,
    name: 'severity',
    label: 'Severity',
    width: 84,
    text: (cell) =>
      SEVERITIES.flatMap((severity) => (severity === cell ? [SEVERITY_LABELS[severity].label] : []))[0] ?? '',
    tone: (cell) =>
      SEVERITIES.flatMap((severity) => (severity === cell ? [SEVERITY_LABELS[severity].tone] : []))[0],
  },
  // In a narrow list, long names wrap, because the column gives width to the finding.
  {
    ...fixed,
    name: 'title',
    label: 'Record',
    width: 170,
    primary: true,
    compared: true,
    maxLines: 3,
    wrapsBelow: 240,
    text,
  },
  {
    ...fixed,
    name: 'rule',
    label: 'Finding',
    width: 230,
    primary: true,
    compared: true,
    maxLines: 3,
    text: (cell) => RULE_IDS.flatMap((rule) => (rule === cell ? [RULE_TEXTS[rule].name] : []))[0] ?? '',
  },
  { ...fixed, name: 'subtitle', label: 'Details', width: 200, yields: true, startsInView: true, text },
  {
    ...fixed,
    name: 'state',
    label: 'State',
    width: 100,
    text: (cell) =>
      findingState.options.flatMap((state) =>
        state === cell ? [FINDING_STATE_LABELS[state].label] : [],
      )[0] ?? '',
    tone: (cell) =>
      findingState.options.flatMap((state) => (state === cell ? [FINDING_STATE_LABELS[state].tone] : []))[0],
  },
  { ...fixed, name: 'owner', label: 'Owner', width: 100, text },
  { ...fixed, name: 'noted', label: 'Note', width: 64, text },
  {
    ...fixed,
    name: 'custodian',
    label: 'Custodian',
    width: 140,
    shown: false,
    text: (cell) => (cell === null ? EMPTY : custodianName(String(cell))),
  },
];

/** Omits severity and rule if only one rule is displayed: findings then differ by their record. */
export const findingColumns = (showsSeveralRules: boolean): readonly GridColumn[] =>
  showsSeveralRules
    ? FINDING_COLUMNS
    : FINDING_COLUMNS.filter(({ name }) => name !== 'severity' && name !== 'rule').map((column) => ({
        ...column,
        primary: column.name === 'title' || column.name === 'subtitle',
        // A long name leaves room for the account number, which distinguishes equal names.
        compared: column.name === 'title' || column.name === 'subtitle',
        maxLines: 1, // the other columns leave it enough width; more rows are in view
      }));

const CELLS: Readonly<Record<string, (finding: Finding, claim?: TeamClaim) => Cell>> = {
  severity: ({ rule }) => ruleNamed(rule).severity,
  rule: ({ rule }) => rule,
  title: ({ title }) => title,
  // A claim is shown here, because the columns after this one are out of view beside the panel.
  subtitle: ({ subtitle }, claim) =>
    claim ? [claimLabel(claim), subtitle].filter((part) => part !== '').join(' · ') : subtitle,
  state: ({ state }) => state,
  owner: ({ owner }) => owner,
  noted: ({ hasNote }) => (hasNote ? 'Yes' : null),
  custodian: ({ custodian }) => custodian,
};

/** Returns the cell of a finding in a column. `claim`: who is on the finding now. */
export const findingCell = (finding: Finding, column: string, claim?: TeamClaim): Cell =>
  CELLS[column]?.(finding, claim) ?? null;
