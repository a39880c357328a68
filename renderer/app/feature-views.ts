import type { Component } from 'svelte';
import { mergeTables } from '#contract/feature';
import type { TaskName } from '#contract/screens';
import type { FormViews } from '../records/form/form-view';
import type { OutcomeViews } from '../records/outcome/outcome-view';
import { mergeRecordViews, type RecordViews } from '../records/record/record-view';
import { FEATURE_VIEWS } from '../features';
import type { FeatureViews, ScreenProps, ScreenViews, TaskView } from '../features/feature';

const ALL: readonly FeatureViews[] = FEATURE_VIEWS;

/** Icon and screen of every task. */
export const TASK_VIEWS: Readonly<Record<TaskName, TaskView>> = mergeTables(
  FEATURE_VIEWS.flatMap((feature) => ('tasks' in feature ? [feature.tasks] : [])),
);
/** The view of every screen that is not a task, a list or one of the app's own screens. */
export const SCREEN_VIEWS: ScreenViews = mergeTables(
  FEATURE_VIEWS.flatMap((feature) => ('screens' in feature ? [feature.screens] : [])),
);
/** Returns the view of a screen. */
export const screenView = <Name extends keyof ScreenViews>(screen: Name): Component<ScreenProps<Name>> =>
  SCREEN_VIEWS[screen].view;
/** Additions to the forms, panels and outcomes of records beyond their descriptors, by resource. */
export const FORM_VIEWS: FormViews = mergeTables(ALL.flatMap(({ forms }) => forms ?? []));
export const RECORD_VIEWS: RecordViews = mergeRecordViews(ALL.flatMap(({ records }) => records ?? []));
export const OUTCOME_VIEWS: OutcomeViews = mergeTables(ALL.flatMap(({ outcomes }) => outcomes ?? []));
/** Additions to the panel of every record, whatever its resource. */
export const EVERY_RECORD_VIEW = mergeTables(ALL.flatMap(({ everyRecord }) => everyRecord ?? []));
/** The effects of a draft, shown in the preview of every draft. */
export const DRAFT_EFFECTS = ALL.find(({ draftEffects }) => draftEffects)?.draftEffects;
export const DRAFT_TOOLS = ALL.find(({ draftTools }) => draftTools)?.draftTools;
export const TAX_IDS_DIALOG = ALL.find(({ taxIdsDialog }) => taxIdsDialog)?.taxIdsDialog;
export const SETTINGS_SECTIONS = ALL.flatMap(({ settings }) => settings ?? []);
export const SCREEN_SHORTCUTS = ALL.flatMap(({ shortcuts }) => shortcuts ?? []);
export const OWN_JOBS = ALL.flatMap(({ ownJobs }) => ownJobs ?? []);
/** Functions that run while a connection is open. */
export const FOLLOWERS = ALL.flatMap(({ follow }) => follow ?? []);
