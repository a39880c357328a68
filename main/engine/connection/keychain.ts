import { randomUUID } from 'node:crypto';
import type { EngineRequest } from '#contract/calls/control';
import { fail, FailureError, type Failure } from '#contract/failure';
import type { TeamSecrets } from '#contract/features/team/secrets';

/** Time in which the app process must respond; the keychain itself has five seconds. */
const RESPONSE_TIMEOUT_MS = 15_000;

/** Asks the app process whether the keychain can be read; the engine itself has no access to it. */
export class KeychainCheck {
  readonly #sendRequest: (request: EngineRequest) => void;
  readonly #pending = new Map<string, (isReadable: boolean) => void>();

  constructor(sendRequest: (request: EngineRequest) => void) {
    this.#sendRequest = sendRequest;
  }

  /** Returns whether the keychain can be read now; false without a response in time. */
  isReadable(): Promise<boolean> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (isReadable: boolean) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        resolve(isReadable);
      };
      const timer = setTimeout(end, RESPONSE_TIMEOUT_MS, false);
      this.#pending.set(id, end);
      this.#sendRequest({ kind: 'keychain-check', id });
    });
  }

  onResult(id: string, isReadable: boolean): void {
    this.#pending.get(id)?.(isReadable);
  }
}

interface SecretsResult {
  readonly secrets: TeamSecrets | null;
  readonly failure?: Failure | undefined;
}
type TeamKeychainRequest = Extract<EngineRequest, { kind: 'team-secrets' }>;

/** The secrets of teams in the keychain, which only the app process has. Calls fail with a keychain failure. */
export class TeamKeychain {
  readonly #sendRequest: (request: EngineRequest) => void;
  readonly #waiting = new Map<string, (result: SecretsResult) => void>();

  constructor(sendRequest: (request: EngineRequest) => void) {
    this.#sendRequest = sendRequest;
  }

  /** Returns the secrets of a connection's team; null if the keychain has none. */
  read(connectionId: string): Promise<TeamSecrets | null> {
    return this.#request(connectionId, { action: 'read' });
  }

  async write(connectionId: string, secrets: TeamSecrets): Promise<void> {
    await this.#request(connectionId, { action: 'write', secrets });
  }

  async remove(connectionId: string): Promise<void> {
    await this.#request(connectionId, { action: 'remove' });
  }

  /** Passes on the app process's response; one that comes after the timeout is ignored. */
  onResult(id: string, result: SecretsResult): void {
    this.#waiting.get(id)?.(result);
  }

  #request(connectionId: string, what: TeamKeychainRequest['what']): Promise<TeamSecrets | null> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const end = ({ secrets, failure }: SecretsResult) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (failure) reject(new FailureError(failure));
        else resolve(secrets);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(fail('keychain-locked', { cause: 'no response in time' }));
      }, RESPONSE_TIMEOUT_MS);
      this.#waiting.set(id, end);
      this.#sendRequest({ kind: 'team-secrets', id, connectionId, what });
    });
  }
}
