import type { Reachability } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { hasScope } from './failure-facts';
import { isOfService } from './failures';
import { isOnline } from './online';
import { TransportError } from './transport';

/** Tracks whether the service can be reached, from the results of requests. */
export class ReachabilityTracker {
  #state: Reachability = 'untried';
  #reached: boolean;
  readonly #onChange: (reachability: Reachability) => void;

  constructor(respondedBefore: boolean, onChange: (reachability: Reachability) => void) {
    this.#reached = respondedBefore;
    this.#onChange = onChange;
  }

  /** Sets the state, and reports it if it differs. */
  setState(next: Reachability): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#onChange(next);
  }

  /** Whether this address has ever responded. */
  get reached(): boolean {
    return this.#reached;
  }

  /** Notes that the service itself responded. */
  noteReached(): void {
    this.#reached = true;
  }

  /** Notes a response; one that isn't the service's changes nothing if the endpoint is `optional`. */
  noteResponse(problem: Failure | undefined, optional: boolean): void {
    if (!problem || isOfService(problem)) this.setState('reachable');
    else if (!optional) this.setState('unreachable');
  }

  /** Notes a request without a response. */
  noteFailure(kind: Failure['kind']): void {
    if (kind === 'offline') this.setState('offline');
    // A canceled request shows nothing new, but ends the retrying state.
    else if (hasScope(kind, 'network', 'answer') || this.#state === 'retrying') this.setState('unreachable');
  }

  /**
   * Returns the error of an unreachable host with its likelier kind: without a network, offline. With one, the address
   * is wrong if the connection never responded; if it did, an unknown host means offline.
   */
  reclassify(error: TransportError, url: URL): TransportError {
    const { failure, isUnsent, isTransient } = error;
    if (failure.kind !== 'wrong-address' && failure.kind !== 'not-answering') return error;
    const isCutOff = !isOnline(url.hostname) || (this.#reached && failure.kind === 'wrong-address');
    const kind = isCutOff ? 'offline' : this.#reached ? failure.kind : 'wrong-address';
    return new TransportError({ ...failure, kind }, { isUnsent, isTransient, cause: error });
  }
}
