// `npm run package`: packages the app as a folder for this platform; `npm run package -- --win` and the like
// make installers. `-- --msi` makes the installer for all users of a Windows computer, on Linux, of the folder that
// `-- --win dir` made; `--folder=dist/win-unpacked` names another.
import fs from 'node:fs';
import path from 'node:path';
import { makeMsi } from './lib/msi.mjs';
import { makePackage, packagedProgram } from './lib/packaged.mjs';
import { repoPath, root } from './lib/project.mjs';
import { main, log } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  if (args[0] === '--msi') {
    const named = /^--folder=(.+)$/.exec(args[1] ?? '')?.[1];
    const folder = path.resolve(named ?? repoPath('dist/win-unpacked'));
    const { version } = JSON.parse(fs.readFileSync(repoPath('package.json'), 'utf8'));
    const file = repoPath(`dist/firm-desk-${version}-win-x64.msi`);
    await makeMsi({ folder, file, version });
    log(`packaged: ${path.relative(root, file)}`);
    return;
  }
  await setUp();
  await makePackage(args.length > 0 ? args : ['--dir']);
  log(
    args.length > 0
      ? 'packaged: see the folder dist.'
      : `packaged: ${path.relative(root, packagedProgram())}`,
  );
});
