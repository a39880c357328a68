import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import { Pages } from '../../kit/pages.svelte';
import type { ChangeKind } from './change-words';

export type Change = Awaited<ReturnType<EngineClient['changes']['list']>>['items'][number];

export interface ChangeQuestion {
  readonly runId: number;
  readonly resource?: ResourceName;
  readonly kind?: ChangeKind;
}

/** The changes of one refresh, fetched page by page as they come in sight. */
export const changesOf = (engine: EngineClient, question: ChangeQuestion): Pages<Change> =>
  new Pages((offset, limit) => engine.changes.list({ ...question, offset, limit }));
