import { afterEach } from 'vitest';
import { setWorkbookThread } from '../main/engine/files/tables/workbook';
import { leaveNothing } from './support/left-behind';

// Here and not beside what makes things: modules are read once for many files, and their hooks would serve the first.
afterEach(leaveNothing);

// Bundled only for tests that read a workbook.
setWorkbookThread(async () => (await import('./support/bundled')).bundledWorkbook());
