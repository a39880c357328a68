import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { hasGit } from '../../support/programs';

/** The fixed layout, and the files that tools look for only here. */
const TOP_LEVEL = [
  '.ci .editorconfig .gitattributes .github .gitignore .npmrc .nvmrc',
  '.oxlintrc.json .prettierignore .prettierrc.json CHANGELOG.md README.md docs electron.vite.config.ts main',
  'package-lock.json package.json preload renderer resources scripts svelte.config.js test tsconfig.json',
].flatMap((line) => line.split(' '));

it.skipIf(!hasGit)('has nothing at the top level but the fixed layout and what tools need there', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  const found = new Set(tracked.map((file) => file.split('/')[0] ?? file));
  expect([...found].sort()).toEqual([...TOP_LEVEL].sort());
});

it('has a Windows icon with every size from 16 to 256 pixels', () => {
  const icon = fs.readFileSync('resources/icon.ico');
  // After a header of 6 bytes, 16 for each image; a width of 0 means 256.
  const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, n) => icon.readUInt8(6 + 16 * n) || 256);
  expect(sizes).toEqual([16, 24, 32, 48, 64, 128, 256]);
});

it('has a macOS icon with its images up to 1,024 pixels', () => {
  const icon = fs.readFileSync('resources/icon.icns');
  expect([icon.toString('latin1', 0, 4), icon.readUInt32BE(4)]).toEqual(['icns', icon.length]);
  const widths = new Set<number>();
  for (let offset = 8; offset < icon.length; offset += icon.readUInt32BE(offset + 4))
    widths.add(icon.readUInt32BE(offset + 8 + 16)); // the width in the PNG's first chunk
  expect([...widths].sort((a, b) => a - b)).toEqual([16, 32, 64, 128, 256, 512, 1024]);
});
