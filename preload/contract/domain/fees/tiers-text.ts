import { patchJson, textAt, type Edit } from '../../exact-json/patch';
import { Verbatim } from '../../exact-json/read';
import { decimalOf } from './decimal';
import { fromOf, type Ladder, type Rung } from './ladder';
import type { Tier, Tiers } from './tiers';

/**
 * A ladder as the text of the field `tiers`. What was not changed is the text that came, byte for byte, with unknown
 * keys, ids and digits; of a changed tier only the numbers that changed are written. New ones have no id: the service
 * gives it.
 */
export function tiersText(ladder: Ladder, came: Tiers): string {
  const texts = ladder.map((rung, at) => rungText(ladder, rung, at, came));
  const same =
    ladder.length === came.tiers.length &&
    ladder.every(({ source }, at) => source === at && texts[at] === came.tiers[at]?.text);
  return same ? (came.text ?? '[]') : `[${texts.join(came.text?.includes('}, {') ? ', ' : ',')}]`;
}

function rungText(ladder: Ladder, rung: Rung, at: number, came: Tiers): string {
  const from = fromOf(ladder, at);
  const tier = rung.source === null ? undefined : came.tiers[rung.source];
  if (!tier) return newTier(from, rung, came);
  const edits: Edit[] = [];
  const set = (field: string, value: string) =>
    edits.push({ op: 'set', path: [field], value: new Verbatim(value) });
  if (!isSame(tier.min, from)) set('min_balance', from);
  if (!isSameTop(tier, rung)) set('max_balance', rung.to ?? 'null');
  if (!isSame(tier.rate, rung.rate)) set('rate', rung.rate);
  return edits.length === 0 ? tier.text : patchJson(tier.text, edits);
}

const isSame = (one: string | null, other: string): boolean => decimalOf(one)?.eq(other) ?? false;
const isSameTop = ({ max }: Tier, { to }: Rung): boolean =>
  to === null ? max === 'open' : max !== 'open' && isSame(max, to);

function newTier(from: string, { to, rate }: Rung, { tiers }: Tiers): string {
  const owner = tiers.map(({ text }) => textAt(text, ['fee_structure_id'])).find((id) => id !== undefined);
  const numbers = `"min_balance":${from},"max_balance":${to ?? 'null'},"rate":${rate}`;
  return `{${numbers}${owner === undefined ? '' : `,"fee_structure_id":${owner}`}}`;
}
