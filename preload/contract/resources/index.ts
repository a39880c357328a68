import type { z } from 'zod';
import type { Resource } from '../resource';
import { accounts } from './accounts';
import { advisorCodes } from './advisor-codes';
import { assetAdjustments } from './asset-adjustments';
import { billingGroups } from './billing-groups';
import { feeStructures } from './fee-structures';
import { feeUploadFiles } from './fee-upload-files';
import { legacyMappings } from './legacy-mappings';
import { relatedPersons } from './related-persons';

/** Every cached resource. Adding one here adds its table, its sync, its list, its filters and its panel. */
export const resources = {
  accounts,
  relatedPersons,
  advisorCodes,
  billingGroups,
  assetAdjustments,
  feeStructures,
  feeUploadFiles,
  legacyMappings,
} as const;

export type ResourceName = keyof typeof resources;
export const RESOURCE_NAMES = Object.keys(resources) as [ResourceName, ...ResourceName[]];
export const resourceNamed = (name: ResourceName): Resource => resources[name];

export type Resources = typeof resources;

/** Fields that stand for a tax id, in whichever record they turn up. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCE_NAMES.flatMap((name) =>
    Object.entries(resourceNamed(name).fields).flatMap(([field, { secret }]) => (secret ? [field] : [])),
  ),
);

/** One record as it is read, e.g. `RecordOf<'accounts'>`. */
export type RecordOf<N extends ResourceName> = z.output<(typeof resources)[N]['schema']>;
