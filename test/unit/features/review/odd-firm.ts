import type { ResourceName } from '#contract/resources';

const ACCOUNTS = 3_000;
const GROUPS = 1_200;

/** Returns a generator of the same numbers each time, so that a hash can represent the findings. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const next = numbers(7);
const oneOf = <T>(values: readonly T[]): T => values[next(values.length)] as T;
/** Returns true in one of `n` calls on average. */
const oneIn = (n: number): boolean => next(n) === 0;

/**
 * Returns an ID as JSON. A few have an odd notation: as text, with leading zeros, or with more digits than a number
 * keeps.
 */
function id(number: number): string {
  if (number % 97 === 0) return `"00${number}"`;
  if (number % 89 === 0) return `90071992547${40_000 + number}`;
  return number % 83 === 0 ? `"${number}"` : String(number);
}
/** Returns `null` instead of the value in one of `n` calls on average. */
const orNull = (value: () => string, n = 12): string => (oneIn(n) ? 'null' : value());
const list = (maxItems: number, item: () => string): string =>
  `[${Array.from({ length: next(maxItems + 1) }, item).join(',')}]`;
const day = (): string => `"20${10 + next(16)}-0${1 + next(9)}-1${next(10)}"`;
const object = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;

function account(number: number): string {
  return object({
    id: id(number),
    name: `"Account ${number}"`,
    status: oneOf(['"funded"', '"funded"', '"funded"', '"closed"', '"papered"', '"stale"', 'null', '"odd"']),
    custodian: orNull(() => oneOf(['"SWB"', '"FID"', '"PER"']), 30),
    number: orNull(() => (oneIn(60) ? '"N-77"' : `"N${number}"`), 30),
    payment_source: oneOf(['"D"', '"A"', 'null']),
    household_id: orNull(() => id(1 + next(700))),
    firm_id: orNull(() => String(39 + next(3)), 40),
    fee_structures_ids: orNull(() => list(3, () => id(70 + next(32)))),
    advisor_codes: orNull(() => list(2, () => `"C${next(9)}"`)),
    tax_id_token: orNull(() => `"tok_${oneIn(3) ? next(200) : number}"`),
    is_taxable: oneOf(['true', 'false', 'null']),
    is_tax_deferred: oneOf(['true', 'false', 'false', 'null']),
    inception_date: orNull(day),
    close_date: oneIn(5) ? day() : 'null',
    first_quarantine_date: oneIn(50) ? day() : 'null',
    required_cash: oneOf(['null', '0', '0.0', '250.10', '1e3']),
    required_cash_frequency: oneOf(['null', '""', '"M"']),
    buy_securities_ids: oneIn(5) ? list(4, () => id(next(9))) : 'null',
    do_not_buy_securities_ids: oneIn(5) ? list(4, () => id(next(9))) : 'null',
    sell_securities_ids: oneIn(5) ? list(4, () => id(next(9))) : '[]',
    do_not_sell_securities_ids: oneIn(5) ? list(4, () => id(next(9))) : 'null',
  });
}

/** Unusual assignments: those of wire facts B4, and those that no service should send. */
const ODD_ASSIGNMENTS: readonly (() => string)[] = [
  () => 'null',
  () => '[]',
  () => `[ { "account_id" : ${id(1 + next(ACCOUNTS))} , "fee_location" : -1 } ,\n null, 7, [] ]`,
  () => `{"account_id":${id(1 + next(ACCOUNTS))},"fee_location":0}`,
  () => `[{"account_id":null,"fee_location":0},{"fee_location":5},{"account_id":{"id":1}}]`,
  () => `[{"account_id":1,"account_id":${id(1 + next(ACCOUNTS))},"fee_location":7,"fee_location":0}]`,
  () => `[{"account_id":"\\u0031","fee_location":"2","x":{"account_id":9,"assignments":[{"account_id":8}]}}]`,
  () => `[{"account_id":1e2,"fee_location":-0,"note":"}],\\"assignments\\":["}]`,
  () => `[{"account_id":12.0,"fee_location":12},{"account_id":"","fee_location":""},{"account_id":true}]`,
  () => `[{"account_id":-5,"fee_location":9007199254740993}]`,
];

function assignments(): string {
  if (oneIn(8)) return oneOf(ODD_ASSIGNMENTS)();
  const firstId = 1 + next(ACCOUNTS);
  return list(6, () => {
    const accountId = firstId + next(12);
    const payer = oneIn(6) ? id(firstId + next(14)) : oneOf(['0', '0', '-1', 'null', id(accountId), '"0"']);
    return object({
      id: String(next(9_999)),
      account_id: id(accountId),
      fee_location: payer,
      more: '"[{,]"',
    });
  });
}

const group = (number: number): string =>
  object({
    ...(oneIn(20) ? { before: `{"assignments":[{"account_id":${number}}]}` } : {}),
    id: id(number),
    name: oneIn(9) ? `"Group \\"${number}\\" {"` : `"Group ${number}"`,
    household_id: orNull(() => id(1 + next(700)), 4),
    firm_id: orNull(() => String(39 + next(3)), 40),
    assignments: assignments(),
    ...(oneIn(40) ? { assignments_2: 'null', after: '["assignments"]' } : {}),
  });

/** Some tiers end too early or too late, or have a higher rate than lower tiers. */
const tiers = (): string => {
  let from = 0;
  return list(3, () => {
    const [min, max] = [from, oneIn(3) ? 'null' : String(from + 1_000)];
    from += oneIn(4) ? 900 : 1_000;
    return object({ min_balance: String(min), max_balance: max, rate: `${next(3)}.5` });
  });
};

const structure = (number: number): string =>
  object({
    id: id(number),
    name: `"Structure ${number}"`,
    calculation_type: orNull(() => oneOf(['"T"', '"D"', '"F"', '"?"'])),
    collection_type: orNull(() => oneOf(['"A"', '"B"'])),
    frequency: orNull(() => oneOf(['"Q"', '"M"'])),
    flat_rate: oneOf(['1', '1.0', '2.5', 'null']),
    flat_dollar_fee: oneOf(['10', '100.00', 'null']),
    tiers: orNull(tiers),
    firm_id: '39',
  });

const createMany = (from: number, count: number, create: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => create(from + index));

/** A firm in which every rule that needs no charges has findings, with records in every odd notation. */
export const ODD_FIRM: Partial<Record<ResourceName, readonly string[]>> = {
  feeStructures: createMany(70, 40, structure),
  advisorCodes: createMany(1, 6, (number) =>
    object({ id: String(number), code: `"C${number}"`, source: '"SWB"' }),
  ),
  billingGroups: createMany(5_000, GROUPS, group),
  accounts: createMany(1, ACCOUNTS, account),
};
