import type { Connection, Credential, NewConnection } from '#contract/connection';
import type { SavedWorkLocation } from '#contract/calls/control';
import { failureOf } from '#contract/failure';
import type { Control } from './engine-host';
import type { Log } from './log-line';

/** A key deletion as the owner requests it; `logs` are added here. */
export type KeyDeletion = Omit<Parameters<Control['deleteKey']>[0], 'logs'>;

type Owner = Extract<NewConnection['access'], { kind: 'owner' }>;

interface ApiKeysDeps {
  /** The engine; throws if it is not available. */
  readonly control: () => Control;
  readonly savedWorkOf: (connection: Connection) => Promise<SavedWorkLocation>;
  readonly log: Log;
}

/** The firm's API keys, created and deleted with the owner's sign-in and recorded in activity logs. */
export class ApiKeys {
  readonly #deps: ApiKeysDeps;

  constructor(deps: ApiKeysDeps) {
    this.#deps = deps;
  }

  async create(
    { baseUrl, authUrl }: Pick<Connection, 'baseUrl' | 'authUrl'>,
    { username, password, keyName }: Owner,
  ): Promise<Credential> {
    const created = await this.#deps.control().createKey({ baseUrl, authUrl, username, password, keyName });
    return { kind: 'api-key', key: created.key };
  }

  /** Records a creation in the log of the connection that uses the key, if that can be opened. */
  async noteCreated(connection: Connection, { username, keyName }: Owner): Promise<void> {
    const { control, savedWorkOf, log } = this.#deps;
    try {
      await control().keyCreated({ username, keyName, log: await savedWorkOf(connection) });
    } catch (error) {
      // The connection must open: connecting again would create another key.
      log('activity.not-written', { kind: failureOf(error).kind });
    }
  }

  async delete(request: KeyDeletion, connections: readonly Connection[]): Promise<void> {
    const { control, savedWorkOf, log } = this.#deps;
    const logs: SavedWorkLocation[] = [];
    for (const connection of connections)
      if (!connection.demo && connection.authUrl === request.authUrl)
        try {
          logs.push(await savedWorkOf(connection));
        } catch (error) {
          // A log that cannot be opened must not prevent deleting a key.
          log('activity.not-written', { kind: failureOf(error).kind });
        }
    log('api-key.delete', { logs: logs.length });
    await control().deleteKey({ ...request, logs });
  }
}
