import { LatestResult } from '#common/latest-result';
import { findingState, type FindingState } from '#contract/features/review/schemas';
import type { Finding, FindingFilter, FindingSelection, RuleOverview } from '#contract/features/review/calls';
import { appendTo, getOrCompute } from '#contract/maps';
import type { ResourceName } from '#contract/resources';
import { RULE_IDS, RULE_ORDER, ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { CacheReader } from '../../cache/query/reader';
import { belongsToFirm, firmsOfRecords } from '../../records/record-firms';
import type { CheckResult } from './check';
import type { FirstFound } from './first-found';
import { findingId, reviewStateOf, type ReviewMarks } from './review-marks';
import type { RawFinding } from './finding';
import { distinguishingTitles } from './distinguishing-fields';

type QueueReader = Pick<CacheReader, 'defaultRanks' | 'matching' | 'named' | 'rowsOf'>;

/** Maximum number of records whose findings are looked up without an index. */
const MAX_SCANNED = 4;

/** The sorted findings of one check, for the window. */
export class FindingQueue {
  readonly #checked: CheckResult;
  readonly #marks: ReviewMarks;
  readonly #reader: QueueReader;
  readonly #firstFound: FirstFound;
  readonly #sorted = new Map<RuleId, readonly RawFinding[]>();
  readonly #byKey = new Map<RuleId, ReadonlyMap<string, number>>();
  /** The firms of the records of a rule's findings. */
  readonly #firms = new Map<RuleId, ReadonlyMap<string, string | null>>();
  #custodians: { value: string; count: number }[] | undefined;
  readonly #filtered = new LatestResult<readonly RawFinding[]>();

  constructor(checked: CheckResult, marks: ReviewMarks, reader: QueueReader, firstFound: FirstFound) {
    this.#checked = checked;
    this.#marks = marks;
    this.#reader = reader;
    this.#firstFound = firstFound;
  }

  /** Discards the memoized result; call it after marks have changed. */
  forget(): void {
    this.#filtered.forget();
  }

  overview(today: string): RuleOverview[] {
    const counts = new Map(
      RULE_ORDER.map((rule) => [
        rule,
        { open: this.#checked.findings.get(rule)?.length ?? 0, flagged: 0, waived: 0, reviewed: 0 },
      ]),
    );
    // There are far fewer marks than findings.
    for (const mark of this.#marks.all.values()) {
      const finding = this.finding(findingId(mark));
      const count = finding && counts.get(finding.rule);
      if (!count) continue;
      count.open -= 1;
      count[reviewStateOf(mark, finding, today)] += 1;
    }
    const noFindings = { open: 0, flagged: 0, waived: 0, reviewed: 0 };
    return RULE_ORDER.map((rule) => ({
      rule,
      missing: [...(this.#checked.missing.get(rule) ?? [])],
      counts: counts.get(rule) ?? noFindings,
      undetermined: [...(this.#checked.findings.get(rule)?.undetermined ?? [])]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => b.count - a.count),
    }));
  }

  custodians(): { value: string; count: number }[] {
    if (this.#custodians) return this.#custodians;
    const counts = new Map<string, number>();
    for (const rule of RULE_ORDER)
      for (const custodian of this.#checked.findings.get(rule)?.custodians ?? [])
        if (custodian !== null) counts.set(custodian, (counts.get(custodian) ?? 0) + 1);
    this.#custodians = [...counts].map(([value, count]) => ({ value, count }));
    this.#custodians.sort((a, b) => b.count - a.count);
    return this.#custodians;
  }

  /** Returns the owners of findings, by name, with counts. */
  owners(): { value: string; count: number }[] {
    const counts = new Map<string, number>();
    for (const mark of this.#marks.all.values())
      if (mark.owner !== null && this.finding(findingId(mark)))
        counts.set(mark.owner, (counts.get(mark.owner) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => a.value.localeCompare(b.value));
  }

  /** Returns the filtered findings by severity, rule and title; the last result is memoized. */
  filtered(filter: FindingFilter, today: string): readonly RawFinding[] {
    const cutoff = filter.found === undefined ? null : this.#firstFound.cutoff(filter.found);
    return this.#filtered.get(JSON.stringify([filter, today, cutoff]), () => this.#find(filter, today));
  }

  window(filter: FindingFilter, offset: number, limit: number, today: string) {
    const findings = this.filtered(filter, today);
    const items = this.describeFindings(findings.slice(offset, offset + limit), today);
    return { items, total: findings.length };
  }

  /** Returns findings with the titles of their records. */
  describeFindings(findings: readonly RawFinding[], today: string): Finding[] {
    const keys = new Map<ResourceName, string[]>();
    for (const { rule, key } of findings) appendTo(keys, ruleNamed(rule).resource, key);
    const titles = new Map(
      [...keys].flatMap(([resource, keysOfList]) =>
        distinguishingTitles(this.#reader, resource, keysOfList).map(
          (record) => [`${resource} ${record.key}`, record] as const,
        ),
      ),
    );
    return findings.map((finding): Finding => {
      const { rule, key, custodian } = finding;
      const { resource } = ruleNamed(rule);
      const record = titles.get(`${resource} ${key}`);
      const mark = this.#marks.markOf(finding);
      return {
        id: findingId(finding),
        rule,
        resource,
        key,
        title: record?.title ?? key,
        subtitle: record?.subtitle ?? '',
        custodian,
        state: reviewStateOf(mark, finding, today),
        hasNote: mark?.note !== null && mark !== undefined,
        owner: mark?.owner ?? null,
        foundAt: this.#firstFound.dateOf(finding),
      };
    });
  }

  finding(id: string): RawFinding | undefined {
    const gap = id.indexOf(' ');
    const rule = RULE_IDS.find((name) => name === id.slice(0, gap));
    if (rule === undefined) return undefined;
    const index = this.#indexesOf(rule).get(id.slice(gap + 1));
    return index === undefined ? undefined : this.#checked.findings.get(rule)?.at(index);
  }

  /** Returns the indexes of a rule's findings by record. */
  #indexesOf(rule: RuleId): ReadonlyMap<string, number> {
    return getOrCompute(
      this.#byKey,
      rule,
      () => new Map(this.#checked.findings.get(rule)?.keys.map((key, index) => [key, index])),
    );
  }

  /** Returns all findings of some rules, by severity, rule and title. */
  ofRules(rules: ReadonlySet<RuleId>): RawFinding[] {
    return RULE_ORDER.filter((rule) => rules.has(rule)).flatMap((rule) => this.#inOrder(rule));
  }

  /** Returns the findings of these records, by severity. */
  ofRecords(records: readonly { readonly resource: ResourceName; readonly key: string }[]): RawFinding[] {
    return RULE_ORDER.flatMap((rule) => {
      const findings = this.#checked.findings.get(rule);
      const ofRule = records.filter(({ resource }) => resource === ruleNamed(rule).resource);
      if (!findings || ofRule.length === 0) return [];
      // Records are opened rarely: for a few of them, scanning all keys costs less than an index.
      const indexes = ofRule.length > MAX_SCANNED ? this.#indexesOf(rule) : null;
      return ofRule.flatMap(({ key }) => {
        const index = (indexes ? indexes.get(key) : findings.indexOf(key)) ?? -1;
        return index >= 0 ? findings.at(index) : [];
      });
    });
  }

  selected(selection: FindingSelection, today: string): RawFinding[] {
    if (selection.kind === 'ids') return selection.ids.flatMap((id) => this.finding(id) ?? []);
    const except = new Set(selection.except);
    return this.filtered(selection.filter, today).filter((finding) => !except.has(findingId(finding)));
  }

  #find(filter: FindingFilter, today: string): RawFinding[] {
    const { rule, severity, custodian, states, owner, found, firm, text = '' } = filter;
    const cutoff = found === undefined ? null : this.#firstFound.cutoff(found);
    if (found !== undefined && cutoff === null) return [];
    const isNew = (finding: RawFinding): boolean => {
      const foundAt = this.#firstFound.dateOf(finding);
      return cutoff === null || (foundAt !== null && Date.parse(foundAt) >= cutoff);
    };
    const wanted = new Set<FindingState>(states ?? findingState.options);
    const isEveryState = wanted.size === findingState.options.length;
    const search = text.trim();
    const matches = new Map<ResourceName, ReadonlySet<number>>();
    const matching = (resource: ResourceName): ReadonlySet<number> =>
      getOrCompute(matches, resource, () => this.#reader.matching(resource, search));
    const rules = RULE_ORDER.filter(
      (id) =>
        (rule === undefined || id === rule) &&
        (severity === undefined || ruleNamed(id).severity === severity),
    );
    return rules.flatMap((id) => {
      const findings = this.#inOrder(id);
      const isUnfiltered =
        custodian === undefined &&
        firm === undefined &&
        search === '' &&
        owner === undefined &&
        cutoff === null;
      if (isEveryState && isUnfiltered) return findings;
      const isOfFirm = this.#firmTest(firm, id, findings);
      const rows = search === '' ? null : matching(ruleNamed(id).resource);
      return findings.filter(
        (finding) =>
          (custodian === undefined || finding.custodian === custodian) &&
          isOfFirm(finding) &&
          (rows === null || rows.has(finding.n)) &&
          (owner === undefined || (this.#marks.markOf(finding)?.owner ?? '') === owner) &&
          isNew(finding) &&
          (isEveryState || wanted.has(reviewStateOf(this.#marks.markOf(finding), finding, today))),
      );
    });
  }

  /** Returns the test whether a finding's record belongs to a firm; to any, without one. */
  #firmTest(
    firm: string | undefined,
    rule: RuleId,
    findings: readonly RawFinding[],
  ): (finding: RawFinding) => boolean {
    if (firm === undefined) return () => true;
    const firms = getOrCompute(this.#firms, rule, () => {
      const keys = findings.map(({ key }) => key);
      return firmsOfRecords(this.#reader, ruleNamed(rule).resource, keys);
    });
    return ({ key }) => belongsToFirm(firm, firms.get(key));
  }

  #findingsOf(rule: RuleId): readonly RawFinding[] {
    return this.#checked.findings.get(rule)?.all() ?? [];
  }

  /** Sorted by title, in the list's default order. */
  #inOrder(rule: RuleId): readonly RawFinding[] {
    return getOrCompute(this.#sorted, rule, () => {
      const findings = this.#findingsOf(rule);
      const ranks =
        findings.length > 1 ? this.#reader.defaultRanks(ruleNamed(rule).resource) : new Uint32Array();
      return [...findings].sort((a, b) => (ranks[a.n] ?? 0) - (ranks[b.n] ?? 0));
    });
  }
}
