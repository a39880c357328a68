import { isSingleUse, type Grant, type Purpose } from '#contract/calls/choose';
import { fail } from '#contract/failure';

/**
 * Paths that the user chose in the system's dialogs, the only ones that a process opens for a page. Each is
 * for one purpose, a path to write to can be used once, and all expire with the connection in which they were
 * chosen.
 */
export class Grants {
  readonly #grantsById = new Map<string, Grant>();
  readonly #expectAllowed: (purpose: Purpose) => void;

  /** `expectAllowed` fails with `by-policy` if the organization forbids a purpose, even for a path granted earlier. */
  constructor(expectAllowed: (purpose: Purpose) => void) {
    this.#expectAllowed = expectAllowed;
  }

  give(grant: Grant): void {
    this.#grantsById.set(grant.id, grant);
  }

  /**
   * Returns the path of a grant. Fails with `by-policy` if the purpose is forbidden, and with `not-found` if the grant
   * is for another purpose, was used, or has expired.
   */
  path(id: string, purpose: Purpose): string {
    this.#expectAllowed(purpose);
    const grant = this.#grantsById.get(id);
    if (grant?.purpose !== purpose)
      throw fail('not-found', { cause: `no ${purpose} was chosen under this id` });
    if (isSingleUse(purpose)) this.#grantsById.delete(id);
    return grant.path;
  }

  /** Expires all grants. */
  end(): void {
    this.#grantsById.clear();
  }
}
