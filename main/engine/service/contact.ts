import type { Contact } from '../../../preload/contract/calls/live';
import type { Failure } from '../../../preload/contract/failure';
import { reaches } from '../../../preload/contract/failure-reach';
import { isOfService } from './failures';
import { isOnline } from './online';
import { TransportError } from './transport';

/** What the requests of a connection have shown of the way to its service. `known`: it has answered in an earlier session. */
export function createContact(known: boolean, onContact: (contact: Contact) => void) {
  let contact: Contact = 'untried';
  let reached = known;
  const tell = (next: Contact): void => {
    if (next === contact) return;
    contact = next;
    onContact(next);
  };

  return {
    tell,
    /** Whether this address is known for one that answers. */
    get reached(): boolean {
      return reached;
    },
    /** The service itself has answered here. */
    reach(): void {
      reached = true;
    },
    /** An answer came; `optional`: of something that may well not be there, so a bad one says nothing of the way. */
    heard(problem: Failure | undefined, optional: boolean): void {
      if (!problem || isOfService(problem)) tell('answered');
      else if (!optional) tell('no-answer');
    },
    lost(kind: Failure['kind']): void {
      if (kind === 'offline') tell('offline');
      // Whoever gives up a request has learned nothing new, but nothing is tried again any more.
      else if (reaches(kind, 'way', 'answer') || contact === 'retrying') tell('no-answer');
    },
    /** A name that is not found means different things to somebody who has just typed it and to a train passenger. */
    placed(error: TransportError, url: URL): TransportError {
      const { failure } = error;
      if (failure.kind !== 'wrong-address' && failure.kind !== 'not-answering') return error;
      const isCutOff = !isOnline(url.hostname) || (reached && failure.kind === 'wrong-address');
      const kind = isCutOff ? 'offline' : reached ? failure.kind : 'wrong-address';
      return new TransportError({ ...failure, kind }, error.unsent, error.passing, error);
    },
  };
}
