import { redraw, pick, unit, weightedSlots } from './random';
import { FIRM_WORDS } from './name-lists';

/** Members of a family, for account names. */
export interface Holders {
  readonly owner: string;
  readonly partner: string;
  readonly child: string;
  readonly last: string;
  readonly ownerFirst: string;
  readonly partnerFirst: string;
  readonly state: string;
}

/** A kind of account: its share of accounts in percent, custodian type texts, tax treatment and title. */
export interface AccountKind {
  readonly share: number;
  readonly types: readonly string[];
  readonly taxable: boolean;
  readonly deferred: boolean;
  /** The owner is an entity with a separate tax ID. */
  readonly isEntity: boolean;
  readonly registration: string;
  readonly title: (people: Holders, drawn: number) => string;
}

const taxed = { taxable: true, deferred: false, isEntity: false };
const deferred = { taxable: false, deferred: true, isEntity: false };
const year = (drawn: number): number => 1984 + (drawn % 41);

/** Account kinds of a wealth-management firm, roughly from the most to the least frequent. */
export const ACCOUNT_KINDS: readonly AccountKind[] = [
  {
    share: 24,
    ...taxed,
    types: ['Individual', 'Individual TOD', 'INDIVIDUAL'],
    registration: 'Individual',
    title: (p) => p.owner,
  },
  {
    share: 17,
    ...deferred,
    types: ['Traditional IRA', 'IRA', 'Contributory IRA'],
    registration: 'IRA',
    title: (p) => `${p.owner} IRA`,
  },
  {
    share: 14,
    ...deferred,
    types: ['Roth IRA', 'Roth Contributory IRA'],
    registration: 'Roth IRA',
    title: (p) => `${p.owner} Roth IRA`,
  },
  {
    share: 13,
    ...taxed,
    types: ['Joint Tenants WROS', 'Joint', 'Community Property'],
    registration: 'Joint Tenants with Right of Survivorship',
    title: (p, d) =>
      d % 2 ? `${p.ownerFirst} & ${p.partnerFirst} ${p.last}` : `${p.owner} & ${p.partner} JTWROS`,
  },
  {
    share: 10,
    taxable: true,
    deferred: false,
    isEntity: true,
    types: ['Trust', 'Revocable Trust', 'Living Trust', 'Irrevocable Trust'],
    registration: 'Trust under agreement',
    title: (p, d) =>
      pick(
        [
          `The ${p.last} Family Trust dated ${year(d)}`,
          `${p.last} Living Trust U/A ${1 + (d % 12)}/${1 + ((d >>> 4) % 28)}/${year(d)}`,
          `${p.owner} Revocable Trust`,
          `${p.owner} & ${p.partner} TTEES, The ${p.last} Family Trust dated ${year(d)}`,
        ],
        redraw(d, 1),
      ),
  },
  {
    share: 7,
    ...deferred,
    types: ['Rollover IRA', 'IRA Rollover'],
    registration: 'Rollover IRA',
    title: (p) => `${p.owner} Rollover IRA`,
  },
  {
    share: 3.5,
    ...deferred,
    types: ['Inherited IRA', 'Beneficiary IRA'],
    registration: 'Inherited IRA',
    title: (p) => `${p.owner} Inherited IRA (${p.partnerFirst} ${p.last} Decd)`,
  },
  {
    share: 3,
    ...deferred,
    types: ['401(k)', '401K Plan', 'Solo 401(k)'],
    registration: 'Qualified plan',
    title: (p) => `${p.owner} 401(k)`,
  },
  {
    share: 1.5,
    ...deferred,
    types: ['403(b)', '403b'],
    registration: '403(b)(7)',
    title: (p) => `${p.owner} 403(b)`,
  },
  {
    share: 1.5,
    ...deferred,
    types: ['SEP IRA', 'SEP-IRA'],
    registration: 'SEP IRA',
    title: (p) => `${p.owner} SEP IRA`,
  },
  {
    share: 1.8,
    ...taxed,
    types: ['UTMA', 'Custodial', 'Uniform Transfers to Minors'],
    registration: 'Custodian for minor',
    title: (p) => `${p.owner} CUST ${p.child} UTMA ${p.state}`,
  },
  {
    share: 1.2,
    ...deferred,
    types: ['529 Plan', 'Education Savings'],
    registration: '529 college savings plan',
    title: (p) => `${p.owner} 529 FBO ${p.child}`,
  },
  {
    share: 1.5,
    taxable: true,
    deferred: false,
    isEntity: true,
    types: ['Corporate', 'LLC', 'Limited Liability Company'],
    registration: 'Limited liability company',
    title: (p, d) => `${p.last} ${pick(FIRM_WORDS, d)} LLC`,
  },
  {
    share: 0.6,
    ...taxed,
    types: ['Estate'],
    registration: 'Estate',
    title: (p) => `Estate of ${p.owner}`,
  },
  {
    share: 0.4,
    taxable: false,
    deferred: false,
    isEntity: true,
    types: ['Foundation', 'Charitable'],
    registration: 'Charitable organization',
    title: (p) => `The ${p.last} Foundation`,
  },
];

const indexOfKind = (registration: string): number =>
  ACCOUNT_KINDS.findIndex((kind) => kind.registration === registration);

export const TRUST = indexOfKind('Trust under agreement');
/** The account kinds at workplace custodians, as indexes; a kind listed twice is twice as frequent. */
export const PLANS: readonly number[] = ['Qualified plan', 'Qualified plan', '403(b)(7)', 'Rollover IRA'].map(
  indexOfKind,
);

const SLOTS = weightedSlots(ACCOUNT_KINDS.map((kind) => kind.share));

export const kindSlot = (drawn: number): number => SLOTS[drawn & 1023] ?? 0;

/** Returns the custodian's text for the type; spelling varies between accounts of one kind. */
export const typeText = (kind: AccountKind, drawn: number): string =>
  // The first spelling is the most common.
  unit(drawn) < 0.6 ? (kind.types[0] ?? '') : pick(kind.types, drawn);

/** Returns a title too long for any column; a few accounts have one. */
export const longTitle = (p: Holders, drawn: number): string =>
  `${p.owner} & ${p.partner} as Successor Co-Trustees of The ${p.last} Multigenerational Irrevocable ` +
  `Spendthrift Trust for the Benefit of ${p.child} and the Issue of ${p.ownerFirst} & ${p.partnerFirst} ${p.last}, ` +
  `under Agreement dated ${1 + (drawn % 12)}/${1 + ((drawn >>> 4) % 28)}/${year(drawn)}, as amended and restated`;
