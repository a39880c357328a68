import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const fileOf = (module: string): string =>
  [`${module}.ts`, path.join(module, 'index.ts')].find((file) => fs.existsSync(file)) ?? module;

/**
 * Returns every file and package that a file loads at start, directly or indirectly. Dynamic and type-only imports do
 * not count.
 */
function loadedBy(entry: string): { files: ReadonlySet<string>; packages: ReadonlySet<string> } {
  const packages = new Set<string>();
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (visited.has(file)) return;
    visited.add(file);
    const text = fs.readFileSync(file, 'utf8');
    for (const [, from = ''] of text.matchAll(
      /^ *(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s)?'([^']+)'/gm,
    ))
      if (from.startsWith('.')) visit(fileOf(path.resolve(path.dirname(file), from)));
      else if (from.startsWith('#')) visit(createRequire(file).resolve(from));
      else if (!from.startsWith('node:')) packages.add(from);
  };
  visit(path.resolve(entry));
  return { files: visited, packages };
}

it('the app process loads only Electron before it starts the engine and page processes', () => {
  expect([...loadedBy('main/index.ts').packages]).toEqual(['electron']);
  expect([...loadedBy('main/run-app.ts').packages]).toContain('zod'); // the check also finds indirect imports
});

it('the page loads no deferred component before its first paint', () => {
  const { files } = loadedBy('renderer/main.ts');
  const deferred = fs
    .globSync('renderer/**/*.{ts,svelte}')
    .flatMap((file) =>
      [
        ...fs.readFileSync(file, 'utf8').matchAll(/\bdeferred(?:Dialog)?\(\(\) =>\s*import\('([^']+)'\)/g),
      ].map(([, from = '']) => path.resolve(path.dirname(file), from)),
    );
  expect(deferred.length).toBeGreaterThan(30);
  expect(deferred.filter((file) => files.has(file))).toEqual([]);
  expect([...files]).toContain(path.resolve('renderer/features/today/TodayView.svelte')); // it follows components
});
