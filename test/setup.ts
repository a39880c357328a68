import { afterEach } from 'vitest';
import { setWorkbookThread } from '../main/engine/files/tables/workbook';
import { runCleanups } from './support/cleanups';
import './support/memoized-scrypt';
import './support/wait-timeout';

// Registered here because modules are loaded once for many test files: a hook in one would run for the first file only.
afterEach(runCleanups);

// Bundled only for tests that read a workbook.
setWorkbookThread(async () => (await import('./support/bundle')).bundleWorkbookThread());
