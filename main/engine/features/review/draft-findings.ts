import type { StructureMarks } from '#contract/features/fee-structures/calls';
import type { DraftFinding, DraftFindings, FindingFacts } from '#contract/features/review/calls';
import type { Draft, DraftRow } from '#contract/edit';
import { fail } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import { ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { CacheReader } from '../../cache/query/reader';
import type { Id } from '../../records/id-key';
import { affectedRules } from './affected-rules';
import { runRules, type CheckResult } from './check';
import { compareFindings, type NewFinding } from './compare-findings';
import type { Findings } from './finding';
import type { FeeFileData } from './firm-facts';
import { OverlayReader, type CheckedReader } from './overlay-reader';
import { proposedChanges, type ProposedRecord, type Takes } from './proposed-changes';
import { RULE_ORDER } from './rule-order';

/** Findings that are listed by record, for each rule. */
export const MAX_LISTED_FINDINGS = 20;
/** Times that a check is repeated because the data changed while it ran. */
const MAX_ATTEMPTS = 3;

/** Rules that find every new record: no account can have a fee structure before it exists. */
const TRUE_OF_NEW: ReadonlySet<RuleId> = new Set<RuleId>(['structure-unused']);

export interface DraftFindingsRequest extends FeeFileData {
  readonly reader: CheckedReader & Pick<CacheReader, 'named'>;
  readonly draft: Pick<Draft, 'resource' | 'kind'>;
  readonly rows: readonly DraftRow[];
  readonly takes?: Takes | undefined;
  /** Yields to other work; rejects when the result is no longer wanted. */
  readonly pause: () => Promise<void>;
  readonly marks: StructureMarks;
  /** Findings of the current data, if it was checked already. */
  readonly known?: () => CheckResult | null;
  /** Whether the user has waived this finding, so that it is not reported as new. */
  readonly isWaived: (rule: RuleId, key: string, fingerprint: string) => boolean;
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
  const { reader, draft, rows, takes, pause, known, isWaived } = request;
  const { reconciled, charges, balances, advance, marks } = request;
  const changes = proposedChanges(draft, rows, takes);
  await pause();
  const rules = affectedRules(changes);
  const overlay = new OverlayReader(reader, changes);
  const given = { pause, reconciled, charges, balances, advance, marks, rules };
  const before = known?.() ?? (await runRules({ ...given, reader }));
  const after = await runRules({ ...given, reader: overlay, keepsColumns: false });

  const created = new Map<Id, ProposedRecord>(changes.created.map((record) => [record.key, record]));
  const broken = new Map<ResourceName, Set<Id>>();
  const found: DraftFindings['rules'] = [];
  const items: DraftFinding[] = [];
  for (const rule of RULE_ORDER) {
    const now = after.findings.get(rule);
    if (!now) continue;
    await pause();
    const comparison = compareFindings({
      before: before.findings.get(rule),
      after: now,
      readers: { before: reader, after: overlay },
      changes,
    });
    const fresh = comparison.found.filter(({ place }) => {
      const key = now.key(place);
      return !isWaived(rule, key, now.fingerprint(place)) && !(TRUE_OF_NEW.has(rule) && created.has(key));
    });
    const { resolved } = comparison;
    if (fresh.length + resolved > 0) found.push({ rule, found: fresh.length, resolved });
    const { of } = ruleNamed(rule);
    const records = broken.get(of) ?? new Set();
    for (const { place } of fresh) records.add(now.id(place));
    broken.set(of, records);
    items.push(...listed(reader, now, fresh.slice(0, MAX_LISTED_FINDINGS), created));
  }
  return {
    rules: found,
    records: [...broken].flatMap(([resource, { size: count }]) => (count > 0 ? [{ resource, count }] : [])),
    items,
    ran: after.findings.size,
    unchecked: RULE_ORDER.flatMap((rule) => {
      const missing = after.missing.get(rule) ?? [];
      return missing.length > 0 ? [{ rule, missing: [...missing] }] : [];
    }),
    applied: changes.edited.size + changes.removed.size + changes.created.length,
    left: changes.left,
  };
}

/** Findings with the titles of their records. */
function listed(
  reader: Pick<CacheReader, 'named'>,
  findings: Findings,
  some: readonly NewFinding[],
  created: ReadonlyMap<Id, ProposedRecord>,
): DraftFinding[] {
  const { rule } = findings;
  const { of } = ruleNamed(rule);
  const keys = some.map(({ place }) => findings.key(place));
  const titles = new Map(reader.named(of, keys).map((record) => [record.key, record]));
  return some.map(({ place, isKnown }) => {
    const key = findings.key(place);
    const fresh = created.get(key);
    const { title, subtitle } = fresh ?? titles.get(key) ?? { title: key, subtitle: '' };
    return {
      rule,
      resource: of,
      key: fresh ? null : key,
      index: fresh?.index ?? null,
      title,
      subtitle,
      facts: withTitles(findings.facts(place), created),
      isKnown,
    };
  });
}

/** Replaces the made-up keys of records to create by their titles. */
const withTitles = (facts: FindingFacts, created: ReadonlyMap<Id, ProposedRecord>): FindingFacts =>
  created.size === 0
    ? facts
    : Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map((one) => created.get(one)?.title ?? one) : value,
        ]),
      );
