// The rules that oxlint cannot check: those for components, and their imports (docs/decisions/024-linting.md).
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import importRules from './import-rules.js';
import noUnusedProps from './no-unused-props.js';
import svelteConfig from '../../svelte.config.js';

export default defineConfig(
  {
    ignores: [
      ...['**/*.{js,mjs,cjs,ts}', '!**/*.svelte.ts'],
      ...['out*/', 'dist/', 'test-results/', 'playwright-report/', '.svelte-check/'],
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [js.configs.recommended, ts.configs.strict, svelte.configs.recommended, svelte.configs.prettier],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, svelteConfig, extraFileExtensions: ['.svelte'] },
    },
    plugins: { desk: { rules: { 'no-unused-props': noUnusedProps } } },
    rules: {
      'desk/no-unused-props': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // The rule treats every Set and Map in a rune class as state; rows and marks are $state.raw on purpose.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  importRules,
);
