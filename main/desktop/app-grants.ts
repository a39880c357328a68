import { isExport, isForApp, type Grant, type Purpose } from '#contract/calls/choose';
import type { ConnectionSession } from '#contract/calls/live';
import { fail } from '#contract/failure';
import { Grants } from '../common/grants';
import { fixedBackupFolder, forbidsDailyBackups, type Permission, type Policies } from '#contract/policies';
import type { Observable } from '../common/observable';

/** Passes each grant to the process that serves its purpose, and keeps the app process's own (PDF files, backups). */
export class AppGrants {
  readonly #grants = new Grants((purpose) => this.expectAllowed(purpose));
  readonly #session: Observable<ConnectionSession>;
  readonly #toEngine: (grant: Grant) => Promise<void>;
  readonly #expectAllowed: (permission: Permission) => void;
  readonly #policies: () => Policies;
  #connectionId: string | undefined;

  constructor(
    session: Observable<ConnectionSession>,
    toEngine: (grant: Grant) => Promise<void>,
    expectAllowed: (permission: Permission) => void,
    policies: () => Policies = () => ({}),
  ) {
    this.#session = session;
    this.#toEngine = toEngine;
    this.#expectAllowed = expectAllowed;
    this.#policies = policies;
  }

  /** Fails with `by-policy` if the organization forbids files for this purpose. */
  expectAllowed(purpose: Purpose): void {
    if (isExport(purpose)) this.#expectAllowed('ExportFiles');
    if (purpose === 'tax-ids-export') this.#expectAllowed('ExportTaxIds');
    if (purpose === 'backup-folder' && forbidsDailyBackups(this.#policies())) throw fail('by-policy');
  }

  /** Returns the path that a policy sets for this purpose; the user is not asked for one then. */
  fixedPath(purpose: Purpose): string | undefined {
    return purpose === 'backup-folder' ? fixedBackupFolder(this.#policies()) : undefined;
  }

  /** The connection in which a choice is made; undefined while none is open. */
  get connectionId(): string | undefined {
    return this.#session.value.open?.connection.id;
  }

  async give(grant: Grant): Promise<void> {
    this.expectAllowed(grant.purpose);
    this.endForClosedConnection();
    if (isForApp(grant.purpose)) this.#grants.give(grant);
    else await this.#toEngine(grant);
  }

  /** Returns the path behind a grant of this process. Fails as `Grants.path` does. */
  readonly pathOf = (id: string, purpose: Purpose): string => {
    this.endForClosedConnection();
    return this.#grants.path(id, purpose);
  };

  /** Ends all grants unless the connection in which they were chosen is still open. */
  endForClosedConnection(): void {
    if (this.connectionId === this.#connectionId) return;
    this.#grants.end();
    this.#connectionId = this.connectionId;
  }
}
