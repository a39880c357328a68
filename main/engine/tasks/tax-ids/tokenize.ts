import { fail } from '../../../../preload/contract/failure';
import {
  tokenProblem,
  type CheckedLine,
  type TaxIdRemark,
} from '../../../../preload/contract/domain/tax-id-text';
import type { Service } from '../../service/client';
import { collectSoon } from '../../../common/collect';
import { countsOf, lineForLine, Session, TYPED_IDLE_MS, type Line, type SessionParts } from './session';

/** Who has got a token: how many different values, and on which lines. */
interface Holders {
  values: number;
  shared: boolean;
  readonly lines: number[];
}

/** Plain values turned into tokens (spec 4.3). A value is dropped as soon as its token is there. */
export class Tokenize extends Session<string> {
  readonly #service: Pick<Service, 'call'>;
  /** Plain values by line: the only place they live. */
  readonly #values: Map<number, string>;
  readonly #holders = new Map<string, Holders>();

  constructor(
    read: readonly CheckedLine[],
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
    for (const token of tokens) this.#holdersOf(token).values += 1;
    return tokens;
  }

  protected keep(index: number, token: string | null): void {
    const problem = token ? answerProblem(token, this.#values.get(index) ?? '') : null;
    this.#values.delete(index);
    if (!token) this.change(index, { state: 'unknown', remark: { code: 'no-answer-token' } });
    else if (problem) this.change(index, { state: 'doubtful', remark: problem });
    else {
      this.change(index, { state: 'known', token });
      this.#doubtShared(index, token);
    }
  }

  protected override reject(index: number): void {
    this.#values.delete(index);
    super.reject(index);
  }

  /** A token that several values have got tells none of them: all its lines are in doubt. */
  #doubtShared(index: number, token: string): void {
    const holders = this.#holdersOf(token);
    holders.lines.push(index);
    if (holders.values < 2) return;
    for (const line of holders.shared ? [index] : holders.lines)
      this.change(line, { state: 'doubtful', remark: { code: 'shared-token' } });
    holders.shared = true;
  }

  #holdersOf(token: string): Holders {
    const known = this.#holders.get(token) ?? { values: 0, shared: false, lines: [] };
    this.#holders.set(token, known);
    return known;
  }

  /** The tokens as they can stand beside the values they were made of; only those that can be relied on. */
  tokens(): { text: string; values: number; blank: number } {
    const rows = lineForLine(this.lines, (index) => {
      const line = this.lines[index];
      return line?.state === 'known' ? line.token : null;
    });
    return { text: rows.map((row) => row ?? '').join('\n'), ...countsOf(rows) };
  }

  get held(): number {
    return this.#values.size;
  }

  /** Without their values the lines that have no token yet cannot be asked for again. */
  protected override get idleMs(): number {
    return TYPED_IDLE_MS;
  }

  forget(): void {
    this.cancel();
    if (this.#values.size === 0) return;
    for (const index of this.#values.keys())
      this.change(index, { state: 'wrong', remark: { code: 'forgotten' } });
    this.#values.clear();
    collectSoon();
  }
}

/** Why an answer is no token, or null. One that holds the value itself is never shown: it is no token at all. */
function answerProblem(token: string, value: string): TaxIdRemark | null {
  const digits = value.replace(/\D/g, '');
  if (digits !== '' && token.replace(/\D/g, '').includes(digits)) return { code: 'echoed' };
  const problem = tokenProblem(token);
  if (problem?.code === 'plain-tax-id') return { code: 'echoed' };
  return problem && { code: 'bad-token' };
}

const lineOf = ({ number, checked }: CheckedLine): Line => ({
  number,
  who: null,
  token: null,
  state: checked.ok ? 'waiting' : 'wrong',
  type: checked.ok ? checked.type : null,
  otherType: null,
  remark: checked.ok ? checked.doubt : checked.problem,
});
