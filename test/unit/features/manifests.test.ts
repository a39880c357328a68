import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { FEATURES } from '#contract/features';

const folder = path.resolve(import.meta.dirname, '../../../preload/contract/features');
const names = [...new Set(fs.globSync('*/*.ts', { cwd: folder }).map((file) => path.dirname(file)))];

it('registers a manifest for each feature folder of the contract', async () => {
  const manifests = await Promise.all(
    names.map(async (name) => {
      const exports = (await import(path.join(folder, name, 'feature.ts'))) as Record<string, unknown>;
      return exports[`${name.replaceAll('-', '_').toUpperCase()}_FEATURE`];
    }),
  );
  expect(new Set(manifests)).toEqual(new Set(FEATURES));
  expect(FEATURES).toHaveLength(names.length);
});
