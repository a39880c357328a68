import type { Component } from 'svelte';
import type { TaskName } from '#contract/places';
import type { ResourceName } from '#contract/resources';
import type { DesktopClient, EngineClient } from '../bridge';
import type { FormViews } from '../records/form/form-view';
import type { ListView } from '../records/list/list-view';
import type { DraftPartProps } from '../records/outcome/draft-part';
import type { OutcomeViews } from '../records/outcome/outcome-view';
import type { RecordView, RecordViews } from '../records/record/record-view';
import type { Go } from '../routes';
import type { Icon } from '../ui/icon';
import type { TaskProps } from './task-props';

export interface TaskView {
  readonly icon: Icon;
  readonly view: Component<TaskProps>;
  /** Counts the work due today, for the sidebar. */
  readonly due?: (engine: EngineClient) => Promise<number>;
}

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
}
