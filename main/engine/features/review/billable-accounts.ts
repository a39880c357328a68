import { addDays, dayOf, endBefore } from '#contract/dates';
import { decimalOf } from '#contract/fees/decimal';
import type { Cell } from '#contract/query';
import { InternTable, IntList } from '#common/intern-table';
import { idInCell, type Id } from '../../records/id-key';
import type { FeePeriod, LatestCharges } from './billed-fees';
import { cellItems, cellText, memoizeByCell } from './cell-values';

/** Bit flags of an account. */
const CHARGED = 1;
const BILLABLE = 2;
const CHARGED_EARLIER = 4;
const AT_CUSTODIAN = 8;
const POSSIBLY_CHARGED = 16;

/** If at least this share of a structure's accounts is in fee files, the others should be, too. */
const BILLED_SHARE = 0.75;
/** Minimum number of a structure's accounts in fee files for a conclusion. */
const MIN_BILLED = 2;

/** The facts of a fee structure that decide whether it has a fee (spec 2.9). */
interface FeeStructureTerms {
  readonly calculation: string | null;
  readonly rate: Cell;
  readonly dollars: Cell;
}

/** The cells of an account that decide whether fee files should bill it. */
export interface BillingCells {
  readonly status: Cell;
  readonly payment_source: Cell;
  readonly fee_structures_ids: Cell;
  readonly first_billable_date: Cell;
  readonly close_date: Cell;
}

interface Deps {
  readonly charges: LatestCharges;
  /** Filled before the accounts are read. */
  readonly structures: ReadonlyMap<string, FeeStructureTerms>;
  readonly feePayer: (account: Id) => { readonly kind: string };
}

/**
 * The accounts that fee files of the latest period bill, and those that they should bill. Collected before the rules
 * run, because whether a structure bills in a period follows from all its accounts.
 */
export class BillableAccounts {
  readonly #deps: Deps;
  readonly #ids = new InternTable();
  readonly #flags = new IntList();
  /** For each account: the number of its structure, plus 1. */
  readonly #structure = new IntList();
  readonly #structures = new InternTable();
  /** By structure: the number of billable accounts that pay for themselves, and how many of them are in fee files. */
  readonly #billable = new IntList();
  readonly #charged = new IntList();
  readonly #structureOf: (fees: Cell) => string | null;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#structureOf = memoizeByCell((fees) => {
      const [id, ...others] = cellItems(fees);
      const structure = id === undefined || others.length > 0 ? undefined : deps.structures.get(id);
      return id !== undefined && structure && hasFee(structure) ? id : null;
    });
  }

  /** Adds the next account. */
  add(key: Cell, number: Cell, custodian: Cell, firm: Cell, cells: BillingCells): void {
    const id = idInCell(key);
    if (id === null) return;
    const { charges, feePayer } = this.#deps;
    const account = { key: String(key), number: cellText(number), custodian: cellText(custodian) };
    const isCharged = charges.filesOf(account).length > 0;
    const isBillable = this.isBillable(cells, charges.periodOf(cellText(firm)));
    const slot = this.#ids.put(id);
    this.#flags.put(
      slot,
      (isCharged ? CHARGED : 0) |
        (isBillable ? BILLABLE : 0) |
        (charges.earlierOf(account) ? CHARGED_EARLIER : 0) |
        (cells.payment_source === 'C' ? AT_CUSTODIAN : 0) |
        (charges.filesWithSharedNumberOf(account).length > 0 ? POSSIBLY_CHARGED : 0),
    );
    const structure = this.#structureOf(cells.fee_structures_ids);
    // Without a first billable date, only its own history shows that it is billed.
    if (!isBillable || structure === null || cells.first_billable_date === null) return;
    const structureIndex = this.#structures.put(structure);
    this.#structure.put(slot, structureIndex + 1);
    if (feePayer(id).kind !== 'itself') return;
    this.#billable.put(structureIndex, this.#billable.at(structureIndex) + 1);
    if (isCharged) this.#charged.put(structureIndex, this.#charged.at(structureIndex) + 1);
  }

  /** Returns whether custodians should bill the account for the whole period, by one fee structure with a fee. */
  isBillable(cells: BillingCells, period: FeePeriod | null): boolean {
    if (cells.status !== 'funded' || cells.payment_source !== 'C' || cells.close_date !== null) return false;
    if (!period || period.months === null || this.#structureOf(cells.fee_structures_ids) === null)
      return false;
    const first = dayOf(cells.first_billable_date);
    if (cells.first_billable_date !== null && first === null) return false;
    return first === null || first <= addDays(endBefore(period.endDate, period.months), 1);
  }

  isBilledAtCustodian(account: Id): boolean {
    return (this.#flagsOf(account) & AT_CUSTODIAN) !== 0;
  }

  isCharged(account: Id): boolean {
    return (this.#flagsOf(account) & CHARGED) !== 0;
  }

  /** Returns whether a fee file has a line of a number that the account shares with others. */
  isPossiblyCharged(account: Id): boolean {
    return (this.#flagsOf(account) & POSSIBLY_CHARGED) !== 0;
  }

  /**
   * Returns whether the account is billable, and either the previous period or other accounts with its structure show
   * that this period bills it.
   */
  isDue(account: Id): boolean {
    const flags = this.#flagsOf(account);
    return (flags & BILLABLE) !== 0 && ((flags & CHARGED_EARLIER) !== 0 || this.#isStructureBilled(account));
  }

  #flagsOf(account: Id): number {
    const slot = this.#ids.indexOf(idInCell(account) ?? account);
    return slot < 0 ? 0 : this.#flags.at(slot);
  }

  #isStructureBilled(account: Id): boolean {
    const structureIndex = this.#structure.at(this.#ids.indexOf(idInCell(account) ?? account)) - 1;
    if (structureIndex < 0) return false;
    const charged = this.#charged.at(structureIndex);
    return charged >= MIN_BILLED && charged >= this.#billable.at(structureIndex) * BILLED_SHARE;
  }
}

/** Favor fees and zero amounts do not count as fees; tiers do. */
function hasFee({ calculation, rate, dollars }: FeeStructureTerms): boolean {
  const isPositive = (cell: Cell): boolean => decimalOf(cell ?? undefined)?.gt(0) ?? false;
  switch (calculation) {
    case 'R':
      return isPositive(rate);
    case 'A':
    case 'G':
      return isPositive(dollars);
    case 'T':
    case 'D':
      return true;
    default:
      return false;
  }
}

/** The columns read of an account. */
export const BILLABLE_ACCOUNT_COLUMNS = [
  'id',
  'number',
  'custodian',
  'firm_id',
  'status',
  'payment_source',
  'fee_structures_ids',
  'first_billable_date',
  'close_date',
] as const;

/** Returns a collector that adds accounts to `billable`. */
export const billableCollector = (billable: BillableAccounts) => ({
  resource: 'accounts' as const,
  columns: BILLABLE_ACCOUNT_COLUMNS,
  addRow(cells: readonly Cell[]): void {
    const [id = null, number = null, custodian = null, firm = null, status = null] = cells;
    const [payment_source = null, fee_structures_ids = null, first_billable_date = null, close_date = null] =
      cells.slice(5);
    billable.add(id, number, custodian, firm, {
      status,
      payment_source,
      fee_structures_ids,
      first_billable_date,
      close_date,
    });
  },
});
