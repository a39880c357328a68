import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'kills.ts',
  workers: 1,
  timeout: 60 * 60_000,
  expect: { timeout: 20_000 },
  reporter: [['line']],
  outputDir: '../../../test-results/faults',
});
