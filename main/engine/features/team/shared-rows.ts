import type { DraftField } from '#contract/edit';
import { readExact } from '#contract/exact-json/read';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { holdsTaxId } from '#contract/tax-id';

/** Returns whether a JSON string could hold a tax ID. Unparsed, `\n123-45-6789` has a letter before the digits. */
function isTextWithTaxId(json: string): boolean {
  const text = json.startsWith('"') ? readExact(json) : null;
  return typeof text === 'string' && holdsTaxId(text);
}

/** Fails with `refused` (`tax-id`) if a value could hold a tax ID or a token. */
export function expectShareable(
  resource: ResourceName,
  fields: readonly Pick<DraftField, 'field' | 'before' | 'after'>[],
): void {
  const described = resourceNamed(resource).fields;
  for (const { field, before = '', after } of fields) {
    const { kind, secret } = described[field] ?? {};
    if (secret || (kind === 'text' && [before, after].some(isTextWithTaxId)))
      throw fail('refused', { detail: { code: 'tax-id' } });
  }
}
