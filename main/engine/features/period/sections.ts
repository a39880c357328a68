import { sha256 } from '#common/sha256';
import { SECTION_NAMES, type SectionName } from '#contract/features/period/schemas';
import {
  lacksLists,
  type PeriodFile,
  type PeriodSection,
  type SectionFacts,
  type SectionState,
} from '#contract/features/period/sections';
import { TERMS_RESULTS } from '#contract/features/agreed-terms/schemas';
import { RULE_IDS, ruleNamed, type RuleId } from '#contract/features/review/rules';
import type { ResourceName } from '#contract/resources';
import type { StoredCheck } from './saved-work/periods';
import { sealedFile } from './seal';

/** The state of each section of a period, from its data or from a check-off. */

/** Rules of the review queue that are not about fees. */
const NON_BILLING_RULES: ReadonlySet<RuleId> = new Set([
  'trade-lists-conflict',
  'quarantined',
  'code-not-mapped',
  'no-advisor-code',
  'inception-after-closing',
  'inception-missing',
  'taxable-and-deferred',
  'tax-status-unknown',
  'cash-without-frequency',
]);

/** Rules that compare a debit with the account's cash; they have a separate section. */
export const CASH_RULES: ReadonlySet<RuleId> = new Set(['fee-above-cash']);

/** Rules that compare the lines of fee files with the setup, earlier fees, invoices and billing reports. */
export const FILE_RULES: ReadonlySet<RuleId> = new Set(
  RULE_IDS.filter((rule) => ruleNamed(rule).needs?.includes('fee-history') && !CASH_RULES.has(rule)),
);

/** Rules about setup and fees, whose findings a billing period counts. A new rule counts unless it is named above. */
export const BILLING_RULES: ReadonlySet<RuleId> = new Set(
  RULE_IDS.filter((rule) => !NON_BILLING_RULES.has(rule) && !CASH_RULES.has(rule)),
);

/** The lists that a setup copy is made of. */
export const SETUP_LISTS: readonly ResourceName[] = ['accounts', 'feeStructures', 'billingGroups'];

/** The lists that a section is computed from. After they were lost, the saved work about them is still here. */
const NEEDED_LISTS: Readonly<Partial<Record<SectionName, readonly ResourceName[]>>> = {
  setup: SETUP_LISTS,
  files: ['feeUploadFiles'],
  refunds: ['accounts', 'feeStructures', 'billingGroups', 'feeUploadFiles'],
  terms: ['accounts', 'feeStructures'],
  sample: ['accounts', 'feeUploadFiles'],
};

/** What the facts of a section say about its lists. */
export type ListFacts = Pick<FactsOf<'setup'>, 'isIncomplete' | 'refused'>;

/**
 * Returns what a section's facts say with these completely fetched lists, and those that the service refused; null if
 * it has all lists that it needs.
 */
export function listFactsOf(
  name: SectionName,
  completed: readonly ResourceName[],
  refused: readonly ResourceName[],
): ListFacts | null {
  const missing = NEEDED_LISTS[name]?.filter((resource) => !completed.includes(resource)) ?? [];
  if (missing.length === 0) return null;
  return missing.every((resource) => refused.includes(resource))
    ? { refused: missing }
    : { isIncomplete: true };
}

/** Returns the hash of a section's facts, without what may differ for the same facts, such as the time of a check. */
export function factsSha256(facts: SectionFacts): string {
  if (facts.name === 'files') return sha256(JSON.stringify({ ...facts, files: facts.files.map(hashedFile) }));
  // Step IDs differ between computers, and names of members between a computer and its team.
  if (facts.name === 'steps')
    return sha256(JSON.stringify({ name: facts.name, steps: facts.steps.map(stepContent) }));
  if (facts.name === 'sample') return sha256(JSON.stringify(sampleContent(facts)));
  if (facts.name === 'setup') return sha256(JSON.stringify({ ...facts, isSignedByColleague: undefined }));
  if (facts.name !== 'findings' && facts.name !== 'cash') return sha256(JSON.stringify(facts));
  const { checkedAt, ...factsWithoutTime } = facts;
  return sha256(JSON.stringify({ ...factsWithoutTime, isChecked: checkedAt !== null }));
}

/**
 * Without the comparison, because the findings section covers the findings about files; nor who marked a file as
 * replaced, because names of members differ: its state covers the mark.
 */
function hashedFile(file: PeriodFile): object {
  const { replaced: _, ...hashed } = file;
  return sealedFile(hashed, null);
}

type FactsOf<Name extends SectionName> = Extract<SectionFacts, { name: Name }>;

const stepContent = ({ title, done }: FactsOf<'steps'>['steps'][number]): object => ({
  title,
  done: done && { at: done.at, note: done.note },
});

function sampleContent({ drawn, items, ...facts }: FactsOf<'sample'>): object {
  if (!drawn) return { ...facts, drawn, items };
  const { by: _, ...draw } = drawn;
  return {
    ...facts,
    drawn: draw,
    items: items.map(({ judged, ...item }) => ({ ...item, ...NO_OUTDATED, judged: judged?.at ?? null })),
  };
}

/** Returns a file as earlier versions described it: they counted an approval even if the file differed later. */
const withApprovalCounted = (file: PeriodFile): PeriodFile =>
  file.state === 'unsigned' && file.decision === 'approved' && file.outcome === 'differs'
    ? { ...file, state: 'signed' }
    : file;

/** Omitted from JSON: whether a verdict is outdated follows from the rest, and earlier versions did not have it. */
const NO_OUTDATED = { isOutdated: undefined };

/** Returns a section as it is signed and approved: without what is only shown, as other data determines it. */
export function signedSection(section: PeriodSection): PeriodSection {
  const { facts } = section;
  if (facts.name !== 'setup') return section;
  const { isSignedByColleague: _, ...signedFacts } = facts;
  return { ...section, facts: signedFacts };
}

/** For a section whose facts have a hash of its list: that hash without amounts, as earlier versions computed it. */
export type EarlierListHashes = Readonly<Partial<Record<SectionName, string>>>;

/**
 * Returns whether a stored hash is that of the facts. Early hashes of steps and samples covered their IDs and
 * names, too; those of findings, refunds and terms did not cover amounts; those of files counted every approval.
 */
export function coversFacts(
  hash: string | undefined,
  facts: SectionFacts,
  earlierHashes: EarlierListHashes,
): boolean {
  if (hash === factsSha256(facts)) return true;
  if (facts.name === 'files')
    return hash === factsSha256({ ...facts, files: facts.files.map(withApprovalCounted) });
  if (facts.name === 'steps') return hash === sha256(JSON.stringify(facts));
  if (facts.name === 'sample')
    return (
      hash ===
      sha256(JSON.stringify({ ...facts, items: facts.items.map((item) => ({ ...item, ...NO_OUTDATED })) }))
    );
  const earlier = earlierHashes[facts.name];
  return earlier !== undefined && 'sha256' in facts && hash === factsSha256({ ...facts, sha256: earlier });
}

/** Returns the state that follows from the data alone: `unknown` if the data for it is missing. */
export function computedState(facts: SectionFacts): SectionState {
  if (lacksLists(facts)) return 'unknown';
  switch (facts.name) {
    case 'setup':
      return facts.since === null ? 'unknown' : facts.total === 0 ? 'done' : 'open';
    case 'cash':
      return facts.unchecked.length > 0 ? 'unknown' : findingsState(facts);
    case 'findings':
      return findingsState(facts);
    case 'files': {
      const files = facts.files.filter(({ state }) => state !== 'replaced');
      if (files.length === 0) return 'unknown';
      return files.every(({ state }) => state === 'signed') ? 'done' : 'open';
    }
    case 'refunds':
      if (facts.advance === null) return 'unknown';
      return facts.counts.open + facts.counts['not-determined'] > 0 ? 'open' : 'done';
    case 'terms':
      if (facts.agreements === 0) return 'unknown';
      return TERMS_RESULTS.some((result) => result !== 'agrees' && facts.counts[result] > 0)
        ? 'open'
        : 'done';
    case 'sample':
      return facts.items.length > 0 &&
        facts.items.every(({ verdict, isOutdated }) => verdict !== null && !isOutdated)
        ? 'done'
        : 'open';
    case 'steps':
      return facts.steps.every(({ done }) => done !== null) ? 'done' : 'open';
  }
}

const findingsState = ({
  checkedAt,
  counts,
}: Pick<Extract<SectionFacts, { name: 'findings' }>, 'checkedAt' | 'counts'>): SectionState =>
  checkedAt === null ? 'unknown' : counts.open + counts.flagged > 0 ? 'open' : 'done';

/**
 * Returns a section with its state. A check-off counts while the facts are those that the person saw. `checks` has the
 * newest first; `isComparable` says whether the facts that one covers can be known on this computer.
 */
export function sectionOf(
  facts: SectionFacts,
  checks: readonly StoredCheck[],
  earlierHashes: EarlierListHashes,
  isComparable: (check: StoredCheck) => boolean,
): PeriodSection {
  const hash = factsSha256(facts);
  const isCovered = (check: StoredCheck): boolean => coversFacts(check.sha256, facts, earlierHashes);
  const sectionChecks = checks.filter(({ section }) => section === facts.name);
  const check = sectionChecks.find(isCovered) ?? sectionChecks[0];
  const isSame = check !== undefined && isCovered(check);
  const holds = isSame || !check || isComparable(check) ? isSame : null;
  const computed = computedState(facts);
  return {
    facts,
    state: holds ? 'done' : holds === null && computed === 'open' ? 'unknown' : computed,
    checked: check ? { at: check.at, by: check.by, note: check.note, holds } : null,
    sha256: hash,
  };
}

/** Returns the sections that are not done, in the order of the work. */
export const openSections = (sections: readonly PeriodSection[]): SectionName[] =>
  SECTION_NAMES.filter((name) =>
    sections.some(({ facts, state }) => facts.name === name && state !== 'done'),
  );
