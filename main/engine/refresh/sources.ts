import { resources, type ResourceName } from '../../../preload/contract/resources';
import type { PagedName } from '../service/calls';

/** One list of the service that a resource is fetched from. */
export interface Source {
  readonly endpoint: PagedName;
  readonly body?: unknown;
}

/** Where each cached resource comes from; several lists are united under the records' keys. */
export const SOURCES: Record<ResourceName, readonly [Source, ...Source[]]> = {
  // The list leaves closed accounts out: one is gone only when both lack it (wire facts B8).
  accounts: [{ endpoint: 'accounts.list' }, { endpoint: 'accounts.filter', body: { status: 'closed' } }],
  relatedPersons: [{ endpoint: 'relatedPersons.list' }],
  advisorCodes: [{ endpoint: 'advisorCodes.list' }],
  billingGroups: [{ endpoint: 'billingGroups.list' }],
  assetAdjustments: [{ endpoint: 'assetAdjustments.list' }],
  feeStructures: [{ endpoint: 'feeStructures.list' }],
  feeUploadFiles: [{ endpoint: 'feeUploadFiles.list' }],
  legacyMappings: [{ endpoint: 'legacyMappings.list' }],
};

/** Records without an id of their own may come twice without anything having moved. */
export const mayRepeat = (resource: ResourceName): boolean => resources[resource].key.length > 1;
