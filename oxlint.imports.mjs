// The import rules (eslint.imports.js) for TypeScript: oxlint reads it much sooner than ESLint, which has them for components.
import importRules from './eslint.imports.js';

const [{ settings }, ...rules] = importRules;

export default {
  plugins: [],
  categories: { correctness: 'off' },
  jsPlugins: ['eslint-plugin-boundaries', './eslint.ports.js'],
  ignorePatterns: ['**/*.svelte'],
  settings,
  overrides: rules.map((one) => ({ files: one.files, rules: one.rules })),
};
