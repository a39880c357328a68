import { expect, it } from 'vitest';
import { startChunks } from '../../../scripts/lib/start-chunks.mjs';

/** Static imports of each module, by its path. */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '/review': ['/dates'],
  '/app': ['/log', '/window', '/dates'],
  '/engine': ['/log', '/cache'],
  '/cache-thread': ['/cache', '/pages'],
  '/cache': ['/sqlite'],
};
const DYNAMIC_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  '/engine': ['/review'],
  '/writer': ['/cache-thread'],
};
const CONTEXT = {
  getModuleInfo: (id: string) => ({
    importedIds: IMPORTS[id] ?? [],
    dynamicallyImportedIds: DYNAMIC_IMPORTS[id] ?? [],
  }),
};
interface Group {
  readonly test: (id: string) => boolean;
  readonly name: (id: string, context: object) => string | null;
}

it('puts modules shared by programs that start with the app into one file per set of programs', () => {
  const roots = { app: '/app', engine: '/engine', writer: '/writer' };
  const group = startChunks(roots, ['app', 'engine']) as Group;
  const nameOf = (id: string) => group.name(id, CONTEXT);
  expect(['/log', '/window', '/dates', '/cache', '/sqlite'].map(nameOf)).toEqual([
    'start-app-engine',
    'start-app',
    'start-app-later-engine', // not in start-app, which has the window: the engine cannot load it
    'start-engine-later-writer',
    'start-engine-later-writer',
  ]);
  expect(nameOf('/pages')).toBeNull(); // only the writer uses it, which does not start with the app
  expect(nameOf('/review')).toBeNull();
  expect(Object.values(roots).some(group.test)).toBe(false);
});

it('puts all modules that no start loads into one file, if asked to', () => {
  const roots = { app: '/app', engine: '/engine' };
  const group = startChunks(roots, ['app', 'engine'], 'later') as Group;
  expect(['/log', '/review'].map((id) => group.name(id, CONTEXT))).toEqual(['start-app-engine', 'later']);
});
