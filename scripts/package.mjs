// `npm run package` packages the app as a folder for this platform; with electron-builder's arguments, such as `-- --win`,
// it builds installers. `-- --msi` builds, on Linux, the MSI for all users of a Windows computer from the folder that
// `-- --win dir` made. Its options: `--folder=` uses another folder, `--version=` sets the version, and `--output=` the
// folder for the MSI.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeMsi } from './lib/msi.mjs';
import { makePackage, packagedProgram } from './lib/packaged.mjs';
import { repoPath, root } from './lib/project.mjs';
import { main, log } from './lib/terminal.mjs';
import { setUp } from './lib/install.mjs';

/** Builds the MSI that the arguments after `--msi` describe, and returns its path. */
async function packageMsi(args) {
  const { version: current } = JSON.parse(fs.readFileSync(repoPath('package.json'), 'utf8'));
  const { values } = parseArgs({
    args,
    options: {
      folder: { type: 'string', default: repoPath('dist/win-unpacked') },
      version: { type: 'string', default: current },
      output: { type: 'string', default: repoPath('dist') },
    },
  });
  const { folder, version, output } = values;
  const file = path.resolve(output, `firm-desk-${version}-win-x64.msi`);
  await makeMsi({ folder: path.resolve(folder), file, version });
  return file;
}

await main(async () => {
  const args = process.argv.slice(2);
  if (args[0] === '--msi') {
    log(`packaged: ${path.relative(root, await packageMsi(args.slice(1)))}`);
    return;
  }
  await setUp();
  await makePackage(args.length > 0 ? args : ['--dir']);
  log(
    args.length > 0 ? 'packaged: see the dist folder' : `packaged: ${path.relative(root, packagedProgram())}`,
  );
});
