import type { RecordOf } from '#contract/resources';
import { FIRST_ACCOUNT_ID, type Book } from './book';
import { accountNumber, DEMO_CUSTODIANS } from './custodians';
import { draw, TRAIT } from './random';

export type LegacyMapping = RecordOf<'legacyMappings'>;

/** Number of accounts from the old custodian: one in fifty, at most 40, none in the smallest firms. */
const mappingCount = (book: Book): number => Math.min(40, Math.floor(book.baseSize / 50));

/**
 * Returns accounts transferred from another custodian (spec 2.4, deprecated): a random one in seven of the Schwab
 * accounts, up to `mappingCount`.
 */
export function demoLegacyMappings(book: Book): LegacyMapping[] {
  const mappings: LegacyMapping[] = [];
  const mappingLimit = mappingCount(book);
  for (let index = 0; index < book.baseSize && mappings.length < mappingLimit; index++) {
    if (DEMO_CUSTODIANS[book.custodian[index] ?? 0]?.code !== 'SWB') continue;
    const drawn = draw(book.seed, index, TRAIT.mapping);
    if (drawn % 7 !== 0) continue;
    mappings.push({
      object: 'account_management.legacy_to_partner_migration',
      account_id: FIRST_ACCOUNT_ID + index,
      partner_master_number: `0${8_100_000 + (drawn % 9) * 111}`,
      partner_account_number: accountNumber(book.seed, index),
      legacy_rep_code: `R${String(drawn % 40).padStart(3, '0')}`,
      legacy_account_number: `9${String(drawn % 100_000_000).padStart(8, '0')}`,
    });
  }
  return mappings;
}
