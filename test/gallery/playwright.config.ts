import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: 'gallery.ts',
  workers: 1,
  timeout: 15 * 60_000,
  reporter: [['line']],
  outputDir: '../../test-results/gallery',
});
