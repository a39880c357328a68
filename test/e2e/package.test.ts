import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

/** Systems by the first bytes of their machine code, and by the machine type of an ELF file. */
const MACHINE_CODE: Readonly<Record<string, string>> = {
  '7f454c46-3e': 'linux-x64',
  '7f454c46-b7': 'linux-arm64',
  cffaedfe: 'darwin',
  cafebabe: 'darwin',
  '4d5a': 'win32',
};

/**
 * Returns the system that a file's first bytes are machine code for, or undefined if it is not machine code.
 */
function systemOf(head: Buffer): string | undefined {
  const start = head.toString('hex', 0, 4);
  const machine = head.length > 18 ? head.toString('hex', 18, 19) : '';
  return MACHINE_CODE[`${start}-${machine}`] ?? MACHINE_CODE[start] ?? MACHINE_CODE[start.slice(0, 4)];
}

function headOf(file: string, offset = 0): Buffer {
  const descriptor = openSync(file, 'r');
  const head = Buffer.alloc(20);
  const length = readSync(descriptor, head, 0, head.length, offset);
  closeSync(descriptor);
  return head.subarray(0, length);
}

interface Entry {
  readonly files?: Readonly<Record<string, Entry>>;
  readonly offset?: string;
}

/** Returns the files of the app's archive with their first bytes; null for a file beside the archive. */
function readArchive(file: string): Map<string, Buffer | null> {
  const bytes = readFileSync(file);
  const contentStart = 8 + bytes.readUInt32LE(4);
  const headByName = new Map<string, Buffer | null>();
  const walk = (entry: Entry, name: string): void => {
    if (entry.files)
      for (const [child, inner] of Object.entries(entry.files)) walk(inner, `${name}/${child}`);
    else {
      const offset = contentStart + Number(entry.offset);
      headByName.set(name.slice(1), entry.offset === undefined ? null : bytes.subarray(offset, offset + 20));
    }
  };
  walk(JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12))) as Entry, '');
  return headByName;
}

test('packages only code that runs on its platform', () => {
  const program = process.env['APP_BINARY'];
  test.skip(!program || process.platform !== 'linux', 'needs a package; see npm run test:packaged');
  const folder = path.dirname(program ?? '');
  const thisPlatform = `${process.platform}-${process.arch}`;
  const archiveFiles = readArchive(path.join(folder, 'resources', 'app.asar'));

  // The app, its name, and the two addons that cannot be bundled.
  const paths = [...archiveFiles.keys()].map((name) =>
    name.split('/').slice(0, name.startsWith('node_modules') ? 2 : 1),
  );
  expect([...new Set(paths.map((segments) => segments.join('/')))].sort()).toEqual([
    'node_modules/better-sqlite3',
    'node_modules/keytar',
    'out',
    'package.json',
  ]);
  const siblings = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(
    siblings
      .filter((file) => file.endsWith('.node'))
      .map((file) => path.basename(file))
      .sort(),
  ).toEqual(['keytar.node', `${thisPlatform}.node`]);

  const heads = [
    ...siblings.map((file) => [path.relative(folder, file), headOf(file)] as const),
    ...[...archiveFiles].filter((entry): entry is [string, Buffer] => entry[1] !== null),
  ];
  const code = heads.flatMap(([name, head]) => {
    const system = systemOf(head);
    return system === undefined ? [] : [{ name, system }];
  });
  expect(code.map(({ name }) => name)).toContain(path.basename(program ?? '')); // machine code is recognized
  expect(code.filter(({ system }) => system !== thisPlatform)).toEqual([]);
  // Neither a script for another system, nor one that builds or downloads an addon.
  const addons = [...archiveFiles.keys()].filter(
    (name) => name.startsWith('node_modules') && !name.endsWith(`${thisPlatform}.node`),
  );
  const unwanted = /(?:darwin|win32|linuxmusl|arm64)|\.(?:ps1|bat|cmd|sh|gyp|c|cc|h|ts|map)$|\/script\//;
  expect(addons.filter((name) => unwanted.test(name))).toEqual([]);
});
