import type { FeeSettings } from '#contract/features/fee-structures/calls';
import type { DraftFindings } from '#contract/features/review/calls';
import type { DraftKind, DraftRow } from '#contract/edit';
import type { ResourceName } from '#contract/resources';
import type { RuleId } from '#contract/features/review/rules';
import type { LatestCharges } from '#engine/features/review/billed-fees';
import type { PeriodBalances } from '#engine/features/review/period-balances';
import { findDraftFindings, type DraftFindingsRequest } from '#engine/features/review/draft-findings';
import { readerWith } from '../../cache/temp-cache';
import { neverYield, type RecordLists } from './rule-findings';

/** A row of a draft: the record it edits or removes, and the values that it sets. Without a key it creates a record. */
export interface SampleRow {
  readonly key?: number;
  readonly set?: object;
  readonly state?: DraftRow['state'];
}

export interface SampleDraft {
  readonly resource: ResourceName;
  readonly kind: DraftKind;
  readonly rows: readonly SampleRow[];
}

export const edit = (resource: ResourceName, ...rows: SampleRow[]): SampleDraft => ({
  resource,
  kind: 'edit',
  rows,
});
export const create = (resource: ResourceName, ...records: object[]): SampleDraft => ({
  resource,
  kind: 'create',
  rows: records.map((set) => ({ set })),
});
export const removalDraft = (resource: ResourceName, ...keys: number[]): SampleDraft => ({
  resource,
  kind: 'remove',
  rows: keys.map((key) => ({ key })),
});

export const draftRows = ({ rows }: SampleDraft): DraftRow[] =>
  rows.map(({ key, set = {}, state = 'ready' }, index) => ({
    index,
    key: key === undefined ? null : String(key),
    title: 'name' in set ? String(set.name) : `Record ${key}`,
    subtitle: '',
    line: null,
    state,
    fields: Object.entries(set).map(([field, value]) => ({
      field,
      after: JSON.stringify(value),
      issue: null,
    })),
    issue: null,
  }));

export interface SampleFirm {
  readonly lists: RecordLists;
  readonly reconciled?: ReadonlySet<string> | null;
  readonly charges?: LatestCharges | null;
  readonly balances?: PeriodBalances | null;
  readonly feeSettings?: FeeSettings;
}

/** Returns the findings of all rules for a draft in a firm. Lists not given count as empty and completely fetched. */
export function draftFindingsOf(
  {
    lists,
    reconciled = null,
    charges = null,
    balances = null,
    feeSettings = { retired: [], ceiling: null },
  }: SampleFirm,
  draft: SampleDraft,
  overrides: Partial<DraftFindingsRequest> = {},
): Promise<DraftFindings> {
  const fullLists = { accounts: [], billingGroups: [], feeStructures: [], advisorCodes: [], ...lists };
  return findDraftFindings({
    reader: overrides.reader ?? readerWith(fullLists),
    draft,
    rows: draftRows(draft),
    pause: neverYield,
    reconciled,
    charges,
    balances,
    feeSettings,
    isWaived: () => false,
    ...overrides,
  });
}

/** Returns the keys of the records that a rule would find after a draft; null for a record that it creates. */
export const keysFound = (findings: DraftFindings, rule: RuleId): (string | null)[] =>
  findings.items.filter((item) => item.rule === rule).map(({ key }) => key);
