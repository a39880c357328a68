import { expect, it } from 'vitest';
import type { Ladder } from '#contract/fees/ladder';
import { isTable, parsePastedTiers } from '../../../renderer/features/fee-structures/pasted-tiers';

const CURRENT_TIERS: Ladder = [
  { source: 0, to: '250000', rate: '1.2' },
  { source: 1, to: null, rate: '0.9' },
];
const PASTED: Ladder = [
  { source: 0, to: '100000', rate: '1.5' },
  { source: 1, to: '400000', rate: '1.25' },
  { source: null, to: null, rate: '0.9' },
];

it.each([
  ['To and Rate', '100000\t1.5\n400000\t1.25\n\t0.9\n'],
  ['a heading and signs', 'To\tRate\r\n$100,000.00\t1.50%\r\n400k\t1.25%\r\nand above\t0.90%\r\n'],
  ['cells in quotes', '"To"\t"Rate"\n"100,000"\t1.5\n"400,000"\t1.25\n""\t0.9'],
  ['lines of a CSV file', 'To,Rate\n"$100,000",1.5\n"$400,000",1.25\n,0.9\n'],
  ['From a cent above', '0\t100000\t1.5\n100000.01\t400000\t1.25\n400000.01\t\t0.9'],
  ['From a dollar above', '0\t100000\t1.5\n100001\t400000\t1.25\n400001\t\t0.9'],
  ['From where the one below ends', '$0\t$100,000\t1.5\n$100,000\t$400,000\t1.25\n$400,000\t\t0.9'],
])('replaces the tiers with a pasted table, by position: %s', (_, text) => {
  expect(isTable(text)).toBe(true);
  expect(parsePastedTiers(text, CURRENT_TIERS)).toEqual(PASTED);
});

it.each([
  ['a last tier with an end', '100000\t1.5\n400000\t0.9'],
  ['amounts that fall', '400000\t1.5\n100000\t1.25\n\t0.9'],
  ['a rate of 100', '100000\t100\n\t0.9'],
  ['a first line without a rate', '100000\tn/a\n400000\t1.25\n\t0.9'],
  ['a rate below zero', '100000\t-1\n\t0.9'],
  ['parts of a cent', '100000.005\t1.5\n\t0.9'],
  ['a hole in From', '0\t100000\t1.5\n150000\t\t0.9'],
  ['one column', '1.5\n0.9'],
  ['one column with decimal commas', '1,5\n0,9'],
  ['one column of grouped amounts', '250,000\n500,000'],
  ['words', 'one\ttwo\nthree\tfour'],
])('refuses a table that is not a ladder: %s', (_, text) => {
  expect(parsePastedTiers(text, CURRENT_TIERS)).toBe(null);
});

it('pastes a single number into its cell, not as a table', () => {
  expect(isTable('250,000\n')).toBe(false);
});
