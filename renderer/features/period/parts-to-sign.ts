import { custodianName } from '#contract/fields';
import { TERMS_RESULTS } from '#contract/features/agreed-terms/schemas';
import type { SectionName } from '#contract/features/period/schemas';
import type { PeriodSection, PeriodToSign, SectionFacts } from '#contract/features/period/sections';
import {
  fileComparisonText,
  fileStateText,
  SECTION_TITLES,
  sectionText,
  SETUP_FIELD_LABELS,
  setupValueText,
} from '#contract/features/period/messages';
import { DECISION_NAMES, feeFileName } from '#contract/features/reconcile/messages';
import { REFUND_STATES } from '#contract/features/refunds/cases';
import { count, countOf, EMPTY, formatDate, formatDateTime, formatMoney, listText } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { RESULT_LABELS } from '../agreed-terms/terms-messages';
import { FILE_OUTCOME_LABELS } from '../fee-files/file-messages';
import { REFUND_STATE_LABELS } from '../refunds/refund-messages';
import { RULE_TEXTS } from '../review/rule-messages';
import {
  drawnText,
  recordsTotalText,
  shownChangesText,
  sinceTexts,
  stateLabel,
  totalText,
  sampleVerdictText,
} from './period-messages';

/** Lists what a signature would cover, for the colleague who approves it. */

export interface PartToSign {
  /** "Period ends", or the name of an account. */
  readonly label: string;
  readonly value: string;
  /** A SHA-256. */
  readonly hash?: string | null;
}

export interface PartsToSign {
  readonly title: string;
  readonly state: StateLabel | null;
  readonly parts: readonly PartToSign[];
}

type NameOf = Parameters<typeof setupValueText>[2];

/** Returns everything that a signature would cover; `nameOf` returns the name of an ID, if it is known. */
export const partsToSign = (toSign: PeriodToSign, nameOf: NameOf): PartsToSign[] => [
  { title: 'Signature', state: null, parts: signatureParts(toSign) },
  ...toSign.period.sections.map((section) => ({
    title: SECTION_TITLES[section.facts.name],
    state: stateLabel(section),
    parts: [
      { label: 'Summary', value: sectionText(section.facts) },
      ...checkParts(section),
      ...factParts(section.facts, toSign, nameOf),
    ],
  })),
  { title: 'Hashes of what is signed', state: null, parts: hashParts(toSign) },
];

function signatureParts({ period, note }: PeriodToSign): PartToSign[] {
  const { endDate, left, custodians, accountsAsOf } = period;
  const sectionList = (names: readonly SectionName[]): string =>
    listText(names.map((name) => SECTION_TITLES[name]));
  return [
    { label: 'Period ends', value: formatDate(endDate) },
    { label: 'Note', value: note },
    { label: 'Not done', value: left.length === 0 ? 'Nothing' : sectionList(left) },
    { label: 'Total of the records', value: recordsTotalText(period) },
    ...custodians.map(({ custodian, sum }) => ({
      label: `Fees at ${custodianName(custodian) || 'an unknown custodian'}`,
      value: formatMoney(sum),
    })),
    { label: 'Accounts as of', value: accountsAsOf === null ? EMPTY : formatDateTime(accountsAsOf) },
  ];
}

const hashParts = ({ contentSha256, tablesSha256, setupSha256 }: PeriodToSign): PartToSign[] => [
  { label: 'All of the above except the note', value: 'SHA-256', hash: contentSha256 },
  { label: 'The full lists of the evidence pack', value: 'SHA-256', hash: tablesSha256 },
  { label: 'The copy of the setup', value: 'SHA-256', hash: setupSha256 },
];

function checkParts({ checked, facts }: PeriodSection): PartToSign[] {
  if (!checked) return [];
  const { by, at, note, holds } = checked;
  const texts = [
    `${by} on ${formatDateTime(at)}: ${note}`,
    ...sinceTexts(holds, facts, 'the computer that asks for approval'),
  ];
  return [{ label: 'Checked off', value: texts.join(' ') }];
}

function factParts(facts: SectionFacts, { period }: PeriodToSign, nameOf: NameOf): PartToSign[] {
  switch (facts.name) {
    case 'setup':
      return [
        ...facts.changes.map((change) => ({
          label: `${change.name || change.key}: ${SETUP_FIELD_LABELS[change.field]}`,
          value: `${setupValueText(change, 'before', nameOf)} → ${setupValueText(change, 'after', nameOf)}`,
        })),
        ...(facts.changes.length < facts.total
          ? [{ label: 'More changes', value: shownChangesText(facts.changes.length, facts.total) }]
          : []),
      ];
    case 'findings':
    case 'cash':
      return [
        ...facts.rules.map(({ rule, counts: { open, flagged, waived, reviewed } }) => ({
          label: RULE_TEXTS[rule].name,
          value: Object.entries({ open, flagged, waived, reviewed })
            .flatMap(([state, findings]) => (findings > 0 ? `${count(findings)} ${state}` : []))
            .join(', '),
        })),
        ...(facts.unchecked.length > 0
          ? [
              {
                label: 'Could not run',
                value: listText(facts.unchecked.map((rule) => RULE_TEXTS[rule].name)),
              },
            ]
          : []),
      ];
    case 'files':
      return facts.files.map(({ fileId, debit, outcome, decision, comparison, sha256, ...file }) => ({
        label: feeFileName(fileId, period.endDate),
        value: [
          fileStateText(file),
          ...(decision === null ? [] : [DECISION_NAMES[decision]]),
          totalText(debit),
          ...(outcome === null ? [] : [`its record: ${FILE_OUTCOME_LABELS[outcome].label.toLowerCase()}`]),
          `setup: ${fileComparisonText(comparison)}`,
        ].join(' · '),
        hash: sha256,
      }));
    case 'refunds':
      return REFUND_STATES.filter((state) => facts.counts[state] > 0).map((state) => ({
        label: REFUND_STATE_LABELS[state].label,
        value: countOf(facts.counts[state], 'case', 'cases'),
      }));
    case 'terms':
      return facts.agreements === 0
        ? []
        : TERMS_RESULTS.map((result) => ({
            label: RESULT_LABELS[result].label,
            value: countOf(facts.counts[result], 'account', 'accounts'),
          }));
    case 'sample':
      return [
        ...(facts.drawn ? [{ label: 'Draw', value: drawnText(facts.drawn) }] : []),
        ...facts.items.map(({ account, name, number, isChosen, debit, reason, judged, ...verdict }) => ({
          label: [name, number ?? account, ...(isChosen ? ['chosen by hand'] : [])].join(' · '),
          value: [
            debit === null ? 'No known debit' : formatMoney(debit),
            sampleVerdictText(verdict),
            ...(reason === '' ? [] : [reason]),
            ...(judged ? [`${judged.by}, ${formatDateTime(judged.at)}`] : []),
          ].join(' · '),
        })),
      ];
    case 'steps':
      return facts.steps.map(({ title, done }) => ({
        label: title,
        value: done
          ? [`Done by ${done.by} on ${formatDateTime(done.at)}`, ...(done.note ? [done.note] : [])].join(': ')
          : 'Not done',
      }));
  }
}
