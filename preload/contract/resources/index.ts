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
import { optionalResources } from './optional-resources';
import { references } from './references';
import { relatedPersons } from './related-persons';

/** Every cached resource. An entry here adds its table, refresh, list, filters and panel. */
export const resources = {
  accounts,
  relatedPersons,
  advisorCodes,
  billingGroups,
  assetAdjustments,
  feeStructures,
  feeUploadFiles,
  ...references,
  ...optionalResources,
  legacyMappings,
} as const;

export type ResourceName = keyof typeof resources;
export const RESOURCE_NAMES = Object.keys(resources) as [ResourceName, ...ResourceName[]];
export const resourceNamed = (name: ResourceName): Resource => resources[name];

/** The list that records of other lists refer to. */
export const MAIN_LIST = RESOURCE_NAMES.find((name) => resourceNamed(name).main) ?? RESOURCE_NAMES[0];

/** The list of the firms that the service names by ID, such as those of a sign-in. */
export const FIRM_LIST = 'firms' satisfies ResourceName;

/** Returns whether an empty list can be hidden: deprecated ones, and those that not every service has. */
export const isOptionalList = (name: ResourceName): boolean => {
  const { deprecated, service } = resourceNamed(name);
  return deprecated === true || service.optional === true;
};

export type Resources = typeof resources;

/** Names of the resources that offer all of these operations. */
type ResourceOffering<O extends Operation> = {
  [N in ResourceName]: [O] extends [Resources[N]['service']['operations'][number]] ? N : never;
}[ResourceName];
const resourcesOffering = <const O extends Operation>(...wanted: O[]): readonly ResourceOffering<O>[] =>
  RESOURCE_NAMES.filter((name): name is ResourceOffering<O> => {
    const { operations } = resourceNamed(name).service;
    return wanted.every((operation) => operations.includes(operation));
  });

/** Resources whose records can be edited. */
export const EDITABLE_RESOURCES = resourcesOffering('put', 'putMany');
export type EditableName = (typeof EDITABLE_RESOURCES)[number];
export const isEditable = (name: ResourceName): name is EditableName =>
  EDITABLE_RESOURCES.some((editable) => editable === name);

/** Fields that hold a tax-ID token, in any record. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set(
  RESOURCE_NAMES.flatMap((name) =>
    Object.entries(resourceNamed(name).fields).flatMap(([field, { secret }]) => (secret ? [field] : [])),
  ),
);

/** One record as read, e.g. `RecordOf<'accounts'>`. */
export type RecordOf<N extends ResourceName> = z.output<(typeof resources)[N]['schema']>;
