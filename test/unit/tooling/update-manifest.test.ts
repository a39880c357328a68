import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { newKeyPair, signedManifest } from '../../../scripts/lib/update-manifest.mjs';
import { judgeManifest } from '#main/desktop/updates/manifest';

it('signs a list of installers that the app accepts, with either of two keys', () => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'sign-update-'));
  const names = [
    'firm-desk-0.2.0-linux-amd64.deb',
    'firm-desk-0.2.0-win-x64.exe',
    'firm-desk-0.2.0-win-x64.msi',
    'firm-desk-0.2.0-mac-arm64.zip',
    'firm-desk-0.1.0-linux-amd64.deb',
  ];
  for (const name of names) fs.writeFileSync(path.join(folder, name), `content of ${name}`);
  const [present, next] = [newKeyPair(), newKeyPair()];
  const now = new Date('2026-11-27T12:00:00Z');
  const text = signedManifest({
    folder,
    version: '0.2.0',
    sequence: 1,
    minimumVersion: '0.1.0',
    rollout: 100,
    days: 30,
    privateKeys: [present.privateKey, next.privateKey],
    now,
  });
  for (const { publicKey } of [present, next]) {
    const verdict = judgeManifest(text, {
      keys: [publicKey],
      installed: '0.1.0',
      platform: 'linux',
      arch: 'x64',
      now,
      lastSequence: 0,
      holdAt: undefined,
      installation: 'any',
    });
    expect(verdict).toMatchObject({
      kind: 'update',
      file: {
        name: 'firm-desk-0.2.0-linux-amd64.deb',
        sha256: createHash('sha256').update('content of firm-desk-0.2.0-linux-amd64.deb').digest('hex'),
      },
      manifest: { files: { length: 3 } }, // without the MSI, and the installer of an older version
    });
  }
  fs.rmSync(folder, { recursive: true });
});

it.each([
  { sequence: Number('3rd') },
  { minimumVersion: 'v0.1' },
  { rollout: Number('10%') },
  { rollout: 101 },
  { days: 91 },
])('signs no list that every app would refuse (%j)', (wrong) => {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'sign-update-'));
  fs.writeFileSync(path.join(folder, 'firm-desk-0.2.0-linux-amd64.deb'), '');
  const { privateKey } = newKeyPair();
  const values = { sequence: 1, minimumVersion: '0.1.0', rollout: 100, days: 30, privateKeys: [privateKey] };
  const sign = (changed: object) =>
    signedManifest({ folder, version: '0.2.0', now: new Date(), ...values, ...changed });
  expect(() => sign({})).not.toThrow();
  expect(() => sign(wrong)).toThrow(/must be/);
  fs.rmSync(folder, { recursive: true });
});
