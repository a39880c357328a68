import { expect, it } from 'vitest';
import type { ScannedRow } from '#engine/cache/query/scan';
import type { FirmContext } from '#engine/features/review/firm-facts';
import { RowPrefilter, type RowCondition } from '#engine/features/review/row-prefilter';

const FIELDS = ['a', 'b', 'list'];
/** Number of groups of each account, by its ID. */
const GROUPS = [0, 1, 2];
const firm = {
  groupsOf: { count: (account: number) => GROUPS[account] ?? 0, get: () => [] },
} as unknown as FirmContext;

/** Row number, key (here the account), and the cells of FIELDS. */
const ROWS: readonly ScannedRow[] = [
  [1, 0, null, null, null],
  [2, 1, 'x', null, '7'],
  [3, 2, null, 0, '7, 8'],
];

it.each<[RowCondition | undefined, number[]]>([
  [undefined, [1, 2, 3]],
  [{ empty: 'a' }, [1, 3]],
  [{ filled: 'a' }, [2]],
  [{ either: ['a', 'b'] }, [2, 3]],
  [{ several: 'list' }, [3]],
  [{ groups: 'none' }, [1]],
  [{ groups: 'some' }, [2, 3]],
  [{ groups: 'several' }, [3]],
])('the prefilter %j keeps only the rows %j', (condition, numbers) => {
  const prefilter = new RowPrefilter(FIELDS, firm);
  prefilter.maskFor({ filled: 'list' }); // another rule's prefilter makes no difference
  const { bits, isInverted } = prefilter.maskFor(condition);
  const judged = ROWS.filter((row) => ((bits & prefilter.bitsOf(row)) === 0) === isInverted);
  expect(judged.map(([n]) => n)).toEqual(numbers);
});
