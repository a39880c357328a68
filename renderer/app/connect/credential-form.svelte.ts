import { credential, type Connection, type Credential } from '#contract/connection';
import type { DesktopClient } from '../../bridge';
import { errorsOf } from './errors';
import { CancelableTask } from './connecting.svelte';

/**
 * A new credential for an existing connection: tested first, then it replaces the old one in the keychain.
 */
export class CredentialForm {
  kind = $state<Credential['kind']>('api-key');
  key = $state('');
  username = $state('');
  password = $state('');
  errors = $state.raw<Readonly<Record<string, string>>>({});
  readonly work = new CancelableTask();
  readonly #desktop: DesktopClient;
  readonly #connection: Connection;

  constructor(desktop: DesktopClient, connection: Connection) {
    this.#desktop = desktop;
    this.#connection = connection;
    this.kind = connection.credentialKind;
  }

  touched(): void {
    this.work.clear();
    if (Object.keys(this.errors).length > 0) this.errors = errorsOf(credential.safeParse(this.#value()));
  }

  /** Returns true if the new credential was saved. */
  async replace(): Promise<boolean> {
    const result = credential.safeParse(this.#value());
    this.errors = errorsOf(result);
    const request = result.data;
    if (!request) return false;
    const { id, baseUrl, authUrl } = this.#connection;
    const done = await this.work.run('Testing…', async (signal) => {
      await this.#desktop.connections.test({ baseUrl, authUrl, credential: request }, { signal });
      if (signal.aborted) return;
      this.work.step('Saving…');
      await this.#desktop.connections.replaceCredential({ id, credential: request });
    });
    if (done) this.key = this.username = this.password = '';
    return done;
  }

  #value(): Credential {
    const { key, username, password } = this;
    return this.kind === 'api-key' ? { kind: 'api-key', key } : { kind: 'password', username, password };
  }
}
