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
  readonly place: number;
  /** It was found before, with other facts. */
  readonly isKnown: boolean;
}

export interface FindingComparison {
  readonly found: readonly NewFinding[];
  /** Findings from before the draft that do not exist after it. */
  readonly resolved: number;
}

interface Compared {
  readonly before: Findings | undefined;
  readonly after: Findings;
  /** The data that each was found in. */
  readonly readers: { readonly before: CheckedReader; readonly after: CheckedReader };
  readonly changes: ProposedChanges;
}

/**
 * Rules that report a finding of several records at the first of them. The draft can change which record is
 * first, so these findings are matched by their shared records.
 */
const MEMBER_FACTS: Readonly<Partial<Record<RuleId, string>>> = {
  'number-twice': 'accounts',
  'owner-in-several-households': 'accounts',
  'structure-alike': 'structures',
};
/** The same of a household, whose facts do not name it. */
const ABOUT_HOUSEHOLD: ReadonlySet<RuleId> = new Set<RuleId>(['household-split', 'household-half-grouped']);

/** The facts that make a finding worse when they gain an item; all of them by default. */
const COMPARED_FACTS: Readonly<Partial<Record<RuleId, readonly string[]>>> = {
  'collection-differs': ['values'],
  'frequency-differs': ['values'],
  'group-frequencies': ['values'],
  'household-half-grouped': ['accounts'],
  // Found or not: another structure, or another group, makes it no worse.
  'breakpoint-alone': [],
  'inactive-in-group': [],
};

/** Compares what one rule finds before and after a draft. */
export function compareFindings(compared: Compared): FindingComparison {
  const { before, after } = compared;
  const matches = before ? matcher(compared, before) : () => undefined;
  const isMatched = new Uint8Array(before?.length ?? 0);
  const found: NewFinding[] = [];
  for (let place = 0; place < after.length; place += 1) {
    const known = matches(place);
    if (known !== undefined) isMatched[known] = 1;
    if (known === undefined) found.push({ place, isKnown: false });
    else if (before && isWorse(after.rule, before.facts(known), after.facts(place)))
      found.push({ place, isKnown: true });
  }
  return { found, resolved: isMatched.reduce((left, one) => left - one, isMatched.length) };
}

/** Finds the place, among the findings of before, of the one that a finding of after continues. */
function matcher(compared: Compared, before: Findings): (place: number) => number | undefined {
  const { after } = compared;
  const fact = MEMBER_FACTS[after.rule];
  if (fact !== undefined) return memberMatcher(before, after, fact);
  if (ABOUT_HOUSEHOLD.has(after.rule)) return householdMatcher(compared, before);
  const places = new Map<Id, number>();
  for (let place = 0; place < before.length; place += 1) places.set(before.id(place), place);
  return (place) => places.get(after.id(place));
}

function memberMatcher(before: Findings, after: Findings, fact: string) {
  const places = new Map<string, number>();
  for (let place = 0; place < before.length; place += 1)
    for (const member of membersIn(before.facts(place), fact)) places.set(member, place);
  return (place: number): number | undefined => {
    const known = new Set(membersIn(after.facts(place), fact).map((member) => places.get(member)));
    known.delete(undefined);
    // Of several the one is taken that leaves the fewest new members.
    return [...known].sort(
      (a, b) => gained(before, a, after, place, fact) - gained(before, b, after, place, fact),
    )[0];
  };
}

const membersIn = (facts: FindingFacts, fact: string): readonly string[] => {
  const value = facts[fact];
  return Array.isArray(value) ? value : [];
};

function gained(before: Findings, known: number | undefined, after: Findings, place: number, fact: string) {
  const members = new Set(membersIn(before.facts(known ?? -1), fact));
  return membersIn(after.facts(place), fact).filter((member) => !members.has(member)).length;
}

/** Matches by the key where the account has not been edited, and by its household otherwise. */
function householdMatcher({ after, readers, changes }: Compared, before: Findings) {
  const isEdited = (id: Id): boolean => changes.resource === 'accounts' && changes.edited.has(id);
  const places = new Map<Id, number>();
  for (let place = 0; place < before.length; place += 1)
    if (!isEdited(before.id(place))) places.set(before.id(place), place);
  const left = new Set(places.keys());
  const others: Id[] = [];
  for (let place = 0; place < after.length; place += 1)
    if (!left.delete(after.id(place))) others.push(after.id(place));
  for (let place = 0; place < before.length; place += 1)
    if (isEdited(before.id(place))) left.add(before.id(place));

  const householdsBefore = householdsOf(readers.before, [...left]);
  const householdsAfter = householdsOf(readers.after, others);
  const byHousehold = new Map<string, number>();
  for (let place = 0; place < before.length; place += 1) {
    const household = householdsBefore.get(before.id(place));
    if (household !== undefined) byHousehold.set(household, place);
  }
  return (place: number): number | undefined => {
    const household = householdsAfter.get(after.id(place));
    return household === undefined ? places.get(after.id(place)) : byHousehold.get(household);
  };
}

/** The household of each account, with its firm. */
function householdsOf(reader: CheckedReader, ids: readonly Id[]): Map<Id, string> {
  const households = new Map<Id, string>();
  for (let at = 0; at < ids.length; at += CHUNK_ROWS) {
    const keys = ids.slice(at, at + CHUNK_ROWS).map(String);
    for (const [, key, household, firm] of reader.rowsOf('accounts', keys, ['household_id', 'firm_id']))
      households.set(idInCell(key) ?? key, JSON.stringify([idInCell(household), idInCell(firm)]));
  }
  return households;
}

/** Whether a finding has gained something: an account more, another rate, more uses. */
function isWorse(rule: RuleId, before: FindingFacts, after: FindingFacts): boolean {
  const weighed = COMPARED_FACTS[rule];
  return Object.entries(after).some(([name, value]) => {
    if (weighed && !weighed.includes(name)) return false;
    const known = before[name];
    if (Array.isArray(value)) {
      const items = new Set(Array.isArray(known) ? known : []);
      return value.some((item) => !items.has(item));
    }
    return typeof value === 'number' && (typeof known !== 'number' || value > known);
  });
}
