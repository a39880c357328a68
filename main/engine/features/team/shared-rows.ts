import type { DraftField } from '#contract/edit';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { holdsTaxId } from '#contract/tax-id';

/** Fails with `refused` (`tax-id`) if a value could hold a tax ID or a token. */
export function expectShareable(
  resource: ResourceName,
  fields: readonly Pick<DraftField, 'field' | 'before' | 'after'>[],
): void {
  const described = resourceNamed(resource).fields;
  for (const { field, before = '', after } of fields) {
    const { kind, secret } = described[field] ?? {};
    const isTaxId = [before, after].some((json) => json.startsWith('"') && holdsTaxId(json.slice(1, -1)));
    if (secret || (kind === 'text' && isTaxId)) throw fail('refused', { detail: { code: 'tax-id' } });
  }
}
