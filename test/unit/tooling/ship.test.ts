import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fallbackRuntimeProblem } from '../../../scripts/lib/fallback-runtime.mjs';
import { hasNpm } from '../../support/programs';
import { billOf, hashesOf, packageFolder } from '../../../scripts/lib/third-party.mjs';

const fallbackRuntime = {
  wanted: '45.4.1',
  present: '33.2.1',
  fallback: true,
  testable: false,
  platform: 'linux',
};

describe('a package with the fallback runtime', () => {
  it.each([[['--dir']], [['--linux', 'deb']], [['--win', '--linux']], [[]]])(
    'is refused for distribution (%j)',
    (args: string[]) => {
      expect(fallbackRuntimeProblem({ ...fallbackRuntime, args })).toContain('(33.2.1) is for tests only');
    },
  );

  it('is allowed for tests', () => {
    expect(fallbackRuntimeProblem({ ...fallbackRuntime, testable: true, args: ['--dir'] })).toBeUndefined();
  });

  it('is not a problem if the correct runtime is present or downloaded', () => {
    expect(fallbackRuntimeProblem({ ...fallbackRuntime, fallback: false, args: ['--dir'] })).toBeUndefined();
    for (const args of [['--win'], ['--win', '--dir']])
      expect(fallbackRuntimeProblem({ ...fallbackRuntime, args })).toBeUndefined();
  });
});

describe('the bill of materials', () => {
  const zod = { name: 'zod', version: '4.1.0', license: 'MIT', homepage: 'https://zod.example', hashes: [] };
  const scoped = {
    name: '@orpc/client',
    version: '1.0.0',
    license: '(MIT OR Apache-2.0)',
    hashes: [{ alg: 'SHA-512', content: 'ab' }],
  };
  const bill = billOf({ name: 'firm-desk', version: '0.1.0' }, [scoped, zod]);

  it('names every package with version, license and hash, in CycloneDX format', () => {
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [
        {
          type: 'library',
          purl: 'pkg:npm/%40orpc/client@1.0.0',
          licenses: [{ expression: '(MIT OR Apache-2.0)' }],
          hashes: [{ alg: 'SHA-512', content: 'ab' }],
        },
        { name: 'zod', licenses: [{ license: { id: 'MIT' } }] },
      ],
      dependencies: [{ ref: 'firm-desk@0.1.0' }],
    });
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('is identical for identical packages', () => {
    expect(billOf({ name: 'firm-desk', version: '0.1.0' }, [scoped, zod])).toEqual(bill);
  });

  it.each([
    ['/home/me/app/node_modules/zod/v4/index.js', '/home/me/app/node_modules/zod'],
    ['/app/node_modules/@orpc/client/dist/index.mjs?commonjs', '/app/node_modules/@orpc/client'],
    ['/app/node_modules/a/node_modules/b/x.js', '/app/node_modules/a/node_modules/b'],
    ['C:\\app\\node_modules\\zod\\index.js', 'C:/app/node_modules/zod'],
    ['\0/app/node_modules/zod/index.js', '/app/node_modules/zod'],
    ['/app/main/index.ts', undefined],
  ])('maps the module %s to the package folder %s', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });

  it.each([
    ['/app/node_modules/runed', 'aa'],
    ['/app/node_modules/svelte-sonner/node_modules/runed', 'bb'],
    ['/app/node_modules/absent', undefined],
  ])('has the hash of the version in %s', (folder, hash) => {
    const integrityOf = (hex: string) => ({
      integrity: `sha512-${Buffer.from(hex, 'hex').toString('base64')}`,
    });
    const lock = {
      '': {},
      'node_modules/runed': integrityOf('aa'),
      'node_modules/svelte-sonner/node_modules/runed': integrityOf('bb'),
    };
    expect(hashesOf(lock, folder)).toEqual(hash === undefined ? [] : [{ alg: 'SHA-512', content: hash }]);
  });
});

// A change of the lock file can drop packages that only an optional peer needs; `npm sbom` then fails.
it.skipIf(!hasNpm)('the lock file passes npm sbom', () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bill = execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  expect((JSON.parse(bill) as { components: unknown[] }).components.length).toBeGreaterThan(100);
});
