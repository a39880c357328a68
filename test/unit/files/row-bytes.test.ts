import { describe, expect, it } from 'vitest';
import { RowBytes } from '../../../main/engine/files/tables/row-bytes';

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
  it('are the bytes of their text, whatever they have in them and however long they are', () => {
    const bytes = new RowBytes();
    for (const row of ROWS) bytes.add(row);
    expect(Buffer.from(bytes.take()).equals(Buffer.from(ROWS.join('')))).toBe(true);
  });

  it('stay what they were when the next are written, and none is taken twice', () => {
    const bytes = new RowBytes();
    bytes.add('first');
    const first = bytes.take();
    bytes.add('second');
    expect(Buffer.from(first).toString()).toBe('first');
    expect(Buffer.from(bytes.take()).toString()).toBe('second');
    expect(bytes.take()).toHaveLength(0);
  });
});
