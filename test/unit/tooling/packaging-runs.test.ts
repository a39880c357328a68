import { expect, it } from 'vitest';
import { packagingRuns } from '../../../scripts/lib/packaged.mjs';

const prepackaged = ['--prepackaged', 'dist/linux-unpacked'];
const runsOf = (...args: string[]) => packagingRuns(args, 'dist/linux-unpacked');

it('makes archives for Linux before a system package adds its files to the folder', () => {
  expect(runsOf('--linux', 'dir', 'tar.gz', 'deb', 'zip', 'rpm', '-c.directories.output=dist')).toEqual([
    ['--linux', 'dir', 'tar.gz', 'zip', '-c.directories.output=dist'],
    ['--linux', 'deb', 'rpm', '-c.directories.output=dist', ...prepackaged],
  ]);
  expect(runsOf('--linux')).toEqual([
    ['--linux', 'AppImage', 'tar.gz', 'zip'],
    ['--linux', 'deb', 'rpm', ...prepackaged],
  ]);
});

it.each(['--dir', '--linux deb', '--linux dir zip', '--win nsis dir', '--mac --arm64'])(
  'makes %s in one run',
  (command) => {
    const args = command.split(' ');
    expect(runsOf(...args)).toEqual([args]);
  },
);
