import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import FileArchive from '@lucide/svelte/icons/file-archive';
import Hash from '@lucide/svelte/icons/hash';
import HousePlus from '@lucide/svelte/icons/house-plus';
import MailCheck from '@lucide/svelte/icons/mail-check';
import PencilLine from '@lucide/svelte/icons/pencil-line';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import SearchCheck from '@lucide/svelte/icons/search-check';
import type { Component } from 'svelte';
import type { TaskName } from '#contract/places';
import type { Icon } from '../ui/icon';
import ActivityView from '../features/activity/ActivityView.svelte';
import AdvisorCodesView from '../features/advisor-codes/AdvisorCodesView.svelte';
import HouseholdGroupsView from '../features/billing-groups/HouseholdGroupsView.svelte';
import EditsView from '../features/edits/EditsView.svelte';
import ReviewView from '../features/review/ReviewView.svelte';
import RoiView from '../features/roi/RoiView.svelte';
import type { TaskProps } from '../features/task-props';
import TaxIdsView from '../features/tax-ids/TaxIdsView.svelte';
import FeeFilesScreen from '../features/reconcile/FeeFilesScreen.svelte';

export interface TaskView {
  readonly icon: Icon;
  readonly view: Component<TaskProps>;
}

/** Icon and screen of every task: one line each. */
export const TASK_VIEWS: Readonly<Record<TaskName, TaskView>> = {
  review: { icon: SearchCheck, view: ReviewView },
  edits: { icon: PencilLine, view: EditsView },
  taxIds: { icon: Fingerprint, view: TaxIdsView },
  roi: { icon: MailCheck, view: RoiView },
  advisorCodes: { icon: Hash, view: AdvisorCodesView },
  householdGroups: { icon: HousePlus, view: HouseholdGroupsView },
  feeFiles: { icon: FileArchive, view: FeeFilesScreen },
  activity: { icon: ScrollText, view: ActivityView },
};
