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

/** What a check found, and what it could not check for lack of what. */
export interface Checked {
  readonly findings: ReadonlyMap<RuleId, Findings>;
  readonly missing: ReadonlyMap<RuleId, readonly Need[]>;
}

interface Checking {
  readonly reader: Pick<CacheReader, 'version' | 'whole' | 'about' | 'scan' | 'rowsOf' | 'rowsAt'>;
  /** Lets others have their turn; rejects when nobody wants the result any more. */
  readonly pause: () => Promise<void>;
  /** Accounts that the newest accepted reconciliation charges (reconciled.ts); null: there is none. */
  readonly reconciled?: ReadonlySet<string> | null;
  /** What people said about fee structures; nothing by default. */
  readonly marks?: StructureMarks;
  /** Only these; all by default. */
  readonly rules?: readonly RuleId[];
  /** Keeps the columns of the firm in memory for the next check of the same data; true by default. */
  readonly keepsColumns?: boolean;
}

/**
 * Runs the rules over the data on this computer: one pass over each list that any of them is about. A rule whose lists
 * were never fetched whole is not run: that it found nothing would mean nothing.
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
  // Accounts, the longest list, are gone through once, for the rules about them and for what others know of them.
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

/** All that a rule cannot do without. */
const wanted = (id: RuleId): Need[] => {
  const { of, needs = [] } = ruleNamed(id);
  return [...new Set<Need>([of, ...needs])];
};
