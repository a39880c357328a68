import { expect, test } from 'vitest';
import { importCycles, structureReport } from '../../../scripts/lib/structure-report.mjs';

const report = (texts: Record<string, string>) => {
  const { counts, places } = structureReport(Object.entries(texts).map(([file, text]) => ({ file, text })));
  return { counts: new Map(counts), places };
};

test('counts product files and lines apart from tests, and CSS of components and stylesheets', () => {
  const { counts } = report({
    'main/a.ts': 'const a = 1;\n',
    'renderer/A.svelte': '<p>a</p>\n\n<style>\n  p {\n    margin: 0;\n  }\n</style>\n',
    'renderer/a.css': 'p {\n}\n',
    'test/a.test.ts': 'a\nb\n',
  });
  expect(counts.get('product files')).toBe(3);
  expect(counts.get('product lines')).toBe(1 + 7 + 2);
  expect(counts.get('  tests, lines')).toBe(2);
  expect(counts.get('lines of CSS')).toBe(3 + 2);
});

test('finds cycles through types, package paths and components', () => {
  const texts = {
    'preload/contract/a.ts': "export type { B } from '../../main/engine/b';\n",
    'main/engine/b.ts': "import type { A } from '#contract/a';\n",
    'renderer/A.svelte': "<script>\n  import B from './B.svelte';\n</script>\n",
    'renderer/B.svelte': "<script>\n  const A = import('./A.svelte');\n</script>\n",
    'main/c.ts': "import './engine/b';\n",
  };
  const cycles = ['main/engine/b.ts ↔ preload/contract/a.ts', 'renderer/A.svelte ↔ renderer/B.svelte'];
  expect(report(texts).places.cycles).toEqual(cycles);
  expect(importCycles(Object.entries(texts).map(([file, text]) => ({ file, text })))).toEqual(cycles);
});

test('counts types by import() as imports, but not modules that a file augments', () => {
  const texts = {
    'main/a.ts': "export const b: import('./b').B = 1;\n",
    'main/b.ts': "import './c';\ndeclare module './a' {\n  interface B {}\n}\n",
    'main/c.ts': "type A = import('./a').A;\n",
  };
  const cyclesIn = (files: Record<string, string>) =>
    importCycles(Object.entries(files).map(([file, text]) => ({ file, text })));
  expect(cyclesIn(texts)).toEqual(['main/a.ts ↔ main/b.ts ↔ main/c.ts']);
  expect(cyclesIn({ ...texts, 'main/c.ts': '' })).toEqual([]);
});

test('counts modules with one importer in the product, and deep relative imports', () => {
  const { places } = report({
    'main/a.ts': '',
    'main/b.ts': "import './a';\n",
    'test/unit/x/a.test.ts': "import '../../../main/a';\n",
    'main/c.ts': "import './b';\n",
    'main/d.ts': "import './b';\n",
  });
  expect(places.singleImporter).toEqual(['main/a.ts: main/b.ts']);
  expect(places.deepImports).toEqual(['test/unit/x/a.test.ts: ../../../main/a']);
});

test('names modules with one importer that no test imports, apart from manifests', () => {
  const { counts, places } = report({
    'main/features/a/feature.ts': "import './tested';\nimport './untested';\n",
    'main/features/a/tested.ts': '',
    'main/features/a/untested.ts': '',
    'main/features/index.ts': "import './a/feature';\n",
    'test/unit/a.test.ts': "import '../../main/features/a/tested';\n",
  });
  expect(places.untested).toEqual(['main/features/a/untested.ts: main/features/a/feature.ts']);
  expect(counts.get('modules with a single importer')).toBe(3);
  expect(counts.get('  of them TypeScript that no test imports')).toBe(1);
});

test('measures functions by name and lines, and runs of repeated lines', () => {
  const lines = Array.from({ length: 61 }, (_, index) => `  call(${index});`).join('\n');
  const { counts, places } = report({
    'main/a.ts': `const long = () => {\n${lines}\n};\n`,
    'main/b.ts': Array.from({ length: 8 }, (_, index) => `  call(${index});\n`).join(''),
  });
  expect(places.functions).toEqual(['63 main/a.ts: long']);
  expect(counts.get('functions over 80 lines')).toBe(0);
  expect(places.repeated).toHaveLength(16);
});

test('counts effects, and the calls that make one', () => {
  const { counts } = report({
    'renderer/a.svelte.ts':
      '$effect(() => untrack(() => fs.watch(file)));\nnew LatestResponse(read, send);\n',
    'renderer/A.svelte': [
      '<script>',
      "  import { watch, watchStream } from './state/watch.svelte';",
      '  watch(read, act);',
      '  watchStream(read, act);',
      '</script>',
    ].join('\n'),
    'main/a.ts': 'class A {\n  watch() {}\n}\n',
  });
  expect(counts.get('uses of $effect')).toBe(1);
  expect(counts.get('uses of watch and watchStream')).toBe(2);
  expect(counts.get('uses of LatestResponse')).toBe(1);
});
