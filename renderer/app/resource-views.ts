import ArrowDownToLine from '@lucide/svelte/icons/arrow-down-to-line';
import Boxes from '@lucide/svelte/icons/boxes';
import Building2 from '@lucide/svelte/icons/building-2';
import ChartLine from '@lucide/svelte/icons/chart-line';
import ChartPie from '@lucide/svelte/icons/chart-pie';
import House from '@lucide/svelte/icons/house';
import Blocks from '@lucide/svelte/icons/blocks';
import FileArchive from '@lucide/svelte/icons/file-archive';
import Hash from '@lucide/svelte/icons/hash';
import History from '@lucide/svelte/icons/history';
import Landmark from '@lucide/svelte/icons/landmark';
import Layers from '@lucide/svelte/icons/layers';
import Percent from '@lucide/svelte/icons/percent';
import Split from '@lucide/svelte/icons/split';
import Users from '@lucide/svelte/icons/users';
import type { ResourceName } from '#contract/resources';
import type { Icon } from '../ui/icon';
import type { ListView } from '../records/list/list-view';
import { CODES_LIST } from '../features/advisor-codes/codes-list';
import { FEE_STRUCTURES_LIST } from '../features/fee-structures/fee-structures-list';
import { ACCOUNT_ACTIONS, GROUP_ACTIONS } from '../features/billing-groups/actions';
import { FEE_FILES_LIST } from '../features/fee-files/fee-files-list';

/** A list's view as data: `icon`, and `actions`, `columns`, `panel` and others if it has more. */
export interface ResourceView extends ListView {
  readonly icon: Icon;
}

/** The views of all lists, in addition to their descriptors: one line each. */
export const RESOURCE_VIEWS: Readonly<Record<ResourceName, ResourceView>> = {
  accounts: { icon: Landmark, actions: ACCOUNT_ACTIONS },
  relatedPersons: { icon: Users },
  advisorCodes: { icon: Hash, ...CODES_LIST },
  billingGroups: { icon: Layers, actions: GROUP_ACTIONS },
  assetAdjustments: { icon: Blocks },
  feeStructures: { icon: Percent, ...FEE_STRUCTURES_LIST },
  feeUploadFiles: { icon: FileArchive, ...FEE_FILES_LIST },
  households: { icon: House },
  firms: { icon: Building2 },
  benchmarks: { icon: ChartLine },
  targetAllocations: { icon: ChartPie },
  investmentModels: { icon: Boxes },
  billingMinimums: { icon: ArrowDownToLine },
  billingSplits: { icon: Split },
  legacyMappings: { icon: History },
};
