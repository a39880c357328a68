import type { FeatureCalls } from '../feature';
import type { dependentsContract } from './dependents';
import type { editsContract } from './edits';
import type { coreContract } from './engine-core';
import type { exportsContract } from './exports';
import type { identityContract } from './identity';
import type { importsContract } from './imports';
import type { jobsContract } from './jobs';

/**
 * Calls from the renderer to the engine, over a separate message port. `Pick` makes a type of the interface
 * `FeatureCalls`: oRPC accepts only types, which have an implicit index signature.
 */
export type EngineContract = typeof coreContract &
  Pick<FeatureCalls, keyof FeatureCalls> & {
    readonly dependents: typeof dependentsContract;
    readonly edits: typeof editsContract;
    readonly exports: typeof exportsContract;
    readonly identity: typeof identityContract;
    readonly imports: typeof importsContract;
    readonly jobs: typeof jobsContract;
  };
