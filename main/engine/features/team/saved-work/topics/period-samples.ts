import { z } from 'zod';
import { sampleDetail, sampleVerdict } from '#contract/features/period/schemas';
import { SampleRows, type NewSample, type NewVerdict } from '#engine/features/period/saved-work/sample-rows';
import {
  comparedValues,
  comparedValuesOf,
  type ComparedValues,
} from '#engine/features/period/saved-work/compared-values';
import { withoutTaxIds } from '../without-tax-ids';
import { byAuthor } from './by-member';
import { parsedKey, sharedTopic, type SharedItem } from './shared-topic';

/**
 * Samples of billing periods with the seed and the accounts, and the verdicts about the accounts. A verdict goes out
 * with the values that the reviewer compared, not with the records.
 */

const name = z.string().max(200);
const time = z.string().max(40);
const count = z.int().min(0);

const sharedSample = z.object({
  uid: z.string().max(40),
  by: name,
  at: time,
  seed: z.string().max(100),
  size: count,
  population: count,
  populationSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** At most 1,000 drawn and 1,000 chosen (contract/features/period/calls, `drawSample`). */
  accounts: z.array(z.object({ account: z.string().max(200), isChosen: z.boolean() })).max(2_000),
});

const sharedVerdict = z.object({
  by: name,
  at: time,
  verdict: sampleVerdict,
  reason: z.string().max(4_000),
  /** Null: the compared values are on the reviewer’s computer only. */
  seen: comparedValues.nullable(),
});
type SharedVerdict = z.output<typeof sharedVerdict>;

const pair = z.tuple([z.string(), z.string()]);
export const sampleKey = (firm: string, endDate: string): string => JSON.stringify([firm, endDate]);
export const verdictKey = (sample: string, account: string): string => JSON.stringify([sample, account]);

/** Returns a sample as it is shared. */
export const sharedSampleOf = (sample: NewSample): z.output<typeof sharedSample> => ({
  ...sample,
  accounts: sample.accounts.map(({ account, isChosen }) => ({ account, isChosen })),
});

/** Returns a verdict as it is shared. */
export const sharedVerdictOf = ({ by, at, verdict, reason, shown }: NewVerdict): SharedVerdict => ({
  by,
  at,
  verdict,
  reason,
  seen: comparedValuesInText(shown),
});

function comparedValuesInText(shown: string): ComparedValues | null {
  const { data } = sampleDetail.safeParse(JSON.parse(shown));
  return (data && comparedValues.safeParse(comparedValuesOf(data)).data) ?? null;
}

/** Samples of a period: the latest one is current, and the others stay stored. */
export const PERIOD_SAMPLE_TOPIC = sharedTopic({
  name: 'period-sample',
  value: sharedSample,
  maxItems: 2,
  isStoredFirst: true,
  broughtAs: 'periods',
  shareable: (sample) => ({ ...sample, seed: withoutTaxIds(sample.seed) }), // one of an early version may have such a seed
  attribute: byAuthor,
  open(db, items) {
    const rows = new SampleRows(db);
    return {
      settle(key) {
        const period = parsedKey(pair, key);
        if (!period) return;
        rows.replaceRankedSamples(...period, samplesInOrder(items.inOrder('period-sample', key)));
      },
      itemsBeforeTeam: () =>
        rows.allCurrent().map(({ firm, endDate, sample }) => ({
          key: sampleKey(firm, endDate),
          value: sharedSampleOf(sample),
          at: sample.at,
        })),
    };
  },
});

/**
 * Returns each sample once, in the order of the log. If one is from before the team and in the log, its place in
 * the log counts.
 */
function samplesInOrder(items: readonly SharedItem[]): NewSample[] {
  const byUid = new Map<string, { readonly sample: NewSample; readonly isShared: boolean }>();
  for (const { value, place } of items) {
    const sample = sharedSample.nullable().parse(value);
    if (!sample || byUid.get(sample.uid)?.isShared) continue;
    byUid.delete(sample.uid);
    byUid.set(sample.uid, { sample, isShared: place !== 0 });
  }
  return [...byUid.values()].map(({ sample }) => sample);
}

/** Verdicts about the accounts of a sample: the last one wins. */
export const SAMPLE_VERDICT_TOPIC = sharedTopic({
  name: 'sample-verdict',
  value: sharedVerdict,
  maxItems: 50,
  isStoredFirst: true,
  broughtAs: 'periods',
  shareable: (verdict) => ({ ...verdict, reason: withoutTaxIds(verdict.reason) }),
  attribute: byAuthor,
  open(db, items) {
    const rows = new SampleRows(db);
    return {
      settle(key) {
        const subject = parsedKey(pair, key);
        if (!subject) return;
        const verdict = sharedVerdict.nullable().parse(items.latest('sample-verdict', key));
        rows.setSharedVerdict(...subject, verdict);
      },
      itemsBeforeTeam: () => verdictsBeforeTeam(rows),
    };
  },
});

function verdictsBeforeTeam(rows: SampleRows) {
  return rows.allVerdicts().map(({ uid, account, shown, seen, ...verdict }) => ({
    key: verdictKey(uid, account),
    value: shown === null ? { ...verdict, seen } : sharedVerdictOf({ ...verdict, shown }),
    at: verdict.at,
  }));
}
