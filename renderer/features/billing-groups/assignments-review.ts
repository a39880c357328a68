import { readAssignments, type Assignment } from '#contract/features/billing-groups/assignments';
import { count } from '../../ui/format';
import { accountsText, accountLabel, payerLabel } from './messages';

type NameOf = Parameters<typeof payerLabel>[1];

/** One account of a billing group, and who pays its fees before and after; null if it is not in the group. */
export interface ReviewedAccount {
  readonly id: string;
  readonly name: string;
  readonly change: 'removed' | 'payer-changed' | 'added' | 'kept';
  readonly before: string | null;
  readonly after: string | null;
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
  const payerOf = (assignment: Assignment | undefined): string | null =>
    assignment ? payerLabel(assignment, nameOf) : null;
  return [...new Set([...oldAssignments.keys(), ...newAssignments.keys()])]
    .map((id): ReviewedAccount => {
      const oldPayer = payerOf(oldAssignments.get(id));
      const newPayer = payerOf(newAssignments.get(id));
      const change =
        newPayer === null
          ? 'removed'
          : oldPayer === null
            ? 'added'
            : oldPayer === newPayer
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

/** Returns "After this, the group has 12 accounts: 10 pay for themselves, 2 are paid by Violet Juns (216897)." */
export function payersText(accounts: readonly ReviewedAccount[]): string {
  const payers = new Map<string, number>();
  for (const { after } of accounts) if (after !== null) payers.set(after, (payers.get(after) ?? 0) + 1);
  const total = [...payers.values()].reduce((sum, number) => sum + number, 0);
  if (total === 0) return 'After this, the group has no accounts.';
  const parts = [...payers].sort(([, a], [, b]) => b - a).map(([payer, number]) => payerPart(payer, number));
  return `After this, the group has ${accountsText(total)}: ${parts.join(', ')}.`;
}

function payerPart(payer: string, accounts: number): string {
  const isOne = accounts === 1;
  if (payer.startsWith('Not specified')) return `${count(accounts)} ${isOne ? 'has' : 'have'} no payer`;
  const code = contradictoryCode(payer);
  const label = code === '' ? payer : payer.slice(0, -code.length);
  if (label === 'Itself')
    return `${isOne ? '1 pays for itself' : `${count(accounts)} pay for themselves`}${code}`;
  const name = label === 'The group, by balance' ? 'the group by balance' : label;
  return `${count(accounts)} ${isOne ? 'is' : 'are'} paid by ${name}${code}`;
}

/** Returns the code that payerLabel adds if it contradicts the payer, such as " · Z"; '' for none. */
const contradictoryCode = (payer: string): string =>
  /^(?:Itself|The group, by balance)( · .*)$/.exec(payer)?.[1] ?? '';
