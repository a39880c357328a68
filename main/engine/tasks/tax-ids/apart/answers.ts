import type { z } from 'zod';
import { fail } from '../../../../../preload/contract/failure';
import type { taxIdExchange } from '../../../../../preload/contract/resources/tax-ids';
import {
  checkTaxId,
  holdsTaxId,
  withDashes,
  type TaxIdRemark,
  type TaxIdType,
} from '../../../../../preload/contract/domain/tax-id-text';

type Row = z.output<typeof taxIdExchange>;

/** A plain value as the service gave it, or why what it gave is none. */
export interface Plain {
  readonly value: string;
  readonly type: TaxIdType | null;
  /** Its type in the service's word, where we do not know it. */
  readonly otherType: string | null;
}
export type Given = Plain | { readonly problem: TaxIdRemark };

/**
 * What the service answered to tokens (spec 4.3), by token; null for one that it does not know. Rows belong to tokens by
 * name: it leaves out what it does not know. Fails where the answer speaks of no token at all.
 */
export function answersOf(rows: readonly Row[], tokens: readonly string[]): (Given | null)[] {
  if (rows.length > 0 && rows.every((row) => !('tax_id_token' in row))) throw notAnAnswer(rows[0]);
  const found = new Map<string, Given>();
  for (const row of rows) {
    const { tax_id_token: token, original_value: original } = row;
    if (!token || original === null || original === undefined || original === '') continue;
    const given = givenOf(original, row.type ?? null);
    const before = found.get(token);
    found.set(token, before && !alike(before, given) ? { problem: { code: 'answers-differ' } } : given);
  }
  return tokens.map((token) => found.get(token) ?? null);
}

/** A tax ID has nine digits. What has others is not shown as one: which zeros a number has lost is never guessed. */
function givenOf(original: string | number, word: string | null): Given {
  const text = String(original).trim();
  if (/[^\d\s-]/.test(text)) return { problem: { code: 'answer-characters' } };
  const digits = text.replace(/\D/g, '').length;
  if (digits !== 9) return { problem: { code: 'answer-digits', digits } };
  const type = word === 'ssn' || word === 'tax_id' ? word : null;
  // Dashes in one of the two known places stay where they are, whatever the type says.
  const written = /-/.test(text) && checkTaxId(text, 'ssn').ok;
  return { value: written ? text : withDashes(text, type), type, otherType: type ? null : wordOf(word) };
}

/** A word of the service, short enough for a cell; none that could be a value. */
const wordOf = (word: string | null): string | null =>
  word === null || word === '' || holdsTaxId(word) ? null : word.slice(0, 40);

const alike = (a: Given, b: Given): boolean => 'value' in a && 'value' in b && a.value === b.value;

/** A success that is a message, or anything else that speaks of no token. */
function notAnAnswer(row: Row | undefined) {
  const message = row?.['message'];
  const said = typeof message === 'string' && message !== '' && !holdsTaxId(message) ? [message] : [];
  return fail('service-broken', { reasons: said, cause: 'the answer speaks of no token' });
}
