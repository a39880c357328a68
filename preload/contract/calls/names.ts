import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { RESOURCE_NAMES, type ResourceName } from '../resources';

const call = oc.errors(errors);

/** What an ID can refer to: a list on this computer, or securities, which only the service has. */
export const namedList = z.enum([...RESOURCE_NAMES, 'securities']);
export type NamedList = z.output<typeof namedList>;
/** Lists that are not on this computer: names are requested from the service as they are needed. */
export type RemoteList = Exclude<NamedList, ResourceName>;
export const isRemoteList = (list: NamedList): list is RemoteList =>
  !RESOURCE_NAMES.some((name) => name === list);

/** An ID, as text, with its name. */
export const namedId = z.object({
  id: z.string(),
  name: z.string(),
  /** Distinguishes equal names: a household's status, a security's symbol and CUSIP. Empty if unknown. */
  detail: z.string(),
  /** Its number, which users know and see instead of the ID; absent if it has none. */
  number: z.string().optional(),
});
export type NamedId = z.output<typeof namedId>;

/** "Violet Juns IRA (DEMO3577)": a name with its number, or with its ID if it has none. */
export const nameWithNumber = ({ id, name, number }: Pick<NamedId, 'id' | 'name' | 'number'>): string =>
  `${name || 'No name'} (${number ?? id})`;

/**
 * Names for IDs. `names` in a field's descriptor is the list that its IDs reference. IDs without a name are left out.
 * Never fails because an optional resource or the network is missing.
 */
export const namesContract = {
  /** Returns the names of some IDs, in no particular order; IDs without a name are left out. */
  byId: call
    .input(z.object({ list: namedList, ids: z.array(z.string()).max(1_000) }))
    .output(z.array(namedId)),
  /**
   * Returns the best matches for a picker: word prefixes of the name or ID; for an empty text, the first by
   * name. `hasNames`: names exist; otherwise the picker is a plain ID field.
   */
  find: call
    .input(z.object({ list: namedList, text: z.string().max(200), limit: z.number().int().min(1).max(100) }))
    .output(z.object({ items: z.array(namedId), hasNames: z.boolean() })),
};
