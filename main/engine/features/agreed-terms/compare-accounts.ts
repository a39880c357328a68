import { countByState } from '#contract/counts';
import { valueAt } from '#contract/exact-json/patch';
import { sameDecimal } from '#contract/money';
import { termsIn, type FeeTerms } from '#contract/fees/structure';
import {
  TERMS_RESULTS,
  type AccountTerms,
  type Agreement,
  type TermsResult,
  type AgreedTerms,
  type TermsDifference,
} from '#contract/features/agreed-terms/schemas';
import type { TermsFilter } from '#contract/features/agreed-terms/calls';
import type { CacheReader } from '../../cache/query/reader';
import { FIRST_FIELD_CELL, type ScannedRow } from '../../cache/query/scan';
import { scanInChunks } from '../../records/scan-in-chunks';
import type { AgreedTermsStore } from './saved-work/agreed-terms';
import { wordMatcher } from '#contract/text';
import { cellText } from '#common/cell-text';
import Big from 'big.js';
import { decimalOf, plain } from '#contract/fees/decimal';
import { closeGaps } from '#contract/fees/tiers';

/** The terms of a fee structure that a client can agree to. */
interface SetUpTerms {
  readonly key: string;
  readonly terms: FeeTerms;
  /** Code as received. */
  readonly calculation: string | null;
  readonly collection: string | null;
}

/** Returns the fields that differ; null if the structure's tiers cannot be compared. */
function termsDifferences(agreed: AgreedTerms, setUp: SetUpTerms): TermsDifference[] | null {
  const { terms, calculation } = setUp;
  const differences: TermsDifference[] = [];
  const addDifference = (
    field: TermsDifference['field'],
    agreedValue: string | null,
    setUpValue: string | null,
  ): void => void differences.push({ field, agreed: agreedValue, setUp: setUpValue });
  /**
   * Compares amounts if the structure calculates in one of these ways, as codes of `calculation_type`; else, the
   * calculation differs, and the first code is used for the agreed one.
   */
  const compareAmount = (
    field: 'rate' | 'flatDollars',
    agreedValue: string,
    setUpValue: Big | null,
    calculations: readonly [string, ...string[]],
  ): void => {
    if (!calculations.includes(calculation ?? '')) addDifference('calculation', calculations[0], calculation);
    else if (!setUpValue?.eq(agreedValue)) addDifference(field, agreedValue, setUpValue && plain(setUpValue));
  };

  if (agreed.structure !== null && agreed.structure !== setUp.key)
    addDifference('structure', agreed.structure, setUp.key);
  if (agreed.rate !== null) compareAmount('rate', agreed.rate, terms.flatRate, ['R']);
  // Flat dollars are for an account (A) or a group (G), tiers are tiered (T) or drop through (D): terms don't say which.
  if (agreed.flatDollars !== null)
    compareAmount('flatDollars', agreed.flatDollars, terms.flatDollars, ['A', 'G']);
  if (agreed.tiers !== null) {
    if (calculation !== 'T' && calculation !== 'D') addDifference('calculation', 'T', calculation);
    else {
      const ladder = terms.tiers.faults.every(({ code }) => code === 'touch') ? closeGaps(terms.tiers) : null;
      if (!ladder) return null;
      const [agreedValue, setUpValue] = [tiersKey(agreed.tiers), tiersKey(ladder)];
      if (agreedValue !== setUpValue) addDifference('tiers', agreedValue, setUpValue);
    }
  }
  if (agreed.collection !== null && agreed.collection !== setUp.collection)
    addDifference('collection', agreed.collection, setUp.collection);
  if (agreed.frequency !== null && agreed.frequency !== terms.frequency)
    addDifference('frequency', agreed.frequency, terms.frequency);
  return differences;
}

/** Returns tiers as JSON in one form; adjacent tiers of one rate mean the same as one. */
function tiersKey(tiers: readonly { readonly to: string | null; readonly rate: string }[]): string {
  const isSameRate = (a: string, b: string | undefined) => b !== undefined && sameDecimal(a, b);
  return JSON.stringify(
    tiers
      .filter(({ rate }, index) => !isSameRate(rate, tiers[index + 1]?.rate))
      .map(({ to, rate }) => ({
        to: to === null ? null : plain(new Big(to)),
        rate: plain(decimalOf(rate) ?? new Big(0)),
      })),
  );
}

export type TermsReader = Pick<CacheReader, 'scan' | 'records' | 'defaultRanks' | 'version'>;

export interface ComparedAccounts {
  /** Rows that need attention first, then in the order of the list of accounts. */
  readonly rows: readonly AccountTerms[];
  readonly agreements: number;
}

const ACCOUNT_COLUMNS = [
  'name',
  'number',
  'custodian',
  'status',
  'household_id',
  'fee_structures_ids',
] as const;
const STATUS_CELL = FIRST_FIELD_CELL + ACCOUNT_COLUMNS.indexOf('status');

/** Compares every account that is not closed with what was agreed for it, or else for its household. */
export async function compareAccounts(
  reader: TermsReader,
  store: Pick<AgreedTermsStore, 'current'>,
  pause: () => Promise<void>,
): Promise<ComparedAccounts> {
  const agreements = store.current();
  const agreementOf = agreementLookup(agreements);
  const structures = await structuresOf(reader, pause);
  const ranks = reader.defaultRanks('accounts');
  const compared: { readonly listRank: number; readonly row: AccountTerms }[] = [];
  await scanInChunks(reader.scan('accounts', ACCOUNT_COLUMNS), pause, (rows) => {
    for (const cells of rows) {
      if (cells[STATUS_CELL] === 'closed') continue;
      compared.push({ listRank: ranks[cells[0]] ?? 0, row: accountTermsOf(cells, agreementOf, structures) });
    }
  });
  const resultRank = (result: TermsResult): number => TERMS_RESULTS.indexOf(result);
  compared.sort((a, b) => resultRank(a.row.result) - resultRank(b.row.result) || a.listRank - b.listRank);
  return { rows: compared.map(({ row }) => row), agreements: agreements.length };
}

/** Compares one account, even a closed one, with what was agreed; null if it is not in the data on this computer. */
export function compareAccount(
  reader: Pick<CacheReader, 'rowsOf' | 'records'>,
  store: Pick<AgreedTermsStore, 'current'>,
  key: string,
): AccountTerms | null {
  const [cells] = reader.rowsOf('accounts', [key], ACCOUNT_COLUMNS);
  if (!cells) return null;
  const structures = structuresWithKeys(reader, structureIdsIn(cells));
  return accountTermsOf(cells, agreementLookup(store.current()), structures);
}

/** Returns the current agreement of an account: its own, else its household's. */
type AgreementLookup = (account: string, household: string | null) => Agreement | null;
function agreementLookup(agreements: readonly Agreement[]): AgreementLookup {
  const byTarget = new Map(
    agreements.map((agreement) => [`${agreement.target} ${agreement.key}`, agreement]),
  );
  return (account, household) =>
    byTarget.get(`account ${account}`) ??
    (household === null ? undefined : byTarget.get(`household ${household}`)) ??
    null;
}

const structureIdsIn = ([, , , , , , , ids]: ScannedRow): string[] => cellText(ids)?.split(', ') ?? [];

function accountTermsOf(
  cells: ScannedRow,
  agreementOf: AgreementLookup,
  structures: ReadonlyMap<string, SetUpTerms>,
): AccountTerms {
  const [, key, name, number, custodian, , household] = cells;
  const agreement = agreementOf(String(key), cellText(household));
  const structureIds = structureIdsIn(cells);
  return {
    key: String(key),
    name: cellText(name) ?? '',
    number: cellText(number),
    custodian: cellText(custodian),
    household: cellText(household),
    ...judge(agreement, structureIds, structures),
    agreement,
    structures: structureIds,
  };
}

type Judgment = Pick<AccountTerms, 'result' | 'why' | 'differences'>;
const plainResult = (result: TermsResult, why: AccountTerms['why'] = null): Judgment => ({
  result,
  why,
  differences: [],
});

function judge(
  agreement: Agreement | null,
  structureIds: readonly string[],
  structures: ReadonlyMap<string, SetUpTerms>,
): Judgment {
  if (!agreement) return plainResult('no-agreement');
  const [only, ...others] = structureIds;
  if (only === undefined) return plainResult('no-structure');
  if (others.length > 0) return plainResult('not-determined', 'several-structures');
  const setUp = structures.get(only);
  if (!setUp) return plainResult('not-determined', 'unknown-structure');
  const differences = termsDifferences(agreement.terms, setUp);
  if (!differences) return plainResult('not-determined', 'faulty-tiers');
  return { result: differences.length > 0 ? 'differs' : 'agrees', why: null, differences };
}

async function structuresOf(
  reader: TermsReader,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, SetUpTerms>> {
  const keys: string[] = [];
  await scanInChunks(reader.scan('feeStructures', []), pause, (rows) =>
    rows.forEach(([, key]) => keys.push(String(key))),
  );
  return structuresWithKeys(reader, keys);
}

function structuresWithKeys(
  reader: Pick<TermsReader, 'records'>,
  keys: readonly string[],
): ReadonlyMap<string, SetUpTerms> {
  const code = (raw: string, field: string): string | null => {
    const value = valueAt(raw, [field]);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  return new Map(
    [...reader.records('feeStructures', keys)].map(({ key, raw }) => [
      key,
      {
        key,
        terms: termsIn(raw),
        calculation: code(raw, 'calculation_type'),
        collection: code(raw, 'collection_type'),
      },
    ]),
  );
}

/** Returns the rows that match a filter, and the number of accounts by result. */
export function filterTerms({ rows }: ComparedAccounts, { result, text }: TermsFilter) {
  const matchesText = wordMatcher(text ?? '');
  const matching = rows.filter(({ name, number }) => matchesText(`${name} ${number ?? ''}`));
  const counts = countByState(
    TERMS_RESULTS,
    matching.map((row) => row.result),
  );
  return { rows: result === undefined ? matching : matching.filter((row) => row.result === result), counts };
}
