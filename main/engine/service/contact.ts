import type { Contact } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { hasScope } from './failure-facts';
import { isOfService } from './failures';
import { isOnline } from './online';
import { TransportError } from './transport';

/** Tracks whether the service can be reached, from the results of requests. */
export class ContactTracker {
  #contact: Contact = 'untried';
  #reached: boolean;
  readonly #onContact: (contact: Contact) => void;

  /** `known`: it responded in an earlier session. */
  constructor(known: boolean, onContact: (contact: Contact) => void) {
    this.#reached = known;
    this.#onContact = onContact;
  }

  /** Sets the state, and reports it if it differs. */
  setContact(next: Contact): void {
    if (next === this.#contact) return;
    this.#contact = next;
    this.#onContact(next);
  }

  /** Whether this address has ever responded. */
  get reached(): boolean {
    return this.#reached;
  }

  /** Notes that the service itself responded. */
  noteReached(): void {
    this.#reached = true;
  }

  /** Notes a response. A bad response of an `optional` endpoint does not change the state. */
  noteResponse(problem: Failure | undefined, optional: boolean): void {
    if (!problem || isOfService(problem)) this.setContact('answered');
    else if (!optional) this.setContact('no-answer');
  }

  /** Notes a request without a response. */
  noteFailure(kind: Failure['kind']): void {
    if (kind === 'offline') this.setContact('offline');
    // A canceled request shows nothing new, but ends the retrying state.
    else if (hasScope(kind, 'network', 'answer') || this.#contact === 'retrying')
      this.setContact('no-answer');
  }

  /**
   * Returns the error with its likelier kind: on a connection that never responded, the address is wrong; on one that
   * did, an unknown host means that the network is missing.
   */
  reclassify(error: TransportError, url: URL): TransportError {
    const { failure } = error;
    if (failure.kind !== 'wrong-address' && failure.kind !== 'not-answering') return error;
    const isCutOff = !isOnline(url.hostname) || (this.#reached && failure.kind === 'wrong-address');
    const kind = isCutOff ? 'offline' : this.#reached ? failure.kind : 'wrong-address';
    return new TransportError({ ...failure, kind }, error.unsent, error.isTransient, error);
  }
}
