import { realpathSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/{unit,contract,faults}/**/*.test.ts'],
          testTimeout: 20_000, // contract tests wait for real sockets on machines with few cores
        },
      },
      {
        plugins: [svelte(), svelteTesting()],
        // Work trees beside each other may share the packages by a link, which leads out of the project's folder.
        server: { fs: { allow: ['.', realpathSync('node_modules')] } },
        test: {
          name: 'ui',
          environment: 'jsdom',
          include: ['test/ui/**/*.test.ts'],
          setupFiles: ['test/ui/setup.ts'],
          isolate: false, // a page and the components are made once for each worker, not for each file
        },
      },
    ],
  },
});
