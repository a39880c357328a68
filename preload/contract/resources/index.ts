import type { z } from 'zod';
import type { Operation } from '../operations';
import type { Resource } from '../resource';
import { accounts } from './accounts';
import { advisorCodes } from './advisor-codes';
import { assetAdjustments } from './asset-adjustments';
import { billingGroups } from './billing-groups';
import { feeStructures } from './fee-structures';
import { feeUploadFiles } from './fee-upload-files';
import { legacyMappings } from './legacy-mappings';
import { neighbors } from './neighbors';
import { references } from './references';
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
  ...references,
  ...neighbors,
  legacyMappings,
} as const;

export type ResourceName = keyof typeof resources;
export const RESOURCE_NAMES = Object.keys(resources) as [ResourceName, ...ResourceName[]];
export const resourceNamed = (name: ResourceName): Resource => resources[name];

/** Nobody misses a list that is not used any more, or that not every service has, while there is nothing in it. */
export const mayBeMissing = (name: ResourceName): boolean => {
  const { deprecated, service } = resourceNamed(name);
  return deprecated === true || service.optional === true;
};

export type Resources = typeof resources;

/** Names of the resources that have all of some operations. */
type Offering<O extends Operation> = {
  [N in ResourceName]: [O] extends [Resources[N]['service']['operations'][number]] ? N : never;
}[ResourceName];
const offering = <const O extends Operation>(...wanted: O[]): readonly Offering<O>[] =>
  RESOURCE_NAMES.filter((name): name is Offering<O> => {
    const { operations } = resourceNamed(name).service;
    return wanted.every((operation) => operations.includes(operation));
  });

/** Resources whose records can be changed. */
export const EDITABLE = offering('put', 'putMany');
export type EditableName = (typeof EDITABLE)[number];
export const isEditable = (name: ResourceName): name is EditableName =>
  EDITABLE.some((editable) => editable === name);

/** Fields that stand for a tax id, in whichever record they turn up. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCE_NAMES.flatMap((name) =>
    Object.entries(resourceNamed(name).fields).flatMap(([field, { secret }]) => (secret ? [field] : [])),
  ),
);

/** One record as it is read, e.g. `RecordOf<'accounts'>`. */
export type RecordOf<N extends ResourceName> = z.output<(typeof resources)[N]['schema']>;
