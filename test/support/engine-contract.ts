import { coreContract } from '#contract/calls/engine-core';
import { dependentsContract } from '#contract/calls/dependents';
import { editsContract } from '#contract/calls/edits';
import { exportsContract } from '#contract/calls/exports';
import { identityContract } from '#contract/calls/identity';
import { importsContract } from '#contract/calls/imports';
import { jobsContract } from '#contract/calls/jobs';

const calls = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../preload/contract/features/*/calls.ts',
  { eager: true },
);
/** A feature's calls are exported as `notesContract`, and are called as `notes`. */
const SUFFIX = 'Contract';

/** Every call of the engine: the app itself needs only their types. */
export const engineContract = {
  ...coreContract,
  dependents: dependentsContract,
  edits: editsContract,
  exports: exportsContract,
  identity: identityContract,
  imports: importsContract,
  jobs: jobsContract,
  ...Object.fromEntries(
    Object.values(calls).flatMap((module) =>
      Object.entries(module).flatMap(([name, contract]) =>
        name.endsWith(SUFFIX) ? [[name.slice(0, -SUFFIX.length), contract] as const] : [],
      ),
    ),
  ),
};
