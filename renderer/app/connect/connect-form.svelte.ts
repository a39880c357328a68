import type { z } from 'zod';
import { newConnection, type ApplicationKind, type NewConnection } from '#contract/connection';
import type { DesktopClient } from '../../bridge';
import { Addresses } from './addresses.svelte';
import { errorsOf } from './errors';
import { CancelableTask } from './connecting.svelte';

/** How a credential is obtained. */
export type SignInMethod = NewConnection['access']['kind'];

export const METHODS: readonly {
  readonly value: SignInMethod;
  readonly label: string;
  readonly explained: string;
}[] = [
  {
    value: 'api-key',
    label: 'Paste an API key',
    explained:
      'Keys do not expire. The key goes into this computer’s keychain and is never shown again, here or anywhere else.',
  },
  {
    value: 'owner',
    label: 'Let the app create a key',
    explained:
      'Sign in once as the firm’s owner. The service makes a named API key for this computer; the password and the sign-in are discarded right after, and only the key is kept, in the keychain.',
  },
  {
    value: 'password',
    label: 'User name and password',
    explained:
      'For users who cannot have a key. The user name and password are stored in the keychain, and the sign-in is renewed before it expires. You see what this user is allowed to see.',
  },
];

/** The form of a new connection: values, validation, test and save. */
export class ConnectForm {
  method = $state<SignInMethod>('api-key');
  application = $state<ApplicationKind>('production');
  readonly addresses = new Addresses();
  key = $state('');
  username = $state('');
  password = $state('');
  keyName = $state('');
  /** The ID of saved work on this computer that the connection is to have. */
  adopt = $state<string | undefined>();
  /** Number of accounts that the tested credential can read; null if the service did not say. */
  tested = $state.raw<{ readonly accounts: number | null } | null>(null);
  errors = $state.raw<Readonly<Record<string, string>>>({});
  readonly work = new CancelableTask();
  #name = $state<string | null>(null);
  readonly #desktop: DesktopClient;

  constructor(desktop: DesktopClient) {
    this.#desktop = desktop;
  }

  /** Defaults to the host. */
  get name(): string {
    return this.#name ?? this.addresses.host;
  }
  set name(value: string) {
    this.#name = value;
  }

  /** Sets the default name of a new key to this computer's, unless the user already typed one. */
  nameKeyAfter(computer: string): void {
    this.keyName ||= `Firm Desk on ${computer}`.slice(0, 80);
  }

  /** Discards the test result after an edit. */
  touched(): void {
    this.tested = null;
    this.work.clear();
    if (Object.keys(this.errors).length > 0) this.#judge(newConnection.safeParse(this.#values()));
  }

  /** Requests one account with this credential; saves nothing. */
  async test(): Promise<void> {
    const request = this.#checked();
    if (!request) return;
    await this.work.run('Testing the connection…', (signal) => this.#test(request, signal));
  }

  /** Tests what can be tested, then saves and opens the connection. The form's secrets are cleared. */
  async connect(): Promise<void> {
    const request = this.#checked();
    if (!request) return;
    const done = await this.work.run('Testing the connection…', async (signal) => {
      if (request.access.kind !== 'owner' && !this.tested) await this.#test(request, signal);
      if (signal.aborted) return;
      this.work.step(request.access.kind === 'owner' ? 'Creating the key…' : 'Opening…');
      await this.#desktop.connections.create(request);
    });
    if (done) this.#forget();
  }

  async #test(request: NewConnection, signal: AbortSignal): Promise<void> {
    const { baseUrl, authUrl, access } = request;
    if (access.kind === 'owner') return;
    this.tested = null;
    const answer = await this.#desktop.connections.test({ baseUrl, authUrl, credential: access }, { signal });
    if (!signal.aborted) this.tested = answer;
  }

  #checked(): NewConnection | undefined {
    const result = newConnection.safeParse(this.#values());
    this.#judge(result);
    return result.data;
  }

  #judge(result: z.ZodSafeParseResult<NewConnection>): void {
    this.errors = this.addresses.own(errorsOf(result));
  }

  #values(): NewConnection {
    const { name, application, adopt } = this;
    const { baseUrl, authUrl } = this.addresses;
    const own = adopt === undefined ? {} : { adopt };
    return { name, baseUrl, authUrl, application, access: this.#access(), ...own };
  }

  #access(): NewConnection['access'] {
    const { key, username, password, keyName } = this;
    if (this.method === 'api-key') return { kind: 'api-key', key };
    if (this.method === 'owner') return { kind: 'owner', username, password, keyName };
    return { kind: 'password', username, password };
  }

  #forget(): void {
    this.key = '';
    this.username = '';
    this.password = '';
    this.tested = null;
  }
}
