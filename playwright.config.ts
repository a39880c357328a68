import { defineConfig } from '@playwright/test';

// One worker: each test owns the desktop (window focus, keyring, single-instance lock) while it runs.
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
});
