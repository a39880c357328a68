import type { DemoRow } from '../table';
import { draw, pick, TRAIT, type Seed } from './random';

/** The securities that accounts and adjustments reference. */
export const SECURITIES = { first: 10, count: 900 } as const;

const FIRST = [
  'Alder',
  'Beacon',
  'Cobalt',
  'Dunmore',
  'Eastgate',
  'Fairhaven',
  'Granite',
  'Harbor',
  'Ironwood',
  'Juniper',
];
const SECOND = [
  'Energy',
  'Health',
  'Logistics',
  'Materials',
  'Media',
  'Networks',
  'Realty',
  'Semiconductor',
  'Water',
];
const FORM = [
  'Inc',
  'Corp',
  'Holdings',
  'Trust',
  'Fund',
  'ETF',
  'PLC',
  'Bond 4.25% 2031',
  'Preferred A',
  'Group',
];
const CLASSES = ['Equity', 'Fixed Income', 'Cash', 'Alternative'] as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns fictional securities; any match with a real name, symbol or CUSIP is accidental. */
export function securities(seed: Seed): DemoRow[] {
  return Array.from({ length: SECURITIES.count }, (_, position) => {
    const drawn = draw(seed, SECURITIES.first + position, TRAIT.smallList);
    const words = [
      pick(FIRST, position),
      pick(SECOND, Math.floor(position / 10)),
      pick(FORM, Math.floor(position / 90)),
    ];
    const letters = words.map((word) => word.charAt(0)).join('');
    return {
      object: 'data.security',
      id: SECURITIES.first + position,
      symbol: `${letters.toUpperCase()}${LETTERS.charAt(drawn % 26)}`,
      cusip: String(100_000_000 + (drawn % 899_999_999)),
      description: words.join(' '),
      master_asset_class: pick(CLASSES, drawn >>> 8),
    };
  });
}
