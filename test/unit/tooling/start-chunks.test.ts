import { expect, it } from 'vitest';
import { startChunks } from '../../../scripts/lib/start-chunks.mjs';

const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '/app': ['/log', '/window'],
  '/engine': ['/log', '/cache'],
  '/writer': ['/cache', '/pages'],
  '/cache': ['/sqlite'],
  '/window': [],
};

it('puts what starting programs share into one file for each set of them', () => {
  const roots = { app: '/app', engine: '/engine', writer: '/writer' };
  const group = startChunks(roots, ['app', 'engine']) as {
    test: (id: string) => boolean;
    name: (id: string, context: object) => string | null;
  };
  const context = { getModuleInfo: (id: string) => ({ importedIds: IMPORTS[id] ?? [] }) };
  const nameOf = (id: string) => group.name(id, context);
  expect(['/log', '/window', '/cache', '/sqlite'].map(nameOf)).toEqual([
    'start-app-engine',
    'start-app',
    'start-engine-writer',
    'start-engine-writer',
  ]);
  expect(nameOf('/pages')).toBeNull(); // of a program that does not start with the app
  expect(nameOf('/lazy')).toBeNull();
  expect(Object.values(roots).some(group.test)).toBe(false);
});
