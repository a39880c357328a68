// Imports run one way (docs/decisions/012-import-direction.md). Each entry lists a module's files and the
// modules that it may import.
import boundaries from 'eslint-plugin-boundaries';
import ports from './eslint.ports.js';

/** @type {Record<string, { files: string[], may: string[] }>} */
const rooms = {
  contract: { files: ['preload/contract/**'], may: [] },
  // Shared by all processes outside the renderer; independent of Electron.
  common: { files: ['main/common/**'], may: ['contract'] },

  // Opens encrypted databases for cache and workspace.
  sqlite: { files: ['main/engine/sqlite/**'], may: ['contract', 'common'] },
  // Parses the service's pages, for the client and the cache's writing thread.
  wire: { files: ['main/engine/wire/**'], may: ['contract', 'common'] },
  // These never import each other.
  service: { files: ['main/engine/service/**'], may: ['contract', 'common', 'wire'] },
  // Stores the changes that the cache's writing thread finds.
  history: { files: ['main/engine/history/**'], may: ['contract', 'common', 'sqlite'] },
  cache: { files: ['main/engine/cache/**'], may: ['contract', 'common', 'sqlite', 'wire', 'history'] },
  workspace: { files: ['main/engine/workspace/**'], may: ['contract', 'common', 'sqlite'] },
  files: { files: ['main/engine/files/**'], may: ['contract', 'common'] },
};

/** Adds a module on top of others: it may import those, and whatever they may import. */
const stands = (name, files, ...on) => {
  const may = [...new Set(on.flatMap((other) => [other, ...rooms[other].may]))];
  rooms[name] = { files, may };
};
const BASE = ['contract', 'common', 'sqlite', 'wire', 'service', 'history', 'cache', 'workspace', 'files'];
stands('jobs', ['main/engine/jobs/**'], ...BASE);
stands('refresh', ['main/engine/refresh/**'], ...BASE, 'jobs');
stands('connection', ['main/engine/connection/**'], 'refresh');
stands('backup', ['main/engine/backup/**'], 'connection');
stands('aside', ['main/engine/aside/**'], 'backup');
stands('records', ['main/engine/records/**'], 'connection');

// A task imports a sibling only if it is named here, in the engine and in the renderer.
const TASKS = {
  activity: [],
  'advisor-codes': [],
  'api-keys': [],
  'billing-groups': [],
  changes: [],
  edits: [],
  'fee-files': [],
  'fee-structures': [],
  reconcile: ['fee-files'],
  review: ['reconcile'],
  roi: [],
  'tax-ids': [],
};
for (const [task, siblings] of Object.entries(TASKS))
  stands(
    `engine ${task}`,
    [`main/engine/tasks/${task}/**`],
    'records',
    ...siblings.map((sibling) => `engine ${sibling}`),
  );
stands(
  'routers',
  ['main/engine/{control-router,engine-router,work-router}.ts'],
  ...Object.keys(TASKS).map((task) => `engine ${task}`),
  'aside',
);

stands('demo', ['main/demo/**'], 'contract');

stands('window', ['main/window/**'], 'common');
stands('desktop', ['main/desktop/**'], 'window');

stands('bridge', ['renderer/bridge.ts'], 'contract');
stands('kit', ['renderer/kit/**'], 'contract');
stands('state', ['renderer/state/**', 'renderer/routes.ts'], 'bridge');
stands('grid', ['renderer/grid/**'], 'kit', 'state');
stands('resource', ['renderer/resource/**'], 'grid');
// Shared by every task's screen.
stands('task kit', ['renderer/tasks/*.ts'], 'resource');
for (const [task, siblings] of Object.entries(TASKS))
  stands(
    `window ${task}`,
    [`renderer/tasks/${task}/**`],
    'task kit',
    ...siblings.map((sibling) => `window ${sibling}`),
  );
// The page that shows plain tax IDs; it shares line labels with the task.
stands('values page', ['renderer/values/**'], 'window tax-ids');
stands('places', ['renderer/places/**'], ...Object.keys(TASKS).map((task) => `window ${task}`));

// Composition roots: they connect everything, and nothing imports them.
rooms.roots = {
  files: [
    'main/{index,app}.ts',
    'main/engine/index.ts',
    'preload/index.ts',
    'renderer/{main.ts,App.svelte,*.css,*.d.ts}',
  ],
  may: ['*'],
};

const names = Object.keys(rooms);

/**
 * The modules that a module may not import, listed per module, because the plugin checks every policy for
 * each import.
 */
const direction = names.flatMap((name) => {
  const { files, may } = rooms[name];
  const forbidden = names.filter((other) => other !== name && !may.includes(other) && !may.includes('*'));
  if (forbidden.length === 0) return [];
  const policy = {
    disallow: { to: { file: { categories: { anyOf: forbidden } } } },
    message: `${name} may import only ${may.join(', ') || 'itself'} (eslint.imports.js)`,
  };
  return [
    { files, rules: { 'boundaries/dependencies': ['error', { default: 'allow', policies: [policy] }] } },
  ];
});

const restrict = (message, paths, more) => [
  'error',
  { paths: paths.map((name) => ({ name, message, ...more })) },
];
const ELECTRON = ['electron', 'electron/main', 'electron/renderer'];

/**
 * The import rules: for components as ESLint configuration, for TypeScript by way of oxlint.imports.mjs.
 * @type {import('eslint').Linter.Config[]}
 */
const importRules = [
  {
    files: ['{main,preload,renderer}/**/*.{ts,svelte}'],
    plugins: { boundaries },
    settings: {
      'boundaries/files': names.map((category) => ({ category, pattern: rooms[category].files })),
      'import/resolver': { node: { extensions: ['.ts', '.svelte', '.js'] } },
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
    rules: { 'no-restricted-imports': restrict('This must not know Electron.', ELECTRON) },
  },
  {
    files: ['main/engine/**/*.ts'],
    rules: {
      'no-restricted-imports': restrict(
        'The engine takes nothing of Electron but net, and the types of its ports.',
        ELECTRON,
        { allowImportNames: ['net', 'MessagePortMain', 'ParentPort'] },
      ),
    },
  },
  { files: ['main/**/*.ts'], plugins: { ports }, rules: { 'ports/no-ipc-renderer': 'error' } },
];

export default importRules;
