import { fail } from '../../../preload/contract/failure';
import { isUsedOnce, type Grant, type Purpose } from '../../../preload/contract/calls/choose';

/**
 * Paths the person chose in the system's dialogs: the only ones the engine writes to or reads from on request. Each is
 * for one purpose, what is written is written once, and all end with the connection they were chosen in.
 */
export class Grants {
  readonly #given = new Map<string, Grant>();

  give(grant: Grant): void {
    this.#given.set(grant.id, grant);
  }

  /** The path behind a grant. Fails as `not-found` where it was given for something else, used up, or has ended. */
  path(id: string, purpose: Purpose): string {
    const grant = this.#given.get(id);
    if (grant?.purpose !== purpose)
      throw fail('not-found', { cause: `no ${purpose} was chosen under this id` });
    if (isUsedOnce(purpose)) this.#given.delete(id);
    return grant.path;
  }

  end(): void {
    this.#given.clear();
  }
}
