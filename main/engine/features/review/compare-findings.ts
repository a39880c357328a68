import type { FindingFacts } from '#contract/features/review/calls';
import type { RuleId } from '#contract/features/review/rules';
import { CHUNK_ROWS } from '../../records/scan-in-chunks';
import { idInCell, type Id } from '../../records/id-key';
import type { Findings } from './finding';
import type { CheckedReader } from './overlay-reader';
import type { ProposedChanges } from './proposed-changes';

/**
 * A finding that is new after the draft, or has new details: its index among the findings after the draft.
 */
export interface NewFinding {
  readonly index: number;
  /** It was found before, with other facts. */
  readonly isKnown: boolean;
}

export interface FindingComparison {
  readonly newFindings: readonly NewFinding[];
  /** Findings from before the draft that do not exist after it. */
  readonly resolved: number;
}

interface ComparedRule {
  readonly before: Findings | undefined;
  readonly after: Findings;
  /** The data that each was found in. */
  readonly readers: { readonly before: CheckedReader; readonly after: CheckedReader };
  readonly changes: ProposedChanges;
}

/**
 * Rules that report a finding about several records on the first of them. The draft can change which record is
 * first, so these findings are matched by their shared records.
 */
const MEMBER_FACTS: Readonly<Partial<Record<RuleId, string>>> = {
  'number-twice': 'accounts',
  'owner-in-several-households': 'accounts',
  'structure-alike': 'structures',
};
/** Rules that report a finding about a household on one of its accounts, with facts that do not name the household. */
const ABOUT_HOUSEHOLD: ReadonlySet<RuleId> = new Set<RuleId>(['household-split', 'household-half-grouped']);

/** The facts that make a finding worse when they gain an item; all of them by default. */
const COMPARED_FACTS: Readonly<Partial<Record<RuleId, readonly string[]>>> = {
  'collection-differs': ['values'],
  'frequency-differs': ['values'],
  'group-frequencies': ['values'],
  'household-half-grouped': ['accounts'],
  // Either found or not; another structure or group does not make it worse.
  'breakpoint-alone': [],
  'inactive-in-group': [],
};

/** Compares what one rule finds before and after a draft. */
export function compareFindings(compared: ComparedRule): FindingComparison {
  const { before, after } = compared;
  const matches = before ? matcher(compared, before) : () => undefined;
  const isMatched = new Uint8Array(before?.length ?? 0);
  const newFindings: NewFinding[] = [];
  for (let index = 0; index < after.length; index += 1) {
    const indexBefore = matches(index);
    if (indexBefore !== undefined) isMatched[indexBefore] = 1;
    if (indexBefore === undefined) newFindings.push({ index, isKnown: false });
    else if (before && isWorse(after.rule, before.facts(indexBefore), after.facts(index)))
      newFindings.push({ index, isKnown: true });
  }
  const resolved = isMatched.reduce((unmatched, flag) => unmatched - flag, isMatched.length);
  return { newFindings, resolved };
}

/** Returns a function that maps a finding after the draft to the same finding before it, by index. */
function matcher(compared: ComparedRule, before: Findings): (index: number) => number | undefined {
  const { after } = compared;
  const fact = MEMBER_FACTS[after.rule];
  if (fact !== undefined) return memberMatcher(before, after, fact);
  if (ABOUT_HOUSEHOLD.has(after.rule)) return householdMatcher(compared, before);
  const indexes = new Map<Id, number>();
  for (let index = 0; index < before.length; index += 1) indexes.set(before.id(index), index);
  return (index) => indexes.get(after.id(index));
}

function memberMatcher(before: Findings, after: Findings, fact: string) {
  const indexes = new Map<string, number>();
  for (let index = 0; index < before.length; index += 1)
    for (const member of membersIn(before.facts(index), fact)) indexes.set(member, index);
  return (index: number): number | undefined => {
    const known = new Set(membersIn(after.facts(index), fact).map((member) => indexes.get(member)));
    known.delete(undefined);
    // Of several, takes the one with the fewest new members.
    return [...known].sort(
      (a, b) =>
        countNewMembers(before, a, after, index, fact) - countNewMembers(before, b, after, index, fact),
    )[0];
  };
}

const membersIn = (facts: FindingFacts, fact: string): readonly string[] => {
  const value = facts[fact];
  return Array.isArray(value) ? value : [];
};

function countNewMembers(
  before: Findings,
  known: number | undefined,
  after: Findings,
  index: number,
  fact: string,
) {
  const members = new Set(membersIn(before.facts(known ?? -1), fact));
  return membersIn(after.facts(index), fact).filter((member) => !members.has(member)).length;
}

/** Matches a finding on the same unedited account by its key, and all others by household. */
function householdMatcher({ after, readers, changes }: ComparedRule, before: Findings) {
  const isEdited = (id: Id): boolean => changes.resource === 'accounts' && changes.patches.has(id);
  const indexes = new Map<Id, number>();
  for (let index = 0; index < before.length; index += 1)
    if (!isEdited(before.id(index))) indexes.set(before.id(index), index);
  const unmatched = new Set(indexes.keys());
  const others: Id[] = [];
  for (let index = 0; index < after.length; index += 1)
    if (!unmatched.delete(after.id(index))) others.push(after.id(index));
  for (let index = 0; index < before.length; index += 1)
    if (isEdited(before.id(index))) unmatched.add(before.id(index));

  const householdsBefore = householdsOf(readers.before, [...unmatched]);
  const householdsAfter = householdsOf(readers.after, others);
  const byHousehold = new Map<string, number>();
  for (let index = 0; index < before.length; index += 1) {
    const household = householdsBefore.get(before.id(index));
    if (household !== undefined) byHousehold.set(household, index);
  }
  return (index: number): number | undefined => {
    const household = householdsAfter.get(after.id(index));
    return household === undefined ? indexes.get(after.id(index)) : byHousehold.get(household);
  };
}

/** Returns the household of each account, with its firm. */
function householdsOf(reader: CheckedReader, ids: readonly Id[]): Map<Id, string> {
  const households = new Map<Id, string>();
  for (let offset = 0; offset < ids.length; offset += CHUNK_ROWS) {
    const keys = ids.slice(offset, offset + CHUNK_ROWS).map(String);
    for (const [, key, household, firm] of reader.rowsOf('accounts', keys, ['household_id', 'firm_id']))
      households.set(idInCell(key) ?? key, JSON.stringify([idInCell(household), idInCell(firm)]));
  }
  return households;
}

/** Returns whether a finding got worse: it names one more account or rate, or counts more uses. */
function isWorse(rule: RuleId, before: FindingFacts, after: FindingFacts): boolean {
  const comparedNames = COMPARED_FACTS[rule];
  return Object.entries(after).some(([name, value]) => {
    if (comparedNames && !comparedNames.includes(name)) return false;
    const known = before[name];
    if (Array.isArray(value)) {
      const items = new Set(Array.isArray(known) ? known : []);
      return value.some((item) => !items.has(item));
    }
    return typeof value === 'number' && (typeof known !== 'number' || value > known);
  });
}
