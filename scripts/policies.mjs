// `npm run policies`: generates the templates in resources/policies and the table of the administration page from the
// policies' schema. A test compares them.
import fs from 'node:fs';
import path from 'node:path';
import { policyFiles, policyTable } from './lib/policy-templates.mjs';
import { repoPath, bin, node } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { main, log, ExpectedError } from './lib/terminal.mjs';

const PAGE = 'docs/administration.md';
const TABLE = /^\| Policy +\|[^]*?(?=\n\n)/m;

await main(async () => {
  if (!process.features.typescript) {
    // The schema is TypeScript, which the pinned Node runs without a build.
    const { code } = await run(node(), [process.argv[1]], { output: 'inherit' });
    process.exitCode = code;
    return;
  }
  const { POLICIES } = await import('../preload/contract/policies.ts');
  for (const [file, text] of Object.entries(policyFiles(POLICIES))) {
    fs.mkdirSync(path.dirname(repoPath(file)), { recursive: true });
    fs.writeFileSync(repoPath(file), text);
  }
  const page = fs.readFileSync(repoPath(PAGE), 'utf8');
  if (!TABLE.test(page)) throw new ExpectedError(`${PAGE} has no table of policies.`);
  fs.writeFileSync(
    repoPath(PAGE),
    page.replace(TABLE, () => policyTable(POLICIES)),
  );
  const { code: formatCode } = await run(node(), [bin('prettier'), '--log-level', 'warn', '--write', PAGE]);
  if (formatCode !== 0) throw new ExpectedError(`${PAGE} is written, but Prettier could not format it.`);
  log('wrote the policy templates and the table of the administration page.');
});
