import type { DraftField } from '#contract/edit';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { holdsTaxId } from '#contract/tax-id';

/** Bytes of rows in one entry of the log, which holds 1 MB. */
const MAX_PART_BYTES = 400_000;
const MAX_ROW_BYTES = 800_000;

/** Splits rows into parts that fit into an entry. Fails as `too-large` for a row that does not. */
export function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (size > MAX_ROW_BYTES) throw fail('too-large', { where: 'draft' });
    if (bytes + size > MAX_PART_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += size;
  }
  return parts;
}

/** Fails as `refused` (`tax-id`) if a value could hold a tax ID or a token. */
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
