import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setCommitDates } from '../../../scripts/package/set-commit-dates.mjs';

const EPOCH = 1_700_000_000;
let output: string;
beforeEach(() => {
  output = fs.mkdtempSync(path.join(tmpdir(), 'commit dates é-'));
  for (const name of ['linux-unpacked/resources', 'mac-arm64/Firm Desk.app', 'older'])
    fs.mkdirSync(path.join(output, name), { recursive: true });
  for (const name of ['linux-unpacked/resources/app.asar', 'mac-arm64/Firm Desk.app/x', 'firm-desk.zip'])
    fs.writeFileSync(path.join(output, name), name);
});
afterEach(() => fs.rmSync(output, { recursive: true }));

const dateOf = (name: string) => fs.lstatSync(path.join(output, name)).mtimeMs / 1000;

it('sets the commit date on everything in packaged folders, and on nothing else', () => {
  setCommitDates(output, String(EPOCH));
  const dated = [
    'linux-unpacked',
    'linux-unpacked/resources',
    'linux-unpacked/resources/app.asar',
    'mac-arm64',
    'mac-arm64/Firm Desk.app/x',
  ];
  expect(dated.map(dateOf)).toEqual(dated.map(() => EPOCH));
  for (const name of ['older', 'firm-desk.zip']) expect(dateOf(name)).toBeGreaterThan(EPOCH);
});

it('changes no date without a commit', () => {
  const original = dateOf('linux-unpacked');
  setCommitDates(output, '');
  expect(dateOf('linux-unpacked')).toBe(original);
});

it.skipIf(process.platform === 'win32')(
  'sets the date of a link, not of the file outside that it points to',
  () => {
    const outside = path.join(output, 'firm-desk.zip');
    const link = path.join(output, 'linux-unpacked/link');
    fs.symlinkSync(outside, link);
    setCommitDates(output, String(EPOCH));
    expect(dateOf('linux-unpacked/link')).toBe(EPOCH);
    expect(dateOf('firm-desk.zip')).toBeGreaterThan(EPOCH);
  },
);
