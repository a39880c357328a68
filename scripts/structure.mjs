// `npm run structure`: sizes, imports, cycles, effects and repeated lines of the sources, in counts.
// `npm run structure -- fce8a015 HEAD`: compares revisions with the working tree. `-- --list cycles`: lists the places.
import { printRevisions } from './lib/revision-table.mjs';
import { main } from './lib/terminal.mjs';
import { isMeasured, structureReport } from './lib/structure-report.mjs';

await main(async () => printRevisions(process.argv.slice(2), isMeasured, structureReport));
