import type { SectionName } from '#contract/features/period/schemas';
import {
  periodToSign,
  type PeriodSection,
  type PeriodToSign,
  type SectionFacts,
  type SetupChange,
} from '#contract/features/period/sections';
import { PERIOD_SIGNATURE } from '#contract/features/team/approvals';
import { sha256 } from '#common/sha256';
import type { GuardedRows } from '../../jobs/approval-guard';
import { CONTENT_FIELD, periodSubject, type ApprovalRow } from '../team/saved-work/topics/approvals';
import { withoutTaxIds } from '../team/saved-work/without-tax-ids';
import { contentText, type PeriodContent } from './seal';

/**
 * Converts between a period to sign and the rows of a request for approval: the period with the hashes, each section,
 * and each entry of its list. Texts that could contain a tax ID are masked in the rows; the hash covers them in full.
 */

/** The field of a section's facts that is a list; each of its entries becomes a row. */
const LIST_FIELDS: Readonly<Partial<Record<SectionName, string>>> = {
  setup: 'changes',
  files: 'files',
  sample: 'items',
  steps: 'steps',
};
/** Fields with texts that a person wrote, or names of records. An early version accepted any seed of a sample. */
const FREE_TEXT_FIELDS = new Set(['note', 'reason', 'title', 'name', 'seed']);

const json = (value: unknown): string =>
  JSON.stringify(value, (key: string, inner: unknown) =>
    typeof inner === 'string' && FREE_TEXT_FIELDS.has(key) ? withoutTaxIds(inner) : inner,
  );
const row = (key: string, title: string, values: Readonly<Record<string, unknown>>): ApprovalRow => ({
  key,
  title,
  subtitle: '',
  fields: Object.entries(values).map(([field, value]) => ({ field, after: json(value) })),
});

/** Returns what is approved if this content is signed with this note. */
export function guardedPeriod(content: PeriodContent, note: string): GuardedRows {
  const { period, tablesSha256, setupSha256 } = content;
  const rows = [
    row('period', 'period', {
      period: { ...period, sections: [] },
      note,
      tablesSha256,
      setupSha256,
      [CONTENT_FIELD]: sha256(contentText(content)),
    }),
    ...period.sections.flatMap(sectionRows),
  ];
  return {
    kind: PERIOD_SIGNATURE,
    approvalRows: () => rows,
    total: rows.length,
    subject: periodSubject(period),
  };
}

function sectionRows(section: PeriodSection): ApprovalRow[] {
  const { facts } = section;
  const list = LIST_FIELDS[facts.name];
  const entries = list === undefined ? [] : entriesOf(facts, list);
  const head = list === undefined ? facts : { ...facts, [list]: [] };
  return [
    row(facts.name, 'section', { section: { ...section, facts: head } }),
    ...entries.map((entry) => row(facts.name, 'entry', { entry })),
  ];
}

const entriesOf = (facts: SectionFacts, list: string): readonly unknown[] =>
  facts.name === 'setup'
    ? facts.changes.map(withMaskedName)
    : ((facts as unknown as Record<string, readonly unknown[]>)[list] ?? []);

/** Masks the values of an added or removed record, which are its name; other values are IDs, codes or numbers. */
const withMaskedName = (change: SetupChange): SetupChange =>
  change.field === 'added' || change.field === 'removed'
    ? {
        ...change,
        before: change.before && withoutTaxIds(change.before),
        after: change.after && withoutTaxIds(change.after),
      }
    : change;

/** Reads the rows of guardedPeriod. Fails for any others. */
export function periodOfRows(rows: readonly ApprovalRow[]): PeriodToSign {
  const [first, ...others] = rows.map(valuesOf);
  const sections: { facts: Record<string, unknown> }[] = [];
  for (const values of others) {
    const last = sections.at(-1);
    if ('section' in values) sections.push(values['section'] as { facts: Record<string, unknown> });
    else if (last) entriesOfSection(last.facts).push(values['entry']);
  }
  return periodToSign.parse({ ...first, period: { ...(first?.['period'] as object), sections } });
}

function entriesOfSection(facts: Record<string, unknown>): unknown[] {
  const list = LIST_FIELDS[facts['name'] as SectionName];
  return list === undefined ? [] : (facts[list] as unknown[]);
}

const valuesOf = ({ fields }: ApprovalRow): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ field, after }) => [field, JSON.parse(after) as unknown]));

/**
 * Returns the content with the data's times as a colleague approved them. Times are not facts, so an approval
 * survives a refresh without changes.
 */
export function withTimesOf(content: PeriodContent, requested: PeriodToSign['period']): PeriodContent {
  const checkedAt = new Map(
    requested.sections.flatMap(({ facts }) => ('checkedAt' in facts ? [[facts.name, facts.checkedAt]] : [])),
  );
  const { accountsAsOf } = content.period;
  const sections = content.period.sections.map((section): PeriodSection => {
    const { facts } = section;
    if (!('checkedAt' in facts) || facts.checkedAt === null) return section;
    return { ...section, facts: { ...facts, checkedAt: checkedAt.get(facts.name) ?? facts.checkedAt } };
  });
  return {
    ...content,
    period: {
      ...content.period,
      sections,
      accountsAsOf: accountsAsOf === null ? null : (requested.accountsAsOf ?? accountsAsOf),
    },
  };
}
