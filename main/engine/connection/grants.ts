import { fail } from '../../../preload/contract/failure';
import type { Grant } from '../../../preload/contract/calls/choose';

/** Paths the person chose in the system's dialogs: the only ones the engine writes to or reads from on request. */
export class Grants {
  readonly #given = new Map<string, Grant>();

  give(grant: Grant): void {
    this.#given.set(grant.id, grant);
  }

  /** The path behind a grant of this kind; it can be used as often as needed while the app runs. */
  path(id: string, what: Grant['what']): string {
    const grant = this.#given.get(id);
    if (grant?.what !== what) throw fail('not-found', { cause: `no ${what} was chosen under this id` });
    return grant.path;
  }
}
