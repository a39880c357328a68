// The import rules (import-rules.js) for TypeScript. oxlint reads it much faster than ESLint, which applies them to components.
import importRules from './import-rules.js';

const [{ settings }, ...rules] = importRules;

export default {
  plugins: ['import'],
  categories: { correctness: 'off' },
  jsPlugins: ['eslint-plugin-boundaries', './no-ipc-renderer.js'],
  ignorePatterns: ['**/*.svelte'],
  settings,
  rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] },
  // oxlint matches patterns from this file's folder.
  overrides: rules.map((one) => ({ files: one.files.map((glob) => `**/${glob}`), rules: one.rules })),
};
