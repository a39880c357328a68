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
  /** Heading of the sidebar under which it stands. */
  readonly group: 'Book' | 'Billing' | 'History';
}

/** Every list of records as a place people go: one line each. */
export const RESOURCE_VIEWS: Readonly<Record<ResourceName, ResourceView>> = {
  accounts: { title: 'Accounts', icon: Landmark, group: 'Book' },
  relatedPersons: { title: 'Related persons', icon: Users, group: 'Book' },
  advisorCodes: { title: 'Advisor codes', icon: Hash, group: 'Book' },
  billingGroups: { title: 'Billing groups', icon: Layers, group: 'Billing' },
  assetAdjustments: { title: 'Asset adjustments', icon: Blocks, group: 'Billing' },
  feeStructures: { title: 'Fee structures', icon: Percent, group: 'Billing' },
  feeUploadFiles: { title: 'Fee upload files', icon: FileArchive, group: 'Billing' },
  legacyMappings: { title: 'Legacy mappings', icon: History, group: 'History' },
};
