import { getContext, setContext, type Component } from 'svelte';
import type { Job } from '../../../preload/contract/job';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';

/** What a task's own part of an outcome gets. */
export interface OutcomePartProps {
  readonly engine: EngineClient;
  readonly job: Job;
  readonly go: Go;
}
/** What a task offers below the outcome of writing its records, by resource. */
export type OutcomeViews = Readonly<Partial<Record<ResourceName, Component<OutcomePartProps>>>>;

const KEY = Symbol('outcome views');

/** The table of `renderer/places/outcome-views.ts`, for every outcome that is shown below. */
export const provideOutcomeViews = (views: OutcomeViews): void => void setContext(KEY, views);
export const outcomeViews = (): OutcomeViews => getContext<OutcomeViews | undefined>(KEY) ?? {};
