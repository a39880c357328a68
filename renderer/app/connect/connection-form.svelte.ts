import type { z } from 'zod';
import {
  CONNECTION_PROBLEMS,
  connectionChange,
  credential,
  isSameHost,
  newConnection,
  type ApplicationKind,
  type Connection,
  type ConnectionChange,
  type ConnectionProblem,
  type Credential,
  type NewConnection,
} from '#contract/connection';
import type { DesktopClient } from '../../bridge';
import { CancelableTask } from './connecting.svelte';

/** The way to obtain a credential. */
type SignInMethod = NewConnection['access']['kind'];

export const METHODS: readonly {
  readonly value: SignInMethod;
  readonly label: string;
  readonly explanation: string;
}[] = [
  {
    value: 'api-key',
    label: 'Paste an API key',
    explanation: 'Keys do not expire. The key goes into this computer’s keychain and is never shown again.',
  },
  {
    value: 'owner',
    label: 'Let the app create a key',
    explanation:
      'Sign in once as the firm’s owner. The service creates a named API key for this computer; the password and the sign-in are discarded right after, and only the key is kept, in the keychain.',
  },
  {
    value: 'password',
    label: 'User name and password',
    explanation:
      'For users who cannot have a key. The user name and password are stored in the keychain, and the sign-in is renewed before it expires. You see what this user is allowed to see.',
  },
];

export const CREDENTIAL_KINDS = [
  { value: 'api-key', label: 'API key' },
  { value: 'password', label: 'User name and password' },
] as const;

/** Labels of the kinds of connections. */
export const ENVIRONMENTS = [
  { value: 'production', label: 'Production' },
  { value: 'sandbox', label: 'Sandbox' },
] as const;

const PROBLEMS: Readonly<Record<ConnectionProblem, string>> = {
  address: 'Enter an address that begins with https://, without a user name, question mark or hash.',
  'no-username': 'Enter the user name.',
  'no-password': 'Enter the password.',
  'no-key': 'Enter the API key.',
  'short-key': 'Enter the full API key. It has at least 8 characters.',
  'odd-key': 'The key contains a character that keys can’t have. Paste it again.',
  'no-name': 'Enter a name for the connection.',
  'long-name': 'Enter a name of up to 80 characters.',
  'no-key-name': 'Enter a name for the key.',
};

/** Returns messages by field. The app process validates with the same schema. */
function errorsOf(result: z.ZodSafeParseResult<unknown>): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    const code = CONNECTION_PROBLEMS.find((problem) => problem === message);
    errors[String(path.at(-1) ?? '')] ??= code ? PROBLEMS[code] : 'Check this field.';
  }
  return errors;
}

/** The two addresses of a service. The sign-in address defaults to the service address. */
class Addresses {
  baseUrl = $state('');
  #authUrl = $state<string | null>(null);

  constructor(initial?: { baseUrl: string; authUrl: string }) {
    if (!initial) return;
    this.baseUrl = initial.baseUrl;
    if (initial.authUrl !== initial.baseUrl) this.#authUrl = initial.authUrl;
  }

  get authUrl(): string {
    return this.#authUrl ?? this.baseUrl;
  }
  set authUrl(value: string) {
    this.#authUrl = value === this.baseUrl ? null : value;
  }

  /** The addresses to send: without a sign-in address, that of the service, as the field's placeholder says. */
  get resolved(): { readonly baseUrl: string; readonly authUrl: string } {
    const { baseUrl } = this;
    return { baseUrl, authUrl: this.authUrl.trim() || baseUrl };
  }

  /** Returns messages by field, without one for a sign-in address that follows the service address. */
  withoutRepeats(errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const { authUrl, ...others } = errors;
    return authUrl === undefined || this.#authUrl?.trim() ? errors : others;
  }

  /** The host of the service address, the default name of a connection. */
  get host(): string {
    return URL.parse(this.baseUrl.trim())?.hostname ?? '';
  }
}

type InitialValues = Pick<Connection, 'baseUrl' | 'authUrl'> & Partial<Pick<Connection, 'credentialKind'>>;

/** Addresses and credential of a connection: values, validation, and one task at a time. */
export abstract class ConnectionForm<Request> {
  method = $state<SignInMethod>('api-key');
  key = $state('');
  username = $state('');
  password = $state('');
  errors = $state.raw<Readonly<Record<string, string>>>({});
  readonly addresses: Addresses;
  readonly work = new CancelableTask();
  protected readonly desktop: DesktopClient;

  constructor(desktop: DesktopClient, initial?: InitialValues) {
    this.desktop = desktop;
    this.addresses = new Addresses(initial);
    this.method = initial?.credentialKind ?? 'api-key';
  }

  /** Validates an edited form again once it has shown errors. */
  onEdited(): void {
    this.work.clear();
    if (Object.keys(this.errors).length > 0) this.validate();
  }

  protected abstract parse(): z.ZodSafeParseResult<Request>;

  /** Returns the request; undefined, with messages by field, if a value is not valid. */
  protected validate(): Request | undefined {
    const result = this.parse();
    this.errors = this.addresses.withoutRepeats(errorsOf(result));
    return result.data;
  }

  protected get credential(): Credential {
    const { key, username, password } = this;
    return this.method === 'api-key' ? { kind: 'api-key', key } : { kind: 'password', username, password };
  }

  protected clearSecrets(): void {
    this.key = this.username = this.password = '';
  }

  /** Tests a credential first, if there is one to test, then saves. Returns true if the change was saved. */
  protected async saveTested(
    request: { readonly baseUrl: string; readonly authUrl: string; readonly credential: Credential | null },
    save: () => Promise<unknown>,
  ): Promise<boolean> {
    const { baseUrl, authUrl, credential } = request;
    const hasSucceeded = await this.work.run('Testing…', async (signal) => {
      if (credential) await this.desktop.connections.test({ baseUrl, authUrl, credential }, { signal });
      if (signal.aborted) return;
      this.work.finalStep('Saving…');
      await save();
    });
    if (hasSucceeded) this.clearSecrets();
    return hasSucceeded;
  }
}

/** The members of a form that AddressFields and CredentialFields use. */
export type ConnectionFields = Pick<
  ConnectionForm<unknown>,
  'addresses' | 'method' | 'key' | 'username' | 'password' | 'errors' | 'work' | 'onEdited'
>;

/** A new connection. */
export class ConnectForm extends ConnectionForm<NewConnection> {
  application = $state<ApplicationKind>('production');
  keyName = $state('');
  readOnly = $state(false);
  /** How many accounts the tested credential can read; null if the service did not report the number. */
  testResult = $state.raw<{ readonly accounts: number | null } | null>(null);
  #name = $state<string | null>(null);
  readonly #adoptedId: () => string | undefined;

  /** `adoptedId` returns the ID of saved work on this computer that the connection takes over. */
  constructor(desktop: DesktopClient, adoptedId: () => string | undefined) {
    super(desktop);
    this.#adoptedId = adoptedId;
  }

  /** Name of the connection; the host by default. */
  get name(): string {
    return this.#name ?? this.addresses.host;
  }
  set name(value: string) {
    this.#name = value;
  }

  /** Names a new key after this computer, within the 80 characters a name may have, unless the user typed a name. */
  nameKeyAfter(computer: string): void {
    this.keyName ||= `Firm Desk on ${computer}`.slice(0, 80);
  }

  /** Discards the test result after an edit. */
  override onEdited(): void {
    this.testResult = null;
    super.onEdited();
  }

  /** Requests one account with this credential; saves nothing. */
  async test(): Promise<void> {
    const request = this.validate();
    if (!request) return;
    await this.work.run('Testing the connection…', (signal) => this.#test(request, signal));
  }

  /**
   * Tests the credential unless a test succeeded or the owner signs in to create it; then saves and opens the
   * connection, and clears the form's secrets.
   */
  async connect(): Promise<void> {
    const request = this.validate();
    if (!request) return;
    const hasSucceeded = await this.work.run('Testing the connection…', async (signal) => {
      if (request.access.kind !== 'owner' && !this.testResult) await this.#test(request, signal);
      if (signal.aborted) return;
      this.work.finalStep(request.access.kind === 'owner' ? 'Creating the key…' : 'Opening…');
      await this.desktop.connections.create(request);
    });
    if (!hasSucceeded) return;
    this.clearSecrets();
    this.testResult = null;
  }

  async #test(request: NewConnection, signal: AbortSignal): Promise<void> {
    const { baseUrl, authUrl, access } = request;
    if (access.kind === 'owner') return;
    this.testResult = null;
    const response = await this.desktop.connections.test(
      { baseUrl, authUrl, credential: access },
      { signal },
    );
    if (!signal.aborted) this.testResult = response;
  }

  protected parse() {
    const { name, application, readOnly, username, password, keyName } = this;
    const { baseUrl, authUrl } = this.addresses.resolved;
    const access =
      this.method === 'owner' ? { kind: this.method, username, password, keyName } : this.credential;
    const adoptedId = this.#adoptedId();
    const adoption = adoptedId === undefined ? {} : { adopt: adoptedId };
    const limits = readOnly ? { readOnly } : {};
    return newConnection.safeParse({ name, baseUrl, authUrl, application, access, ...limits, ...adoption });
  }
}

/** Edits an existing connection. A changed host requires the credential again. */
export class EditForm extends ConnectionForm<ConnectionChange> {
  name = $state('');
  application = $state<ApplicationKind>('production');
  readOnly = $state(false);
  readonly #connection: Connection;

  constructor(desktop: DesktopClient, connection: Connection) {
    super(desktop, connection);
    this.#connection = connection;
    this.name = connection.name;
    this.application = connection.application;
    this.readOnly = connection.readOnly ?? false;
  }

  /** True if an address has a different host from the one that the credential was entered for. */
  get hasNewHost(): boolean {
    const { baseUrl, authUrl } = this.addresses.resolved;
    const { baseUrl: oldBaseUrl, authUrl: oldAuthUrl } = this.#connection;
    return !isSameHost(oldBaseUrl, baseUrl.trim()) || !isSameHost(oldAuthUrl, authUrl.trim());
  }

  async save(): Promise<boolean> {
    const request = this.validate();
    return request !== undefined && this.saveTested(request, () => this.desktop.connections.change(request));
  }

  protected parse() {
    const { name, application, readOnly } = this;
    const { baseUrl, authUrl } = this.addresses.resolved;
    const { id } = this.#connection;
    const newCredential = this.hasNewHost ? this.credential : null;
    return connectionChange.safeParse({
      id,
      name,
      baseUrl,
      authUrl,
      application,
      readOnly,
      credential: newCredential,
    });
  }
}

/** A new credential for an existing connection; it replaces the old one in the keychain. */
export class CredentialForm extends ConnectionForm<Credential> {
  readonly #connection: Connection;

  constructor(desktop: DesktopClient, connection: Connection) {
    super(desktop, connection);
    this.#connection = connection;
  }

  async save(): Promise<boolean> {
    const request = this.validate();
    const { id, baseUrl, authUrl } = this.#connection;
    return (
      request !== undefined &&
      this.saveTested({ baseUrl, authUrl, credential: request }, () =>
        this.desktop.connections.replaceCredential({ id, credential: request }),
      )
    );
  }

  protected parse() {
    return credential.safeParse(this.credential);
  }
}
