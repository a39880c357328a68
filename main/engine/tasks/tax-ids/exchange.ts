import type { ActivityFacts } from '../../../../preload/contract/calls/activity';
import { SHOWN_MS } from '../../../../preload/contract/calls/tax-ids';
import { failureOf } from '../../../../preload/contract/failure';
import type { KnownValue, WantedCells, WantedRow } from '../../../../preload/contract/calls/values';
import type { Values } from './apart/values';
import { lineForLine, Session, type SessionParts } from './session';
import type { Tokens } from './sources';

export type Which = 'all' | readonly number[];

/**
 * Tokens exchanged for plain values (spec 4.3). The values never come by here: they are asked for, shown, copied and
 * written by a process of their own, which runs only while something is asked for or shown, and ends with them. Those of
 * records are not even asked for before somebody wants to see, copy or export them.
 */
export class Exchange extends Session<KnownValue> {
  readonly #origin: Tokens;
  readonly #start: () => Values;
  readonly #overwrite: () => void;
  #process: Values | undefined;
  /** How many want something of the process. */
  #uses = 0;
  /** The tokens whose values the process holds. */
  readonly #held = new Set<string>();
  /** By token: how many are just asking for its value. */
  readonly #wanted = new Map<string, number>();
  /** By token: the last showing of it. */
  readonly #shown = new Map<string, symbol>();

  constructor(
    origin: Tokens,
    parts: SessionParts & { readonly values: () => Values; readonly overwrite: () => void },
  ) {
    super(
      [...origin.lines],
      parts,
      { kind: 'tax-exchange', facts: { from: origin.from } },
      origin.resource !== null,
    );
    this.#start = parts.values;
    this.#overwrite = parts.overwrite;
    this.#origin = origin;
  }

  protected askedOf(index: number): string | undefined {
    return this.lines[index]?.token ?? undefined;
  }

  protected async ask(tokens: readonly string[], signal: AbortSignal): Promise<(KnownValue | null)[]> {
    const keep = tokens.filter((token) => this.#wanted.has(token));
    return this.#using((values) => values.ask(tokens, keep, signal));
  }

  protected keep(index: number, answer: KnownValue | null): void {
    const token = this.askedOf(index);
    if (answer === null || token === undefined)
      this.change(index, { state: 'unknown', type: null, remark: { code: 'not-known' } });
    else if ('problem' in answer)
      this.change(index, { state: 'doubtful', type: null, remark: answer.problem });
    else {
      if (answer.kept) this.#held.add(token);
      this.change(index, { state: 'known', type: answer.type, otherType: answer.otherType, remark: null });
    }
  }

  /**
   * Does something with the values of some lines, which are asked for now where they are not shown; those that are not
   * shown after it are dropped. Rejects when they cannot be asked for.
   */
  with<T>(which: Which, work: (values: Values, found: readonly number[]) => Promise<T>): Promise<T> {
    return this.#using(async (values) => {
      const wanted = (which === 'all' ? [...this.lines.keys()] : which).filter((index) =>
        this.#mayAsk(index),
      );
      try {
        await this.#askFor(wanted.filter((index) => !this.#held.has(this.#tokenOf(index))));
        this.used();
        return await work(
          values,
          wanted.filter((index) => this.#held.has(this.#tokenOf(index))),
        );
      } finally {
        this.#release(wanted.map((index) => this.#tokenOf(index)));
      }
    });
  }

  async #askFor(missing: readonly number[]): Promise<void> {
    if (missing.length === 0) return;
    const tokens = new Set(missing.map((index) => this.#tokenOf(index)));
    for (const token of tokens) this.#wanted.set(token, (this.#wanted.get(token) ?? 0) + 1);
    try {
      await this.askNow(missing);
    } finally {
      for (const token of tokens) {
        const others = (this.#wanted.get(token) ?? 1) - 1;
        if (others > 0) this.#wanted.set(token, others);
        else this.#wanted.delete(token);
      }
    }
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

  /** Drops values, but for those that are being shown. */
  #release(tokens: readonly string[]): void {
    const dropped = tokens.filter((token) => this.#held.has(token) && !this.#shown.has(token));
    for (const token of dropped) this.#held.delete(token);
    if (dropped.length > 0) this.#process?.release(dropped);
  }

  /** What was shown is forgotten when its time is over, unless it was shown again since. */
  shown(indexes: readonly number[]): void {
    const showing = Symbol();
    const tokens = indexes.map((index) => this.#tokenOf(index)).filter((token) => this.#held.has(token));
    for (const token of tokens) this.#shown.set(token, showing);
    this.parts.clock.after(SHOWN_MS, () => {
      const over = tokens.filter((token) => this.#shown.get(token) === showing);
      for (const token of over) this.#shown.delete(token);
      this.#release(over);
      this.rested();
    });
  }

  /** Whose values those of some lines are: IDs of records, or tokens where no record is known. For the log. */
  whose(indexes: readonly number[]): ActivityFacts {
    const { resource, owners } = this.#origin;
    if (resource !== null)
      return { of: resource, record_ids: indexes.map((index) => owners[index]?.record ?? '').join(', ') };
    return { tokens: indexes.map((index) => this.lines[index]?.token ?? '').join(', ') };
  }

  /** Lines as they are shown. */
  rows(indexes: readonly number[]): WantedRow[] {
    return indexes.flatMap((index) => {
      const line = this.lines[index];
      if (!line?.token) return [];
      const { who, number, type, otherType, token } = line;
      return [{ who, number, type, otherType, token }];
    });
  }

  /** Tokens line for line as the list has them; null where there is no value. */
  column(indexes: readonly number[]): (string | null)[] {
    const found = new Set(indexes);
    return lineForLine(this.lines, (index) => (found.has(index) ? this.#tokenOf(index) : null));
  }

  /** A row for each line, answered or not: where it stands, whose it is, its token and what became of it. */
  cells(): WantedCells[] {
    return this.lines.map((line, index) => ({
      line,
      position: line.number ?? index + 1,
      account: this.#origin.owners[index]?.account ?? null,
    }));
  }

  /** How many plain values the process holds, for those who must prove that none is held. */
  get held(): number {
    return this.#held.size;
  }

  forget(): void {
    this.#shown.clear();
    this.#release([...this.#held]);
    this.rested();
  }

  /** Without anything that is asked for or shown there is no process. */
  protected override rested(): void {
    if (this.#uses > 0 || this.isRunning || this.#shown.size > 0) return;
    if (!this.#process) return;
    this.#process.end();
    this.#process = undefined;
    this.#held.clear();
    this.#overwrite();
  }

  /** The process died: the next use starts another. */
  #lost(): void {
    this.#process?.end();
    this.#process = undefined;
    this.#held.clear();
    this.#shown.clear();
  }

  async #using<T>(work: (values: Values) => Promise<T>): Promise<T> {
    this.#uses += 1;
    try {
      return await work((this.#process ??= this.#start()));
    } catch (error) {
      if (failureOf(error).kind === 'engine-lost') this.#lost();
      throw error;
    } finally {
      this.#uses -= 1;
      this.rested();
    }
  }
}
