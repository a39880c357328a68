import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addTier,
  lowerBoundOf,
  isLadder,
  mergeTier,
  setUpperBound,
  removeTier,
  risingTiers,
  setRate,
  splitTier,
  type LadderChange,
  type Ladder,
} from '#contract/fees/ladder';
import { closeGaps, readTiers } from '#contract/fees/tiers';
import { reopenLadder, tiersText } from '#contract/fees/tiers-text';
import { operation, tiersJson, wireTiers } from './arbitrary';

/** The example of the wire facts. */
const WIRE =
  '[{"id": 4249, "min_balance": 0, "max_balance": 1000000, "rate": 0.9, "fee_structure_id": 1290}, {"id": 4250, "min_balance": 1000000.01, "max_balance": null, "rate": 0.75, "fee_structure_id": 1290}]';

function ladderOf(text: string): Ladder {
  const { ladder } = readTiers(text);
  if (!ladder) throw new Error('no ladder');
  return ladder;
}
function ladderAfter(changed: LadderChange): Ladder {
  if ('fault' in changed) throw new Error(changed.fault.code);
  return changed.ladder;
}
const faultOf = (changed: LadderChange) => ('fault' in changed ? changed.fault : null);
const shape = (ladder: Ladder) =>
  ladder.map(({ to, rate }, index) => [lowerBoundOf(ladder, index), to, rate]);

describe('tiers from the service', () => {
  it('form a ladder if each begins a cent above the previous one', () => {
    expect(shape(ladderOf(WIRE))).toEqual([
      ['0', '1000000', '0.9'],
      ['1000000.01', null, '0.75'],
    ]);
    expect(readTiers(undefined).ladder).toEqual([]);
    expect(readTiers('null').ladder).toEqual([]);
    expect(readTiers('[]').ladder).toEqual([]);
  });

  it('are read in any order, and with numbers as text', () => {
    const text = '[{"min_balance":"500.01","rate":"1"},{"min_balance":0.00,"max_balance":"500","rate":1.50}]';
    expect(shape(ladderOf(text))).toEqual([
      ['0', '500', '1.5'],
      ['500.01', null, '1'],
    ]);
  });

  it.each([
    ['"all"', [{ code: 'no-list' }]],
    ['{"min_balance":0}', [{ code: 'no-list' }]],
    ['[7]', [{ code: 'no-tier' }]],
    ['[{"min_balance":0,"max_balance":null}]', [{ code: 'no-number', index: 0, field: 'rate' }]],
    ['[{"min_balance":null,"rate":1}]', [{ code: 'no-number', index: 0, field: 'min_balance' }]],
    ['[{"min_balance":1,"rate":1}]', [{ code: 'starts-above-zero', index: 0, from: '1' }]],
    ['[{"min_balance":0,"max_balance":9,"rate":1}]', [{ code: 'bounded', index: 0, to: '9' }]],
    ['[{"min_balance":0,"rate":1},{"min_balance":9,"rate":1}]', [{ code: 'unbounded', index: 0 }]],
    [
      '[{"min_balance":0,"max_balance":9,"rate":1},{"min_balance":9.02,"rate":1}]',
      [{ code: 'hole', index: 1, to: '9', from: '9.02' }],
    ],
    [
      '[{"min_balance":0,"max_balance":9,"rate":1},{"min_balance":8.99,"rate":1}]',
      [{ code: 'overlap', index: 1, to: '9', from: '8.99' }],
    ],
    [
      '[{"min_balance":0,"max_balance":9,"rate":1},{"min_balance":9,"rate":1}]',
      [{ code: 'touch', index: 1, to: '9', from: '9' }],
    ],
    [
      '[{"min_balance":0,"max_balance":-1,"rate":1},{"min_balance":9,"rate":1}]',
      [
        { code: 'backward', index: 0 },
        { code: 'hole', index: 1, to: '-1', from: '9' },
      ],
    ],
  ])('%s is not a ladder, with the reason', (text, faults) => {
    expect(readTiers(text)).toMatchObject({ ladder: null, faults });
  });

  it('may have more digits than any amount', () => {
    const text = '[{"min_balance":0,"max_balance":1e60,"rate":1},{"min_balance":2e60,"rate":1}]';
    const [to, from] = [`1${'0'.repeat(60)}`, `2${'0'.repeat(60)}`];
    expect(readTiers(text).faults).toEqual([{ code: 'hole', index: 1, to, from }]);
  });

  it('can be repaired if each begins at a different balance', () => {
    const holed = readTiers(
      '[{"min_balance":100,"max_balance":900,"rate":1},{"min_balance":1000.01,"max_balance":5000,"rate":0.5}]',
    );
    const ladder = closeGaps(holed);
    expect(ladder && shape(ladder)).toEqual([
      ['0', '1000', '1'],
      ['1000.01', null, '0.5'],
    ]);
    expect(closeGaps(readTiers('[{"min_balance":0,"rate":1},{"min_balance":0,"rate":2}]'))).toBeNull();
  });
});

describe('edits of a ladder', () => {
  const twoTiers = ladderOf(WIRE);

  it('move a limit together with the start of the next tier', () => {
    expect(shape(ladderAfter(setUpperBound(twoTiers, 0, '2500000.50')))).toEqual([
      ['0', '2500000.5', '0.9'],
      ['2500000.51', null, '0.75'],
    ]);
  });

  it('split, merge, add, remove and set a rate', () => {
    const threeTiers = ladderAfter(splitTier(twoTiers, 0, '250000'));
    expect(shape(threeTiers)).toEqual([
      ['0', '250000', '0.9'],
      ['250000.01', '1000000', '0.9'],
      ['1000000.01', null, '0.75'],
    ]);
    expect(ladderAfter(mergeTier(threeTiers, 0))).toEqual(twoTiers);
    expect(shape(ladderAfter(mergeTier(twoTiers, 0)))).toEqual([['0', null, '0.9']]);
    expect(shape(ladderAfter(addTier(twoTiers, '5000000', '0.5')))[2]).toEqual(['5000000.01', null, '0.5']);
    expect(shape(ladderAfter(removeTier(threeTiers, 0)))).toEqual([
      ['0', '1000000', '0.9'],
      ['1000000.01', null, '0.75'],
    ]);
    expect(shape(ladderAfter(removeTier(twoTiers, 0)))).toEqual([['0', null, '0.75']]);
    expect(shape(ladderAfter(removeTier(twoTiers, 1)))).toEqual([['0', null, '0.9']]);
    expect(shape(ladderAfter(setRate(twoTiers, 1, '0.80')))[1]).toEqual(['1000000.01', null, '0.8']);
    expect(shape(ladderAfter(addTier([], '', '1')))).toEqual([['0', null, '1']]);
  });

  it('are refused with a reason if the result is not a ladder', () => {
    const threeTiers = ladderAfter(splitTier(twoTiers, 0, '250000'));
    expect(faultOf(setUpperBound(threeTiers, 1, '250000'))).toEqual({ code: 'above', than: '250000' });
    expect(faultOf(setUpperBound(threeTiers, 0, '1000000'))).toEqual({ code: 'below', than: '1000000' });
    expect(faultOf(setUpperBound(threeTiers, 0, '0'))).toEqual({ code: 'above', than: '0' });
    expect(faultOf(setUpperBound(threeTiers, 0, '10.005'))).toEqual({ code: 'parts-of-a-cent' });
    expect(faultOf(setUpperBound(threeTiers, 0, 'x'))).toEqual({ code: 'no-amount' });
    expect(faultOf(setRate(twoTiers, 0, '100'))).toEqual({ code: 'rate-range' });
    expect(faultOf(setRate(twoTiers, 0, '-1'))).toEqual({ code: 'rate-range' });
    expect(faultOf(setRate(twoTiers, 0, ''))).toEqual({ code: 'no-rate' });
    expect(faultOf(removeTier(ladderOf('[{"min_balance":0,"rate":1}]'), 0))).toEqual({ code: 'last-tier' });
  });

  it('always result in a valid ladder, in any order', () => {
    fc.assert(
      fc.property(wireTiers, fc.array(operation, { maxLength: 25 }), (tiers, operations) => {
        const original = readTiers(tiersJson(tiers));
        let ladder = original.ladder;
        if (!ladder) throw new Error('the example is no ladder');
        for (const change of operations) {
          const changed = change(ladder);
          if ('ladder' in changed) ladder = changed.ladder;
          expect(isLadder(ladder)).toBe(true);
        }
        // The written text parses to the same ladder and is valid on the wire.
        const reread = readTiers(tiersText(ladder, original));
        expect(reread.faults).toEqual([]);
        expect(reread.ladder && shape(reread.ladder)).toEqual(shape(ladder));
      }),
      { numRuns: 500 },
    );
  });

  it('report tiers whose rate rises', () => {
    expect(risingTiers(twoTiers)).toEqual([]);
    expect(risingTiers(ladderAfter(setRate(twoTiers, 1, '1')))).toEqual([1]);
  });
});

describe('the text of a ladder', () => {
  it('is the original text if nothing changed', () => {
    for (const text of [WIRE, '[]', 'null', ' [ ]', '[{"rate":"1.50","min_balance":0.0}]'])
      expect(tiersText(ladderOf(text), readTiers(text))).toBe(text);
  });

  it('preserves unchanged tiers byte for byte, and writes only changed fields of others', () => {
    const text =
      '[{"id":9007199254740993,"min_balance":0.00,"max_balance":100,"rate":1.10,"x":{"y":[1]}},{"id":2,"min_balance":100.01,"max_balance":null,"rate":0.90}]';
    const original = readTiers(text);
    const changed = ladderAfter(setRate(ladderAfter(splitTier(ladderOf(text), 1, '500')), 2, '0.5'));
    expect(tiersText(changed, original)).toBe(
      '[{"id":9007199254740993,"min_balance":0.00,"max_balance":100,"rate":1.10,"x":{"y":[1]}},' +
        '{"id":2,"min_balance":100.01,"max_balance":500,"rate":0.90},' +
        '{"min_balance":500.01,"max_balance":null,"rate":0.5}]',
    );
  });

  it('preserves the text of unchanged tiers in any ladder', () => {
    fc.assert(
      fc.property(wireTiers, fc.array(operation, { maxLength: 10 }), (tiers, operations) => {
        const original = readTiers(tiersJson(tiers));
        const first = original.ladder ?? [];
        const last = operations.reduce((ladder: Ladder, change) => {
          const changed = change(ladder);
          return 'ladder' in changed ? changed.ladder : ladder;
        }, first);
        const text = tiersText(last, original);
        last.forEach((tier, index) => {
          const { source } = tier;
          if (
            source === null ||
            first[source] !== tier ||
            lowerBoundOf(last, index) !== lowerBoundOf(first, source)
          )
            return;
          expect(text).toContain(original.tiers[source]?.text);
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each([true, false])(
    'keeps unknown fields of tiers when a draft is reopened (tiers with IDs: %s)',
    (hasIds) => {
      fc.assert(
        fc.property(
          wireTiers,
          fc.array(fc.array(operation, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
          (tiers, sessions) => {
            const originalJson = tiersJson(tiers);
            const text = hasIds ? originalJson : originalJson.replace(/"id": (\d+)/g, '"mark": "m$1"');
            const original = readTiers(text);
            const unknownFieldsOf = (tier: string): string =>
              tier.replace(/"(min_balance|max_balance|rate)": ?[^,}]*/g, '');
            const known = new Set(original.tiers.map((tier) => unknownFieldsOf(tier.text)));
            let savedText = text;
            for (const operations of sessions) {
              const { ladder, sources } = reopenLadder(readTiers(savedText), original);
              if (!ladder) throw new Error('a draft of a ladder must be a ladder');
              expect(tiersText(ladder, original, sources)).toBe(savedText); // opening changes nothing
              let edited = ladder;
              for (const change of operations) {
                const changed = change(edited);
                if ('ladder' in changed) edited = changed.ladder;
              }
              savedText = tiersText(edited, original, sources);
              const withSource = edited.filter(({ source }) => source !== null);
              const withKnownFields = readTiers(savedText).tiers.filter((tier) =>
                known.has(unknownFieldsOf(tier.text)),
              );
              expect(withKnownFields).toHaveLength(
                withSource.filter(({ source }) => (source ?? 0) < original.tiers.length).length,
              );
            }
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  it('gives a new tier the structure of its neighbors and no ID', () => {
    const text = tiersText(ladderAfter(addTier(ladderOf(WIRE), '5000000', '0.5')), readTiers(WIRE));
    expect(text).toContain(
      '{"min_balance":5000000.01,"max_balance":null,"rate":0.5,"fee_structure_id":1290}',
    );
  });
});
