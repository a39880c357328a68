import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOrAll } from '../trial-report';
import { runCell } from './cells';
import { OddStores } from './odd-stores';
import {
  ODD_PUT_RESPONSES,
  ODD_READINGS,
  oddPutResponse,
  oddReading,
  SCOPES,
  type Expected,
  type OddReading,
  type Scope,
} from './oddities';
import { EDITS } from './records';
import { WRITES } from './writes';

/**
 * Odd reads and odd responses in every write of whole records: what is shown, stored and sent (cells.ts). The full table is
 * `npm run faults -- readings`; `npm test` runs one cell of each row, in a different column for each row.
 */
let stores: OddStores;
beforeAll(() => {
  stores = new OddStores();
});
afterAll(() => stores.close());

const COLUMNS = WRITES.flatMap((write) => write.resources.map((resource) => ({ write, resource })));
const SAMPLE_STEP = sampleOrAll(COLUMNS.length, 1);

/** Returns the cells of a row to run; at least one. */
function chosenColumns(row: number): typeof COLUMNS {
  const chosen = COLUMNS.filter((_, index) => (index + row) % SAMPLE_STEP === 0);
  expect(chosen.length, 'cells of this row that run').toBeGreaterThan(0);
  return chosen;
}

function expectedOf({ isPartial, isHarmless, isLimitedToOneRead }: OddReading, { name }: Scope): Expected {
  if (isHarmless) return 'done';
  if (isPartial) return name === 'everywhere' ? 'incomplete' : 'done';
  return isLimitedToOneRead ? 'done' : 'either';
}

const READINGS = ODD_READINGS.flatMap((odd) =>
  SCOPES.filter(({ operations }) => !odd.isLimitedToOneRead || operations.length === 1).map((scope) => ({
    odd,
    scope,
    fault: `read ${scope.name}: ${odd.name}`,
  })),
);

describe('a read before a write', () => {
  it.each(READINGS.map((row, index) => ({ ...row, row: index })))(
    '$fault: loses no field, and shows the real outcome',
    async ({ odd, scope, fault, row }) => {
      for (const { write, resource } of chosenColumns(row))
        await runCell(stores, {
          fault,
          resource,
          write,
          overrideFor: () => oddReading(resource, odd, scope),
          expected: expectedOf(odd, scope),
        });
    },
    120_000,
  );
});

describe('a PUT', () => {
  it.each(ODD_PUT_RESPONSES.map((odd, index) => ({ odd, row: index, name: odd.name })))(
    '$name: shows the real outcome',
    async ({ odd, row }) => {
      for (const { write, resource } of chosenColumns(row))
        await runCell(stores, {
          fault: `PUT ${odd.name}`,
          resource,
          write,
          overrideFor: (service) => {
            const [field = Object.keys(EDITS[resource])[0] ?? ''] = Object.keys(write.wanted(resource));
            return oddPutResponse({ service, resource, field }, odd);
          },
          expected: odd.expected,
        });
    },
    120_000,
  );
});
