import type { Component } from 'svelte';
import type { OverviewName, SettingsSectionName, TaskName } from '#contract/screens';
import type { Failure } from '#contract/failure';
import type { Connection } from '#contract/connection';
import type { Live } from '#contract/calls/live';
import type { Job } from '#contract/job';
import type { ResourceName } from '#contract/resources';
import type { DesktopClient, EngineClient } from '../bridge';
import type { FormViews } from '../records/form/form-view';
import type { ListView } from '../records/list/list-view';
import type { DraftEffectsProps, DraftTools } from '../records/outcome/draft-extensions';
import type { OutcomeViews } from '../records/outcome/outcome-view';
import type { RecordView, RecordViews } from '../records/record/record-view';
import type { TaxIdRequest } from '../records/record/secret';
import type { Go, Route } from '../routes';
import type { Icon } from '../ui/icon';
import type { StateLabel } from '../ui/tone';
import type { TaskProps } from './task-props';

export interface TaskView {
  readonly icon: Icon;
  readonly view: Component<TaskProps>;
  /** Counts the work due today, for the sidebar. */
  readonly due?: (engine: EngineClient) => Promise<number>;
  /** Returns an observable counter; when it grows, the due work is counted again. */
  readonly dueChanges?: () => number;
  /** Counts all pending work, for the sidebar. */
  readonly followWaiting?: FollowWaiting;
}

/** The screens with a feature's view, besides tasks and lists. */
type FeatureScreen = Exclude<Route['screen'], 'connect' | 'settings' | 'guide' | 'resource' | 'task'>;

/** Props of the view of a screen. */
export interface ScreenProps<Name extends FeatureScreen = FeatureScreen> {
  readonly desktop: DesktopClient;
  readonly engine: EngineClient;
  readonly live: Live;
  readonly connection: Connection;
  readonly route: Extract<Route, { screen: Name }>;
  /** The views of every feature, for a screen that combines them. */
  readonly features: readonly FeatureViews[];
  /** Shows the dialog of a paused refresh. */
  readonly onresume: () => void;
  readonly go: Go;
}

/** The views of screens, and the icons of those in the sidebar. */
export type ScreenViews = {
  readonly [Name in FeatureScreen]: {
    readonly view: Component<ScreenProps<Name>>;
  } & (Name extends OverviewName ? { readonly icon: Icon } : unknown);
};

/** Props of the dialog with plain tax IDs. */
export interface TaxIdsDialogProps {
  readonly engine: EngineClient;
  readonly desktop: DesktopClient;
  readonly request: TaxIdRequest;
  readonly onclose: () => void;
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
  /** Version of the cache, but 0 during a refresh, for counts that need not follow each of its changes. */
  readonly settledVersion: number;
  /** Returns true if a list was downloaded completely; an incomplete one is not counted. */
  readonly isComplete: (resource: ResourceName) => boolean;
  readonly go: Go;
}

/** Kinds of work on Today, most urgent first. */
export const TODAY_URGENCIES = [
  'interrupted',
  'team',
  'roi-request',
  'fee-file',
  'draft',
  'finding',
  'running',
] as const;

/** A line in the list of work on Today. */
export interface TodayTask {
  readonly id: string;
  readonly urgency: (typeof TODAY_URGENCIES)[number];
  readonly title: string;
  readonly about: string;
  /** The full text, if `about` is shortened. */
  readonly tip?: string;
  /** The state of the work, or a count. */
  readonly mark: StateLabel | number | null;
  readonly route: Route;
}

/** Observable; created with a component, whose effects keep it up to date. */
export interface TodayTasks {
  /** Null until loaded. */
  readonly list: readonly TodayTask[] | null;
  /** The read error, if any; the list is then the last one that was read. */
  readonly failure: Failure | null;
  /** The kind of work that cannot be counted yet, such as "fee files"; the list is empty then. */
  readonly unknown?: string | null;
  /** Other remaining work, shown when nothing is urgent. */
  readonly otherWork?: { readonly text: string; readonly label: string; readonly route: Route } | null;
}

/** Props of a section of the settings. */
export interface SettingsSectionProps {
  readonly engine: EngineClient;
  readonly desktop: DesktopClient;
  /** True if the route names this section: scrolls to it once it is loaded. */
  readonly isRouteTarget: boolean;
}

export interface SettingsSection {
  /** Its name in routes that scroll to it. */
  readonly name?: SettingsSectionName;
  /** The section of the settings that it follows. */
  readonly after: 'connections' | 'backups';
  readonly view: Component<SettingsSectionProps>;
}

/** Keys that its screen handles itself, for the sheet of shortcuts. */
interface ScreenShortcuts {
  readonly heading: string;
  readonly shortcuts: readonly { readonly keys: readonly string[]; readonly label: string }[];
}

/** Durable jobs that a feature shows itself, instead of the page of edits. */
interface OwnJobs {
  readonly isOwn: (job: Pick<Job, 'kind'>) => boolean;
  /** Returns a number of their rows: "3 codes". */
  readonly rowsText: (rows: number) => string;
  /** Returns the route to a job, by its ID. */
  readonly routeOf: (job: string) => Route;
}

/** The views of a feature: index.ts registers them, and renderer/app combines those of all features. */
export interface FeatureViews {
  /** Icon and screen of its task. */
  readonly tasks?: Readonly<Partial<Record<TaskName, TaskView>>>;
  /** Its views of screens that are not tasks. */
  readonly screens?: Partial<ScreenViews>;
  /** Shows the plain tax IDs that a list or the record panel requests. */
  readonly taxIdsDialog?: Component<TaxIdsDialogProps>;
  /** Its actions, columns and notices in lists of records. */
  readonly lists?: Readonly<Partial<Record<ResourceName, ListView>>>;
  /** What it adds to forms, to the record panel, and to the outcome page after records were written. */
  readonly forms?: FormViews;
  readonly records?: RecordViews;
  readonly everyRecord?: RecordView;
  readonly outcomes?: OutcomeViews;
  /** The effects of a draft, shown in its preview. */
  readonly draftEffects?: Component<DraftEffectsProps>;
  /** What it adds to the page of every draft. */
  readonly draftTools?: DraftTools;
  /** Its card on Today, and the column: the state of the data, or news. */
  readonly today?: { readonly column: 'state' | 'news'; readonly card: Component<TodayCardProps> };
  /** Its lines in the list of work on Today. */
  readonly todayTasks?: (read: () => TodayCardProps) => TodayTasks;
  /** Its section of the settings of an open connection. */
  readonly settings?: SettingsSection;
  readonly shortcuts?: ScreenShortcuts;
  readonly ownJobs?: OwnJobs;
  /** Runs while a connection is open, until the signal aborts. */
  readonly follow?: (engine: EngineClient, signal: AbortSignal) => void;
}
