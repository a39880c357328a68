import type { z } from 'zod';
import { fail } from '#contract/failure';
import type { taxIdExchange } from '#contract/resources/tax-ids';
import { checkTaxId, holdsTaxId, withDashes, type TaxIdIssue, type TaxIdType } from '#contract/tax-id';

type Row = z.output<typeof taxIdExchange>;

/** A plain value from the service. */
export interface PlainValue {
  readonly value: string;
  readonly type: TaxIdType | null;
  /** The type as the service names it, if the app does not know it. */
  readonly otherType: string | null;
}
/** A token's plain value, or the reason why the response has none. */
export type TokenResult = PlainValue | { readonly problem: TaxIdIssue };

/**
 * Returns the result of each token from the service's response (spec 4.3); null for a token that the service does
 * not know. Matches rows by their token, not by position, because the service leaves out unknown tokens. A value
 * without a token may belong to any token that no row has. Fails for rows without any token; empty token fields
 * without values only mean unknown tokens.
 */
export function tokenResults(rows: readonly Row[], tokens: readonly string[]): (TokenResult | null)[] {
  const hasValueWithoutToken = rows.some((row) => !row.tax_id_token && isValue(row.original_value));
  if (
    rows.length > 0 &&
    rows.every((row) => !row.tax_id_token) &&
    (hasValueWithoutToken || !rows.some(hasTokenField))
  )
    throw unusableResponse(rows[0], hasValueWithoutToken);
  const byToken = new Map<string, TokenResult>();
  for (const row of rows) {
    const { tax_id_token: token, original_value: original } = row;
    if (!token || !isValue(original)) continue;
    const response = tokenResult(original, row.type ?? null);
    const earlier = byToken.get(token);
    const differs = earlier !== undefined && !isSameValue(earlier, response);
    byToken.set(token, differs ? { problem: { code: 'answers-differ' } } : response);
  }
  const unanswered: TokenResult | null = hasValueWithoutToken
    ? { problem: { code: 'answer-without-token' } }
    : null;
  return tokens.map((token) => byToken.get(token) ?? unanswered);
}

const isValue = (original: Row['original_value']): original is string | number =>
  original !== null && original !== undefined && original !== '';
const hasTokenField = (row: Row): boolean => 'tax_id_token' in row;

/** A tax ID has nine digits. Other lengths are not shown as tax IDs; lost leading zeros are never guessed. */
function tokenResult(original: string | number, typeName: string | null): TokenResult {
  const text = String(original).trim();
  if (/[^\d\s-]/.test(text)) return { problem: { code: 'answer-characters' } };
  const digits = text.replace(/\D/g, '').length;
  if (digits !== 9) return { problem: { code: 'answer-digits', digits } };
  const type = typeName === 'ssn' || typeName === 'tax_id' ? typeName : null;
  // Dashes in one of the two valid layouts are kept, regardless of the type.
  const hasValidDashes = /-/.test(text) && checkTaxId(text, 'ssn').ok;
  const value = hasValidDashes ? text : withDashes(text, type);
  return { value, type, otherType: type ? null : safeTypeName(typeName) };
}

/** Returns the service's type name, shortened for a cell; null if it could contain a value. */
const safeTypeName = (name: string | null): string | null =>
  name === null || name === '' || holdsTaxId(name) ? null : name.slice(0, 40);

const isSameValue = (a: TokenResult, b: TokenResult): boolean =>
  'value' in a && 'value' in b && a.value === b.value;

/** Returns a failure for a successful response that names no token, such as a message. */
function unusableResponse(row: Row | undefined, hasValueWithoutToken: boolean) {
  if (hasValueWithoutToken) return fail('odd-answer', { detail: { code: 'values-without-tokens' } });
  const message = row?.['message'];
  const messages = typeof message === 'string' && message !== '' && !holdsTaxId(message) ? [message] : [];
  return fail('service-broken', { reasons: messages, cause: 'the response names no token' });
}
