import type { z } from 'zod';
import type { listedApiKey } from '#contract/resources/api-keys';
import { credential } from '#contract/connection';
import { fail, failureOf } from '#contract/failure';
import { allValues } from '../../service/all-values';
import { Service } from '../../service/client';
import type { Fetch } from '../../service/transport';

/** The firm owner's credentials for one task; password and tokens are discarded after it (spec 5.2). */
export interface OwnerCredentials {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly username: string;
  readonly password: string;
}

const KEYS_PER_PAGE = 1_000;

const signedInService = (fetch: Fetch, { baseUrl, authUrl, username, password }: OwnerCredentials) =>
  new Service({ fetch, baseUrl, authUrl, credential: { kind: 'password', username, password } });

/**
 * Creates a named key. The service shows its value only once. An error does not prove that no key was created: fails
 * with `credential-unusable` (`key-created`) if the firm has a new one with that name, which the owner should delete.
 */
export async function createApiKey(
  fetch: Fetch,
  owner: OwnerCredentials & { keyName: string },
): Promise<{ key: string }> {
  const idsBefore = await idsOf(fetch, owner).catch((error: unknown) => {
    if (failureOf(error).kind === 'credential-refused') throw error; // a second wrong sign-in may lock the account
    return null; // a service that does not list keys may still create one
  });
  const create = signedInService(fetch, owner).call('apiKeys.create', { body: { name: owner.keyName } });
  const created = await create.catch(async (error: unknown) => {
    const idsAfter = idsBefore && (await idsOf(fetch, owner).catch(() => idsBefore));
    const isNew = [...(idsAfter ?? [])].some((id) => !idsBefore?.has(id));
    if (!isNew) throw error;
    const detail = { code: 'key-created', facts: { name: owner.keyName } } as const;
    throw fail('credential-unusable', { detail, cause: failureOf(error).kind });
  });
  // The key exists in the service, but its value cannot be used to sign in.
  if (!credential.safeParse({ kind: 'api-key', key: created.key }).success) throw fail('credential-unusable');
  return { key: created.key };
}

/** Returns the IDs of the firm's keys with that name. */
async function idsOf(fetch: Fetch, owner: OwnerCredentials & { keyName: string }): Promise<Set<string>> {
  const keys = await listApiKeys(fetch, owner);
  return new Set(keys.filter(({ name }) => name === owner.keyName).map(({ id }) => String(id)));
}

/** Lists the firm's keys without their values (spec 4.7). */
export async function listApiKeys(
  fetch: Fetch,
  owner: OwnerCredentials,
): Promise<z.output<typeof listedApiKey>[]> {
  const service = signedInService(fetch, owner);
  return allValues((page) => service.call('apiKeys.list', { pager: { limit: KEYS_PER_PAGE, page } }));
}

/** Deletes a key permanently; programs that use it stop working (spec 4.7). */
export async function deleteApiKey(
  fetch: Fetch,
  owner: OwnerCredentials & { id: string | number },
): Promise<void> {
  await signedInService(fetch, owner).call('apiKeys.remove', { path: { id: owner.id } });
}
