import { fail } from '../../../../preload/contract/failure';
import type { TaxIdLine as ReadLine } from '../../../../preload/contract/domain/tax-id-text';
import type { Service } from '../../service/client';
import { Session, type Line, type SessionParts } from './session';

/** Plain values turned into tokens (spec 4.3). A value is dropped as soon as its token is there. */
export class Tokenize extends Session<string> {
  readonly #service: Pick<Service, 'call'>;
  /** Plain values by line: the only place they live. */
  readonly #values: Map<number, string>;

  constructor(
    read: readonly ReadLine[],
    from: string,
    parts: SessionParts & { readonly service: Pick<Service, 'call'> },
  ) {
    super(read.map(lineOf), parts, { kind: 'tax-tokenise', facts: { from } });
    this.#service = parts.service;
    this.#values = new Map(
      read.flatMap(({ checked }, index) => (checked.ok ? [[index, checked.value] as const] : [])),
    );
  }

  protected askedOf(index: number): string | undefined {
    return this.#values.get(index);
  }

  protected async ask(values: readonly string[], signal: AbortSignal): Promise<string[]> {
    const tokens = await this.#service.call('taxIds.tokenize', { body: [...values], signal });
    // Tokens belong to values by their place alone: with one too few, every one of them is in doubt.
    if (tokens.length !== values.length)
      throw fail('not-the-service', { cause: `${tokens.length} tokens for ${values.length} values` });
    return tokens;
  }

  protected keep(index: number, token: string | null): void {
    this.#values.delete(index);
    this.change(
      index,
      token
        ? { state: 'known', token }
        : { state: 'unknown', remark: 'The service did not take this value.' },
    );
  }

  /** Tokens by line, empty where there is none, so that they can stand beside the values they were made of. */
  tokens(): { text: string; tokens: number } {
    const tokens = this.lines.map(({ token }) => token ?? '');
    return { text: tokens.join('\n'), tokens: tokens.filter(Boolean).length };
  }

  get held(): number {
    return this.#values.size;
  }

  /** Without their values the lines that have no token yet cannot be asked for again. */
  forget(): void {
    this.cancel();
    for (const index of this.#values.keys())
      this.change(index, { state: 'wrong', remark: 'was forgotten for safety: enter it again' });
    this.#values.clear();
  }
}

const lineOf = ({ number, checked }: ReadLine): Line => ({
  number,
  who: null,
  token: null,
  state: checked.ok ? 'waiting' : 'wrong',
  type: checked.ok ? checked.type : null,
  remark: checked.ok ? checked.doubt : checked.problem,
});
