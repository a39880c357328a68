import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

const fileOf = (module: string): string =>
  [`${module}.ts`, path.join(module, 'index.ts')].find((file) => fs.existsSync(file)) ?? module;

/**
 * Returns every package that a file loads at start, directly or indirectly. Dynamic and type-only imports do
 * not count.
 */
function packagesOf(entry: string): Set<string> {
  const packages = new Set<string>();
  const visited = new Set<string>();
  const visit = (file: string): void => {
    if (visited.has(file)) return;
    visited.add(file);
    const text = fs.readFileSync(file, 'utf8');
    for (const [, from = ''] of text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^;]*?\sfrom\s)?'([^']+)'/gm))
      if (from.startsWith('.')) visit(fileOf(path.resolve(path.dirname(file), from)));
      else if (from.startsWith('#')) visit(createRequire(file).resolve(from));
      else if (!from.startsWith('node:')) packages.add(from);
  };
  visit(path.resolve(entry));
  return packages;
}

it('the app process loads only Electron before it starts the engine and page processes', () => {
  expect([...packagesOf('main/index.ts')]).toEqual(['electron']);
  expect([...packagesOf('main/run-app.ts')]).toContain('zod'); // the check also finds indirect imports
});
