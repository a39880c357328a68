import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPackage, getRawHeader } from '@electron/asar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fusesOf } from '../../../scripts/package/fuses.mjs';
import { packageProblems } from '../../../scripts/lib/verify-package.mjs';

/** Marks the fuses in Electron's binary; then come a version, their number and a digit for each. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const wire = (fuses: readonly boolean[]): Buffer =>
  Buffer.concat([
    Buffer.from(`machine code ${SENTINEL}`),
    Buffer.from([1, fuses.length]),
    Buffer.from(fuses.map((isOn) => (isOn ? '1' : '0')).join('')),
    Buffer.from(' more code '),
  ]);

let output: string;
let hash: string;
beforeEach(async () => {
  output = mkdtempSync(path.join(tmpdir(), 'firm-desk-read-back-'));
  for (const name of ['linux-unpacked', 'win-unpacked/resources', 'source'])
    mkdirSync(path.join(output, name), { recursive: true });
  writeFileSync(path.join(output, 'source/index.js'), 'start();');
  const archive = path.join(output, 'win-unpacked/resources/app.asar');
  await createPackage(path.join(output, 'source'), archive);
  hash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
});
afterEach(() => rmSync(output, { recursive: true }));
const put = (file: string, ...parts: (Buffer | string)[]): void =>
  writeFileSync(path.join(output, file), Buffer.concat(parts.map((part) => Buffer.from(part))));

it('accepts packages with the wanted fuses and the hash of their archive', async () => {
  const fuses = Object.values(fusesOf(false));
  put('linux-unpacked/firm-desk', wire(fuses));
  put('win-unpacked/firm-desk.exe', wire(fuses), hash);
  expect(await packageProblems(output, { testable: false })).toEqual([]);
  expect(await packageProblems(output, { testable: true })).toHaveLength(2); // no debugger can attach
});

it('names every fuse that differs, and an archive that Electron could not check', async () => {
  const fuses = Object.values(fusesOf(false));
  put(
    'linux-unpacked/firm-desk',
    wire(fuses.map((isOn, index) => (index === 0 || index === 5 ? !isOn : isOn))),
  );
  put('win-unpacked/firm-desk.exe', wire(fuses), hash.replace(/./, 'x'));
  expect(await packageProblems(output, { testable: false })).toEqual([
    'fuse runAsNode is not off',
    'fuse onlyLoadAppFromAsar is not on',
    'firm-desk.exe lacks the hash of app.asar',
  ]);
});

it('accepts no folder without an unpacked package', async () => {
  const source = path.join(output, 'source');
  expect(await packageProblems(source, { testable: false })).toEqual([
    'no unpacked package is in the folder',
  ]);
});
