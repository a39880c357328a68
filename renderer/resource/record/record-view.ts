import { getContext, setContext, type Component } from 'svelte';
import type { ResourceName } from '../../../preload/contract/resources';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';

/** What a part of the record panel gets that a task shows. */
export interface RecordPartProps {
  readonly resource: ResourceName;
  readonly key: string;
  /** The record as the service sent it. */
  readonly raw: string;
  /** Moves when the data on this computer changes. */
  readonly version: number;
  readonly engine: EngineClient;
  readonly go: Go;
}

/** A tab of the record panel beside those that every record has. */
export interface RecordPart {
  readonly name: string;
  readonly label: string;
  readonly view: Component<RecordPartProps>;
}

/** What tasks add to the records of one resource. */
export interface RecordView {
  readonly parts?: readonly RecordPart[];
  /** Below the head: what is wrong with the record. */
  readonly head?: Component<RecordPartProps>;
  /** First among what can be done with the record. */
  readonly action?: Component<RecordPartProps>;
}
export type RecordViews = Readonly<Partial<Record<ResourceName, RecordView>>>;

const KEY = Symbol('record views');

/** What every record has, and the table of `renderer/places/record-views.ts`, for every record that is opened below. */
export const provideRecordViews = (views: RecordViews, all: RecordView = {}): void =>
  void setContext(KEY, { views, all });
/** What is added to the records of a resource; to be called while a component begins. */
export function recordViews(): (resource: ResourceName) => RecordView {
  const known = getContext<{ views: RecordViews; all: RecordView } | undefined>(KEY);
  return (resource) => ({ ...known?.all, ...known?.views[resource] });
}
