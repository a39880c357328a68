import type { SavedWorkLabels } from './feature';
import { FEATURES } from './features';

/** The saved work that belongs to no feature. */
const CORE: SavedWorkLabels = {
  tables: {
    'activity log': ['activity', 'activity_head'],
    'saved views': ['view', 'layout'],
    'favorites and recent records': ['favorite', 'recent'],
    'edit drafts': ['draft', 'draft_row'],
    'outcomes of edits': ['job', 'job_row', 'job_outcome', 'job_in_flight'],
    'time of your last visit': ['visit'],
  },
  counted: {
    activity: 'Activity log entries',
    view: 'Saved views',
    draft: 'Edit drafts',
    job: 'Bulk edits and other tasks',
  },
};
const ALL: readonly SavedWorkLabels[] = [
  CORE,
  ...FEATURES.flatMap((feature) => ('savedWork' in feature ? [feature.savedWork] : [])),
];

/** What the screens call the contents of each table of saved work; several tables may share one label. */
const LABELS: ReadonlyMap<string, string> = new Map(
  ALL.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([label, names]) => names.map((table) => [table, label] as const)),
  ),
);

/** Labels of the tables whose rows are counted, to compare saved work. */
export const COUNTED_TABLES: ReadonlyMap<string, string> = new Map(
  ALL.flatMap(({ counted = {} }) => Object.entries(counted)),
);

/** Tables that mean nothing to the user: `revision` counts writes, and a new file has a new count. */
const INTERNAL: ReadonlySet<string> = new Set(['revision']);

/** The label of all other tables, such as those of earlier versions, which a damaged file may have. */
const OTHER_LABEL = 'other saved work';

/** Returns the label of a table of saved work; null if it is internal. */
export const savedWorkLabel = (table: string): string | null =>
  INTERNAL.has(table) ? null : (LABELS.get(table) ?? OTHER_LABEL);

/** Returns the labels of tables, each once, without internal tables. */
export const savedWorkLabels = (tables: readonly string[]): string[] => [
  ...new Set(tables.map(savedWorkLabel).filter((label) => label !== null)),
];
