import Boxes from '@lucide/svelte/icons/boxes';
import Building2 from '@lucide/svelte/icons/building-2';
import ChartLine from '@lucide/svelte/icons/chart-line';
import ChartPie from '@lucide/svelte/icons/chart-pie';
import HandCoins from '@lucide/svelte/icons/hand-coins';
import House from '@lucide/svelte/icons/house';
import Blocks from '@lucide/svelte/icons/blocks';
import FileChartColumn from '@lucide/svelte/icons/file-chart-column';
import FileArchive from '@lucide/svelte/icons/file-archive';
import Hash from '@lucide/svelte/icons/hash';
import History from '@lucide/svelte/icons/history';
import Landmark from '@lucide/svelte/icons/landmark';
import Layers from '@lucide/svelte/icons/layers';
import Percent from '@lucide/svelte/icons/percent';
import ReceiptText from '@lucide/svelte/icons/receipt-text';
import Split from '@lucide/svelte/icons/split';
import Users from '@lucide/svelte/icons/users';
import Wallet from '@lucide/svelte/icons/wallet';
import { RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import type { Icon } from '../ui/icon';
import type { ListView } from '../records/list/list-view';
import { FEATURE_VIEWS } from '../features';
import type { FeatureViews } from '../features/feature';

/** A list's view as data: `icon`, and `actions`, `columns`, `panel` and others if it has more. */
export interface ResourceView extends ListView {
  readonly icon: Icon;
}

/** The icon of each list. */
export const LIST_ICONS: Readonly<Record<ResourceName, { readonly icon: Icon }>> = {
  accounts: { icon: Landmark },
  relatedPersons: { icon: Users },
  advisorCodes: { icon: Hash },
  billingGroups: { icon: Layers },
  assetAdjustments: { icon: Blocks },
  feeStructures: { icon: Percent },
  feeUploadFiles: { icon: FileArchive },
  households: { icon: House },
  firms: { icon: Building2 },
  benchmarks: { icon: ChartLine },
  targetAllocations: { icon: ChartPie },
  investmentModels: { icon: Boxes },
  billingMinimums: { icon: HandCoins },
  billingSplits: { icon: Split },
  billingReports: { icon: FileChartColumn },
  invoices: { icon: ReceiptText },
  latestBalances: { icon: Wallet },
  legacyMappings: { icon: History },
};

const features: readonly FeatureViews[] = FEATURE_VIEWS;
/** Several features may add actions to a list; each other addition to it comes from one feature. */
const views = new Map<ResourceName, ResourceView>(
  RESOURCE_NAMES.map((name) => {
    const additions = features.flatMap(({ lists }) => lists?.[name] ?? []);
    const actions = additions.flatMap((view) => view.actions ?? []);
    return [name, Object.assign({}, LIST_ICONS[name], ...additions, actions.length > 0 ? { actions } : {})];
  }),
);

/** Returns the view of a list: its icon and the additions of features. */
export const resourceView = (name: ResourceName): ResourceView => views.get(name) ?? LIST_ICONS[name];
