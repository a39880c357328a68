// `npm run sign-update -- new-key key.pem`: makes a key pair for updates, and prints the public key for
// main/desktop/updates/keys.ts. `npm run sign-update -- dist --sequence=3 --minimum=0.1.0 --rollout=10 --key=key.pem`
// writes dist/latest.json for the installers there. The sequence rises with every publication.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repoPath } from './lib/project.mjs';
import { main, log, ExpectedError } from './lib/terminal.mjs';
import { newKeyPair, signedManifest } from './lib/update-manifest.mjs';

const options = {
  sequence: { type: 'string' },
  minimum: { type: 'string' },
  rollout: { type: 'string', default: '100' },
  days: { type: 'string', default: '30' },
  key: { type: 'string', multiple: true },
};

await main(async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, file] = positionals;
  if (folder === 'new-key' && file) {
    const { privateKey, publicKey } = newKeyPair();
    fs.writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' }); // never over another key
    console.log(publicKey);
    return;
  }
  const { sequence, minimum, rollout, days, key } = values;
  if (!folder || !sequence || !minimum || !key)
    throw new ExpectedError('name a folder, --sequence, --minimum and --key; see scripts/sign-update.mjs.');
  const { version } = JSON.parse(fs.readFileSync(repoPath('package.json'), 'utf8'));
  const text = signedManifest({
    folder,
    version,
    sequence: Number(sequence),
    minimumVersion: minimum,
    rollout: Number(rollout),
    days: Number(days),
    privateKeys: key.map((name) => fs.readFileSync(name, 'utf8')),
    now: new Date(),
  });
  fs.writeFileSync(path.join(folder, 'latest.json'), text);
  log(`signed: ${path.join(folder, 'latest.json')}`);
});
