import {
  isPaidByAnother,
  readPayers,
  type AssignedPayer,
} from '../../../../preload/contract/domain/assignments';
import type { Cell } from '../../../../preload/contract/query';
import { Ints, Slots } from '../../../common/slots';
import { RECORD } from '../../cache/scan';
import type { AccountFacts, Gathering, GroupFacts } from './firm';
import { Print } from './fingerprint';
import { distinct, itemsOf, remembered, textOf } from './values';

const NONE: readonly string[] = [];

/** The accounts that are in billing groups, or pay in them, by ID. */
export class Involved {
  readonly #slots = new Slots();
  /** The accounts of one group after another. */
  readonly assigned = new Ints();
  /** Of each: its groups, and what is known of it once it was met in the list of accounts. */
  readonly #groups: (readonly string[])[] = [];
  readonly #facts: (AccountFacts | undefined)[] = [];
  // Many rules ask for the same account in turn.
  #asked = '';
  #answer = -1;
  #group: object | undefined;
  #members: readonly AccountFacts[] = [];

  /** Answers the number by which `of` knows the account. `lone`: a list of its group alone, which serves all; or none. */
  put(account: string, lone: readonly string[]): number {
    const slot = this.#slots.put(account);
    if (slot === this.#groups.length) {
      this.#groups.push(lone);
      this.#facts.push(undefined);
      return slot;
    }
    const known = this.#groups[slot] ?? NONE;
    if (known.length === 0) this.#groups[slot] = lone;
    else if (lone.length > 0 && known.at(-1) !== lone[0]) this.#groups[slot] = [...known, ...lone];
    return slot;
  }

  /** Tells what is known of an account, where it is one of these. */
  tell(account: string, facts: () => AccountFacts): void {
    const slot = this.#slot(account);
    if (slot >= 0) this.#facts[slot] = facts();
  }

  idOf(slot: number): string {
    return String(this.#slots.value(slot));
  }

  of(slot: number): AccountFacts | undefined {
    return slot < 0 ? undefined : this.#facts[slot];
  }

  /** One rule after another asks for those of the same group. */
  membersOf(group: object, read: () => readonly AccountFacts[]): readonly AccountFacts[] {
    if (group !== this.#group) {
      this.#group = group;
      this.#members = read();
    }
    return this.#members;
  }

  readonly groupsOf = {
    get: (account: string): readonly string[] | undefined => {
      const slot = this.#slot(account);
      const groups = slot < 0 ? NONE : (this.#groups[slot] ?? NONE);
      return groups.length > 0 ? groups : undefined;
    },
    has: (account: string): boolean => {
      const slot = this.#slot(account);
      return slot >= 0 && this.#groups[slot] !== NONE;
    },
  };

  readonly facts = { get: (account: string): AccountFacts | undefined => this.of(this.#slot(account)) };

  #slot(account: string): number {
    if (account !== this.#asked) {
      this.#asked = account;
      this.#answer = this.#slots.of(account);
    }
    return this.#answer;
  }
}

/** A group with what its findings are told and printed by. */
export class Group implements GroupFacts {
  readonly n: number;
  readonly key: string;
  readonly household: Cell;
  readonly payers: readonly string[];
  readonly #payment = new Print();
  readonly #involved: Involved;
  /** Where its accounts begin and end among those of all groups. */
  readonly #from: number;
  readonly #to: number;

  constructor(
    n: number,
    key: string,
    household: Cell,
    assigned: readonly AssignedPayer[],
    involved: Involved,
  ) {
    this.n = n;
    this.key = key;
    this.household = household;
    this.#involved = involved;
    const lone = [key]; // nearly every account is in one group: one list does for all of them
    this.#from = involved.assigned.length;
    for (const { account } of assigned) involved.assigned.push(involved.put(account, lone));
    this.#to = involved.assigned.length;
    this.payers = payersOf(assigned);
    for (const payer of this.payers) involved.put(payer, NONE);
    for (const { account, payer } of assigned) {
      this.#payment.cell(account);
      this.#payment.cell(payer);
    }
  }

  get accounts(): readonly string[] {
    return this.#each((slot) => this.#involved.idOf(slot));
  }

  get members(): readonly AccountFacts[] {
    return this.#involved.membersOf(this, () => this.#each((slot) => this.#involved.of(slot)));
  }

  #each<T>(of: (slot: number) => T | undefined): T[] {
    const all: T[] = [];
    for (let at = this.#from; at < this.#to; at += 1) {
      const one = of(this.#involved.assigned.at(at));
      if (one !== undefined) all.push(one);
    }
    return all;
  }

  /** What stands for the fields of its record that rules read, after its number and its key (GROUP_FIELDS). */
  get row(): [n: number, key: string, ...cells: Cell[]] {
    return [this.n, this.key, this.household, this.#payment.text];
  }
}

/** The fields that rules about groups may read. */
export const GROUP_FIELDS = ['household_id', 'assignments'];

/** Those that pay for others: in nearly every group none. */
function payersOf(assigned: readonly AssignedPayer[]): readonly string[] {
  const others = assigned.filter(isPaidByAnother);
  return others.length === 0 ? NONE : distinct(others.flatMap(({ payer }) => payer ?? []));
}

export function groups(involved: Involved) {
  const found: Group[] = [];
  return {
    of: 'billingGroups' as const,
    columns: ['n', 'key', 'household_id', RECORD],
    take([n, id, household = null, record]: readonly Cell[]): void {
      found.push(new Group(Number(n), String(id), household, readPayers(String(record)), involved));
    },
    found,
  } satisfies Gathering & { readonly found: readonly Group[] };
}

export function accounts(involved: Involved) {
  // Texts that repeat are kept once, not as often as they were read.
  const kept = remembered((cell): string | null => textOf(cell));
  const listed = remembered((cell): readonly string[] => itemsOf(cell));
  const open = new Map<Cell, number>();
  return {
    of: 'accounts' as const,
    columns: ['key', 'status', 'household_id', 'payment_source', 'is_tax_deferred', 'fee_structures_ids'],
    take([
      id = null,
      status = null,
      household = null,
      payment = null,
      deferred = null,
      fees = null,
    ]: readonly Cell[]): void {
      if (status !== 'closed') open.set(fees, (open.get(fees) ?? 0) + 1);
      involved.tell(String(id), () => ({
        status: kept(status),
        household,
        payment: kept(payment),
        deferred: kept(deferred),
        structures: listed(fees),
      }));
    },
    found: involved.facts,
    /** A structure that an account has twice is used once. */
    uses(): Map<string, number> {
      const uses = new Map<string, number>();
      for (const [fees, count] of open)
        for (const id of new Set(itemsOf(fees))) uses.set(id, (uses.get(id) ?? 0) + count);
      return uses;
    },
  } satisfies Gathering & Record<string, unknown>;
}
