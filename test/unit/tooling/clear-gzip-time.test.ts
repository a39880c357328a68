import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearGzipTime } from '../../../scripts/package/clear-gzip-time.mjs';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'gzip time é-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const write = (bytes: Buffer) => {
  const file = path.join(folder, 'archive');
  fs.writeFileSync(file, bytes);
  return file;
};
const packedAt = (seconds: number) => {
  const bytes = gzipSync('the packaged folder');
  bytes.writeUInt32LE(seconds, 4);
  return bytes;
};

it('makes two archives of the same content identical, whenever they were packed', () => {
  const cleared = (seconds: number) => {
    const file = write(packedAt(seconds));
    clearGzipTime(file);
    return fs.readFileSync(file);
  };
  const archive = cleared(1_700_000_000);
  expect(cleared(1_800_000_001)).toEqual(archive);
  expect(gunzipSync(archive).toString()).toBe('the packaged folder');
});

it.each([
  ['a zip archive', Buffer.from('PK\x03\x04 and more')],
  ['an empty file', Buffer.alloc(0)],
])('leaves %s as it is', (_, bytes) => {
  const file = write(bytes);
  clearGzipTime(file);
  expect(fs.readFileSync(file)).toEqual(bytes);
});
