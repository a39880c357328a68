import type { Contact } from '#contract/calls/live';
import type { Failure } from '#contract/failure';
import { hasScope } from '#contract/failure-scope';
import { isOfService } from './failures';
import { isOnline } from './online';
import { TransportError } from './transport';

/** Tracks what requests show about the way to the service. `known`: it answered in an earlier session. */
export function createContactTracker(known: boolean, onContact: (contact: Contact) => void) {
  let contact: Contact = 'untried';
  let reached = known;
  const tell = (next: Contact): void => {
    if (next === contact) return;
    contact = next;
    onContact(next);
  };

  return {
    tell,
    /** Whether this address has ever answered. */
    get reached(): boolean {
      return reached;
    },
    /** Notes that the service itself answered. */
    reach(): void {
      reached = true;
    },
    /** Notes an answer. A bad answer of an `optional` endpoint says nothing about the way. */
    heard(problem: Failure | undefined, optional: boolean): void {
      if (!problem || isOfService(problem)) tell('answered');
      else if (!optional) tell('no-answer');
    },
    lost(kind: Failure['kind']): void {
      if (kind === 'offline') tell('offline');
      // A canceled request shows nothing new, but ends the retrying state.
      else if (hasScope(kind, 'way', 'answer') || contact === 'retrying') tell('no-answer');
    },
    /** An unknown host means a typing error on a new connection, and no network on a known one. */
    placed(error: TransportError, url: URL): TransportError {
      const { failure } = error;
      if (failure.kind !== 'wrong-address' && failure.kind !== 'not-answering') return error;
      const isCutOff = !isOnline(url.hostname) || (reached && failure.kind === 'wrong-address');
      const kind = isCutOff ? 'offline' : reached ? failure.kind : 'wrong-address';
      return new TransportError({ ...failure, kind }, error.unsent, error.passing, error);
    },
  };
}
