import type { ReviewOverview } from '#contract/features/review/calls';
import type { QueuePage } from '#contract/features/review/feature';
import { ruleNamed, SEVERITIES } from '#contract/features/review/rules';
import { count } from '../../ui/format';
import { RULE_TEXTS } from './rule-messages';
import { missingDataText, SEVERITY_LABELS, STATE_FILTERS, type StateFilter } from './review-messages';

const sumOfTotals = (rules: readonly { total: number }[]) => rules.reduce((all, { total }) => all + total, 0);

/** Returns the rules by severity with their numbers of findings, and those that found nothing or could not run. */
export function ruleGroups(overview: ReviewOverview, stateFilter: StateFilter) {
  const counted = overview.rules.map((entry) => ({
    ...entry,
    severity: ruleNamed(entry.rule).severity,
    total: STATE_FILTERS[stateFilter].states.reduce((sum, state) => sum + entry.counts[state], 0),
    hasFindings: Object.values(entry.counts).some((value) => value > 0),
  }));
  return {
    total: sumOfTotals(counted),
    groups: SEVERITIES.map((severity) => {
      const rules = counted.filter((entry) => entry.severity === severity && entry.hasFindings);
      return { severity, rules, total: sumOfTotals(rules) };
    }),
    clean: counted.filter(({ hasFindings, missing }) => !hasFindings && missing.length === 0),
    unchecked: overview.rules.filter(({ missing }) => missing.length > 0),
  };
}

/** An entry of the list of rules as one choice: its value, label and the page it opens. */
export interface RuleChoice {
  readonly value: string;
  readonly label: string;
  readonly page: QueuePage | undefined;
  /** A rule that could not run has no findings to show. */
  readonly disabled?: boolean;
}

export const pageValue = ({ rule, severity }: QueuePage): string => rule ?? severity ?? 'all';

/**
 * Returns the severities and rules as choices, for a window without room for their list. `hasCounts`: with their
 * numbers of findings.
 */
export function ruleChoices(
  overview: ReviewOverview,
  stateFilter: StateFilter,
  hasCounts: boolean,
): RuleChoice[] {
  const suffix = (findings: number) => (hasCounts ? ` (${count(findings)})` : '');
  const { total, groups, clean, unchecked } = ruleGroups(overview, stateFilter);
  return [
    { value: 'all', label: `All findings${suffix(total)}`, page: undefined },
    ...groups.flatMap((group): RuleChoice[] => [
      {
        value: group.severity,
        label: `${SEVERITY_LABELS[group.severity].label}${suffix(group.total)}`,
        page: { severity: group.severity },
      },
      ...group.rules.map(({ rule, total: findingCount }) => ({
        value: rule,
        // An em space indents the rule under its severity.
        label: `\u2003${RULE_TEXTS[rule].name}${suffix(findingCount)}`,
        page: { rule },
      })),
    ]),
    ...unchecked.map(({ rule, missing }) => ({
      value: rule,
      label: `${RULE_TEXTS[rule].name}. ${missingDataText(missing)}`,
      page: { rule },
      disabled: true,
    })),
    ...clean.map(({ rule }) => ({
      value: rule,
      label: `Nothing found: ${RULE_TEXTS[rule].name}`,
      page: { rule },
    })),
  ];
}
