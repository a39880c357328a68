import { formatValue, isNumeric } from '#contract/format-value';
import type { Cell } from '#contract/query';
import type { Column } from '#contract/resource';
import { LIST_SEPARATOR } from '../schema/cells';
import { plainLetters } from '#contract/text';

/** Returns the names of records in a list, by ID; undefined if the list is not on this computer. */
export type TitlesOf = (list: string, ids: Iterable<string>) => Readonly<Record<string, string>> | undefined;

/** Users see labels instead of stored values, so they expect the order of the labels. */
export const isShownByLabel = ({ labels, maybeCode, names, secret, kind }: Column): boolean =>
  !secret && !isNumeric(kind) && (labels !== undefined || maybeCode === true || names !== undefined);

/**
 * Returns the indexes of a column's values, which are sorted, in the order of what lists show: "Charles Schwab" for SWB,
 * "Unknown (XYZ)" for a code without a label, a household's name for its ID. IDs without a known name come first; these
 * and values that are shown alike keep their order.
 */
export function inLabelOrder(
  column: Column,
  values: readonly (string | number)[],
  titlesOf: TitlesOf,
): number[] {
  const labels =
    column.names === undefined ? labelsOf(column, values) : namesOf(column.names, values, titlesOf);
  const sortKeys = labels.map((text) => (text === undefined ? undefined : sortKeyOf(text)));
  return values
    .map((_, index) => index)
    .sort((left, right) => {
      const [a, b] = [sortKeys[left], sortKeys[right]];
      if (a === b) return left - right;
      if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
      return a < b ? -1 : 1;
    });
}

/** Compares plain letters first, so that diacritics only break ties: Munoz before Muñoz. */
const sortKeyOf = (text: string): string => `${plainLetters(text)}\0${text.toLowerCase()}`;

type Labels = readonly (string | undefined)[];

const labelsOf = (column: Column, values: readonly Cell[]): Labels =>
  values.map((value) => formatValue(column, value));

function namesOf(list: string, values: readonly (string | number)[], titlesOf: TitlesOf): Labels {
  const parts = values.map((value) => String(value).split(LIST_SEPARATOR));
  const titles = titlesOf(list, new Set(parts.flat())) ?? {};
  return parts.map((ids) =>
    ids.some((id) => Object.hasOwn(titles, id))
      ? ids.map((id) => titles[id] ?? id).join(LIST_SEPARATOR)
      : undefined,
  );
}
