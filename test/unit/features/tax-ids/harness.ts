import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { ValueHolder } from '#engine/features/tax-ids/isolated/holder';
import type { PlainValues } from '#engine/features/tax-ids/isolated/values';
import type { LineSelection } from '#engine/features/tax-ids/exchange';
import { TokenizeSession } from '#engine/features/tax-ids/tokenize';
import { TaxIds } from '#engine/features/tax-ids/tax-ids';
import type { Workspace } from '#engine/workspace/open/workspace';
import type { TaxIdProgress } from '#contract/features/tax-ids/calls';
import type { Permission } from '#contract/policies';
import type { ValueRow } from '#contract/features/tax-ids/values-page';
import { fail, failureOf, type FailureKind } from '#contract/failure';
import { FakeClock } from '#test/support/fake-clock';
import { openTestWorkspace } from '#test/support/saved-work';

export const REASON = 'Tax form 1099';
/** All related persons, as a list selects them. */
export const RELATED_PERSONS = {
  kind: 'records' as const,
  query: {
    resource: 'relatedPersons' as const,
    search: '',
    filters: [],
    sort: { field: 'id', descending: false },
  },
  selection: { kind: 'all' as const, except: [] },
};
const SERVICE_ACCESS = { baseUrl: '', authUrl: '', bearer: '', hasResponded: true };

/** Returns the failure kind with which the work rejects. */
export const failureKindOf = async (work: Promise<unknown>): Promise<FailureKind> =>
  failureOf(
    await work.then(
      () => new Error('did not fail'),
      (error: unknown) => error,
    ),
  ).kind;

type Row = { tax_id_token: string; original_value: string | number | null; type: string };

/** The tax ID task with a real log, a fake service and a fake clock. */
export class TaxIdHarness {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-tax-'));
  readonly clock = new FakeClock();
  readonly closing = new AbortController();
  /** Sent values or tokens, request by request. */
  readonly sentRequests: string[][] = [];
  readonly copied: { kind: string; text: string }[] = [];
  records: { raw: string; title: string }[] = [];
  /** ID and number of cached accounts; cells of records are read from their text. */
  accountNumbers: [string, string][] = [];
  /** Known tokens with their values. */
  readonly book = new Map<string, { value: string | number; type: string }>();
  /** Number of tokens omitted at the end of a response. */
  tokensLost = 0;
  /** Overrides the unique token of a value. */
  tokenOf: ((value: string) => string) | undefined;
  /** Overrides the rows of the service's response. */
  rowsOverride: unknown[] | undefined;
  /** Called before every response; may reject. */
  beforeResponse: (texts: string[], signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  /** Called before a file is written. */
  beforeWrite: () => Promise<void> = () => Promise.resolve();
  readonly workspace: Workspace = openTestWorkspace(path.join(this.folder, 'workspace.db'), '3'.repeat(64));

  /** True if the computer is locked. */
  isLocked = false;
  /** Permissions that the policies of the organization deny. */
  forbidden: readonly Permission[] = [];

  readonly taxIds = new TaxIds({
    isLocked: () => this.isLocked,
    expectAllowed: (permission) => {
      if (this.forbidden.includes(permission)) throw fail('by-policy');
    },
    service: { call: ((name: string, options: CallOptions) => this.#answer(name, options)) as never },
    activity: this.workspace.activity,
    reader: {
      selectedRecords: (_selection, limit) => this.records.slice(0, limit).values() as never,
      selected: ({ selection, columns }, limit) =>
        (selection.kind === 'keys' && columns.includes('number')
          ? this.accountNumbers.filter(([id]) => selection.keys.includes(id))
          : this.records
              .slice(0, limit)
              .map(({ raw }) => columns.map((column) => (JSON.parse(raw) as Record<string, never>)[column]))
        ).values() as never,
    },
    values: () => this.#startIsolated(),
    overwriteNetworkMemory: () => void (this.overwritten += 1),
    copy: (text) => void this.copied.push({ kind: 'clipboard', text }),
    listPath: (name) => path.join(this.folder, name),
    exportPath: (name) => path.join(this.folder, name),
    closed: this.closing.signal,
    clock: this.clock,
  });

  /** Running processes with values, by the ID that the window uses. */
  readonly running = new Map<string, ValueHolder>();
  /** Number of started processes, and of overwrites of network memory. */
  started = 0;
  overwritten = 0;

  /** Runs the code of the isolated process in this process. */
  #startIsolated(): PlainValues {
    const holder = new ValueHolder({
      exchange: (_access, tokens, signal = new AbortController().signal) =>
        this.#answer('taxIds.exchange', { body: { tax_id_tokens: [...tokens] }, signal }) as never,
      copy: (text) => Promise.resolve(void this.copied.push({ kind: 'secret-clipboard', text })),
    });
    const id = `process ${(this.started += 1)}`;
    this.running.set(id, holder);
    return {
      exchange: (tokens, keep, signal) => holder.exchange(SERVICE_ACCESS, tokens, keep, signal),
      release: (tokens) => holder.release(tokens),
      show: (rows) => {
        holder.show(rows);
        return Promise.resolve(id);
      },
      copy: (tokens) => holder.copy(tokens),
      write: async (file, rows) => {
        await this.beforeWrite();
        await holder.write(file, rows);
      },
      end: () => void this.running.delete(id),
    };
  }

  /** Reveals values and returns the rows on their page. */
  async revealRows(session: string, which: LineSelection): Promise<ValueRow[]> {
    const { pageId, count } = await this.taxIds.reveal(session, which, REASON);
    const rows = this.running.get(pageId)?.rows() ?? [];
    expect(rows.length).toBe(count);
    return rows;
  }

  token(n: number): string {
    const token = `tok_${n}`;
    this.book.set(token, { value: `123-45-${String(n).padStart(4, '0')}`, type: 'ssn' });
    return token;
  }

  /** Exchanges a pasted list and waits for the end. */
  async exchangeList(...tokens: string[]) {
    const { session } = await this.taxIds.exchange({ kind: 'text', text: tokens.join('\n') });
    return { session, end: await this.settled(session) };
  }

  async settled(session: string): Promise<TaxIdProgress | undefined> {
    let last: TaxIdProgress | undefined;
    for await (const progress of this.taxIds.session(session).follow()) last = progress;
    return last;
  }

  states(session: string): string[] {
    return this.taxIds
      .session(session)
      .page({ offset: 0, limit: 500 })
      .items.map(({ state }) => state);
  }

  /** Returns the number of values that a session holds; for a lookup, those in its processes. */
  heldCount(session: string): number {
    const taxIdSession = this.taxIds.session(session);
    if (taxIdSession instanceof TokenizeSession) return taxIdSession.heldCount;
    const heldCount = [...this.running.values()].reduce((sum, holder) => sum + holder.heldCount, 0);
    expect(taxIdSession.heldCount).toBe(heldCount);
    return heldCount;
  }

  entries() {
    return this.workspace.activity.list({}, 0, 100).entries;
  }

  close(): void {
    this.workspace.close();
    rmSync(this.folder, { recursive: true });
  }

  async #answer(name: string, { body, signal }: CallOptions): Promise<Row[] | string[]> {
    const texts = Array.isArray(body) ? body : body.tax_id_tokens;
    this.sentRequests.push(texts);
    await this.beforeResponse(texts, signal);
    if (name === 'taxIds.tokenize')
      return texts
        .slice(0, texts.length - this.tokensLost)
        .map((value) => this.tokenOf?.(value) ?? `tok_of_${value.length}_${this.#number(value)}`);
    if (this.rowsOverride) return this.rowsOverride as Row[];
    return texts.flatMap((token): Row[] => {
      const known = this.book.get(token);
      return known ? [{ tax_id_token: token, original_value: known.value, type: known.type }] : [];
    });
  }

  readonly #numbers = new Map<string, number>();
  #number(value: string): number {
    const known = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, known);
    return known;
  }
}

interface CallOptions {
  readonly body: string[] | { tax_id_tokens: string[] };
  readonly signal: AbortSignal;
}
