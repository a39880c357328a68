import {
  PAID_BY_GROUP,
  PAID_BY_ITSELF,
  readAssignments,
  type Assignment,
  type Payer,
} from '#contract/features/billing-groups/assignments';
import { count } from '../../ui/format';
import { accountsText, accountLabel, contradictionText, effectivePayer, payerLabel } from './messages';

type NameOf = Parameters<typeof payerLabel>[1];

/** Who pays the fees of an account. */
interface ReviewedPayer {
  readonly payer: Payer | null;
  /** The code that contradicts the payer, such as " · Z"; '' for none. */
  readonly contradiction: string;
  /** The payer in words, with that code. */
  readonly label: string;
}

/** One account of a billing group, and who pays its fees before and after; null if it is not in the group. */
export interface ReviewedAccount {
  readonly id: string;
  readonly name: string;
  readonly change: 'removed' | 'payer-changed' | 'added' | 'kept';
  readonly before: ReviewedPayer | null;
  readonly after: ReviewedPayer | null;
}

const ORDER: readonly ReviewedAccount['change'][] = ['removed', 'payer-changed', 'added', 'kept'];
export const CHANGE_LABELS: Readonly<Record<ReviewedAccount['change'], string>> = {
  removed: 'Removed',
  'payer-changed': 'Different payer',
  added: 'Added',
  kept: 'No change',
};

/** Returns the accounts of a group before and after, removals first. */
export function reviewedAccounts(
  before: string | undefined,
  after: string,
  nameOf: NameOf,
): ReviewedAccount[] {
  const oldAssignments = byAccount(before);
  const newAssignments = byAccount(after);
  const payerOf = (assignment: Assignment | undefined): ReviewedPayer | null =>
    assignment
      ? {
          payer: effectivePayer(assignment),
          contradiction: contradictionText(assignment),
          label: payerLabel(assignment, nameOf),
        }
      : null;
  return [...new Set([...oldAssignments.keys(), ...newAssignments.keys()])]
    .map((id): ReviewedAccount => {
      const oldPayer = payerOf(oldAssignments.get(id));
      const newPayer = payerOf(newAssignments.get(id));
      const change =
        newPayer === null
          ? 'removed'
          : oldPayer === null
            ? 'added'
            : keyOf(oldPayer) === keyOf(newPayer)
              ? 'kept'
              : 'payer-changed';
      return { id, name: accountLabel(id, nameOf(id)), change, before: oldPayer, after: newPayer };
    })
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change));
}

const byAccount = (json: string | undefined): Map<string, Assignment> =>
  new Map(
    readAssignments(json).flatMap((assignment) =>
      assignment.account === null ? [] : [[assignment.account, assignment] as const],
    ),
  );

/** Equal for equal payers with equal codes. Labels do not tell payers apart: two accounts may have the same name. */
const keyOf = ({ payer, contradiction }: ReviewedPayer): string => `${payer}${contradiction}`;

/** Returns "After this, the group has 12 accounts: 10 pay for themselves, 2 are paid by Violet Juns (216897)." */
export function payersText(accounts: readonly ReviewedAccount[]): string {
  const paying = accounts.flatMap(({ after }) => after ?? []);
  if (paying.length === 0) return 'After this, the group has no accounts.';
  const counted = new Map<string | null, { readonly payer: ReviewedPayer; accounts: number }>();
  for (const payer of paying) {
    const key = payer.payer === null ? null : keyOf(payer);
    const entry = counted.get(key);
    if (entry) entry.accounts += 1;
    else counted.set(key, { payer, accounts: 1 });
  }
  const parts = [...counted.values()]
    .sort((a, b) => b.accounts - a.accounts)
    .map((entry) => payerPart(entry.payer, entry.accounts));
  return `After this, the group has ${accountsText(paying.length)}: ${parts.join(', ')}.`;
}

function payerPart({ payer, contradiction, label }: ReviewedPayer, accounts: number): string {
  const isOne = accounts === 1;
  if (payer === null) return `${count(accounts)} ${isOne ? 'has' : 'have'} no payer`;
  if (payer === PAID_BY_ITSELF)
    return `${isOne ? '1 pays for itself' : `${count(accounts)} pay for themselves`}${contradiction}`;
  const name = payer === PAID_BY_GROUP ? `the group by balance${contradiction}` : label;
  return `${count(accounts)} ${isOne ? 'is' : 'are'} paid by ${name}`;
}
