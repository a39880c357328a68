import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';
import { guidePages } from '../scripts/lib/guide-page.mjs';

// A shared CI machine may pause for seconds, as in test/playwright.config.ts; the runner marks tests that needed a
// retry.
const retry = process.env['CI'] ? 1 : 0;

/** Windows binaries under Wine are slow. Vitest does not apply its option `--hookTimeout` to projects. */
const hookTimeout = Number(process.env['HOOK_TIMEOUT_MS'] ?? 20_000);

/** These read the whole heap several times: without the modules of other tests it is a tenth as large. */
const HEAP_SCANS = ['test/unit/features/tax-ids/memory.test.ts'];

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    maxWorkers: availableParallelism() + 1, // one more than cores, because tests wait for timers, sockets and processes a quarter of the time
    projects: [
      {
        plugins: [guidePages(), svelte()], // contract tests import messages of the renderer, some of them from .svelte.ts files
        test: {
          name: 'node',
          retry,
          environment: 'node',
          include: ['test/{unit,contract,faults}/**/*.test.ts'],
          exclude: HEAP_SCANS,
          testTimeout: 20_000, // contract tests wait for real sockets on machines with few cores
          hookTimeout,
          setupFiles: ['test/setup.ts'],
          isolate: false, // modules load once per worker, not per file, so a test must not leave state in them
        },
      },
      {
        test: {
          name: 'heap',
          retry,
          environment: 'node',
          include: HEAP_SCANS,
          setupFiles: ['test/setup.ts'],
        },
      },
      {
        plugins: [guidePages(), svelte(), svelteTesting()],
        // node_modules may be a link to a folder outside of the project.
        server: { fs: { allow: ['.', realpathSync('node_modules')] } },
        test: {
          name: 'ui',
          retry,
          environment: 'jsdom',
          include: ['test/ui/**/*.test.ts'],
          testTimeout: 20_000, // above WAIT_TIMEOUT_MS, so that a failure says what was not found
          setupFiles: ['test/setup.ts', 'test/ui/setup.ts'],
          isolate: false, // shares the page too, which test/ui/setup.ts resets
        },
      },
    ],
  },
});
