// Third-party software in the app: notices, and a bill of materials (CycloneDX), from the modules that the
// bundler included.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { repoPath, readIfExists, writeFileAtomic } from './project.mjs';

const MODULES = /^modules-[a-z]+\.json$/;

/** Returns the folder of a module's package; undefined for our own modules. */
export function packageFolder(id) {
  const file = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)(?:\/|$)/.exec(file) ?? [];
  return folder;
}

/** Collects a package and its run-time dependencies. Used for native addons, which are in no bundle. */
function withDependencies(name, from = repoPath(), found = new Map()) {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    const text = readIfExists(path.join(place, 'package.json'));
    if (text !== undefined) {
      if (found.has(place)) return found;
      found.set(place, name);
      for (const dependency of Object.keys(JSON.parse(text).dependencies ?? {}))
        withDependencies(dependency, place, found);
      return found;
    }
    if (path.dirname(folder) === folder) return found; // an optional dependency for another platform
  }
}

/**
 * Returns the lock file's integrity hashes of the package in a folder, as hex.
 * @param {Readonly<Record<string, { integrity?: string }>>} lock the lock file's packages by their path
 * @param {string} folder an absolute path with `/`
 */
export function hashesOf(lock, folder) {
  // Of a nested package, the path of another version at the top level matches too; it is shorter.
  const place = Object.keys(lock)
    .filter((key) => folder.endsWith(`/${key}`))
    .reduce((longest, key) => (key.length > longest.length ? key : longest), '');
  const [kind, sum] = (lock[place]?.integrity ?? '').split('-');
  return kind === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] : [];
}

/** Returns a package's name, version, license and license text. */
function describePackage(folder) {
  const { name, version, license, homepage } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json')));
  const texts = fs
    .readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').trim());
  return {
    name,
    version,
    license: license?.type ?? license ?? 'unknown',
    homepage,
    text: texts.join('\n\n'),
  };
}

const purl = ({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** Returns an SPDX license ID, an SPDX expression, or a note that the package states none. */
const licenseOf = (license) =>
  license === 'unknown'
    ? { license: { name: 'not stated by the package' } }
    : /^[A-Za-z0-9.+-]+$/.test(license)
      ? { license: { id: license } }
      : { expression: license };

/**
 * Returns a bill of materials in CycloneDX 1.6. The same packages give the same bill, byte for byte: its serial number is
 * a UUID (version 5) of their hash.
 */
export function billOf(app, packages) {
  const components = packages.map(({ name, version, license, homepage, hashes }) => ({
    type: 'library',
    'bom-ref': purl({ name, version }),
    name,
    version,
    purl: purl({ name, version }),
    licenses: [licenseOf(license)],
    ...(hashes.length > 0 ? { hashes } : {}),
    ...(homepage ? { externalReferences: [{ type: 'website', url: homepage }] } : {}),
  }));
  const hash = createHash('sha256')
    .update(JSON.stringify([app, components]))
    .digest('hex');
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `5${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  const root = `${app.name}@${app.version}`;
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid.join('-')}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name: app.name, version: app.version } },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

const noticesOf = (packages) =>
  [
    'Firm Desk includes the following third-party software. Electron and Chromium ship with their own notices.',
    ...packages.map(
      ({ name, version, license, homepage, text }) =>
        `${'='.repeat(80)}\n${name} ${version} (${license})${homepage ? `\n${homepage}` : ''}\n\n${text || 'The package does not include a license text.'}`,
    ),
    '',
  ].join('\n\n');

/** Writes `third-party/` into a finished build, from the module lists that its bundles left there. */
export function writeThirdParty(out) {
  const folders = new Set();
  for (const name of fs
    .readdirSync(out, { recursive: true })
    .filter((file) => MODULES.test(path.basename(file)))) {
    for (const id of JSON.parse(fs.readFileSync(path.join(out, name), 'utf8'))) {
      const folder = packageFolder(id);
      if (folder) folders.add(folder);
    }
    fs.rmSync(path.join(out, name));
  }
  const app = JSON.parse(fs.readFileSync(repoPath('package.json'), 'utf8'));
  for (const name of Object.keys(app.dependencies))
    for (const folder of withDependencies(name).keys()) folders.add(folder);
  folders.add(repoPath('node_modules/electron'));
  const lock = JSON.parse(fs.readFileSync(repoPath('package-lock.json'), 'utf8')).packages;
  const found = new Map();
  for (const folder of folders) {
    if (!fs.existsSync(path.join(folder, 'package.json'))) continue;
    const description = { ...describePackage(folder), hashes: hashesOf(lock, folder.replaceAll('\\', '/')) };
    if (description.version) found.set(purl(description), description);
  }
  const packages = [...found.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, description]) => description);
  writeFileAtomic(
    path.join(out, 'third-party/sbom.cdx.json'),
    `${JSON.stringify(billOf(app, packages), null, 2)}\n`,
  );
  writeFileAtomic(path.join(out, 'third-party/notices.txt'), noticesOf(packages));
}
