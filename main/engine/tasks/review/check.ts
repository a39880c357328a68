import { RULE_IDS, ruleNamed, type Need, type RuleId } from '../../../../preload/contract/review-rules';
import type { StructureMarks } from '../../../../preload/contract/calls/fee-structures';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { CacheReader } from '../../cache/reader';
import { gatherFirm } from './firm';
import type { RawFinding } from './finding';
import { pass } from './pass';

/** What a check found, and what it could not check for lack of what. */
export interface Checked {
  readonly findings: ReadonlyMap<RuleId, readonly RawFinding[]>;
  readonly missing: ReadonlyMap<RuleId, readonly Need[]>;
}

interface Checking {
  readonly reader: Pick<CacheReader, 'states' | 'scan' | 'rowsOf'>;
  /** Lets others have their turn; rejects when nobody wants the result any more. */
  readonly pause: () => Promise<void>;
  /** Accounts that the newest accepted reconciliation charges (reconciled.ts); null: there is none. */
  readonly reconciled?: ReadonlySet<string> | null;
  /** What people said about fee structures; nothing by default. */
  readonly marks?: StructureMarks;
  /** Only these; all by default. */
  readonly rules?: readonly RuleId[];
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
}: Checking): Promise<Checked> {
  const whole = new Set<Need>(
    reader.states().flatMap(({ resource, asOf }) => (asOf === null ? [] : [resource])),
  );
  if (reconciled) whole.add('reconciliation');
  if (marks.ceiling !== null) whole.add('rate-ceiling');
  const missing = new Map(rules.map((id) => [id, wanted(id).filter((one) => !whole.has(one))]));
  const runnable = rules.filter((id) => missing.get(id)?.length === 0);
  const { firm, gatherings } = gatherFirm(
    new Set(runnable.flatMap((id) => ruleNamed(id).needs ?? [])),
    reconciled,
    marks,
  );
  const findings = new Map<RuleId, RawFinding[]>(runnable.map((id) => [id, []]));
  const about = (of: ResourceName) => runnable.filter((id) => ruleNamed(id).of === of);
  const over = async (of: ResourceName, ids: readonly RuleId[], gathered: typeof gatherings) => {
    for (const one of await pass({ reader, firm, pause, of, rules: ids, gatherings: gathered }))
      findings.get(one.rule)?.push(one);
  };

  // What rules know is gathered before they run; accounts, the longest list, are gone through once for both.
  const [ofAccounts, others] = [
    gatherings.filter(({ of }) => of === 'accounts'),
    gatherings.filter(({ of }) => of !== 'accounts'),
  ];
  for (const one of others) await over(one.of, [], [one]);
  if (about('accounts').length + ofAccounts.length > 0) await over('accounts', about('accounts'), ofAccounts);
  for (const of of new Set(runnable.map((id) => ruleNamed(id).of)))
    if (of !== 'accounts') await over(of, about(of), []);
  return { findings, missing };
}

/** All that a rule cannot do without. */
const wanted = (id: RuleId): Need[] => {
  const { of, needs = [] } = ruleNamed(id);
  return [...new Set<Need>([of, ...needs])];
};
