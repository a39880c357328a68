import { patchJson, textAt, type Edit } from '../exact-json/patch';
import { Verbatim } from '../exact-json/read';
import { sameDecimal } from '../money';
import { lowerBoundOf, type Ladder, type LadderTier } from './ladder';
import type { Tier, Tiers } from './tiers';

/**
 * Returns a ladder as the text of the field `tiers`. Unchanged tiers keep their text byte for byte, and
 * changed ones everything but the changed numbers. New tiers have no ID: the service assigns it. `sources`:
 * the original tiers, if not those received (see `reopenLadder`).
 */
export function tiersText(
  ladder: Ladder,
  received: Tiers,
  sources: readonly Tier[] = received.tiers,
): string {
  const texts = ladder.map((rung, index) => tierText(ladder, rung, index, sources));
  const isUnchanged =
    ladder.length === received.tiers.length &&
    ladder.every(({ source }, index) => source === index && texts[index] === received.tiers[index]?.text);
  return isUnchanged
    ? (received.text ?? '[]')
    : `[${texts.join(received.text?.includes('}, {') ? ', ' : ',')}]`;
}

/**
 * Rebuilds the ladder of an edited text and matches each tier with its original, by ID or by all members that
 * no editor changes, so that nothing else is lost over several edits. Null if the text is not a ladder.
 */
export function reopenLadder(
  edited: Tiers,
  received: Tiers,
): { ladder: Ladder | null; sources: readonly Tier[] } {
  const sources = [...received.tiers];
  const free = new Set(received.tiers.keys());
  const takeSource = (matches: (tier: Tier) => boolean): number | undefined => {
    const source = [...free].find((index) => received.tiers[index] && matches(received.tiers[index]));
    if (source !== undefined) free.delete(source);
    return source;
  };
  const ladder = edited.ladder?.map((rung): LadderTier => {
    const tier = rung.source === null ? undefined : edited.tiers[rung.source];
    if (!tier) return { ...rung, source: null };
    const uneditedText = uneditedTextOf(tier);
    const source =
      (tier.id === null ? undefined : takeSource(({ id }) => id === tier.id)) ??
      takeSource((other) => uneditedTextOf(other) === uneditedText);
    return { ...rung, source: source ?? sources.push(tier) - 1 };
  });
  return { ladder: ladder ?? null, sources };
}

/** Returns a tier without the edited numbers. */
const uneditedTextOf = ({ text }: Tier): string =>
  patchJson(
    text,
    ['min_balance', 'max_balance', 'rate'].map((field) => ({ op: 'remove', path: [field] })),
  );

function tierText(ladder: Ladder, rung: LadderTier, index: number, sources: readonly Tier[]): string {
  const from = lowerBoundOf(ladder, index);
  const tier = rung.source === null ? undefined : sources[rung.source];
  if (!tier) return newTier(from, rung, sources);
  const edits: Edit[] = [];
  const set = (field: string, value: string) =>
    edits.push({ op: 'set', path: [field], value: new Verbatim(value) });
  if (!isSame(tier.min, from)) set('min_balance', from);
  if (!isSameTop(tier, rung)) set('max_balance', rung.to ?? 'null');
  if (!isSame(tier.rate, rung.rate)) set('rate', rung.rate);
  return edits.length === 0 ? tier.text : patchJson(tier.text, edits);
}

const isSame = (a: string | null, b: string): boolean => a !== null && sameDecimal(a, b);
const isSameTop = ({ max }: Tier, { to }: LadderTier): boolean =>
  to === null ? max === 'open' : max !== 'open' && isSame(max, to);

function newTier(from: string, { to, rate }: LadderTier, tiers: readonly Tier[]): string {
  const owner = tiers.map(({ text }) => textAt(text, ['fee_structure_id'])).find((id) => id !== undefined);
  const numbers = `"min_balance":${from},"max_balance":${to ?? 'null'},"rate":${rate}`;
  return `{${numbers}${owner === undefined ? '' : `,"fee_structure_id":${owner}`}}`;
}
