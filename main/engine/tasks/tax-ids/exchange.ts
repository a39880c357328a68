import { SHOWN_MS } from '../../../../preload/contract/calls/tax-ids';
import { withDashes, type TaxIdType } from '../../../../preload/contract/domain/tax-id-text';
import type { Service } from '../../service/client';
import { Session, type Line, type SessionParts } from './session';

interface Plain {
  readonly value: string;
  readonly type: TaxIdType;
}

export type Which = 'all' | readonly number[];

/** Tokens exchanged for plain values (spec 4.3), which stay here, in memory, until they are forgotten. */
export class Exchange extends Session<Plain> {
  readonly #service: Pick<Service, 'call'>;
  /** Plain values by token: the only place they live. */
  readonly #values = new Map<string, Plain>();
  /** By token: the last showing of it. */
  readonly #shown = new Map<string, symbol>();

  constructor(
    lines: Line[],
    from: string,
    parts: SessionParts & { readonly service: Pick<Service, 'call'> },
  ) {
    super(lines, parts, { kind: 'tax-exchange', facts: { from } });
    this.#service = parts.service;
  }

  protected askedOf(index: number): string | undefined {
    return this.lines[index]?.token ?? undefined;
  }

  protected async ask(tokens: readonly string[], signal: AbortSignal): Promise<(Plain | null)[]> {
    const rows = await this.#service.call('taxIds.exchange', {
      body: { tax_id_tokens: [...tokens] },
      signal,
    });
    // The service leaves out what it does not know: rows belong to tokens by name, not by place.
    const found = new Map<string, Plain>();
    for (const { tax_id_token: token, original_value: original, type } of rows)
      if (token && original !== null && original !== undefined && original !== '') {
        const kind = type === 'ssn' ? 'ssn' : 'tax_id';
        found.set(token, { value: withDashes(textOf(original), kind), type: kind });
      }
    return tokens.map((token) => found.get(token) ?? null);
  }

  protected keep(index: number, answer: Plain | null): void {
    const token = this.askedOf(index);
    if (answer && token !== undefined) this.#values.set(token, answer);
    this.change(
      index,
      answer
        ? { state: 'known', type: answer.type, remark: null }
        : { state: 'unknown', type: null, remark: 'The service does not know this token.' },
    );
  }

  /** The plain values of some lines; those forgotten meanwhile are asked for again. Rejects when they cannot be. */
  async reveal(which: Which): Promise<{ index: number; value: string }[]> {
    const wanted = which === 'all' ? [...this.lines.keys()] : which;
    const known = wanted.filter((index) => this.lines[index]?.state === 'known');
    const gone = known.filter((index) => !this.#values.has(this.askedOf(index) ?? ''));
    if (gone.length > 0) await this.askAgain(gone);
    this.used();
    return known.flatMap((index) => {
      const plain = this.#values.get(this.askedOf(index) ?? '');
      return plain ? [{ index, value: plain.value }] : [];
    });
  }

  /** What was shown is forgotten when its time is over, unless it was shown again since. */
  shown(indexes: readonly number[]): void {
    const showing = Symbol();
    const tokens = indexes.map((index) => this.askedOf(index) ?? '');
    for (const token of tokens) this.#shown.set(token, showing);
    this.parts.clock.after(SHOWN_MS, () => {
      for (const token of tokens)
        if (this.#shown.get(token) === showing) {
          this.#shown.delete(token);
          this.#values.delete(token);
        }
    });
  }

  /** A row for each known line: whose it is, its token, its kind and its value. */
  rows(values: readonly { index: number; value: string }[]): { line: Line; value: string }[] {
    return values.flatMap(({ index, value }) => {
      const line = this.lines[index];
      return line ? [{ line, value }] : [];
    });
  }

  /** How many plain values are held, for those who must prove that none is. */
  get held(): number {
    return this.#values.size;
  }

  forget(): void {
    this.#values.clear();
    this.#shown.clear();
  }
}

/** A number has lost its leading zeros on the way (wire facts B3). */
const textOf = (value: string | number): string =>
  typeof value === 'number' ? String(value).padStart(9, '0') : value;
