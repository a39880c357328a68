import type { DraftField } from '#contract/edit';
import { readExact } from '#contract/exact-json/read';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { holdsSeparatedTaxId, holdsTaxId } from '#contract/tax-id';

/** Returns whether a JSON string has such a text. Unparsed, `\n123-45-6789` has a letter before the digits. */
function isTextWith(json: string, holds: (text: string) => boolean): boolean {
  const text = json.startsWith('"') ? readExact(json) : null;
  return typeof text === 'string' && holds(text);
}

/** Fails with `refused` (`tax-id`) if a value could hold a tax ID or a token. */
export function expectShareable(
  resource: ResourceName,
  fields: readonly Pick<DraftField, 'field' | 'before' | 'after'>[],
): void {
  const described = resourceNamed(resource).fields;
  for (const { field, before = '', after } of fields) {
    const { kind, secret } = described[field] ?? {};
    // An advisor code may have nine digits, which a second person must see to approve it.
    const holds = resource === 'advisorCodes' && field === 'code' ? holdsSeparatedTaxId : holdsTaxId;
    if (secret || (kind === 'text' && [before, after].some((json) => isTextWith(json, holds))))
      throw fail('refused', { detail: { code: 'tax-id' } });
  }
}
