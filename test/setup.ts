import { afterEach } from 'vitest';
import { setWorkbookThread } from '../main/engine/files/tables/workbook';
import { runCleanups } from './support/cleanups';
import './support/wait-timeout';

// Here and not beside what makes things: modules are read once for many files, and their hooks would serve the first.
afterEach(runCleanups);

// Bundled only for tests that read a workbook.
setWorkbookThread(async () => (await import('./support/bundle')).bundledWorkbook());
