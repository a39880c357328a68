// The signed list of a version's files that installed apps look for (main/desktop/updates/manifest.ts).
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { ExpectedError } from './terminal.mjs';

const DAY_MS = 86_400_000;
const PLATFORMS = { win: 'win32', mac: 'darwin', linux: 'linux' };
const ARCHITECTURES = { x64: 'x64', amd64: 'x64', x86_64: 'x64', arm64: 'arm64' };
/** The one installer per system that an update uses. */
const INSTALLER_NAME = /-(win|mac|linux)-(\w+)\.(exe|zip|deb)$/;
const INSTALLER_EXTENSIONS = { win: 'exe', mac: 'zip', linux: 'deb' };
/** As in main/desktop/updates/manifest.ts: an app refuses other versions, and a longer validity in days. */
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;
const MAX_DAYS = 90;

/** Returns a new key pair: the private key as PEM, the public one as the app has it. */
export function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  };
}

/** Describes the installers of a version in a folder. */
function installersIn(folder, version) {
  return fs
    .readdirSync(folder)
    .filter((name) => name.includes(`-${version}-`))
    .flatMap((name) => {
      const [, system, arch, extension] = INSTALLER_NAME.exec(name) ?? [];
      if (!system || INSTALLER_EXTENSIONS[system] !== extension || !ARCHITECTURES[arch]) return [];
      const bytes = fs.readFileSync(path.join(folder, name));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return [{ name, platform: PLATFORMS[system], arch: ARCHITECTURES[arch], size: bytes.length, sha256 }];
    });
}

/**
 * Returns the text of `latest.json` for the installers in a folder, signed with each of the private keys. `sequence`
 * rises with every publication; `rollout` is a percentage of the installations; the list expires after `days`. Throws for
 * values that every app would refuse.
 */
export function signedManifest({
  folder,
  version,
  sequence,
  minimumVersion,
  rollout,
  days,
  privateKeys,
  now,
}) {
  const isBetween = (number, minimum, maximum) =>
    Number.isInteger(number) && number >= minimum && number <= maximum;
  if (!isBetween(sequence, 1, Number.MAX_SAFE_INTEGER))
    throw new ExpectedError('the sequence must be a whole number from 1.');
  if (!VERSION.test(minimumVersion)) throw new ExpectedError('the minimum must be a version such as 0.1.0.');
  if (!isBetween(rollout, 0, 100))
    throw new ExpectedError('the rollout must be a whole number of percent from 0 to 100.');
  if (!isBetween(days, 1, MAX_DAYS)) throw new ExpectedError(`the days must be from 1 to ${MAX_DAYS}.`);
  const files = installersIn(folder, version);
  if (files.length === 0) throw new ExpectedError(`${folder} has no installer of version ${version}.`);
  const manifest = JSON.stringify({
    product: 'firm-desk',
    version,
    sequence,
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
    minimumVersion,
    rollout,
    files,
  });
  const signatures = privateKeys.map((key) => ({
    signature: sign(null, Buffer.from(manifest), key).toString('base64'),
  }));
  return `${JSON.stringify({ manifest, signatures }, null, 2)}\n`;
}
