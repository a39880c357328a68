import { getContext, setContext, type Component } from 'svelte';
import type { Job } from '#contract/job';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';
import type { StateLabel } from '../../ui/tone';

/** Texts of the outcome page for one kind of job. */
export interface OutcomeTexts {
  /** Label of the page until the job is known. */
  readonly page: string;
  readonly back: string;
  /** Shown if the job no longer exists. */
  readonly removed: { readonly title: string; readonly text: string };
  /** Shown if another job must end first. */
  readonly conflict: string;
  readonly title: (job: Job) => string;
  /** What was sent and when; with `inFull`, everything for the tooltip. */
  readonly about?: (job: Job, inFull?: boolean) => string;
  /** How the job ended, its worst outcome first. */
  readonly end: (job: Job) => StateLabel;
  readonly counts: (job: Job) => string;
  /** Where lost responses are looked up: "in the service". */
  readonly where: string;
  /** When the outcomes were last compared with the service; may be empty. */
  readonly checked: (job: Job) => string;
  readonly resume: (job: Job) => string;
  /** Label of the button that looks up the outcomes; null if there is nothing to look up. */
  readonly check: (job: Job) => string | null;
}

/** Props of a feature's section of the outcome page. */
export interface OutcomeSectionProps {
  readonly engine: EngineClient;
  readonly job: Job;
  readonly go: Go;
}
/** Sections that features add to the outcome page of a job that wrote their records, by resource. */
export type OutcomeViews = Readonly<Partial<Record<ResourceName, Component<OutcomeSectionProps>>>>;

const KEY = Symbol('outcome views');

/** Provides the features' sections to all outcome pages below in the tree. */
export const provideOutcomeViews = (views: OutcomeViews): void => void setContext(KEY, views);
export const outcomeViews = (): OutcomeViews => getContext<OutcomeViews | undefined>(KEY) ?? {};
