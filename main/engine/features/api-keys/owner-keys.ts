import type { z } from 'zod';
import type { apiKeyListed } from '#contract/resources/api-keys';
import { credential } from '#contract/connection';
import { fail } from '#contract/failure';
import { allValues } from '../../service/all-values';
import { Service } from '../../service/client';
import type { Fetch } from '../../service/transport';

/** The firm owner's credentials for one task; password and tokens are discarded after it (spec 5.2). */
export interface Owner {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly username: string;
  readonly password: string;
}

const KEYS = 1_000;

const signedIn = (fetch: Fetch, { baseUrl, authUrl, username, password }: Owner) =>
  new Service({ fetch, baseUrl, authUrl, credential: { kind: 'password', username, password } });

/** Creates a named key. The service shows its value only once. */
export async function createApiKey(
  fetch: Fetch,
  owner: Owner & { keyName: string },
): Promise<{ key: string }> {
  const made = await signedIn(fetch, owner).call('apiKeys.create', { body: { name: owner.keyName } });
  // The key exists at the service, but its value cannot be used to sign in.
  if (!credential.safeParse({ kind: 'api-key', key: made.key }).success) throw fail('credential-unusable');
  return { key: made.key };
}

/** Lists the firm's keys without their values (spec 4.7). */
export async function listApiKeys(fetch: Fetch, owner: Owner): Promise<z.output<typeof apiKeyListed>[]> {
  const service = signedIn(fetch, owner);
  return allValues((page) => service.call('apiKeys.list', { pager: { limit: KEYS, page } }));
}

/** Deletes a key permanently; programs that use it stop working (spec 4.7). */
export async function deleteApiKey(fetch: Fetch, owner: Owner & { id: string | number }): Promise<void> {
  await signedIn(fetch, owner).call('apiKeys.remove', { path: { id: owner.id } });
}
