import {
  connectionChange,
  isSameHost,
  type ApplicationKind,
  type Connection,
  type ConnectionChange,
  type Credential,
} from '#contract/connection';
import type { DesktopClient } from '../../bridge';
import { Addresses } from './addresses.svelte';
import { errorsOf } from './errors';
import { CancelableTask } from './connecting.svelte';

/**
 * Name, addresses, kind and read-only flag of an existing connection. Another host requires the credential
 * again.
 */
export class EditForm {
  name = $state('');
  application = $state<ApplicationKind>('production');
  readOnly = $state(false);
  kind = $state<Credential['kind']>('api-key');
  key = $state('');
  username = $state('');
  password = $state('');
  readonly addresses: Addresses;
  errors = $state.raw<Readonly<Record<string, string>>>({});
  readonly work = new CancelableTask();
  readonly #desktop: DesktopClient;
  readonly #connection: Connection;

  constructor(desktop: DesktopClient, connection: Connection) {
    this.#desktop = desktop;
    this.#connection = connection;
    this.name = connection.name;
    this.application = connection.application;
    this.readOnly = connection.readOnly ?? false;
    this.kind = connection.credentialKind;
    this.addresses = new Addresses(connection);
  }

  /** True if the addresses have another host than the credential was given for. */
  get isElsewhere(): boolean {
    const { baseUrl, authUrl } = this.addresses;
    const before = this.#connection;
    return !isSameHost(before.baseUrl, baseUrl.trim()) || !isSameHost(before.authUrl, authUrl.trim());
  }

  touched(): void {
    this.work.clear();
    if (Object.keys(this.errors).length > 0) this.#check();
  }

  /** Tests a credential for another host first. Returns true if the change was saved. */
  async save(): Promise<boolean> {
    const request = this.#check();
    if (!request) return false;
    const { baseUrl, authUrl, credential } = request;
    const done = await this.work.run(credential ? 'Testing…' : 'Saving…', async (signal) => {
      if (credential) {
        await this.#desktop.connections.test({ baseUrl, authUrl, credential }, { signal });
        if (signal.aborted) return;
        this.work.step('Saving…');
      }
      await this.#desktop.connections.change(request);
    });
    if (done) this.key = this.username = this.password = '';
    return done;
  }

  #check(): ConnectionChange | undefined {
    const { name, application, readOnly } = this;
    const { baseUrl, authUrl } = this.addresses;
    const credential = this.isElsewhere ? this.#credential() : null;
    const result = connectionChange.safeParse({
      id: this.#connection.id,
      name,
      baseUrl,
      authUrl,
      application,
      readOnly,
      credential,
    });
    this.errors = this.addresses.own(errorsOf(result));
    return result.data;
  }

  #credential(): Credential {
    const { key, username, password } = this;
    return this.kind === 'api-key' ? { kind: 'api-key', key } : { kind: 'password', username, password };
  }
}
