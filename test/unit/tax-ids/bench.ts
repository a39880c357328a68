import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTaxIds } from '../../../main/engine/tasks/tax-ids/tax-ids';
import { openWorkspace, type Workspace } from '../../../main/engine/workspace/workspace';
import type { TaxIdProgress } from '../../../preload/contract/calls/tax-ids';
import { FakeClock } from '../../support/fake-clock';

export const REASON = 'Tax form 1099';

type Row = { tax_id_token: string; original_value: string | number | null; type: string };

/** The task over a real log, a service that the test plays, and a clock it sets. */
export class TaxBench {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-tax-'));
  readonly clock = new FakeClock();
  readonly closing = new AbortController();
  /** What went out, request by request. */
  readonly asked: string[][] = [];
  readonly copied: { kind: string; text: string }[] = [];
  records: { raw: string; title: string }[] = [];
  /** ID and number of cached accounts; the cells of the records are read of their text. */
  accountNumbers: [string, string][] = [];
  /** Tokens and their values; what is not here is not known. */
  readonly book = new Map<string, { value: string | number; type: string }>();
  /** So many tokens are left out at the end of an answer. */
  tokensLost = 0;
  /** The token of a value, where it is not one of its own. */
  tokenOf: ((value: string) => string) | undefined;
  /** Rows that the service answers instead of its own. */
  instead: unknown[] | undefined;
  /** Before every answer; may reject. */
  before: (texts: string[], signal: AbortSignal) => Promise<void> = () => Promise.resolve();
  readonly workspace: Workspace = openWorkspace(path.join(this.folder, 'workspace.db'), '3'.repeat(64));

  /** The computer is locked. */
  locked = false;

  readonly taxIds = createTaxIds({
    isLocked: () => this.locked,
    service: { call: ((name: string, options: Asked) => this.#answer(name, options)) as never },
    activity: this.workspace.activity,
    reader: {
      selectedRecords: (_wish, most) => this.records.slice(0, most).values() as never,
      selected: ({ selection, columns }, most) =>
        (selection.kind === 'keys' && columns.includes('number')
          ? this.accountNumbers.filter(([id]) => selection.keys.includes(id))
          : this.records
              .slice(0, most)
              .map(({ raw }) => columns.map((column) => (JSON.parse(raw) as Record<string, never>)[column]))
        ).values() as never,
    },
    copy: (kind, text) => this.copied.push({ kind, text }),
    opened: (name) => path.join(this.folder, name),
    named: (name) => path.join(this.folder, name),
    closed: this.closing.signal,
    clock: this.clock,
  });

  token(n: number): string {
    const token = `tok_${n}`;
    this.book.set(token, { value: `123-45-${String(n).padStart(4, '0')}`, type: 'ssn' });
    return token;
  }

  /** Exchanges a pasted list and waits for the end. */
  async exchanged(...tokens: string[]) {
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

  held(session: string): number {
    const found = this.taxIds.session(session);
    return 'held' in found ? found.held : -1;
  }

  entries() {
    return this.workspace.activity.list({}, 0, 100).entries;
  }

  end(): void {
    this.workspace.close();
    rmSync(this.folder, { recursive: true });
  }

  async #answer(name: string, { body, signal }: Asked): Promise<Row[] | string[]> {
    const texts = Array.isArray(body) ? body : body.tax_id_tokens;
    this.asked.push(texts);
    await this.before(texts, signal);
    if (name === 'taxIds.tokenize')
      return texts
        .slice(0, texts.length - this.tokensLost)
        .map((value) => this.tokenOf?.(value) ?? `tok_of_${value.length}_${this.#number(value)}`);
    if (this.instead) return this.instead as Row[];
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

interface Asked {
  readonly body: string[] | { tax_id_tokens: string[] };
  readonly signal: AbortSignal;
}
