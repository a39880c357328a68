import { AGREED_TERMS_FIELDS, type AgreedTermsField } from '#contract/features/agreed-terms/fields';
import { BALANCE_FIELDS } from '#contract/features/expected-fees/fields';
import type { SampleSheet } from '#contract/calls/demo-samples';
import { demoAum } from './balances';
import { CLOSED, PAPERED } from './base';
import { FIRST_HOUSEHOLD_ID, type Book } from './book';
import { isoDate, QUARTER_ENDS } from './calendar';
import { accountNumber, demoCustodianOf, DEMO_CUSTODIANS } from './custodians';
import { feeCases } from './fee-cases';
import { billing } from './fee-files';
import { demoFeeStructures, feeStructuresOf, FIRST_STRUCTURE_ID, type FeeStructure } from './fee-structures';

/** One balance is this many dollars above that of the service. */
const BALANCE_DIFFERENCE_DOLLARS = 250;
/** Accounts whose terms agree, besides those of one household. */
const AGREEING_ACCOUNTS = 20;
/** The agreed rate of one account is this much below the rate of its fee structure, in percent. */
const RATE_DIFFERENCE = 0.05;

const csv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
const quoted = (cell: string): string => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns a spreadsheet to import, as CSV. */
export const sampleSheet = (book: Book, sheet: SampleSheet): string =>
  csv(sheet === 'balances' ? balances(book) : agreedTerms(book));

const numberAndCustodian = (book: Book, index: number): [string, string] => [
  accountNumber(book.seed, index),
  DEMO_CUSTODIANS[demoCustodianOf(book.seed, index)]?.code ?? '',
];

/** Returns balances at the latest quarter end, for all accounts of the families billed then. */
function balances(book: Book): string[][] {
  const quarter = QUARTER_ENDS.length - 1;
  const end = QUARTER_ENDS[quarter] ?? 0;
  const { differingBalance } = feeCases(book);
  const families = new Set(billing(book, quarter).billed.map((index) => book.family[index]));
  const { number, custodian, balance, date } = BALANCE_FIELDS;
  const rows = [[number.label, custodian.label, balance.label, date.label]];
  for (let index = 0; index < book.baseSize; index += 1) {
    const amount =
      families.has(book.family[index]) && !book.vanished[index] ? demoAum(book, index, end) : undefined;
    if (amount === undefined) continue;
    const sheetAmount = index === differingBalance ? amount + BALANCE_DIFFERENCE_DOLLARS : amount;
    rows.push([...numberAndCustodian(book, index), sheetAmount.toFixed(2), isoDate(end)]);
  }
  return rows;
}

type TermsCells = Partial<Record<AgreedTermsField, string>>;

/** Returns agreed terms of some accounts and a household: most agree; one differs, and some cannot be compared. */
function agreedTerms(book: Book): string[][] {
  const { seed } = book;
  const structures = demoFeeStructures(seed);
  const structuresOf = (index: number): FeeStructure[] =>
    feeStructuresOf(book, index).flatMap((id) => {
      const structure = structures[id - FIRST_STRUCTURE_ID];
      return structure ? [structure] : [];
    });
  const isOpen = (index: number): boolean =>
    book.status[index] !== CLOSED && book.status[index] !== PAPERED && !book.vanished[index];
  const used = new Set<number>();
  /** Returns the first unused account that fits, in a list that is empty if there is none. */
  const pickAccount = (
    isFitting: (assigned: readonly FeeStructure[], index: number) => boolean,
  ): number[] => {
    for (let index = 0; index < book.baseSize; index += 1)
      if (!used.has(index) && isOpen(index) && isFitting(structuresOf(index), index)) {
        used.add(index);
        return [index];
      }
    return [];
  };
  const accountsByHousehold = countByHousehold(book);
  const isOnlyAccount = (index: number): boolean => {
    const household = book.household[index] ?? 0;
    return household !== 0 && accountsByHousehold[household] === 1;
  };

  const lines: TermsCells[] = [];
  const add = (index: number, terms: TermsCells): void => {
    const [number, custodian] = numberAndCustodian(book, index);
    lines.push({ number, custodian, ...terms });
  };
  for (const index of pickAccount(
    (assigned) => assigned.length === 1 && assigned[0]?.calculation_type === 'R',
  )) {
    const rate = Number(structuresOf(index)[0]?.flat_rate ?? 0) - RATE_DIFFERENCE;
    add(index, { ...termsOf(structuresOf(index)), rate: rate.toFixed(2) });
  }
  // Accounts with several fee structures or none cannot be compared.
  for (const index of pickAccount((assigned) => assigned.length > 1))
    add(index, termsOf(structuresOf(index)));
  for (const index of pickAccount((assigned) => assigned.length === 0))
    add(index, { flat_dollars: '500.00' });
  for (const index of pickAccount((assigned, account) => assigned.length === 1 && isOnlyAccount(account)))
    lines.push({
      household_id: String(FIRST_HOUSEHOLD_ID - 1 + (book.household[index] ?? 0)),
      ...termsOf(structuresOf(index)),
    });
  for (let count = 0; count < AGREEING_ACCOUNTS; count += 1)
    for (const index of pickAccount((assigned) => assigned.length === 1))
      add(index, termsOf(structuresOf(index)));
  const fields = Object.keys(AGREED_TERMS_FIELDS) as AgreedTermsField[];
  return [
    fields.map((field) => AGREED_TERMS_FIELDS[field].label),
    ...lines.map((line, lineIndex) => {
      const cells: TermsCells = { date: '2024-01-15', reference: `Agreement ${1001 + lineIndex}`, ...line };
      return fields.map((field) => cells[field] ?? '');
    }),
  ];
}

/** Returns the number of accounts of each household, by family + 1 as in `Book.household`; closed ones count too. */
function countByHousehold(book: Book): Uint32Array {
  const counts = new Uint32Array(book.families + 1);
  for (let index = 0; index < book.size; index += 1) {
    const household = book.household[index] ?? 0;
    if (!book.vanished[index]) counts[household] = (counts[household] ?? 0) + 1;
  }
  return counts;
}

/** Returns an agreement with the terms of the first of these structures. */
function termsOf([structure]: readonly FeeStructure[]): TermsCells {
  if (!structure) return {};
  const { calculation_type: type, collection_type: collection, frequency } = structure;
  const common = { collection: String(collection), frequency: String(frequency) };
  // R: flat rate; A, G: flat fee; T, D: tiers. Others have no terms but the fee structure itself.
  if (type === 'R') return { ...common, rate: String(structure.flat_rate) };
  if (type === 'A' || type === 'G') return { ...common, flat_dollars: String(structure.flat_dollar_fee) };
  if (type !== 'T' && type !== 'D') return { ...common, structure: String(structure.id) };
  const tiers = (structure.tiers ?? []) as readonly { max_balance: number | null; rate: number }[];
  return {
    ...common,
    tiers: tiers
      .map(({ max_balance: to, rate }) => `${to === null ? 'above' : to.toLocaleString('en-US')}: ${rate}%`)
      .join('; '),
  };
}
