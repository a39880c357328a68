import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it as anyIt } from 'vitest';
import { bin } from '../../scripts/lib/project.mjs';
import { workspaceMigrations } from '../support/saved-work';
import { hasGit } from '../support/programs';

const it = anyIt.skipIf(!hasGit);
const COPY_TIMEOUT_MS = 60_000;
const TYPES_TIMEOUT_MS = 300_000;

/*
 * The resource of docs/guides/add-a-resource.md and the feature of add-a-feature.md, with saved work, jobs and settings
 * besides, added to a copy of the sources. Screens are not loaded here: the types of TASK_VIEWS and LIST_ICONS require
 * the renderer's entries.
 */
const root = path.resolve(import.meta.dirname, '../..');
const args = ['ls-files', '-co', '--exclude-standard', 'main', 'preload', 'renderer', 'package.json'];
const sources = (hasGit ? execFileSync('git', args, { cwd: root, encoding: 'utf8' }) : '')
  .split('\n')
  .filter((file) => /\.(ts|json)$/.test(file) && fs.existsSync(path.join(root, file)));
let copy = '';
const read = (file: string): string => fs.readFileSync(path.join(copy, file), 'utf8');
const changedFiles = () =>
  sources.filter((file) => read(file) !== fs.readFileSync(path.join(root, file), 'utf8'));

beforeEach(() => {
  // Inside the project, so that its packages are found; a new one per test, as modules are loaded once.
  fs.mkdirSync(path.join(root, 'test-results'), { recursive: true });
  copy = fs.mkdtempSync(path.join(root, 'test-results', 'additions-'));
  for (const folder of new Set(sources.map((file) => path.dirname(file))))
    fs.mkdirSync(path.join(copy, folder), { recursive: true });
  for (const file of sources) fs.copyFileSync(path.join(root, file), path.join(copy, file));
}, COPY_TIMEOUT_MS);
afterEach(() => fs.rmSync(copy, { recursive: true }), COPY_TIMEOUT_MS);

function write(file: string, text: string): void {
  const target = path.join(copy, file);
  expect(fs.existsSync(target)).toBe(false);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

/** Inserts text after the last occurrence of each key of `lines`, which must exist. */
function insert(file: string, lines: Readonly<Record<string, string>>): void {
  let text = read(file);
  for (const [after, line] of Object.entries(lines)) {
    const start = text.lastIndexOf(after);
    expect(start, `${file}: ${after}`).toBeGreaterThanOrEqual(0);
    text = `${text.slice(0, start + after.length)}\n${line}${text.slice(start + after.length)}`;
  }
  fs.writeFileSync(path.join(copy, file), text);
}

const load = async <Module>(file: string): Promise<Module> =>
  (await import(/* @vite-ignore */ path.join(copy, file))) as Module;

/** The version after the migrations of all features. */
const NEXT_VERSION = workspaceMigrations.length + 1;

/** The files of the feature in docs/guides/add-a-feature.md, by path. */
const NOTES_FILES: Readonly<Record<string, string>> = {
  'preload/contract/features/notes/feature.ts': `import { z } from 'zod';
import { pagesOf, type FeatureManifest } from '../../feature';

export const NOTES_FEATURE = {
  task: {
    name: 'notes',
    title: 'Notes',
    keywords: 'issues comments',
    page: pagesOf(() => z.object({ kind: z.literal('note'), key: z.string() })),
  },
  activity: { 'note-set': 'Note written' },
  grants: { 'notes-export': { dialog: 'save', process: 'engine' } },
  savedWork: { tables: { 'notes on records': ['record_note'] }, counted: { record_note: 'Notes' } },
  jobs: {
    annotate: {
      labels: { verb: 'Annotate', doing: 'Annotating', done: 'Annotated', notDone: 'Not annotated' },
      reversed: 'annotation of',
      shows: 'present',
      retry: 'send',
      preview: 'edit',
    },
  },
} as const satisfies FeatureManifest;
`,
  'preload/contract/features/notes/calls.ts': `import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';

const call = oc.errors(errors);

export const notesContract = {
  /** Returns the note on a record, or null. */
  get: call.input(z.object({ key: z.string() })).output(z.string().nullable()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly notes: typeof notesContract;
  }
}
`,
  'main/engine/features/notes/saved-work/migrations.ts': `import type { Db } from '#engine/sqlite/open-database';
import type { VersionedMigration } from '#engine/workspace/open/saved-work';

/** Free-text notes on records. */
function recordNotes(db: Db): void {
  db.exec('CREATE TABLE record_note (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT');
}

export const NOTES_MIGRATIONS: readonly VersionedMigration[] = [
  { version: ${NEXT_VERSION}, name: 'notes on records', run: recordNotes },
];
`,
  'main/engine/features/notes/saved-work/record-notes.ts': `import type { Db } from '#engine/sqlite/open-database';

export const recordNoteStore = (db: Db) => ({
  get: (key: string): string | null =>
    db.prepare<[string], string>('SELECT text FROM record_note WHERE key = ?').pluck().get(key) ?? null,
  set: (key: string, text: string) => db.prepare('INSERT INTO record_note VALUES (?, ?)').run(key, text),
});
export type RecordNoteStore = ReturnType<typeof recordNoteStore>;
`,
  'main/engine/features/notes/router.ts': `import { implement } from '@orpc/server';
import { notesContract } from '#contract/features/notes/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';

export function notesRouter(connections: OpenConnections) {
  const os = implement(notesContract).use(declareFailures);
  return os.router({
    get: os.get.handler(({ input }) => connections.current.workspace.recordNotes.get(input.key)),
  });
}
`,
  'main/engine/features/notes/feature.ts': `import type { EngineFeature } from '../feature';
import { NOTES_MIGRATIONS } from './saved-work/migrations';
import { recordNoteStore, type RecordNoteStore } from './saved-work/record-notes';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly recordNotes: RecordNoteStore;
  }
}

export const NOTES_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).notesRouter,
  savedWork: {
    stores: { recordNotes: ({ db }) => recordNoteStore(db) },
    migrations: NOTES_MIGRATIONS,
  },
} as const satisfies EngineFeature<'notes'>;
`,
  'renderer/features/notes/feature.ts': `import NotebookPen from '@lucide/svelte/icons/notebook-pen';
import type { FeatureViews } from '../feature';
import NotesSettings from './NotesSettings.svelte';
import NotesView from './NotesView.svelte';

export const NOTES_VIEWS = {
  tasks: { notes: { icon: NotebookPen, view: NotesView } },
  settings: { after: 'backups', view: NotesSettings },
} as const satisfies FeatureViews;
`,
  'renderer/features/notes/NotesView.svelte': `<script lang="ts">
  import type { TaskProps } from '../task-props';

  let { route }: TaskProps = $props();
</script>

<main>{route.task}</main>
`,
  'renderer/features/notes/NotesSettings.svelte': `<script lang="ts">
  import type { SettingsSectionProps } from '../feature';

  let { isRouteTarget }: SettingsSectionProps = $props();
</script>

<section>{isRouteTarget}</section>
`,
};

function addNotes(): void {
  for (const [file, text] of Object.entries(NOTES_FILES)) write(file, text);
  insert('preload/contract/features/index.ts', {
    "import { FEE_STRUCTURES_FEATURE } from './fee-structures/feature';":
      "import { NOTES_FEATURE } from './notes/feature';",
    '  FEE_FILES_FEATURE,': '  NOTES_FEATURE,',
  });
  insert('main/engine/features/index.ts', {
    "import { FEE_STRUCTURES_ENGINE } from './fee-structures/feature';":
      "import { NOTES_ENGINE } from './notes/feature';",
    'export const ENGINE_FEATURES = {': '  notes: NOTES_ENGINE,',
  });
  insert('renderer/features/index.ts', {
    "import { HOUSEHOLD_VIEWS } from './household/feature';":
      "import { NOTES_VIEWS } from './notes/feature';",
    '  HOUSEHOLD_VIEWS,': '  NOTES_VIEWS,',
  });
}

/** The type of every component in the copy: only Svelte can compile the real ones. */
const COMPONENTS = `declare module '*.svelte' {
  const component: import('svelte').Component<any>;
  export default component;
}
`;

/** Returns the type errors of the copy: of the engine, and of the renderer's manifests without their components. */
function typeErrors(): string {
  write('components.d.ts', COMPONENTS);
  const { compilerOptions } = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) =>
    fs.readFileSync(file, 'utf8'),
  ).config as { compilerOptions: Record<string, unknown> };
  const files = [
    'components.d.ts',
    'main/engine/index.ts',
    'main/demo/data/optional-resources.ts',
    'renderer/app/feature-views.ts',
    'renderer/app/resource-views.ts',
    'renderer/env.d.ts',
  ];
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, rootDirs: ['.'] }, files }));
  const { stdout, stderr } = spawnSync(process.execPath, [bin('typescript', 'tsc'), '-p', 'tsconfig.json'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return stdout + stderr;
}

it(
  'adds a feature with its folders and one entry in each of three indexes',
  async () => {
    addNotes();
    expect(changedFiles()).toEqual([
      'main/engine/features/index.ts',
      'preload/contract/features/index.ts',
      'renderer/features/index.ts',
    ]);

    const { SCREENS } = await load<typeof import('#contract/screens')>('preload/contract/screens.ts');
    expect(SCREENS.find(({ title }) => title === 'Notes')).toMatchObject({
      command: 'go-notes',
      group: 'tasks',
      keywords: 'issues comments',
    });
    const { ACTIVITY_LABELS } = await load<typeof import('#contract/features/activity/schemas')>(
      'preload/contract/features/activity/schemas.ts',
    );
    expect(ACTIVITY_LABELS).toMatchObject({ 'note-set': 'Note written' });
    const { grant } = await load<typeof import('#contract/calls/choose')>('preload/contract/calls/choose.ts');
    expect(grant.parse({ id: '1', path: '/notes.csv', purpose: 'notes-export' })).toBeTruthy();
    const { ENGINE_FEATURES } = await load<typeof import('#engine/features/index')>(
      'main/engine/features/index.ts',
    );
    const routers: Readonly<Record<string, { readonly router: () => Promise<unknown> }>> = ENGINE_FEATURES;
    expect(await routers['notes']?.router()).toBeTypeOf('function');

    const { savedWorkLabel } = await load<typeof import('#contract/saved-work-labels')>(
      'preload/contract/saved-work-labels.ts',
    );
    expect(savedWorkLabel('record_note')).toBe('notes on records');
    const { jobKindOf } = await load<typeof import('#contract/job')>('preload/contract/job.ts');
    expect(jobKindOf('accounts.annotate')).toEqual({ resource: 'accounts', operation: 'annotate' });
    const { ALL_SAVED_WORK } = await load<typeof import('#engine/features/saved-work')>(
      'main/engine/features/saved-work.ts',
    );
    const db = new Database(':memory:');
    for (const { run } of ALL_SAVED_WORK.migrations) run(db);
    const { recordNotes } = ALL_SAVED_WORK.openStores(db, () => '') as unknown as {
      readonly recordNotes: { set(key: string, text: string): void; get(key: string): string | null };
    };
    recordNotes.set('7', 'Call back');
    expect(recordNotes.get('7')).toBe('Call back');
    db.close();
  },
  COPY_TIMEOUT_MS,
);

it(
  'has no type errors with an added feature and resource',
  () => {
    addNotes();
    addBillingNotes();
    expect(typeErrors()).toBe('');
  },
  TYPES_TIMEOUT_MS,
);

/** Adds the resource of the guide with the guide's own code: a descriptor, the demo firm's records and an icon. */
function addBillingNotes(): void {
  const guide = fs.readFileSync(path.join(root, 'docs/guides/add-a-resource.md'), 'utf8');
  const [descriptor = '', records = '', icon = ''] = [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code]) => code,
  );
  const [iconImport = '', , entry = ''] = icon.trim().split('\n');
  insert('preload/contract/resources/optional-resources.ts', {
    'export const optionalResources = {': descriptor,
  });
  insert('main/demo/data/optional-resources.ts', { 'export const OPTIONAL_RESOURCES = {': records });
  insert('renderer/app/resource-views.ts', {
    "import HandCoins from '@lucide/svelte/icons/hand-coins';": iconImport,
    '  billingMinimums: { icon: HandCoins },': entry,
  });
}

it('adds a resource with a descriptor, records of the demo firm and an icon', async () => {
  addBillingNotes();
  expect(changedFiles()).toEqual([
    'main/demo/data/optional-resources.ts',
    'preload/contract/resources/optional-resources.ts',
    'renderer/app/resource-views.ts',
  ]);

  const { SCREENS } = await load<typeof import('#contract/screens')>('preload/contract/screens.ts');
  expect(SCREENS.find(({ title }) => title === 'Billing notes')).toMatchObject({ group: 'lists' });
  const { cacheTables } = await load<typeof import('#engine/cache/schema/schema')>(
    'main/engine/cache/schema/schema.ts',
  );
  expect(cacheTables.map(({ name }) => name)).toContain('billingNotes');
  const { OPTIONAL_RESOURCES } = await load<{
    readonly OPTIONAL_RESOURCES: Readonly<Record<string, (seed: number) => readonly object[]>>;
  }>('main/demo/data/optional-resources.ts');
  expect(OPTIONAL_RESOURCES['billingNotes']?.(7)).toMatchObject([
    { id: 70, subject: 'Fee holiday' },
    { id: 71, subject: 'Wait for custodian' },
  ]);
});
