import Hash from '@lucide/svelte/icons/hash';
import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import FileArchive from '@lucide/svelte/icons/file-archive';
import MailCheck from '@lucide/svelte/icons/mail-check';
import type { Component } from 'svelte';
import type { ResourceName } from '../../preload/contract/resources';
import type { TaskProps } from '../tasks/task-props';
import type { Icon } from '../kit/icon';
import type { TaskName } from '../routes';
import ActivityView from '../tasks/activity/ActivityView.svelte';
import AdvisorCodesView from '../tasks/advisor-codes/AdvisorCodesView.svelte';
import FeeFilesPlace from './FeeFilesPlace.svelte';
import RoiView from '../tasks/roi/RoiView.svelte';
import TaxIdsView from '../tasks/tax-ids/TaxIdsView.svelte';

export interface Task {
  readonly task: TaskName;
  readonly title: string;
  readonly icon: Icon;
  readonly view: Component<TaskProps>;
  /** The list of records that this place shows too; it then has no entry of its own. */
  readonly resource?: ResourceName;
  /** Heading of the sidebar under which it stands: Errands, if nothing else is said. */
  readonly group?: 'Errands' | 'History';
  /** Other words under which people look for it. */
  readonly also?: string;
}

/** Every task as a place people go: one line each. */
export const TASKS: readonly Task[] = [
  {
    task: 'taxIds',
    title: 'Tax ids',
    icon: Fingerprint,
    view: TaxIdsView,
    also: 'ssn ein tin token exchange tokenize reveal',
  },
  { task: 'roi', title: 'ROI requests', icon: MailCheck, view: RoiView, also: 'release of information' },
  {
    task: 'advisorCodes',
    title: 'Advisor codes',
    icon: Hash,
    view: AdvisorCodesView,
    resource: 'advisorCodes',
    also: 'g-number master account ip rep code mapping create delete',
  },
  {
    task: 'feeFiles',
    title: 'Fee upload files',
    icon: FileArchive,
    view: FeeFilesPlace,
    resource: 'feeUploadFiles',
    also: 'save reconcile vault zip',
  },
  {
    task: 'activity',
    title: 'Activity',
    icon: ScrollText,
    view: ActivityView,
    group: 'History',
    also: 'log audit history who verify',
  },
];

export const taskNamed = (name: TaskName): Task | undefined => TASKS.find(({ task }) => task === name);

/** The task in whose place the records of a list are shown. */
export const taskOf = (resource: ResourceName): Task | undefined =>
  TASKS.find((task) => task.resource === resource);
