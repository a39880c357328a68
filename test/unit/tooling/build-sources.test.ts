import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BUILD_SOURCES } from '../../../scripts/lib/build-app.mjs';

/** Returns the files and folders outside `folder` that its sources import or glob, relative to the repository. */
function pathsOutside(folder: string): string[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => path.join(folder, name))
    .flatMap((file) => pathsIn(file))
    .filter((target) => !target.startsWith(`${folder}/`));
}

/** Returns the relative imports and globs of a file, as paths in the repository. */
const pathsIn = (file: string): string[] =>
  [
    ...fs
      .readFileSync(file, 'utf8')
      .matchAll(/(?:\bfrom |\bimport\(|import\.meta\.glob\S*\()'(\.{1,2}\/[^']+)'/g),
  ].map(([, target = '']) => path.posix.join(path.dirname(file).replaceAll('\\', '/'), target));

it('a build is out of date after a change of anything that the bundlers read', () => {
  const read = [
    ...pathsIn('electron.vite.config.ts'),
    ...['main', 'preload', 'renderer'].flatMap((folder) => pathsOutside(folder)),
  ];
  expect(read).toContain('scripts/lib/start-chunks.mjs');
  expect(read).toContain('docs/screenshots/*.png');
  const isSource = (file: string) =>
    BUILD_SOURCES.some((source) => file === source || file.startsWith(`${source}/`));
  expect(read.filter((file) => !isSource(file))).toEqual([]);
});
