import type { CustodianCode } from '#contract/fields';
import { redraw, draw, pick, scramble, TRAIT, weightedSlots, type Seed } from './random';

/** A custodian in the demo firm: its share of accounts in percent, and its formats of numbers and codes. */
export interface Custodian {
  readonly code: CustodianCode;
  readonly name: string;
  readonly share: number;
  /** Sends related persons (wire facts). */
  readonly suppliesPersons: boolean;
  /** Holds retirement plans only. */
  readonly holdsOnlyPlans: boolean;
  readonly number: (scrambled: string, random: number) => string;
  readonly advisorCode: (drawn: number) => string;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const letter = (drawn: number): string => LETTERS.charAt(drawn % LETTERS.length);
const digits = (drawn: number, count: number): string => String(drawn % 10 ** count).padStart(count, '0');

const brokerage = { suppliesPersons: false, holdsOnlyPlans: false } as const;
const workplace = { suppliesPersons: false, holdsOnlyPlans: true } as const;

/** SWB, NFS and PER hold most accounts. `scrambled`: eight digits, unique per account. */
export const DEMO_CUSTODIANS: readonly Custodian[] = [
  {
    code: 'SWB',
    name: 'Charles Schwab',
    share: 38,
    suppliesPersons: true,
    holdsOnlyPlans: false,
    number: (s) => s,
    advisorCode: (d) => digits(d, 8),
  },
  {
    code: 'NFS',
    name: 'Fidelity (National Financial Services)',
    share: 27,
    suppliesPersons: true,
    holdsOnlyPlans: false,
    number: (s, d) => `${pick(['Z', 'X', 'Y', '6'], d)}${s.slice(0, 2)}-${s.slice(2)}`,
    advisorCode: (d) => `G${digits(d, 8)}`,
  },
  {
    code: 'PER',
    name: 'Pershing',
    share: 17,
    suppliesPersons: true,
    holdsOnlyPlans: false,
    number: (s, d) => `${digits(d, 1)}${letter(redraw(d, 1))}${letter(redraw(d, 2))}${s}`,
    advisorCode: (d) => `${digits(d, 1)}${letter(redraw(d, 1))}${letter(redraw(d, 2))}`,
  },
  {
    code: 'APX',
    name: 'Apex Clearing',
    share: 4,
    ...brokerage,
    number: (s, d) => `${digits(d, 1)}${letter(d)}P${s}`,
    advisorCode: (d) => `APX_${digits(d, 3)}`,
  },
  {
    code: 'FPR',
    name: 'Fidelity Workplace',
    share: 4,
    ...workplace,
    number: (s) => `00${s}`,
    advisorCode: (d) => `FPR${digits(d, 4)}`,
  },
  {
    code: 'IBK',
    name: 'Interactive Brokers',
    share: 3,
    ...brokerage,
    number: (s) => `U${s}`,
    advisorCode: (d) => `F${digits(d, 7)}`,
  },
  {
    code: 'DST',
    name: 'DST Systems',
    share: 2,
    ...brokerage,
    number: (s) => `000${s}`,
    advisorCode: (d) => `DST-${digits(d, 5)}`,
  },
  {
    code: 'TIA',
    name: 'TIAA',
    share: 2,
    ...workplace,
    number: (s, d) => `${letter(d)}${s.slice(0, 7)}-${s.slice(7)}`,
    advisorCode: (d) => `TI${digits(d, 4)}`,
  },
  {
    code: 'PTA',
    name: 'Pontera',
    share: 1.4,
    ...workplace,
    number: (s) => `PTA-${s}`,
    advisorCode: (d) => `pontera-${digits(d, 4)}`,
  },
  {
    code: 'AXO',
    name: 'Axos Advisor Services',
    share: 0.8,
    ...brokerage,
    number: (s) => `4${s}`,
    advisorCode: (d) => `AX${digits(d, 3)}`,
  },
  {
    code: 'MLT',
    name: 'Millennium Trust',
    share: 0.5,
    ...brokerage,
    number: (s) => `90${s}`,
    advisorCode: (d) => `MT${digits(d, 5)}`,
  },
  {
    code: 'EGB',
    name: 'Eaglebrook',
    share: 0.3,
    ...brokerage,
    number: (s) => `EGB${s}`,
    advisorCode: (d) => `EB-${digits(d, 4)}`,
  },
];

const SLOTS = weightedSlots(DEMO_CUSTODIANS.map((custodian) => custodian.share));

/** Returns the index in `DEMO_CUSTODIANS` of an account's custodian. */
export const demoCustodianOf = (seed: Seed, index: number): number =>
  SLOTS[draw(seed, index, TRAIT.custodian) & 1023] ?? 0;

/** Returns the account number, unique per custodian below 100,000,000 accounts. */
export function accountNumber(seed: Seed, index: number): string {
  const custodian = pick(DEMO_CUSTODIANS, demoCustodianOf(seed, index));
  const scrambled = String(scramble(index, 8, seed)).padStart(8, '0');
  return custodian.number(scrambled, draw(seed, index, TRAIT.custodian) >>> 10);
}
