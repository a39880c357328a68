import type { Component } from 'svelte';
import type { TaskName } from '#contract/places';
import type { Failure } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import type { DesktopClient, EngineClient } from '../bridge';
import type { FormViews } from '../records/form/form-view';
import type { ListView } from '../records/list/list-view';
import type { DraftPartProps } from '../records/outcome/draft-part';
import type { OutcomeViews } from '../records/outcome/outcome-view';
import type { RecordView, RecordViews } from '../records/record/record-view';
import type { Go, Route } from '../routes';
import type { Icon } from '../ui/icon';
import type { StateLabel } from '../ui/tone';
import type { TaskProps } from './task-props';

export interface TaskView {
  readonly icon: Icon;
  readonly view: Component<TaskProps>;
  /** Counts the work due today, for the sidebar. */
  readonly due?: (engine: EngineClient) => Promise<number>;
  /** Counts all work that waits there, for the sidebar. */
  readonly followWaiting?: FollowWaiting;
}

/** Reports a count now and after every change, until the signal aborts. */
export type FollowWaiting = (
  engine: EngineClient,
  onCount: (count: number) => void,
  signal: AbortSignal,
) => void;

/** Props of a card on Today. */
export interface TodayCardProps {
  readonly engine: EngineClient;
  readonly desktop: DesktopClient;
  /** Version of the cache. */
  readonly version: number;
  /** The same, but 0 during a refresh, for what is not worth counting again and again. */
  readonly settledVersion: number;
  /** Returns true if a list was downloaded completely; an incomplete one is not counted. */
  readonly isComplete: (resource: ResourceName) => boolean;
  readonly go: Go;
}

/** Work on Today, the most urgent first. */
export const TODAY_URGENCIES = [
  'interrupted',
  'roi-request',
  'fee-file',
  'draft',
  'finding',
  'running',
] as const;

/** A line of what to do now. */
export interface TodayTask {
  readonly id: string;
  readonly urgency: (typeof TODAY_URGENCIES)[number];
  readonly title: string;
  readonly about: string;
  /** The full text, if it was cut. */
  readonly tip?: string;
  /** Its state, or how many there are. */
  readonly mark: StateLabel | number | null;
  readonly route: Route;
}

/** Observable; created with a component, whose effects keep it up to date. */
export interface TodayTasks {
  /** Null until known. */
  readonly list: readonly TodayTask[] | null;
  /** Why it could not be read; the list is then that of the last answer. */
  readonly failure: Failure | null;
  /** What is left besides the list, when nothing is urgent. */
  readonly rest?: { readonly text: string; readonly label: string; readonly route: Route } | null;
}

/** What a feature shows: a line in index.ts registers it, renderer/app reads the tables of all. */
export interface FeatureViews {
  /** Icon and screen of its task. */
  readonly tasks?: Readonly<Partial<Record<TaskName, TaskView>>>;
  /** Its actions, columns and notices in lists of records. */
  readonly lists?: Readonly<Partial<Record<ResourceName, ListView>>>;
  /** Its parts of forms, of the record panel, and of the outcome after records were written. */
  readonly forms?: FormViews;
  readonly records?: RecordViews;
  readonly everyRecord?: RecordView;
  readonly outcomes?: OutcomeViews;
  /** Its part of the preview of every draft. */
  readonly draftPart?: Component<DraftPartProps>;
  /** Its card on Today, by the column: the state of the data, or news. */
  readonly today?: { readonly column: 'state' | 'news'; readonly card: Component<TodayCardProps> };
  /** Its work on Today. */
  readonly todayTasks?: (read: () => TodayCardProps) => TodayTasks;
}
