import Blocks from '@lucide/svelte/icons/blocks';
import FileArchive from '@lucide/svelte/icons/file-archive';
import Hash from '@lucide/svelte/icons/hash';
import History from '@lucide/svelte/icons/history';
import Landmark from '@lucide/svelte/icons/landmark';
import Layers from '@lucide/svelte/icons/layers';
import Percent from '@lucide/svelte/icons/percent';
import Users from '@lucide/svelte/icons/users';
import type { ResourceName } from '../../preload/contract/resources';
import type { Icon } from '../kit/icon';

export interface ResourceView {
  readonly title: string;
  readonly icon: Icon;
}

/** Every list of records as a place people go: one line each. */
export const RESOURCE_VIEWS: Readonly<Record<ResourceName, ResourceView>> = {
  accounts: { title: 'Accounts', icon: Landmark },
  relatedPersons: { title: 'Related persons', icon: Users },
  advisorCodes: { title: 'Advisor codes', icon: Hash },
  billingGroups: { title: 'Billing groups', icon: Layers },
  assetAdjustments: { title: 'Asset adjustments', icon: Blocks },
  feeStructures: { title: 'Fee structures', icon: Percent },
  feeUploadFiles: { title: 'Fee upload files', icon: FileArchive },
  legacyMappings: { title: 'Legacy mappings', icon: History },
};
