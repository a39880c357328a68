import { expect, test } from 'vitest';
import { isConfigFile } from '../../../scripts/lib/checks.mjs';

test('the checks read the configurations in the root, and not what git stores there', () => {
  const read = [
    'package.json',
    'svelte.config.js',
    '.oxlintrc.json',
    '.prettierignore',
    '.gitignore',
    '.gitattributes',
  ];
  expect(read.filter((name) => !isConfigFile(name))).toEqual([]);
  expect(['.git', '.github', '.npmrc', 'README.md', 'node_modules'].filter(isConfigFile)).toEqual([]);
});
