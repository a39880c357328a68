import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { guidePages } from './scripts/lib/guide-page.mjs';
import { pureCalls } from './scripts/lib/pure-calls.mjs';
import { startChunks } from './scripts/lib/start-chunks.mjs';

const fromRoot = (...parts: string[]) => resolve(import.meta.dirname, ...parts);

/** Every program that runs outside the renderer, by the name of its file in out/main. */
const programs = {
  index: fromRoot('main/index.ts'),
  engine: fromRoot('main/engine/index.ts'),
  writer: fromRoot('main/engine/cache/worker/cache-thread.ts'),
  values: fromRoot('main/engine/features/tax-ids/isolated/values-process.ts'),
  worker: fromRoot('main/engine/worker/worker-thread.ts'),
  workbook: fromRoot('main/engine/files/tables/workbook-thread.ts'),
  intake: fromRoot('main/engine/files/intake/intake-thread.ts'),
  demo: fromRoot('main/demo/process.ts'),
};

/** The pages, by name. */
const pages = {
  index: fromRoot('renderer/index.html'),
  values: fromRoot('renderer/values/index.html'),
};

/**
 * Writes a bundle's list of modules next to it. scripts/lib/third-party.mjs makes the license notices and the bill of
 * materials from it.
 */
const listModules = (name: string): Plugin => ({
  name: 'list-modules',
  generateBundle(_options, bundle) {
    const ids = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    this.emitFile({
      type: 'asset',
      fileName: `modules-${name}.json`,
      source: JSON.stringify([...new Set(ids)].sort()),
    });
  },
});

// Ships what was tested: targets the runtime that the tests run on
// (docs/decisions/002-tested-language-level.md).
const NODE = 'node20.18';
const CHROME = 'chrome130';

// Bundler timings are of no use to users who start the app.
const checks = { bundlerTimings: false };

export default defineConfig({
  main: {
    plugins: [listModules('main')],
    // fflate's Node build declares a `require`, which clashes with the one that electron-vite adds.
    resolve: { alias: { fflate: 'fflate/browser' } },
    build: {
      target: NODE,
      // Only `dependencies` stay outside (the two native addons); everything else is bundled.
      externalizeDeps: true,
      rolldownOptions: {
        checks,
        input: Object.fromEntries(Object.entries(programs).filter(([, file]) => existsSync(file))),
        output: {
          // Short text is quicker to parse at the start; names stay as they are, for the log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          codeSplitting: {
            groups: [
              startChunks({ ...programs, app: fromRoot('main/run-app.ts') }, ['index', 'app', 'engine']),
            ],
          },
        },
      },
    },
  },
  preload: {
    plugins: [listModules('preload')],
    build: {
      target: NODE,
      externalizeDeps: false, // a sandboxed preload cannot require packages
      rolldownOptions: {
        checks,
        input: { index: fromRoot('preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: fromRoot('renderer'),
    plugins: [
      guidePages(),
      listModules('renderer'),
      svelte({ configFile: fromRoot('svelte.config.js') }),
      pureCalls(fromRoot('preload/contract/')),
    ],
    build: {
      target: CHROME,
      minify: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0, // data: URLs would need a wider content security policy
      chunkSizeWarningLimit: 2000, // kB; it is read from the disk, not sent over a network
      rolldownOptions: {
        checks,
        input: pages,
        // Screens and dialogs that the first paint does not need (renderer/ui/deferred.ts) go into one more file.
        output: { codeSplitting: { groups: [startChunks(pages, Object.keys(pages), 'later')] } },
      },
    },
  },
});
