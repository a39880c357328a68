import { readAssignments, type Assignment } from '#contract/features/billing-groups/assignments';
import { count, midSentence } from '../../ui/format';
import { accountsText, accountLabel, payerLabel } from './messages';

type NameOf = Parameters<typeof payerLabel>[1];

/** One account of a billing group, and who pays its fees before and after; null: it is not in the group. */
export interface ReviewedAccount {
  readonly id: string;
  readonly name: string;
  readonly change: 'removed' | 'moved' | 'added' | 'kept';
  readonly before: string | null;
  readonly after: string | null;
}

const ORDER: readonly ReviewedAccount['change'][] = ['removed', 'moved', 'added', 'kept'];
export const CHANGE_LABELS: Readonly<Record<ReviewedAccount['change'], string>> = {
  removed: 'Removed',
  moved: 'Different payer',
  added: 'Added',
  kept: 'No change',
};

/** The accounts of a group before and after, those that lose something first. */
export function reviewedAccounts(
  before: string | undefined,
  after: string,
  nameOf: NameOf,
): ReviewedAccount[] {
  const oldAssignments = byAccount(before);
  const is = byAccount(after);
  const payerOf = (of: Assignment | undefined): string | null => (of ? payerLabel(of, nameOf) : null);
  return [...new Set([...oldAssignments.keys(), ...is.keys()])]
    .map((id): ReviewedAccount => {
      const [old, now] = [payerOf(oldAssignments.get(id)), payerOf(is.get(id))];
      const change = now === null ? 'removed' : old === null ? 'added' : old === now ? 'kept' : 'moved';
      return { id, name: accountLabel(id, nameOf(id)), change, before: old, after: now };
    })
    .sort((one, other) => ORDER.indexOf(one.change) - ORDER.indexOf(other.change));
}

const byAccount = (json: string | undefined): Map<string, Assignment> =>
  new Map(
    readAssignments(json).flatMap((one) => (one.account === null ? [] : [[one.account, one] as const])),
  );

/** Who pays after the change: "12 accounts. 10 paid by itself, 2 paid by Violet Juns (216897)." */
export function payersText(accounts: readonly ReviewedAccount[]): string {
  const payers = new Map<string, number>();
  for (const { after } of accounts) if (after !== null) payers.set(after, (payers.get(after) ?? 0) + 1);
  const total = [...payers.values()].reduce((sum, number) => sum + number, 0);
  if (total === 0) return 'After this, the group has no accounts.';
  const parts = [...payers]
    .sort(([, one], [, other]) => other - one)
    .map(([payer, number]) => payerPart(payer, number));
  return `After this, the group has ${accountsText(total)}: ${parts.join(', ')}.`;
}

function payerPart(payer: string, accounts: number): string {
  if (payer === 'Itself')
    return accounts === 1 ? '1 pays for itself' : `${count(accounts)} pay for themselves`;
  const is = accounts === 1 ? 'is' : 'are';
  if (payer.startsWith('Not specified')) return `${count(accounts)} without a payer`;
  return `${count(accounts)} ${is} paid by ${payer === 'The group, by balance' ? midSentence(payer) : payer}`;
}
