// The import rules (import-rules.js) for TypeScript. oxlint checks it much faster than ESLint, which applies them to
// components.
import { join } from 'node:path';
import importRules from './import-rules.js';

const [{ settings }, ...rules] = importRules;

// oxlint compares patterns with absolute paths, as the sources lie outside this file's folder. A checkout in a
// folder named `main` must not match `main/**`, so the patterns are absolute too.
const root = join(import.meta.dirname, '../..').replaceAll('\\', '/');
/** Escapes a path for use in a glob, so that special characters in folder names match literally. */
const literal = root.replace(/[*?[\]{}!]/g, '\\$&');

export default {
  plugins: ['import'],
  categories: { correctness: 'off' },
  jsPlugins: ['eslint-plugin-boundaries', './no-ipc-renderer.js'],
  ignorePatterns: ['**/*.svelte'],
  settings,
  rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
  overrides: rules.map((entry) => ({
    files: entry.files.map((glob) => `${literal}/${glob}`),
    rules: entry.rules,
  })),
};
