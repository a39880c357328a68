import { describe, expect, it } from 'vitest';
import { RowBytes } from '#engine/files/tables/row-bytes';

const ROWS = [
  '',
  'plain',
  'Zoë Ångström',
  '日本語',
  '😀 and 👩‍👧',
  'half \ud83d',
  'x'.repeat(70_000),
  'é'.repeat(200_000),
];

describe('rows as bytes', () => {
  it('equal the UTF-8 bytes of the text, for any content and length', () => {
    const bytes = new RowBytes();
    for (const row of ROWS) bytes.add(row);
    expect(Buffer.from(bytes.takeBytes()).equals(Buffer.from(ROWS.join('')))).toBe(true);
  });

  it('stay unchanged by later writes, and are returned once', () => {
    const bytes = new RowBytes();
    bytes.add('first');
    const first = bytes.takeBytes();
    bytes.add('second');
    expect(Buffer.from(first).toString()).toBe('first');
    expect(Buffer.from(bytes.takeBytes()).toString()).toBe('second');
    expect(bytes.takeBytes()).toHaveLength(0);
  });
});
