import Hash from '@lucide/svelte/icons/hash';
import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import ScrollText from '@lucide/svelte/icons/scroll-text';
import FileArchive from '@lucide/svelte/icons/file-archive';
import MailCheck from '@lucide/svelte/icons/mail-check';
import type { Component } from 'svelte';
import type { Connection } from '../../preload/contract/connection';
import type { Live } from '../../preload/contract/calls/live';
import type { ResourceName } from '../../preload/contract/resources';
import type { DesktopClient, EngineClient } from '../bridge';
import type { Icon } from '../kit/icon';
import type { ErrandName, ErrandRoute, Go, ResourceRoute } from '../routes';
import ActivityView from '../tasks/activity/ActivityView.svelte';
import AdvisorCodesView from '../tasks/advisor-codes/AdvisorCodesView.svelte';
import FeeFilesView from '../tasks/fee-files/FeeFilesView.svelte';
import RoiView from '../tasks/roi/RoiView.svelte';
import TaxIdsView from '../tasks/tax-ids/TaxIdsView.svelte';

export interface ErrandProps {
  readonly desktop: DesktopClient;
  readonly engine: EngineClient;
  readonly live: Live;
  readonly connection: Connection;
  readonly route: ErrandRoute;
  /** The list's own route, where somebody came to its records. */
  readonly list?: ResourceRoute;
  readonly go: Go;
}

export interface Errand {
  readonly errand: ErrandName;
  readonly title: string;
  readonly icon: Icon;
  readonly view: Component<ErrandProps>;
  /** The list of records that this place shows too; it then has no entry of its own. */
  readonly resource?: ResourceName;
  /** Heading of the sidebar under which it stands: Errands, if nothing else is said. */
  readonly group?: 'Errands' | 'History';
  /** Other words under which people look for it. */
  readonly also?: string;
}

/** Every errand as a place people go: one line each. */
export const ERRANDS: readonly Errand[] = [
  {
    errand: 'taxIds',
    title: 'Tax ids',
    icon: Fingerprint,
    view: TaxIdsView,
    also: 'ssn ein tin token exchange tokenise reveal',
  },
  { errand: 'roi', title: 'ROI requests', icon: MailCheck, view: RoiView, also: 'release of information' },
  {
    errand: 'advisorCodes',
    title: 'Advisor codes',
    icon: Hash,
    view: AdvisorCodesView,
    resource: 'advisorCodes',
    also: 'g-number master account ip rep code mapping create delete',
  },
  {
    errand: 'feeFiles',
    title: 'Fee upload files',
    icon: FileArchive,
    view: FeeFilesView,
    resource: 'feeUploadFiles',
    also: 'save reconcile vault zip',
  },
  {
    errand: 'activity',
    title: 'Activity',
    icon: ScrollText,
    view: ActivityView,
    group: 'History',
    also: 'log audit history who verify',
  },
];

export const errandNamed = (name: ErrandName): Errand | undefined =>
  ERRANDS.find(({ errand }) => errand === name);

/** The errand in whose place the records of a list are shown. */
export const errandOf = (resource: ResourceName): Errand | undefined =>
  ERRANDS.find((errand) => errand.resource === resource);
