import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RoiDraftContent } from '#contract/features/roi/schemas';
import { openEncrypted, type Db } from '#engine/sqlite/open-database';
import { Activity } from '#engine/workspace/activity/activity';
import { restoreRequests } from '#engine/features/roi/saved-work/restored';
import type { MarkRestored } from '#engine/workspace/open/restored';
import { roiStore } from '#engine/features/roi/saved-work/store';
import { FakeClock } from '#test/support/fake-clock';
import { createTracking } from '#engine/features/roi/tracking';
import { RoiRequests } from '#engine/features/roi/roi';
import type { RoiAccounts } from '#engine/features/roi/accounts';
import { workspaceMigrations } from '#test/support/saved-work';

export const DRAFT_CONTENT: RoiDraftContent = {
  step: 'preview',
  custodian: 'PER',
  codes: ['7AB', '7AC'],
  advisorName: 'Ann Lee',
  firmName: 'Harborview Wealth',
  senderName: 'Tom Park',
  cc: [{ address: 'ops@harborview.example', name: 'Operations' }],
  replyTo: [{ address: 'ann@harborview.example', name: null }],
  typed: { codes: '', cc: '', replyTo: '' },
};

/** Responds to a request instead of the service; the test decides when. */
type FakeResponse = (json: string, signal: AbortSignal) => Promise<unknown>;

/** The ROI task with a real workspace file, and a fake service, cache and clock. */
export class RoiHarness {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-roi-'));
  /** The key of the workspace file, as hex. */
  readonly key = '5'.repeat(64);
  /** Request bodies that the service received. */
  readonly receivedBodies: string[] = [];
  respond: FakeResponse = () => Promise.resolve({ status: 'Sent' });
  /** Keys of accounts with any of the codes; null if never fetched. */
  accounts: string[] | null = [];
  now = new Date(2026, 10, 20, 10, 0);
  /** Applies after the next `restart`. */
  isReadOnly = false;
  /** Aborted to close the connection. */
  closing = new AbortController();
  readonly clock = new FakeClock();
  #db: Db = this.#open();
  #services = this.#createServices();

  get roi() {
    return this.#services.roi;
  }
  get tracking() {
    return this.#services.tracking;
  }
  get store() {
    return this.#services.store;
  }
  get log() {
    return this.#services.log;
  }

  /** Makes the disk full, or gives it space again. */
  setDiskFull(isFull: boolean): void {
    const pages = Number(this.#db.pragma('page_count', { simple: true }));
    this.#db.pragma(`max_page_count = ${isFull ? pages : 1_000_000}`);
  }

  /** Simulates a killed process: reopens the file as another process would. */
  restart(): void {
    this.#db.close();
    this.#db = this.#open();
    this.closing = new AbortController();
    this.#services = this.#createServices();
  }

  /** Simulates a restore from a backup made at this time. `mark` adds the requests that the replaced work had sent. */
  markRestored(backupTime: string, mark: MarkRestored = restoreRequests(undefined)): void {
    mark(this.#db, backupTime);
    this.restart();
  }

  /** Gives a draft the ID that another copy of the same work gave it. */
  renameDraft(draft: string, id: string): void {
    this.#db.prepare('UPDATE roi_draft SET id = ? WHERE id = ?').run(id, draft);
  }

  get file(): string {
    return path.join(this.folder, 'workspace.db');
  }

  draft(change: Partial<RoiDraftContent> = {}): string {
    return this.store.drafts.create({ ...DRAFT_CONTENT, ...change }).id;
  }

  /** Reads the preview and sends, like the wizard. */
  sendDraft(draft: string) {
    const { json, earlier, restored } = this.roi.preview(draft);
    return this.roi.send({ draft, json, shownEarlier: earlier.map(({ id }) => id), restored });
  }

  close(): void {
    this.#db.close();
    rmSync(this.folder, { recursive: true });
  }

  #open(): Db {
    const db = openEncrypted(this.file, this.key);
    if (db.pragma('user_version', { simple: true }) === 0) {
      for (const step of workspaceMigrations) step.run(db);
      db.pragma('user_version = 1'); // any version but 0: the file is opened again after a restart
    }
    return db;
  }

  #createServices() {
    const now = () => this.now;
    const store = roiStore(this.#db, now);
    const log = new Activity(this.#db, () => 'Harborview', now);
    const accounts: RoiAccounts = {
      codes: () => [],
      spellings: (_custodian, codes) => [...codes],
      accountKeysWith: () => this.accounts,
      asOf: () => null,
    };
    const call = (_name: string, { body, signal }: { body: { text: string }; signal: AbortSignal }) => {
      this.receivedBodies.push(body.text);
      return this.respond(body.text, signal).then((response) => [response]);
    };
    const deps = {
      roi: store,
      activity: log,
      transaction: <T>(work: () => T) => this.#db.transaction(work).immediate(),
      accounts,
      now,
    };
    const roi = new RoiRequests({
      ...deps,
      service: { call: call as never },
      clock: this.clock,
      closed: this.closing.signal,
      isReadOnly: this.isReadOnly,
    });
    return { store, log, roi, tracking: createTracking(deps) };
  }
}

/** Returns a promise and its resolve function. */
export function createDeferred<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (settle = resolve));
  return { promise, settle };
}
