import { RULE_IDS, ruleNamed, type Need, type RuleId } from '../../../../preload/contract/review-rules';
import type { StructureMarks } from '../../../../preload/contract/calls/fee-structures';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { CacheReader } from '../../cache/reader';
import { ACCOUNT_FIELDS, type AccountRecord } from '../../records/firm/accounts';
import { FirmColumns, keepColumns, keptColumns, readGroups } from '../../records/firm/firm-columns';
import { inStretches } from '../../records/firm/in-stretches';
import { Findings } from './finding';
import { gatherFirm } from './firm';
import { overGroups, overHouseholds } from './over-firm';
import { pass } from './pass';

/** Findings by rule, and the missing data of rules that could not run. */
export interface Checked {
  readonly findings: ReadonlyMap<RuleId, Findings>;
  readonly missing: ReadonlyMap<RuleId, readonly Need[]>;
}

interface Checking {
  readonly reader: Pick<CacheReader, 'version' | 'whole' | 'about' | 'scan' | 'rowsOf' | 'rowsAt'>;
  /** Yields to other work; rejects if the result is no longer wanted. */
  readonly pause: () => Promise<void>;
  /** Accounts charged by the newest accepted reconciliation (reconciled.ts); null if there is none. */
  readonly reconciled?: ReadonlySet<string> | null;
  /** The user's marks on fee structures; none by default. */
  readonly marks?: StructureMarks;
  /** The rules to run; all by default. */
  readonly rules?: readonly RuleId[];
  /** Keeps the columns of the firm in memory for the next check of the same data; true by default. */
  readonly keepsColumns?: boolean;
}

/**
 * Runs the rules on cached data, with one pass over each list. A rule whose lists were never fully fetched is
 * skipped, because an empty result would prove nothing.
 */
export async function check({
  reader,
  pause,
  reconciled = null,
  marks = { retired: [], ceiling: null },
  rules = RULE_IDS,
  keepsColumns = true,
}: Checking): Promise<Checked> {
  const whole = new Set<Need>(reader.whole());
  if (reconciled) whole.add('reconciliation');
  if (marks.ceiling !== null) whole.add('rate-ceiling');
  const missing = new Map(rules.map((id) => [id, wanted(id).filter((one) => !whole.has(one))]));
  const runnable = rules.filter((id) => missing.get(id)?.length === 0);
  const findings = new Map(runnable.map((id) => [id, new Findings(id)]));
  const needs = new Set(runnable.flatMap((id) => ruleNamed(id).needs ?? []));

  const { version } = reader;
  const needed = { groups: needs.has('billingGroups'), accounts: needs.has('accounts') };
  const known = needed.groups || needed.accounts ? keptColumns(reader) : undefined;
  const columns = known ?? new FirmColumns(reader.about('accounts'));
  const { firm, gatherings } = gatherFirm(needs, reconciled, marks, columns);
  for (const one of gatherings)
    await inStretches(reader.scan(one.of, one.columns), pause, (rows) => {
      for (const [, , ...cells] of rows) one.take(cells);
    });
  if (needed.groups && !known) await readGroups(reader, columns, pause);

  const over = (rules: readonly Findings[]) => ({ reader, firm, pause, rules });
  const about = (of: ResourceName) => [...findings.values()].filter(({ rule }) => ruleNamed(rule).of === of);
  // Accounts, the longest list, are read once, both for their rules and for data that other rules need.
  const beside = {
    fields: ACCOUNT_FIELDS,
    take: (record: unknown) => columns.accounts.add(record as AccountRecord),
  };
  const isGathering = (needed.groups || needed.accounts) && whole.has('accounts') && !known;
  await pass({ ...over(about('accounts')), of: 'accounts', ...(isGathering ? { beside } : {}) });
  if (keepsColumns && isGathering && needed.groups) keepColumns(reader, version, columns);
  await overHouseholds(over(about('accounts')), columns);
  await overGroups(over(about('billingGroups')), columns);
  for (const of of new Set(runnable.map((id) => ruleNamed(id).of)))
    if (of !== 'accounts' && of !== 'billingGroups') await pass({ ...over(about(of)), of });
  return { findings, missing };
}

/** Returns all data that a rule requires. */
const wanted = (id: RuleId): Need[] => {
  const { of, needs = [] } = ruleNamed(id);
  return [...new Set<Need>([of, ...needs])];
};
