import { execFileSync } from 'node:child_process';
import { getFileInfo } from 'prettier';
import { expect, it } from 'vitest';
import { hasGit } from '../../support/programs';

const FORMATTED = /\.(ts|mjs|cjs|js|svelte|css|html|json|md|ya?ml)$/;
/** Written by npm, not by hand. */
const GENERATED = new Set(['package-lock.json']);

it.skipIf(!hasGit)('lets Prettier check every source file tracked by Git', async () => {
  const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
  const sources = tracked.filter((file) => FORMATTED.test(file) && !GENERATED.has(file));
  expect(sources.length).toBeGreaterThan(1_000);
  const infos = await Promise.all(
    sources.map(async (file) => ({ file, ...(await getFileInfo(file, { ignorePath: '.prettierignore' })) })),
  );
  expect(infos.filter(({ ignored }) => ignored).map(({ file }) => file)).toEqual([]);
});
