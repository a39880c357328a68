import type { RecordOf } from '#contract/resources';
import { FIRST_ACCOUNT_ID, FIRST_HOUSEHOLD_ID, type Book } from './book';
import { isoDateTime, today } from './calendar';
import { feeCases } from './fee-cases';
import { groupShape, lacksAssignments, listsNullMinimum, payerOf } from './fee-payers';
import { householdFirm, householdName, type HouseholdMembership } from './households';
import { BILLING_MINIMUMS } from './references';
import { slugify } from './slug';

export type BillingGroup = RecordOf<'billingGroups'>;

/** Initial groups and those created from households use separate ID ranges. */
export const FIRST_GROUP_ID = 20_001;
export const FIRST_RECREATED_GROUP_ID = 10_020_001;
const FIRST_RECREATED_ASSIGNMENT_ID = 100_000_001;

interface Assignment {
  readonly id: number;
  readonly account_id: number;
  readonly group_id: number;
  readonly fee_location: number;
  readonly fee_location_option: string;
}

/**
 * Returns where each member's fee is taken: from itself (0), from the group pro rata (−1), or from one paying
 * account (its ID). In a recreated group, each account pays for itself.
 */
function assignments(book: Book, members: Uint32Array, groupId: number, isRecreated: boolean): Assignment[] {
  const wrongPayer = feeCases(book).wrongPayer;
  return Array.from(members, (index) => {
    const payer = isRecreated
      ? 'itself'
      : index === wrongPayer?.account
        ? wrongPayer.payer
        : payerOf(book, index);
    const location = payer === 'itself' ? 0 : payer === 'group' ? -1 : FIRST_ACCOUNT_ID + payer;
    return {
      // An initial group has the accounts of one family: at most 6, with consecutive indexes. A recreated one has any
      // accounts, each in no other group.
      id: isRecreated ? FIRST_RECREATED_ASSIGNMENT_ID + index : groupId * 8 + (index % 8),
      account_id: FIRST_ACCOUNT_ID + index,
      group_id: groupId,
      fee_location: location,
      fee_location_option: location === -1 ? 'G' : location === 0 ? 'S' : 'A',
    };
  });
}

/**
 * Returns the billing group of a household (spec 2.6). In a group recreated from households
 * (`isRecreated`), each account pays for itself.
 */
export function billingGroup(
  book: Book,
  family: number,
  members: HouseholdMembership,
  isRecreated: boolean,
): BillingGroup {
  const drawn = groupShape(book, family);
  const id = (isRecreated ? FIRST_RECREATED_GROUP_ID : FIRST_GROUP_ID) + family;
  const name = householdName(book, family);
  // On the first day, initial groups are 40 days to about four years old.
  const createdDay = isRecreated ? today(book.day) : today(0) - 40 - (drawn % 1500);
  const createdAt = isoDateTime(createdDay, drawn);
  const memberIndexes = members.accounts.subarray(members.from[family] ?? 0, members.from[family + 1] ?? 0);
  return {
    object: 'billing.group',
    id,
    name,
    slug: slugify(`${name} ${id}`),
    household_id: FIRST_HOUSEHOLD_ID + family,
    firm_id: householdFirm(book, family),
    minimum_ids:
      !isRecreated && listsNullMinimum(drawn)
        ? [BILLING_MINIMUMS.first + (drawn % BILLING_MINIMUMS.count), null]
        : drawn % 5 === 0
          ? [BILLING_MINIMUMS.first + (drawn % BILLING_MINIMUMS.count)]
          : [],
    assignments:
      !isRecreated && lacksAssignments(drawn) ? null : assignments(book, memberIndexes, id, isRecreated),
    created_at_utc: createdAt,
    updated_at_utc: createdAt,
  };
}
