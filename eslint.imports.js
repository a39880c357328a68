// Imports run one way (docs/decisions.md, "Rooms"). One line a room: which files it has, and which rooms it may import.
import boundaries from 'eslint-plugin-boundaries';

/** @type {Record<string, { files: string[], may: string[] }>} */
const rooms = {
  contract: { files: ['preload/contract/**'], may: [] },
  // What the processes outside the renderer share and that knows nothing of Electron.
  common: { files: ['main/{rpc,watched}.ts'], may: ['contract'] },

  service: { files: ['main/engine/service/**'], may: ['contract', 'common'] },
  // How an encrypted database is opened: what cache and workspace have in common.
  database: { files: ['main/engine/open-database.ts'], may: ['contract', 'common'] },
  cache: { files: ['main/engine/cache/**'], may: ['contract', 'common', 'database'] },
  workspace: { files: ['main/engine/workspace/**'], may: ['contract', 'common', 'database'] },
  workflows: {
    files: ['main/engine/workflows/**'],
    may: ['contract', 'common', 'database', 'service', 'cache', 'workspace'],
  },
  engine: {
    files: ['main/engine/!(index|open-database).ts'],
    may: ['contract', 'common', 'database', 'service', 'cache', 'workspace', 'workflows'],
  },

  demo: { files: ['main/demo/**'], may: ['contract'] },

  window: { files: ['main/window/**'], may: ['contract', 'common'] },
  desktop: { files: ['main/desktop/**'], may: ['contract', 'common', 'window', 'app'] },
  app: { files: ['main/!(index|rpc|watched).ts'], may: ['contract', 'common', 'window', 'desktop'] },

  kit: { files: ['renderer/kit/**'], may: ['contract'] },
  bridge: { files: ['renderer/bridge.ts'], may: ['contract'] },
  state: { files: ['renderer/state/**', 'renderer/routes.ts'], may: ['contract', 'bridge'] },
  grid: { files: ['renderer/grid/**'], may: ['contract', 'kit', 'state'] },
  resource: { files: ['renderer/resource/**'], may: ['contract', 'bridge', 'state', 'kit', 'grid'] },
  views: { files: ['renderer/views/**'], may: ['contract', 'bridge', 'state', 'kit', 'grid', 'resource'] },

  // Composition roots: they put everything together, and nothing imports them.
  roots: {
    files: [
      'main/index.ts',
      'main/engine/index.ts',
      'preload/index.ts',
      'renderer/{main.ts,App.svelte,*.css,*.d.ts}',
    ],
    may: ['*'],
  },
};

const names = Object.keys(rooms);
const policies = names.flatMap((name) => {
  const { may } = rooms[name];
  const forbidden = names.filter((other) => other !== name && !may.includes(other) && !may.includes('*'));
  if (forbidden.length === 0) return [];
  return [
    {
      from: { file: { categories: name } },
      disallow: { to: { file: { categories: { anyOf: forbidden } } } },
      message: `${name} may import only ${may.join(', ') || 'itself'} (eslint.imports.js)`,
    },
  ];
});

const restrict = (message, ...paths) => ['error', { paths: paths.map((name) => ({ name, message })) }];

/** The import rules as ESLint configuration. @type {import('eslint').Linter.Config[]} */
const importRules = [
  {
    files: ['{main,preload,renderer}/**/*.{ts,svelte}'],
    plugins: { boundaries },
    settings: {
      'boundaries/files': names.map((category) => ({ category, pattern: rooms[category].files })),
      'import/resolver': { node: { extensions: ['.ts', '.svelte', '.js'] } },
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'allow', policies }],
    },
  },
  {
    // The renderer is a web page; the demo runs on plain Node as well.
    files: [
      'renderer/**/*.{ts,svelte}',
      'main/demo/**/*.ts',
      'main/{rpc,watched}.ts',
      'preload/contract/**/*.ts',
    ],
    rules: {
      'no-restricted-imports': restrict(
        'This must not know Electron.',
        'electron',
        'electron/main',
        'electron/renderer',
      ),
    },
  },
  {
    files: ['main/engine/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: ['electron', 'electron/main'].map((name) => ({
            name,
            allowImportNames: ['net', 'MessagePortMain', 'ParentPort'],
            message: 'The engine takes nothing of Electron but net, and the types of its ports.',
          })),
        },
      ],
    },
  },
  {
    files: ['main/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ImportDeclaration[source.value=/^electron/] > ImportSpecifier[imported.name="ipcRenderer"]',
          message: 'Only preload/index.ts hands ports over; everything else goes through the contract.',
        },
      ],
    },
  },
];

export default importRules;
