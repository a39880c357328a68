import type { FindingFacts } from '#contract/features/review/calls';
import { ruleNamed } from '#contract/features/review/rules';
import { appendTo } from '#contract/maps';
import type { FirmColumns } from '../billing-groups/firm-columns';
import { FIRST_FIELD_CELL } from '../../cache/query/scan';
import { rateLimited, CHUNK_ROWS } from '../../records/scan-in-chunks';
import type { Findings } from './finding';
import { Undetermined } from './finding-facts';
import { GROUP_FIELDS, GroupView } from './group-view';
import { startRulePlan, custodianFieldOf, showableFieldsOf, type ReviewPass } from './rule-pass';
import type { HouseholdAccount } from './rule';
import { cellText } from './cell-values';

/** Accounts between two yields, when no data is read. */
const ACCOUNTS_PER_STEP = 20_000;

type FirmWideInput = Pick<ReviewPass, 'reader' | 'firm' | 'pause' | 'rules'>;

const plannedRules = ({ rules, firm }: FirmWideInput) =>
  rules.map((findings) => ({ findings, plan: startRulePlan(findings.rule, firm) }));

/** Runs the rules about billing groups. */
export async function checkGroups(input: FirmWideInput, columns: FirmColumns): Promise<void> {
  const groupRules = plannedRules(input)
    .filter(({ plan }) => plan.group !== undefined)
    .map((rule) => ({
      ...rule,
      shownPositions: showableFieldsOf(rule.findings.rule).map(
        (name) => FIRST_FIELD_CELL + GROUP_FIELDS.indexOf(name),
      ),
    }));
  if (groupRules.length === 0) return;
  const view = new GroupView(columns);
  const checkRange = (from: number, to: number): void => {
    for (let index = from; index < to; index += 1) {
      view.show(index);
      for (const { findings, plan, shownPositions } of groupRules) {
        const facts = plan.group?.(view, input.firm);
        if (facts instanceof Undetermined) findings.countUndetermined(facts.reason);
        else if (facts) findings.add(view.row, shownPositions, null, facts);
      }
    }
  };
  const yieldIfDue = rateLimited(input.pause);
  const { length } = columns.groups;
  for (let start = 0; start < length; start += CHUNK_ROWS) {
    checkRange(start, Math.min(length, start + CHUNK_ROWS));
    await yieldIfDue();
  }
}

/** Runs the rules about households. A finding is reported on the first of the household's accounts. */
export async function checkHouseholds(input: FirmWideInput, columns: FirmColumns): Promise<void> {
  const householdRules = plannedRules(input)
    .filter(({ plan }) => plan.householdRule !== undefined)
    .map((rule) => ({ ...rule, facts: new Map<string, FindingFacts>() }));
  if (householdRules.length === 0) return;
  for (const members of await mixedHouseholds(columns, input.pause))
    for (const { plan, facts } of householdRules) {
      const issue = plan.householdRule?.(members);
      if (issue && members[0]) facts.set(members[0].key, issue);
    }
  for (const { findings, facts } of householdRules) await addFindingsByKey(input, findings, facts);
}

/**
 * Returns the accounts in use of each household that has several, unless all are in no group or in the same single
 * group.
 */
async function mixedHouseholds(
  { accounts, groups }: FirmColumns,
  pause: () => Promise<void>,
): Promise<Iterable<readonly HouseholdAccount[]>> {
  const firstGroup = new Int32Array(accounts.householdCount + 1).fill(-1);
  const isMixed = new Uint8Array(accounts.householdCount + 1);
  const members = new Map<number, HouseholdAccount[]>();
  const noteGroup = (slot: number, household: number): void => {
    const group = accounts.firstGroup(slot);
    if (firstGroup[household] === -1) firstGroup[household] = group;
    if (firstGroup[household] !== group || accounts.otherGroups(slot)) isMixed[household] = 1;
  };
  const addMember = (slot: number, household: number): void => {
    if (isMixed[household] === 0) return;
    const groupKeys = accounts.groups(slot).map((group) => groups.key(group));
    appendTo(members, household, { key: accounts.key(slot), groups: groupKeys });
  };
  const { inOrder } = accounts;
  for (const visit of [noteGroup, addMember])
    for (let from = 0; from < inOrder.length; from += ACCOUNTS_PER_STEP) {
      const to = Math.min(inOrder.length, from + ACCOUNTS_PER_STEP);
      for (let index = from; index < to; index += 1) {
        const slot = inOrder.at(index);
        const household = accounts.householdNumber(slot);
        if (household > 0 && accounts.isInUse(slot)) visit(slot, household);
      }
      await pause();
    }
  return [...members.values()].filter(({ length }) => length > 1);
}

/** Adds findings whose records are known by key only. */
async function addFindingsByKey(
  { reader, pause }: FirmWideInput,
  findings: Findings,
  facts: ReadonlyMap<string, FindingFacts>,
): Promise<void> {
  const { resource, reads } = ruleNamed(findings.rule);
  const custodian = custodianFieldOf(resource);
  const fields = [...new Set([...reads, ...(custodian === undefined ? [] : [custodian])])];
  const shownPositions = showableFieldsOf(findings.rule).map(
    (name) => FIRST_FIELD_CELL + fields.indexOf(name),
  );
  const keys = [...facts.keys()];
  for (let start = 0; start < keys.length; start += CHUNK_ROWS) {
    for (const row of reader.rowsOf(resource, keys.slice(start, start + CHUNK_ROWS), fields)) {
      const custodianText =
        custodian === undefined ? null : cellText(row[FIRST_FIELD_CELL + fields.indexOf(custodian)]);
      findings.add(row, shownPositions, custodianText, facts.get(String(row[1])) ?? {});
    }
    await pause();
  }
}
