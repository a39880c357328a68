import { RULE_IDS, ruleNamed, type RuleNeed, type RuleId } from '#contract/features/review/rules';
import type { FeeSettings } from '#contract/features/fee-structures/calls';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { ACCOUNT_FIELDS, type AccountRecord } from '../billing-groups/account-columns';
import { FirmColumns, memoizeColumns, memoizedColumns, readGroups } from '../billing-groups/firm-columns';
import { scanInChunks } from '../../records/scan-in-chunks';
import { Findings } from './finding';
import { collectFirmData, type FeeFileData } from './firm-facts';
import { checkGroups, checkHouseholds } from './cross-record-rules';
import { runPass } from './rule-pass';

/** Findings by rule, and the missing data of rules that could not run. */
export interface CheckResult {
  readonly findings: ReadonlyMap<RuleId, Findings>;
  readonly missing: ReadonlyMap<RuleId, readonly RuleNeed[]>;
}

interface RunRulesOptions extends Partial<FeeFileData> {
  readonly reader: Pick<
    CacheReader,
    'version' | 'completedLists' | 'approximateCount' | 'scan' | 'rowsOf' | 'rowsAt'
  >;
  /** Yields to other work; rejects if the result is no longer wanted. */
  readonly pause: () => Promise<void>;
  /** Retired fee structures and the firm's limits; none by default. */
  readonly feeSettings?: FeeSettings;
  /** The rules to run; all by default. */
  readonly rules?: readonly RuleId[];
  /** Keeps the columns of the firm in memory for the next check of the same data; true by default. */
  readonly keepsColumns?: boolean;
}

/**
 * Returns the lists to compare with: those fetched completely, without optional ones that are empty, because the list
 * of a service that lacks it counts as fetched too.
 */
const knownLists = (reader: RunRulesOptions['reader']): ResourceName[] =>
  reader
    .completedLists()
    .filter((name) => resourceNamed(name).service.optional !== true || reader.approximateCount(name) > 0);

/**
 * Runs the rules on cached data, with one pass over each list. A rule whose lists were never fully fetched is
 * skipped, because an empty result would prove nothing.
 */
export async function runRules({
  reader,
  pause,
  reconciled = null,
  charges = null,
  balances = null,
  advance = null,
  dayCount = null,
  feeSettings = { retired: [], ceiling: null },
  rules = RULE_IDS,
  keepsColumns = true,
}: RunRulesOptions): Promise<CheckResult> {
  const available = new Set<RuleNeed>(knownLists(reader));
  if (reconciled) available.add('reconciliation');
  if (charges) available.add('fee-history');
  available.add('billable-accounts'); // Derived from the others.
  if (balances) available.add('period-balances');
  if (feeSettings.ceiling !== null) available.add('rate-ceiling');
  const missing = new Map(rules.map((id) => [id, requiredData(id).filter((need) => !available.has(need))]));
  const runnable = rules.filter((id) => missing.get(id)?.length === 0);
  const findings = new Map(runnable.map((id) => [id, new Findings(id)]));
  const needs = new Set(runnable.flatMap((id) => ruleNamed(id).needs ?? []));

  const { version } = reader;
  const needed = { groups: needs.has('billingGroups'), accounts: needs.has('accounts') };
  const memoized = needed.groups || needed.accounts ? memoizedColumns(reader) : undefined;
  const columns = memoized ?? new FirmColumns(reader.approximateCount('accounts'));
  const { firm, collectors } = collectFirmData(
    needs,
    { reconciled, charges, balances, advance, dayCount },
    feeSettings,
    columns,
  );
  // Groups first: some of the other data depends on who pays.
  if (needed.groups && !memoized) await readGroups(reader, columns, pause);
  for (const collector of collectors)
    await scanInChunks(reader.scan(collector.resource, collector.columns), pause, (rows) => {
      for (const [, , ...cells] of rows) collector.addRow(cells);
    });

  const passOptions = (rules: readonly Findings[]) => ({ reader, firm, pause, rules });
  const findingsFor = (resource: ResourceName) =>
    [...findings.values()].filter(({ rule }) => ruleNamed(rule).resource === resource);
  // The pass over the accounts, the longest list, also fills the columns that other rules need.
  const accountCollector = {
    fields: ACCOUNT_FIELDS,
    addRow: (record: unknown) => columns.accounts.add(record as AccountRecord),
  };
  const collectsAccounts = (needed.groups || needed.accounts) && available.has('accounts') && !memoized;
  await runPass({
    ...passOptions(findingsFor('accounts')),
    resource: 'accounts',
    ...(collectsAccounts ? { collector: accountCollector } : {}),
  });
  if (keepsColumns && collectsAccounts && needed.groups) memoizeColumns(reader, version, columns);
  await checkHouseholds(passOptions(findingsFor('accounts')), columns);
  await checkGroups(passOptions(findingsFor('billingGroups')), columns);
  for (const resource of new Set(runnable.map((id) => ruleNamed(id).resource)))
    if (resource !== 'accounts' && resource !== 'billingGroups')
      await runPass({ ...passOptions(findingsFor(resource)), resource });
  return { findings, missing };
}

/** Returns all data that a rule requires. */
const requiredData = (id: RuleId): RuleNeed[] => {
  const { resource, needs = [] } = ruleNamed(id);
  return [...new Set<RuleNeed>([resource, ...needs])];
};
