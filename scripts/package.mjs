// `npm run package`: packages the app as a folder for this platform; `npm run package -- --win` and the like
// make installers.
import path from 'node:path';
import { makePackage, packagedProgram } from './lib/packaged.mjs';
import { root } from './lib/project.mjs';
import { main, say } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';

await main(async () => {
  await setUp();
  const args = process.argv.slice(2);
  await makePackage(args.length > 0 ? args : ['--dir']);
  say(
    args.length > 0
      ? 'packaged: see the folder dist.'
      : `packaged: ${path.relative(root, packagedProgram())}`,
  );
});
