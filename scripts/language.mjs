// `npm run language`: how far code, tests and documents are from the house style, in counts.
// `npm run language -- 7a927c52 HEAD`: those revisions beside the working tree. `-- --list names`: where, line by line.
import { isReported, languageReport } from './lib/language-report.mjs';
import { printRevisions } from './lib/revision-table.mjs';
import { main } from './lib/say.mjs';

await main(async () => printRevisions(process.argv.slice(2), isReported, languageReport));
