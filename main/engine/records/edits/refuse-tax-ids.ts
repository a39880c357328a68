import { holdsTaxId } from '#contract/tax-id';
import type { FieldEdit } from '#contract/edit';
import { readExact } from '#contract/exact-json/read';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';

/** Drafts are kept on this computer. Fails as `refused` (`tax-id`) for a text that could be a tax ID, before it is kept. */
export function refuseTaxIds(resource: ResourceName, edits: readonly FieldEdit[]): void {
  const { fields } = resourceNamed(resource);
  for (const edit of edits) {
    if (edit.op !== 'set' || fields[edit.field]?.kind !== 'text' || !edit.json.startsWith('"')) continue;
    const text = readExact(edit.json);
    if (typeof text === 'string' && holdsTaxId(text)) throw fail('refused', { detail: { code: 'tax-id' } });
  }
}
