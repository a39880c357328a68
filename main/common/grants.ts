import { isSingleUse, type Grant, type Purpose } from '#contract/calls/choose';
import { fail } from '#contract/failure';

/**
 * Paths that the user chose in the system's dialogs: the only ones that a process touches at the request of a page. Each
 * serves one purpose, a path to write to serves once, and all end with the connection in which they were chosen.
 */
export class Grants {
  readonly #given = new Map<string, Grant>();

  give(grant: Grant): void {
    this.#given.set(grant.id, grant);
  }

  /** Returns the path behind a grant. Fails as `not-found` when it serves something else, was used up, or has ended. */
  path(id: string, purpose: Purpose): string {
    const grant = this.#given.get(id);
    if (grant?.purpose !== purpose)
      throw fail('not-found', { cause: `no ${purpose} was chosen under this id` });
    if (isSingleUse(purpose)) this.#given.delete(id);
    return grant.path;
  }

  end(): void {
    this.#given.clear();
  }
}
