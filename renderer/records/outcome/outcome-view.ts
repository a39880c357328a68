import { getContext, setContext, type Component } from 'svelte';
import type { Job } from '#contract/job';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';

/** Props of a task's part of an outcome. */
export interface OutcomePartProps {
  readonly engine: EngineClient;
  readonly job: Job;
  readonly go: Go;
}
/** Additions of tasks to the outcome of writing their records, by resource. */
export type OutcomeViews = Readonly<Partial<Record<ResourceName, Component<OutcomePartProps>>>>;

const KEY = Symbol('outcome views');

/** Provides the table of `renderer/app/outcome-views.ts` to all outcomes below. */
export const provideOutcomeViews = (views: OutcomeViews): void => void setContext(KEY, views);
export const outcomeViews = (): OutcomeViews => getContext<OutcomeViews | undefined>(KEY) ?? {};
