import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'demo-team.ts',
  workers: 1,
  timeout: 0, // the user closes the app
  expect: { timeout: 30_000 },
  reporter: [['line']],
  outputDir: '../../test-results/demo-team',
});
