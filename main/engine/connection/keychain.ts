import { randomUUID } from 'node:crypto';
import type { EngineRequest } from '#contract/calls/control';
import { FailureError, type Failure } from '#contract/failure';
import type { TeamSecrets } from '#contract/features/team/secrets';

/** Time in which the app process must respond; the keychain itself has five seconds. */
const RESPONSE_TIMEOUT_MS = 15_000;

/** Requests to the app process, because the engine itself has no access to the keychain. */
class KeychainRequests<Result> {
  readonly #sendRequest: (request: EngineRequest) => void;
  readonly #pending = new Map<string, (result: Result) => void>();

  constructor(sendRequest: (request: EngineRequest) => void) {
    this.#sendRequest = sendRequest;
  }

  /** Sends a request; returns its result, or `late` without a response in time. */
  protected send(requestWith: (id: string) => EngineRequest, late: Result): Promise<Result> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (result: Result) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        resolve(result);
      };
      const timer = setTimeout(end, RESPONSE_TIMEOUT_MS, late);
      this.#pending.set(id, end);
      this.#sendRequest(requestWith(id));
    });
  }

  /** Passes on the app process's response; one that comes after the timeout is ignored. */
  onResult(id: string, result: Result): void {
    this.#pending.get(id)?.(result);
  }
}

/** Asks whether the keychain can be read. */
export class KeychainCheck extends KeychainRequests<boolean> {
  /** Returns whether the keychain can be read now; false without a response in time. */
  isReadable(): Promise<boolean> {
    return this.send((id) => ({ kind: 'keychain-check', id }), false);
  }
}

interface SecretsResult {
  readonly secrets: TeamSecrets | null;
  readonly failure?: Failure | undefined;
}
const NO_RESPONSE: SecretsResult = {
  secrets: null,
  failure: { kind: 'keychain-locked', cause: 'no response in time' },
};
type TeamKeychainRequest = Extract<EngineRequest, { kind: 'team-secrets' }>;

/** The secrets of teams in the keychain. Calls fail with a keychain failure. */
export class TeamKeychain extends KeychainRequests<SecretsResult> {
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

  async #request(connectionId: string, what: TeamKeychainRequest['what']): Promise<TeamSecrets | null> {
    const request = (id: string) => ({ kind: 'team-secrets', id, connectionId, what }) as const;
    const { secrets, failure } = await this.send(request, NO_RESPONSE);
    if (failure) throw new FailureError(failure);
    return secrets;
  }
}
