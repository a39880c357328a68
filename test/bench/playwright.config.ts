import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.bench.ts',
  workers: 1,
  timeout: 20 * 60_000,
  reporter: [['line']],
  outputDir: '../../test-results/bench',
});
