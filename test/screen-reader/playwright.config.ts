import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'journeys.ts',
  workers: 1,
  timeout: 480_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: '../../test-results/screen-reader',
});
