import { defineConfig } from '@playwright/test';

/** Scans all data that the run left behind. */
const AFTER_ALL = 'zz-canary.test.ts';

// One worker per virtual desktop: a running test owns its desktop's window focus, clipboard and keyring.
export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  workers: (JSON.parse(process.env['DESKTOPS'] ?? '[0]') as unknown[]).length,
  fullyParallel: true,
  projects: [
    { name: 'app', testIgnore: AFTER_ALL },
    { name: 'left behind', testMatch: AFTER_ALL, dependencies: ['app'] },
  ],
  timeout: 90_000,
  // A shared CI machine may pause for seconds; scripts/test.mjs counts and names tests that needed a retry.
  retries: process.env['CI'] ? 1 : 0,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env['CI']),
});
