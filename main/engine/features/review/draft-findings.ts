import type { FeeSettings } from '#contract/features/fee-structures/calls';
import type { DraftFinding, DraftFindings, FindingFacts } from '#contract/features/review/calls';
import type { ConflictChoices, Draft, DraftRow } from '#contract/edit';
import { fail } from '#contract/failure';
import { getOrCompute } from '#contract/maps';
import type { ResourceName } from '#contract/resources';
import { ruleNamed, type RuleId, RULE_IDS, RULE_ORDER, type RuleNeed } from '#contract/features/review/rules';
import type { CacheReader } from '../../cache/query/reader';
import type { Id } from '../../records/id-key';
import { BILLABLE_ACCOUNT_COLUMNS } from './billable-accounts';
import { runRules, type CheckResult } from './check';
import { compareFindings, type NewFinding } from './compare-findings';
import type { Findings, RawFinding } from './finding';
import type { FeeFileData } from './firm-facts';
import { OverlayReader, type CheckedReader } from './overlay-reader';
import { proposedChanges, type ProposedRecord, type ProposedChanges } from './proposed-changes';
import { ACCOUNT_FIELDS } from '../billing-groups/account-columns';

/** The fields that rules read from the lists that they need (firm-facts.ts, firm-columns.ts). */
const FIELDS_READ_BY_NEED: Readonly<Partial<Record<RuleNeed, readonly string[]>>> = {
  accounts: ACCOUNT_FIELDS,
  'billable-accounts': BILLABLE_ACCOUNT_COLUMNS,
  billingGroups: ['household_id', 'firm_id', 'assignments', 'minimum_ids'],
  feeStructures: ['collection_type', 'frequency', 'calculation_type', 'flat_dollar_fee', 'flat_rate'],
  advisorCodes: ['source', 'code'],
  feeUploadFiles: ['firm_id', 'end_date'],
  billingReports: ['fee_upload_file_id', 'billing_date', 'account_ids', 'custodian_billed_period_debit'],
  invoices: ['billing_report_id', 'billing_date', 'period_debit', 'account_ids'],
  latestBalances: ['account_id', 'cash_value', 'reported_date'],
};

/** Returns the list that a need is read from: `billable-accounts` is derived from the accounts. */
const listOf = (need: RuleNeed): RuleNeed => (need === 'billable-accounts' ? 'accounts' : need);

/** Returns the rules whose findings can differ after these changes: those that read something that changes. */
export function affectedRules({ resource, patches, removed, created, fields }: ProposedChanges): RuleId[] {
  if (patches.size + removed.size + created.length === 0) return [];
  const areRecordsAddedOrRemoved = removed.size + created.length > 0;
  const readsChange = (read: readonly string[]): boolean =>
    areRecordsAddedOrRemoved || read.some((field) => fields.has(field));
  return RULE_IDS.filter((id) => {
    const rule = ruleNamed(id);
    const { reads, needs = [] } = rule;
    return (
      (rule.resource === resource && readsChange(reads)) ||
      needs.some((need) => listOf(need) === resource && readsChange(FIELDS_READ_BY_NEED[need] ?? []))
    );
  });
}

/** Maximum number of findings of each rule that are listed with their records. */
export const MAX_LISTED_FINDINGS = 20;
/** Maximum number of checks: one is repeated if the data changed while it ran. */
const MAX_ATTEMPTS = 3;

/** Rules that always find a new record: no account can have a fee structure before it exists. */
const ALWAYS_FOUND_FOR_NEW: ReadonlySet<RuleId> = new Set<RuleId>(['structure-unused']);

export interface DraftFindingsRequest extends FeeFileData {
  readonly reader: CheckedReader & Pick<CacheReader, 'named'>;
  readonly draft: Pick<Draft, 'resource' | 'kind'>;
  readonly rows: readonly DraftRow[];
  readonly choices?: ConflictChoices | undefined;
  /** Yields to other work; rejects when the result is no longer wanted. */
  readonly pause: () => Promise<void>;
  readonly feeSettings: FeeSettings;
  /** Findings of the current data, if it was checked already. */
  readonly known?: () => CheckResult | null;
  /** Whether the user has waived this finding; then it is not reported as new. */
  readonly isWaived: (finding: RawFinding) => boolean;
}

/**
 * Runs the review rules on the data as it would be after a draft, and returns the findings that do not exist
 * now. Runs only rules that read a changed field. Reads only the cache, and writes nothing.
 */
export async function findDraftFindings(request: DraftFindingsRequest): Promise<DraftFindings> {
  const { reader } = request;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { version } = reader;
    const findings = await findOnce(request);
    // Before and after must be of the same data.
    if (reader.version === version) return findings;
  }
  throw fail('changed-since', { cause: 'the data changed while a draft was checked' });
}

async function findOnce(request: DraftFindingsRequest): Promise<DraftFindings> {
  const { reader, draft, rows, choices, pause, known, isWaived } = request;
  const { reconciled, charges, balances, advance, dayCount, feeSettings } = request;
  const changes = proposedChanges(draft, rows, choices);
  await pause();
  const rules = affectedRules(changes);
  const overlay = new OverlayReader(reader, changes);
  const options = { pause, reconciled, charges, balances, advance, dayCount, feeSettings, rules };
  const before = known?.() ?? (await runRules({ ...options, reader }));
  const after = await runRules({ ...options, reader: overlay, keepsColumns: false });

  const created = new Map<Id, ProposedRecord>(changes.created.map((record) => [record.key, record]));
  const recordsByList = new Map<ResourceName, Set<Id>>();
  const changedRules: DraftFindings['rules'] = [];
  const items: DraftFinding[] = [];
  for (const rule of RULE_ORDER) {
    const findingsAfter = after.findings.get(rule);
    if (!findingsAfter) continue;
    await pause();
    const comparison = compareFindings({
      before: before.findings.get(rule),
      after: findingsAfter,
      readers: { before: reader, after: overlay },
      changes,
    });
    const newFindings = comparison.newFindings.filter(({ index }) => {
      const key = findingsAfter.key(index);
      return !isWaived(findingsAfter.at(index)) && !(ALWAYS_FOUND_FOR_NEW.has(rule) && created.has(key));
    });
    const { resolved } = comparison;
    if (newFindings.length + resolved > 0) changedRules.push({ rule, found: newFindings.length, resolved });
    const { resource } = ruleNamed(rule);
    const records = getOrCompute(recordsByList, resource, () => new Set());
    for (const { index } of newFindings) records.add(findingsAfter.id(index));
    items.push(
      ...describeFindings(reader, findingsAfter, newFindings.slice(0, MAX_LISTED_FINDINGS), created),
    );
  }
  return {
    rules: changedRules,
    records: [...recordsByList].flatMap(([resource, { size: count }]) =>
      count > 0 ? [{ resource, count }] : [],
    ),
    items,
    ran: after.findings.size,
    unchecked: RULE_ORDER.flatMap((rule) => {
      const missing = after.missing.get(rule) ?? [];
      return missing.length > 0 ? [{ rule, missing: [...missing] }] : [];
    }),
    applied: changes.patches.size + changes.removed.size + changes.created.length,
    notApplied: changes.unsendable,
  };
}

/** Returns findings with the titles of their records. */
function describeFindings(
  reader: Pick<CacheReader, 'named'>,
  findings: Findings,
  newFindings: readonly NewFinding[],
  created: ReadonlyMap<Id, ProposedRecord>,
): DraftFinding[] {
  const { rule } = findings;
  const { resource } = ruleNamed(rule);
  const keys = newFindings.map(({ index }) => findings.key(index));
  const titles = new Map(reader.named(resource, keys).map((record) => [record.key, record]));
  return newFindings.map(({ index, isKnown }) => {
    const key = findings.key(index);
    const createdRecord = created.get(key);
    const { title, subtitle } = createdRecord ?? titles.get(key) ?? { title: key, subtitle: '' };
    return {
      rule,
      resource,
      key: createdRecord ? null : key,
      index: createdRecord?.index ?? null,
      title,
      subtitle,
      facts: withTitles(findings.facts(index), created),
      isKnown,
    };
  });
}

/** Replaces the temporary keys of records to create with their titles. */
const withTitles = (facts: FindingFacts, created: ReadonlyMap<Id, ProposedRecord>): FindingFacts =>
  created.size === 0
    ? facts
    : Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((key) => created.get(key)?.title ?? key) : value,
        ]),
      );
