import { expect, it } from 'vitest';
import config from '../../../scripts/package/electron-builder.config.mjs';

/** Without files, or with negations alone, electron-builder adds all files. */
const namesFiles = (files: readonly string[] = []) => files.some((pattern) => !pattern.startsWith('!'));

it('packages the files of a list, not the whole checkout', () => {
  expect(namesFiles(config.files as readonly string[])).toBe(true);
});

it.each(['linux', 'mac', 'win'] as const)('adds only listed files for %s, if any', (platform) => {
  const { files } = config[platform] as { readonly files?: readonly string[] };
  expect(files === undefined || namesFiles(files)).toBe(true);
});
