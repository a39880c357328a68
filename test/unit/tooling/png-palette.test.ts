import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { chunk, reduceColors } from '../../../scripts/lib/png-palette.mjs';

/** Creates an RGB picture of three rows, which use the PNG filters 0 to 2. */
function createPng(width: number, line: (filter: number) => number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(3, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits, RGB
  const bytes = Buffer.from([0, 1, 2].flatMap((filter) => [filter, ...line(filter)]));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', zlib.deflateSync(bytes)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const chunkOf = (png: Buffer, name: string): Buffer => {
  const offset = png.indexOf(name, 0, 'latin1');
  return png.subarray(offset + 4, offset + 4 + png.readUInt32BE(offset - 4));
};

it('keeps every color of a picture with few colors, with the row filters None, Sub and Up', () => {
  const red = [255, 0, 0];
  const lines = [
    [...red, 0, 0, 255],
    [...red, 1, 0, 0], // filter 1 (Sub): 255 + 1 wraps to 0, so the second pixel is black
    [0, 0, 0, 0, 0, 0], // filter 2 (Up): the same as the row above
  ];
  const png = reduceColors(createPng(2, (filter) => lines[filter] ?? []));
  const palette = chunkOf(png, 'PLTE');
  const colors = [...zlib.inflateSync(chunkOf(png, 'IDAT'))].map((color, position) =>
    position % 3 === 0 // the filter of a row
      ? ''
      : palette.subarray(color * 3, color * 3 + 3).toString('hex'),
  );
  expect([chunkOf(png, 'IHDR')[8], chunkOf(png, 'IHDR')[9]]).toEqual([8, 3]);
  expect(colors).toEqual(['', 'ff0000', '0000ff', '', 'ff0000', '000000', '', 'ff0000', '000000']);
});

it('writes at most 256 colors of a picture with more', () => {
  const line = Array.from({ length: 900 }, (_, index) => [index & 255, index >> 2, (index * 7) & 255]).flat();
  const png = reduceColors(
    createPng(1_000, (filter) =>
      filter === 0 ? [...line, ...Array<number>(300).fill(9)] : Array<number>(3_000).fill(0),
    ),
  );
  expect(chunkOf(png, 'PLTE').length).toBeLessThanOrEqual(768);
  expect(zlib.inflateSync(chunkOf(png, 'IDAT')).length).toBe(3 * 1_001);
});
