import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { createReader } from '#engine/cache/query/reader';
import { createHistoryReader } from '#engine/history/history-reader';
import { HISTORY_FILE } from '#engine/history/history-writer';
import { resources } from '#contract/resources';
import { openTestWorkspace } from '#test/support/saved-work';
import { json, listBody, startMisbehaving, type MisbehavingService } from '../../support/misbehaving-service';

export const REFRESHED_KEY = '5a'.repeat(32);
const ACCOUNTS = 1_500;
/**
 * A gateway times out on longer pages. The client halves its page size until they fit, so a refresh takes several
 * pages, between which it can be interrupted.
 */
const MAX_PAGE_SIZE = 625;
const query = { resource: 'accounts' as const, search: '', filters: [], sort: resources.accounts.sort };

/** A firm whose records all change with its revision, and the folder into which they are refreshed. */
export class RefreshedFirm {
  readonly folder = fs.mkdtempSync(path.join(tmpdir(), 'firm-desk-refreshed-'));
  readonly note = path.join(this.folder, 'elsewhere', 'note.json');
  /** The revision of all records; the last complete refresh had this or the previous one. */
  revision = 1;
  /** The revision that was fetched completely, as printed by the program; 0 for none. */
  completeRevision = 0;
  /** The views that the program reported as written. */
  readonly writtenViews = new Set<number>();
  #service: MisbehavingService | undefined;

  async start(): Promise<void> {
    this.#service = await startMisbehaving((response, request, count) => {
      if (Number(request.query.get('pager.limit')) > MAX_PAGE_SIZE)
        return json({ message: 'too slow' }, 504)(response, request, count);
      // The only POST is the filter of closed accounts, of which there are none.
      const records = request.method === 'POST' ? [] : this.#records(request.path);
      return json(listBody(records, request))(response, request, count);
    });
  }

  get service(): MisbehavingService {
    if (!this.#service) throw new Error('The firm has not started.');
    return this.#service;
  }

  /** Records a line that the program printed. */
  recordOutput(line: string): void {
    const [event, number] = line.split(' ');
    if (event === 'wrote') this.writtenViews.add(Number(number));
    if (event === 'complete') this.completeRevision = this.revision;
  }

  /** Fails if any data reported as written is missing or wrong. Reads like the app when it opens. */
  expectUnharmed(): void {
    const reader = createReader(path.join(this.folder, 'cache.db'), REFRESHED_KEY);
    try {
      const allowed = [this.completeRevision, this.revision];
      const accounts = [
        ...reader.selectedRecords({ query, selection: { kind: 'all', except: [] } }, ACCOUNTS + 1),
      ];
      expect(accounts.length, 'accounts').toBeLessThanOrEqual(ACCOUNTS);
      if (this.completeRevision > 0) expect(accounts.length, 'accounts').toBe(ACCOUNTS);
      for (const { raw } of accounts) {
        const { account_id, notes } = JSON.parse(raw) as { account_id: number; notes: string };
        expect(allowed, `account ${account_id}`).toContain(Number(notes));
      }
      const state = reader.states().find(({ resource }) => resource === 'accounts');
      expect(state?.asOf !== null && state?.uncertain === false, 'reported as complete').toBe(
        this.completeRevision > 0,
      );
    } finally {
      reader.close();
    }
    createHistoryReader(path.join(this.folder, HISTORY_FILE), REFRESHED_KEY).close();
    this.#expectWork();
  }

  #expectWork(): void {
    const workspace = openTestWorkspace(path.join(this.folder, 'workspace.db'), REFRESHED_KEY, {
      note: this.note,
    });
    try {
      const views = workspace.views.list('accounts').map(({ name }) => Number(name));
      expect(views, 'views').toEqual(expect.arrayContaining([...this.writtenViews]));
      const lines = workspace.activity.list({ kinds: ['records-copy'] }, 0, 10_000).entries;
      expect(
        lines.map(({ count }) => count).sort((a, b) => a - b),
        'each view with its line, and no line without',
      ).toEqual(views.sort((a, b) => a - b));
      expect(workspace.activity.verify(workspace.latestNote()).broken).toBeNull();
    } finally {
      workspace.close();
    }
  }

  async close(): Promise<void> {
    await this.#service?.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  #records(path: string): object[] {
    const notes = String(this.revision);
    if (path.endsWith('/accounts'))
      return Array.from({ length: ACCOUNTS }, (_, index) => ({
        id: index + 1,
        account_id: index + 1,
        name: `Account ${index + 1}`,
        notes,
      }));
    return Array.from({ length: 20 }, (_, index) => ({
      id: index + 1,
      name: `Item ${index + 1}`,
      code: `C${index}`,
      notes,
    }));
  }
}
