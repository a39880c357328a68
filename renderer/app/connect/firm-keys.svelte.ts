import type { z } from 'zod';
import { ownerSignIn, serviceAddress } from '#contract/connection';
import type { listedApiKey } from '#contract/resources/api-keys';
import type { DesktopClient } from '../../bridge';
import { ConnectionForm } from './connection-form.svelte';

export type FirmKey = z.output<typeof listedApiKey>;

const signIn = ownerSignIn.extend({ baseUrl: serviceAddress, authUrl: serviceAddress });

/**
 * The firm's API keys, listed after the owner signed in (spec 5.2). The password is held while the list is
 * open.
 */
export class FirmKeys extends ConnectionForm<z.output<typeof signIn>> {
  /** Null until signed in. */
  keys = $state.raw<readonly FirmKey[] | null>(null);

  constructor(desktop: DesktopClient, addresses?: { baseUrl: string; authUrl: string }) {
    super(desktop, addresses && { baseUrl: addresses.baseUrl, authUrl: addresses.authUrl });
    this.method = 'owner';
  }

  async list(): Promise<void> {
    const owner = this.validate();
    if (!owner) return;
    await this.work.run('Signing in…', async (signal) => {
      const keys = await this.desktop.apiKeys.list(owner, { signal });
      if (!signal.aborted) this.keys = keys;
    });
  }

  /** Deletes a key in the service, which then refuses programs that use it. Throws on failure. */
  async remove(key: FirmKey): Promise<void> {
    await this.desktop.apiKeys.remove({
      ...signIn.parse(this.#signInValues()),
      id: key.id,
      keyName: key.name ?? null,
    });
    this.keys = (this.keys ?? []).filter(({ id }) => id !== key.id);
  }

  /** Clears the password and the list, and cancels a running request. */
  forget(): void {
    this.work.cancel();
    this.password = '';
    this.keys = null;
  }

  protected parse() {
    return signIn.safeParse(this.#signInValues());
  }

  #signInValues() {
    const { username, password } = this;
    const { baseUrl, authUrl } = this.addresses.resolved;
    return { username, password, baseUrl, authUrl };
  }
}
