// Imports run one way (docs/decisions/012-import-direction.md). Each entry lists a module's files and the
// modules that it may import.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import boundaries from 'eslint-plugin-boundaries';
import ports from './no-ipc-renderer.js';

/** @type {Record<string, { files: string[], mayImport: string[] }>} */
const modules = {
  contract: { files: ['preload/contract/**'], mayImport: [] },
  // Shared by all processes outside the renderer; independent of Electron.
  common: { files: ['main/common/**'], mayImport: ['contract'] },

  // Opens encrypted databases for cache, history and workspace.
  sqlite: { files: ['main/engine/sqlite/**'], mayImport: ['contract', 'common'] },
  // Parses the service's pages, for the client and the cache's writing thread.
  wire: { files: ['main/engine/wire/**'], mayImport: ['contract', 'common'] },
  // Of the following, only the cache imports another: the history.
  service: { files: ['main/engine/service/**'], mayImport: ['contract', 'common', 'wire'] },
  // Stores the changes that the cache's writing thread finds.
  history: { files: ['main/engine/history/**'], mayImport: ['contract', 'common', 'sqlite'] },
  cache: { files: ['main/engine/cache/**'], mayImport: ['contract', 'common', 'sqlite', 'wire', 'history'] },
  // The stores and migrations of a feature are in its folder but belong to this layer: jobs and other features use them.
  workspace: {
    files: ['main/engine/workspace/**', 'main/engine/features/*/saved-work/**'],
    mayImport: ['contract', 'common', 'sqlite'],
  },
  files: { files: ['main/engine/files/**'], mayImport: ['contract', 'common'] },
};

/** Adds a module on top of others: it may import those, and everything that they may import. */
const addModule = (name, files, ...on) => {
  const mayImport = [...new Set(on.flatMap((other) => [other, ...modules[other].mayImport]))];
  modules[name] = { files, mayImport };
};
const BASE = ['contract', 'common', 'sqlite', 'wire', 'service', 'history', 'cache', 'workspace', 'files'];
addModule('idle', ['main/engine/idle.ts'], 'contract', 'service');
addModule('jobs', ['main/engine/jobs/**'], ...BASE);
addModule('refresh', ['main/engine/refresh/**'], ...BASE, 'jobs');
addModule('connection', ['main/engine/connection/**'], 'refresh', 'idle');
addModule('backup', ['main/engine/backup/**'], 'connection');
addModule('engine records', ['main/engine/records/**'], 'connection');

// The types that a feature's manifest is made of.
addModule('engine feature', ['main/engine/features/feature.ts'], 'engine records');

// A feature imports the siblings named here, and those that they import, in the engine and in the renderer.
const SIBLINGS = {
  activity: ['incident-report'],
  edits: ['team'],
  'expected-fees': ['billing-groups', 'fee-history'],
  'fee-history': ['reconcile'],
  'fee-structures': ['team'],
  household: ['review', 'fee-history'],
  period: ['agreed-terms', 'expected-fees', 'fee-files', 'fee-history', 'reconcile', 'refunds', 'review'],
  'incident-report': ['fee-history'],
  reconcile: ['fee-files', 'team'],
  refunds: ['billing-groups', 'fee-history', 'fee-structures'],
  review: ['reconcile', 'billing-groups', 'expected-fees', 'team'],
  roi: ['team'],
  'scheduled-refresh': ['review', 'service-status'],
  'standing-exports': ['review'],
};
const root = join(import.meta.dirname, '../..');
const features = new Set(
  ['main/engine/features', 'renderer/features']
    .flatMap((folder) => readdirSync(join(root, folder), { withFileTypes: true }))
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
);
/** Calls `add` for every feature with its siblings; siblings come first. */
const addFeatures = (add) => {
  const added = new Set();
  const visit = (feature) => {
    if (added.has(feature)) return;
    added.add(feature);
    const siblings = SIBLINGS[feature] ?? [];
    siblings.forEach(visit);
    add(feature, siblings);
  };
  features.forEach(visit);
};
/** Folders of a feature in the engine without its saved work; oxlint matches no pattern that excludes a name. */
const subfoldersOf = (feature) => {
  const folder = `main/engine/features/${feature}`;
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'saved-work')
    .map(({ name }) => `${folder}/${name}`);
};
addFeatures((feature, siblings) =>
  addModule(
    `engine ${feature}`,
    [`main/engine/features/${feature}/*`, ...subfoldersOf(feature).map((folder) => `${folder}/**`)],
    'engine feature',
    ...siblings.map((sibling) => `engine ${sibling}`),
  ),
);
addModule(
  'engine features',
  ['main/engine/features/{index,saved-work}.ts'],
  ...[...features].map((feature) => `engine ${feature}`),
);
addModule('worker', ['main/engine/worker/**'], 'backup', 'engine features');
addModule('routers', ['main/engine/{control-router,engine-router,work-router}.ts'], 'worker');

addModule('demo', ['main/demo/**'], 'contract');

addModule('main app', ['main/app/**'], 'common');
addModule('desktop', ['main/desktop/**'], 'main app');

addModule('bridge', ['renderer/bridge.ts'], 'contract');
addModule('ui', ['renderer/ui/**'], 'contract');
addModule('state', ['renderer/state/**', 'renderer/routes.ts'], 'bridge');
addModule('grid', ['renderer/grid/**'], 'ui', 'state');
addModule('records', ['renderer/records/**'], 'grid');
// Shared by the screens of several features.
addModule('features', ['renderer/features/{choose-list,feature,fee-notes,task-props}.ts'], 'records');
addFeatures((feature, siblings) =>
  addModule(feature, [`renderer/features/${feature}/**`], 'features', ...siblings),
);
// The page that shows plain tax IDs; it shares line labels with the feature.
addModule('values page', ['renderer/values/**'], 'tax-ids');
addModule('feature index', ['renderer/features/index.ts'], ...features);
// Names no feature: it reads their views from the index.
modules.app = {
  files: ['renderer/app/**'],
  mayImport: ['feature index', 'features', ...modules.features.mayImport],
};

// Composition roots: they connect everything, and nothing imports them.
modules.roots = {
  files: [
    'main/{index,run-app}.ts',
    'main/engine/index.ts',
    'preload/index.ts',
    'renderer/{main.ts,App.svelte,*.css,*.d.ts}',
  ],
  mayImport: ['*'],
};

const names = Object.keys(modules);

/**
 * The modules that a module may not import, listed per module, because the plugin checks every policy for
 * each import.
 */
const direction = names.flatMap((name) => {
  const { files, mayImport } = modules[name];
  const forbidden = names.filter(
    (other) => other !== name && !mayImport.includes(other) && !mayImport.includes('*'),
  );
  if (forbidden.length === 0) return [];
  const policy = {
    disallow: { to: { file: { categories: { anyOf: forbidden } } } },
    message: `${name} may import only ${mayImport.join(', ') || 'itself'} (scripts/lint/import-rules.js)`,
  };
  return [
    { files, rules: { 'boundaries/dependencies': ['error', { default: 'allow', policies: [policy] }] } },
  ];
});

const ELECTRON = ['electron', 'electron/main', 'electron/renderer'];
const restricted = (message, options) => ELECTRON.map((name) => ({ name, message, ...options }));
const noElectron = restricted('This code must not import Electron.');
const engineElectron = restricted('From Electron, the engine imports only net and the types of ports.', {
  allowImportNames: ['net', 'MessagePortMain', 'ParentPort'],
});
/** Calls must not load at the start (docs/decisions/030-lazy-start.md). */
const noCalls = (...group) => [
  {
    group,
    message: 'Only router.ts may load calls. Import a type, or move the schema to schemas.ts.',
    allowTypeImports: true,
  },
];
const FEATURE_CALLS = ['calls', 'approval-calls', 'hand-overs'].map((name) => `#contract/features/*/${name}`);
const forbid = (rule) => ({ 'no-restricted-imports': ['error', rule] });

/**
 * The import rules: for components as ESLint configuration, for TypeScript through scripts/lint/oxlint.imports.mjs.
 * @type {import('eslint').Linter.Config[]}
 */
const importRules = [
  {
    files: ['{main,preload,renderer}/**/*.{ts,svelte}'],
    plugins: { boundaries },
    settings: {
      'boundaries/files': names.map((category) => ({ category, pattern: modules[category].files })),
      'import/resolver': {
        node: { extensions: ['.ts', '.svelte', '.js'] },
        [join(import.meta.dirname, 'package-imports.cjs')]: {},
      },
    },
  },
  ...direction,
  {
    // The renderer is a web page; the demo runs on plain Node as well.
    files: [
      'renderer/**/*.{ts,svelte}',
      'main/demo/**/*.ts',
      'main/common/**/*.ts',
      'preload/contract/**/*.ts',
    ],
    rules: forbid({ paths: noElectron }),
  },
  {
    files: ['preload/contract/features/**/*.ts'],
    rules: forbid({ paths: noElectron, patterns: noCalls('./calls', '../*/calls') }),
  },
  { files: ['main/{app,desktop}/**/*.ts'], rules: forbid({ patterns: noCalls(...FEATURE_CALLS) }) },
  {
    files: ['main/engine/**/*.ts'],
    rules: forbid({ paths: engineElectron, patterns: noCalls(...FEATURE_CALLS) }),
  },
  { files: ['main/engine/features/*/router.ts'], rules: forbid({ paths: engineElectron }) },
  { files: ['main/**/*.ts'], plugins: { ports }, rules: { 'ports/no-ipc-renderer': 'error' } },
];

export default importRules;
