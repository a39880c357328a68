import type { ActivityFacts } from '../../../../preload/contract/calls/activity';
import { SHOWN_MS } from '../../../../preload/contract/calls/tax-ids';
import type { Service } from '../../service/client';
import { collectSoon } from './collect';
import { answersOf, type Given, type Plain } from './exchange-answers';
import type { ExportRow } from './export-rows';
import { lineForLine, Session, type SessionParts } from './session';
import type { Tokens } from './sources';

export type Which = 'all' | readonly number[];

/**
 * Tokens exchanged for plain values (spec 4.3). A value is kept only while it is shown: what a look-up tells of a line is
 * whether its token is known. Those of records are not even asked for before somebody wants to see, copy or export them.
 */
export class Exchange extends Session<Given> {
  readonly #service: Pick<Service, 'call'>;
  readonly #origin: Tokens;
  /** Plain values by token: the only place they live. */
  readonly #values = new Map<string, Plain>();
  /** By token: how many are just asking for its value. */
  readonly #wanted = new Map<string, number>();
  /** By token: the last showing of it. */
  readonly #shown = new Map<string, symbol>();

  constructor(origin: Tokens, parts: SessionParts & { readonly service: Pick<Service, 'call'> }) {
    super(
      [...origin.lines],
      parts,
      { kind: 'tax-exchange', facts: { from: origin.from } },
      origin.resource !== null,
    );
    this.#service = parts.service;
    this.#origin = origin;
  }

  protected askedOf(index: number): string | undefined {
    return this.lines[index]?.token ?? undefined;
  }

  protected async ask(tokens: readonly string[], signal: AbortSignal): Promise<(Given | null)[]> {
    const rows = await this.#service.call('taxIds.exchange', {
      body: { tax_id_tokens: [...tokens] },
      signal,
    });
    return answersOf(rows, tokens);
  }

  protected keep(index: number, answer: Given | null): void {
    const token = this.askedOf(index);
    if (answer === null || token === undefined)
      this.change(index, { state: 'unknown', type: null, remark: { code: 'not-known' } });
    else if ('problem' in answer)
      this.change(index, { state: 'doubtful', type: null, remark: answer.problem });
    else {
      if (this.#wanted.has(token)) this.#values.set(token, answer);
      else collectSoon();
      this.change(index, { state: 'known', type: answer.type, otherType: answer.otherType, remark: null });
    }
  }

  /** The plain values of some lines, asked for now where they are not shown. Rejects when they cannot be. */
  async reveal(which: Which): Promise<{ index: number; value: string }[]> {
    const wanted = (which === 'all' ? [...this.lines.keys()] : which).filter((index) => this.#mayAsk(index));
    const missing = wanted.filter((index) => !this.#values.has(this.#tokenOf(index)));
    const tokens = new Set(missing.map((index) => this.#tokenOf(index)));
    for (const token of tokens) this.#wanted.set(token, (this.#wanted.get(token) ?? 0) + 1);
    try {
      if (missing.length > 0) await this.askNow(missing);
    } catch (error) {
      this.release(missing);
      throw error;
    } finally {
      for (const token of tokens) {
        const others = (this.#wanted.get(token) ?? 1) - 1;
        if (others > 0) this.#wanted.set(token, others);
        else this.#wanted.delete(token);
      }
    }
    this.used();
    return wanted.flatMap((index) => {
      const plain = this.#values.get(this.#tokenOf(index));
      return plain ? [{ index, value: plain.value }] : [];
    });
  }

  /** Drops the values of some lines at once, but for those that are being shown. */
  release(indexes: readonly number[]): void {
    for (const token of indexes.map((index) => this.#tokenOf(index)))
      if (!this.#shown.has(token)) this.#values.delete(token);
    collectSoon();
  }

  /** Of a list what was found; of records every line that may have a value. */
  #mayAsk(index: number): boolean {
    const state = this.lines[index]?.state;
    if (state === 'known') return true;
    return this.#origin.resource !== null && (state === 'waiting' || state === 'failed');
  }

  #tokenOf(index: number): string {
    return this.askedOf(index) ?? '';
  }

  /** What was shown is forgotten when its time is over, unless it was shown again since. */
  shown(indexes: readonly number[]): void {
    const showing = Symbol();
    const tokens = indexes.map((index) => this.#tokenOf(index));
    for (const token of tokens) this.#shown.set(token, showing);
    this.parts.clock.after(SHOWN_MS, () => {
      for (const token of tokens)
        if (this.#shown.get(token) === showing) {
          this.#shown.delete(token);
          this.#values.delete(token);
        }
      collectSoon();
    });
  }

  /** Whose values those of some lines are: IDs of records, or tokens where no record is known. For the log. */
  whose(indexes: readonly number[]): ActivityFacts {
    const { resource, owners } = this.#origin;
    if (resource !== null)
      return { of: resource, record_ids: indexes.map((index) => owners[index]?.record ?? '').join(', ') };
    return { tokens: indexes.map((index) => this.lines[index]?.token ?? '').join(', ') };
  }

  /** Values line for line as the list has them. */
  column(values: readonly { index: number; value: string }[]) {
    const byIndex = new Map(values.map(({ index, value }) => [index, value]));
    return lineForLine(this.lines, (index) => byIndex.get(index) ?? '');
  }

  /** A row for each line, answered or not: where it stands, whose it is, its token, its value and what became of it. */
  rows(values: readonly { index: number; value: string }[]): ExportRow[] {
    const byIndex = new Map(values.map(({ index, value }) => [index, value]));
    return this.lines.map((line, index) => ({
      line,
      position: line.number ?? index + 1,
      account: this.#origin.owners[index]?.account ?? null,
      value: byIndex.get(index) ?? null,
    }));
  }

  /** How many plain values are held, for those who must prove that none is. */
  get held(): number {
    return this.#values.size;
  }

  forget(): void {
    if (this.#values.size === 0) return;
    this.#values.clear();
    this.#shown.clear();
    collectSoon();
  }
}
