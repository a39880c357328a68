import type { SheetOutcome } from '#contract/calls/sheet-tables';
import type { AgreedTerms } from '#contract/features/agreed-terms/schemas';
import { AGREED_TERMS_FIELDS, type AgreedTermsField } from '#contract/features/agreed-terms/fields';
import { decimalOf, plain } from '#contract/fees/decimal';
import { isLadder, isRate, type LadderTier } from '#contract/fees/ladder';
import { readExact } from '#contract/exact-json/read';
import type { RowIssue } from '#contract/job';
import type { ReadSheetLine } from '../../records/import/sheet-tables';
import type { NewAgreement } from './saved-work/agreed-terms';

type LineProblem = SheetOutcome['lines'][number];
export type TermsLine = { readonly agreement: NewAgreement } | { readonly problem: LineProblem };

/** The fields that state a fee; a line can have only one of them. */
const FEES = ['structure', 'rate', 'tiers', 'flat_dollars'] as const satisfies readonly AgreedTermsField[];
const TERMS = [...FEES, 'collection', 'frequency'] as const satisfies readonly AgreedTermsField[];

/**
 * Returns a function that reads the lines of a sheet as agreements. `hasHousehold`: whether a household ID is known.
 * `today`: the last possible date of an agreement.
 */
export function termsLineReader(
  hasHousehold: (id: string) => boolean,
  today: string,
): (line: ReadSheetLine) => TermsLine {
  const firstLines = new Map<string, number>();
  return (line) => {
    const result = readLine(line, hasHousehold, today);
    if ('problem' in result) return result;
    const { target, key, date } = result.agreement;
    const targetAndDate = `${target} ${key} ${date}`;
    const firstLine = firstLines.get(targetAndDate);
    if (firstLine !== undefined)
      return problemAt(line, null, { code: 'duplicate-line', facts: { line: firstLine } });
    firstLines.set(targetAndDate, line.line);
    return result;
  };
}

const problemAt = (
  { line }: ReadSheetLine,
  field: AgreedTermsField | null,
  issue: RowIssue,
): { readonly problem: LineProblem } => ({ problem: { line, field, issue } });

function readLine(line: ReadSheetLine, hasHousehold: (id: string) => boolean, today: string): TermsLine {
  if (line.problem) return { problem: { line: line.line, ...line.problem } };
  const { values } = line;
  const fieldText = (field: AgreedTermsField): string | null => {
    const json = values.get(field);
    if (json === undefined) return null;
    const value = readExact(json);
    return typeof value === 'string' ? value : json;
  };
  const reject = (field: AgreedTermsField | null, issue: RowIssue) => problemAt(line, field, issue);

  const household = fieldText('household_id');
  const isAccount = values.has('number') || values.has('id');
  if (isAccount === (household !== null))
    return reject(null, { code: isAccount ? 'two-owners' : 'no-owner' });
  const located = isAccount ? line.account() : null;
  if (located && 'issue' in located) return reject(null, located.issue);
  if (household !== null && !hasHousehold(household))
    return reject('household_id', { code: 'no-such-household', facts: { value: household } });

  const date = fieldText('date') ?? '';
  if (date > today) return reject('date', { code: 'future-date', facts: { date } });
  const feeFields = FEES.filter((field) => values.has(field));
  if (feeFields.length > 1) return reject(feeFields[1] ?? null, { code: 'several-fees' });
  if (!TERMS.some((field) => values.has(field))) return reject(null, { code: 'no-terms' });

  const [minimum, maximum] = AGREED_TERMS_FIELDS.rate.range;
  const rate = decimalOf(fieldText('rate') ?? undefined);
  if (values.has('rate') && !(rate && isRate(plain(rate))))
    return reject('rate', { code: 'out-of-range', facts: { least: minimum, most: maximum } });
  const dollars = decimalOf(fieldText('flat_dollars') ?? undefined);
  if (dollars?.lt(0)) return reject('flat_dollars', { code: 'negative' });
  const tiersText = fieldText('tiers');
  const tiers = tiersText === null ? null : parseTiers(tiersText);
  if (tiersText !== null && tiers === null) return reject('tiers', { code: 'not-tiers' });

  const terms: AgreedTerms = {
    structure: fieldText('structure'),
    rate: rate && plain(rate),
    tiers,
    flatDollars: dollars && plain(dollars),
    collection: fieldText('collection'),
    frequency: fieldText('frequency'),
  };
  return {
    agreement: {
      line: line.line,
      target: isAccount ? 'account' : 'household',
      key: household ?? (located && 'key' in located ? located.key : ''),
      date,
      terms,
      reference: fieldText('reference'),
    },
  };
}

const TIER = /^(?:(?:up )?to )?\s*\$?\s*([\d,]+(?:\.\d{1,2})?)\s*[:=]\s*(\d+(?:\.\d+)?)\s*%?$/i;
const LAST_TIER = /^(?:above|over|rest|then)\s*[:=]\s*(\d+(?:\.\d+)?)\s*%?$/i;

/**
 * Parses "250,000: 1.25%; 1,000,000: 1%; above: 0.8%", ascending, the last tier without a bound; null for
 * other texts.
 */
export function parseTiers(text: string): NonNullable<AgreedTerms['tiers']> | null {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const tiers: LadderTier[] = [];
  for (const part of parts) {
    const bounded = TIER.exec(part);
    const rate = bounded?.[2] ?? LAST_TIER.exec(part)?.[1];
    if (rate === undefined || !isRate(rate)) return null;
    const to = bounded ? decimalOf(bounded[1]?.replaceAll(',', '')) : null;
    const exact = decimalOf(rate);
    if (exact) tiers.push({ source: null, to: to && plain(to), rate: plain(exact) });
  }
  const isComplete = tiers.length > 0 && tiers.at(-1)?.to === null;
  return isComplete && isLadder(tiers) ? tiers.map(({ to, rate }) => ({ to, rate })) : null;
}
