// Converts a picture of the app to a PNG with a palette: a third of the bytes in the repository, without a
// visible difference.
import zlib from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const MAX_COLORS = 256;

/** Returns the chunks of a PNG by name; chunks with one name are joined. */
function chunksOf(png) {
  const chunks = {};
  for (let offset = SIGNATURE.length; offset < png.length;) {
    const length = png.readUInt32BE(offset);
    const name = png.toString('latin1', offset + 4, offset + 8);
    chunks[name] = Buffer.concat([
      chunks[name] ?? Buffer.alloc(0),
      png.subarray(offset + 8, offset + 8 + length),
    ]);
    offset += length + 12;
  }
  return chunks;
}

/** Returns a PNG chunk as bytes: length, name, data, checksum. */
export function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(zlib.crc32(body), body.length + 4);
  return framed;
}

/**
 * Predicts a byte with a PNG filter (0 to 4: None, Sub, Up, Average, Paeth) from the bytes to the left, above, and
 * above left.
 */
function predicted(filter, left, up, corner) {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((byte) => Math.abs(guess - byte));
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

/** Returns the pixels of a PNG as 0xRRGGBB. Supports what browsers write: eight bits, with or without alpha. */
function pixelsOf({ IHDR, IDAT }) {
  const [width, height] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4)];
  const [bits, kind, , , interlaced] = IHDR.subarray(8);
  const bytesPerPixel = { 2: 3, 6: 4 }[kind];
  if (bits !== 8 || bytesPerPixel === undefined || interlaced !== 0)
    throw new Error('Not a PNG as browsers write it');
  const bytes = zlib.inflateSync(IDAT);
  const rowLength = width * bytesPerPixel;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(rowLength);
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowLength + 1);
    const line = bytes.subarray(from + 1, from + 1 + rowLength);
    for (let index = 0; index < rowLength; index += 1)
      line[index] += predicted(
        bytes[from],
        line[index - bytesPerPixel] ?? 0,
        above[index],
        above[index - bytesPerPixel] ?? 0,
      );
    for (let index = 0; index < width; index += 1)
      pixels[row * width + index] = line.readUIntBE(index * bytesPerPixel, 3);
    above = line;
  }
  return { width, height, pixels };
}

/** Returns the bucket of similar colors that a color is in; the most frequent one of a bucket is kept. */
const colorBucket = (color) => ((color >> 19) << 10) | (((color >> 11) & 31) << 5) | ((color >> 3) & 31);

function paletteOf(pixels) {
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const byCount = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
  if (byCount.length <= MAX_COLORS) return byCount;
  const buckets = new Map();
  for (const color of byCount) {
    const bucket = buckets.get(colorBucket(color)) ?? { color, count: 0 };
    bucket.count += counts.get(color);
    buckets.set(colorBucket(color), bucket);
  }
  const mostUsed = [...buckets.values()].sort((a, b) => b.count - a.count);
  return mostUsed.slice(0, MAX_COLORS).map(({ color }) => color);
}

function nearest(palette, color) {
  let [best, smallestDistance] = [0, Infinity];
  palette.forEach((paletteColor, index) => {
    const distance = [16, 8, 0].reduce(
      (sum, bit) => sum + (((paletteColor >> bit) & 255) - ((color >> bit) & 255)) ** 2,
      0,
    );
    if (distance < smallestDistance) [best, smallestDistance] = [index, distance];
  });
  return best;
}

/** Returns the same picture in at most 256 colors. */
export function reduceColors(png) {
  const { width, height, pixels } = pixelsOf(chunksOf(png));
  const palette = paletteOf(pixels);
  const known = new Map(palette.map((color, index) => [color, index]));
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((color, index) => {
    if (!known.has(color)) known.set(color, nearest(palette, color));
    lines[index + Math.floor(index / width) + 1] = known.get(color);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8); // eight bits, indexes of a palette
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colors),
    chunk('IDAT', zlib.deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
