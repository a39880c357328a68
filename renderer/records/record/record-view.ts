import { getContext, setContext, type Component } from 'svelte';
import type { ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import type { Go } from '../../routes';

/** Props of a feature's section of the record panel. */
export interface RecordSectionProps {
  readonly resource: ResourceName;
  readonly key: string;
  /** The record as received. */
  readonly raw: string;
  /** Changes with the cached data. */
  readonly version: number;
  readonly engine: EngineClient;
  readonly go: Go;
}

/** An additional tab of the record panel. Each record gets its own instance of the view. */
export interface RecordTab {
  readonly name: string;
  readonly label: string;
  readonly view: Component<RecordSectionProps>;
}

/** Additions of features to the records of one resource. */
export interface RecordView {
  readonly tabs?: readonly RecordTab[];
  /** Below the head: findings about the record, or who is on it. */
  readonly heads?: readonly Component<RecordSectionProps>[];
  /** First among the record's actions. */
  readonly action?: Component<RecordSectionProps>;
}
export type RecordViews = Readonly<Partial<Record<ResourceName, RecordView>>>;

/** Merges the features' additions; tabs and heads of one resource follow each other, and its last action counts. */
export function mergeRecordViews(all: readonly RecordViews[]): RecordViews {
  const merged: Partial<Record<ResourceName, RecordView>> = {};
  for (const views of all)
    for (const [name, view] of Object.entries(views) as [ResourceName, RecordView][]) {
      const earlier = merged[name];
      const tabs = [...(earlier?.tabs ?? []), ...(view.tabs ?? [])];
      const heads = [...(earlier?.heads ?? []), ...(view.heads ?? [])];
      merged[name] = { ...earlier, ...view, tabs, heads };
    }
  return merged;
}

const KEY = Symbol('record views');

/** Provides the features' common additions, and those by resource, to all records below. */
export const provideRecordViews = (views: RecordViews, all: RecordView = {}): void =>
  void setContext(KEY, { views, all });
/** Returns the additions by resource, whose tabs and action replace common ones; call during component creation. */
export function recordViews(): (resource: ResourceName) => RecordView {
  const additions = getContext<{ views: RecordViews; all: RecordView } | undefined>(KEY);
  return (resource) => {
    const view = additions?.views[resource];
    return { ...additions?.all, ...view, heads: [...(additions?.all.heads ?? []), ...(view?.heads ?? [])] };
  };
}
