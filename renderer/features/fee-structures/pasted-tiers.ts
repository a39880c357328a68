import Big from 'big.js';
import { listRows } from '#contract/separated-text';
import { isLadder, isRate, type Ladder, type LadderTier } from '#contract/fees/ladder';
import { decimalOf, isCents, plain } from '#contract/fees/decimal';
import { typedAmount, typedRate } from './typed-rate';

/** Returns true if a pasted text is a table rather than the value of one cell. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim());

/**
 * Parses tiers from a spreadsheet or a CSV file: columns (From,) To and Rate, with or without a heading; the last To
 * has no digit, such as "and above". Matches them to the tiers of `current` by position, to keep their other fields.
 * Returns null if the lines are not a valid ladder, or a From contradicts the line above.
 */
export function parsePastedTiers(text: string, current: Ladder): Ladder | null {
  const lines = listRows(text).map(({ cells }) => cells);
  const [first = []] = lines;
  const isHeading = first.every((cell) => typedAmount(cell) === '' && typedRate(cell) === '');
  const rungs = (isHeading ? lines.slice(1) : lines).map(
    (cells, index): (LadderTier & { from: string | null }) | null => {
      const [rate = '', to = '', from = null] = cells.toReversed();
      const amount = /\d/.test(to) ? typedAmount(to) : null;
      const value = typedRate(rate);
      if (cells.length < 2 || cells.length > 3 || !isRate(value)) return null;
      if (amount !== null && !isAmount(amount)) return null;
      return {
        source: current[index]?.source ?? null,
        to: amount && plain(new Big(amount)),
        rate: value,
        from,
      };
    },
  );
  if (rungs.length === 0 || rungs.includes(null)) return null;
  const parsed = rungs.flatMap((rung) => rung ?? []);
  const ladder = parsed.map(({ source, to, rate }) => ({ source, to, rate }));
  return isLadder(ladder) && parsed.every(({ from }, index) => from === null || follows(from, ladder, index))
    ? ladder
    : null;
}

const isAmount = (text: string): boolean => {
  const amount = decimalOf(text);
  return amount !== null && isCents(amount);
};

/** A tier's start may be given as the end of the one before, a cent more, or a dollar more. */
const STEPS = [0, 0.01, 1];
function follows(typed: string, ladder: Ladder, index: number): boolean {
  const above = decimalOf(typedAmount(typed))?.minus(ladder[index - 1]?.to ?? 0);
  return above !== undefined && (index === 0 ? above.eq(0) : STEPS.some((step) => above.eq(step)));
}
