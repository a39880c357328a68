import { valueAt } from '#contract/exact-json/patch';
import { termsIn } from '#contract/fees/structure';
import {
  TERMS_RESULTS,
  type AccountTerms,
  type Agreement,
  type TermsFilter,
  type TermsResult,
} from '#contract/features/agreed-terms/calls';
import type { CacheReader } from '../../cache/query/reader';
import { scanInChunks } from '../../records/scan-in-chunks';
import type { AgreedTermsStore } from './saved-work/agreed-terms';
import { termsDifferences, type SetUpTerms } from './compare-terms';
import { wordMatcher } from '#contract/text';
import { cellText } from '#common/cell-text';

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
/** Compares every account that is not closed with what was agreed for it, or else for its household. */
export async function compareAccounts(
  reader: TermsReader,
  store: Pick<AgreedTermsStore, 'current'>,
  pause: () => Promise<void>,
): Promise<ComparedAccounts> {
  const agreements = store.current();
  const byTarget = new Map(
    agreements.map((agreement) => [`${agreement.target} ${agreement.key}`, agreement]),
  );
  const structures = await structuresOf(reader, pause);
  const ranks = reader.defaultRanks('accounts');
  const compared: { readonly listRank: number; readonly row: AccountTerms }[] = [];
  await scanInChunks(reader.scan('accounts', ACCOUNT_COLUMNS), pause, (rows) => {
    for (const [n, key, name, number, custodian, status, household, ids] of rows) {
      if (status === 'closed') continue;
      const accountAgreement = byTarget.get(`account ${key}`);
      const householdAgreement =
        household === null ? undefined : byTarget.get(`household ${String(household)}`);
      const agreement = accountAgreement ?? householdAgreement ?? null;
      const structureIds = cellText(ids)?.split(', ') ?? [];
      compared.push({
        listRank: ranks[n] ?? 0,
        row: {
          key: String(key),
          name: cellText(name) ?? '',
          number: cellText(number),
          custodian: cellText(custodian),
          household: cellText(household),
          ...judge(agreement, structureIds, structures),
          agreement,
          structures: structureIds,
        },
      });
    }
  });
  const resultRank = (result: TermsResult): number => TERMS_RESULTS.indexOf(result);
  compared.sort((a, b) => resultRank(a.row.result) - resultRank(b.row.result) || a.listRank - b.listRank);
  return { rows: compared.map(({ row }) => row), agreements: agreements.length };
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
  const counts = Object.fromEntries(TERMS_RESULTS.map((termsResult) => [termsResult, 0])) as Record<
    TermsResult,
    number
  >;
  for (const row of matching) counts[row.result] += 1;
  return { rows: result === undefined ? matching : matching.filter((row) => row.result === result), counts };
}
