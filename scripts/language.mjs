// `npm run language`: counts deviations of code, tests and documents from the house style.
// `npm run language -- 7a927c52 HEAD`: compares revisions with the working tree. `-- --list names`: lists the lines.
import { isReported, languageReport } from './lib/language-report.mjs';
import { printRevisions } from './lib/revision-table.mjs';
import { main } from './lib/terminal.mjs';

await main(async () => printRevisions(process.argv.slice(2), isReported, languageReport));
