import { fail } from '#contract/failure';
import { getOrCompute } from '#contract/maps';
import { tokenProblem, type CheckedLine, type TaxIdIssue } from '#contract/tax-id';
import type { Service } from '../../service/client';
import { scheduleGc } from '#common/schedule-gc';
import {
  countsOf,
  lineForLine,
  TaxIdSession,
  TYPED_IDLE_MS,
  type SessionLine,
  type SessionDeps,
} from './session';

/** How many different values received a token, and on which lines. */
interface TokenUse {
  values: number;
  /** True once its lines were marked as doubtful. */
  isShared: boolean;
  readonly lines: number[];
}

/** Exchanges plain values for tokens (spec 4.3). A value is dropped when its token arrives. */
export class TokenizeSession extends TaxIdSession<string> {
  readonly #service: Pick<Service, 'call'>;
  /** Plain values by line: the only place where they exist. */
  readonly #values: Map<number, string>;
  readonly #tokenUses = new Map<string, TokenUse>();

  constructor(
    checkedLines: readonly CheckedLine[],
    from: string,
    deps: SessionDeps & { readonly service: Pick<Service, 'call'> },
  ) {
    super(checkedLines.map(lineOf), deps, { kind: 'tax-tokenise', facts: { from } });
    this.#service = deps.service;
    this.#values = new Map(
      checkedLines.flatMap(({ checked }, index) => (checked.ok ? [[index, checked.value] as const] : [])),
    );
  }

  protected textToSend(index: number): string | undefined {
    return this.#values.get(index);
  }

  protected async requestResults(values: readonly string[], signal: AbortSignal): Promise<string[]> {
    const tokens = await this.#service.call('taxIds.tokenize', { body: [...values], signal });
    // Tokens are matched by position; if one is missing, none can be trusted.
    if (tokens.length !== values.length)
      throw fail('not-the-service', { cause: `${tokens.length} tokens for ${values.length} values` });
    for (const token of tokens) this.#useOf(token).values += 1;
    return tokens;
  }

  protected storeResult(index: number, token: string | null): void {
    const problem = token ? returnedTokenProblem(token, this.#values.get(index) ?? '') : null;
    this.#values.delete(index);
    if (!token) this.change(index, { state: 'unknown', issue: { code: 'no-answer-token' } });
    else if (problem) this.change(index, { state: 'doubtful', issue: problem });
    else {
      this.change(index, { state: 'known', token });
      this.#markShared(index, token);
    }
  }

  protected override reject(index: number): void {
    this.#values.delete(index);
    super.reject(index);
  }

  /** A token returned for several values identifies none of them; all its lines are marked as doubtful. */
  #markShared(index: number, token: string): void {
    const use = this.#useOf(token);
    use.lines.push(index);
    if (use.values < 2) return;
    for (const line of use.isShared ? [index] : use.lines)
      this.change(line, { state: 'doubtful', issue: { code: 'shared-token' } });
    use.isShared = true;
  }

  #useOf(token: string): TokenUse {
    return getOrCompute(this.#tokenUses, token, () => ({ values: 0, isShared: false, lines: [] }));
  }

  /** Returns the reliable tokens, to be pasted next to the values. */
  tokens(): { text: string; values: number; blank: number } {
    const rows = lineForLine(this.lines, (index) => {
      const line = this.lines[index];
      return line?.state === 'known' ? line.token : null;
    });
    return { text: rows.map((row) => row ?? '').join('\n'), ...countsOf(rows) };
  }

  get heldCount(): number {
    return this.#values.size;
  }

  /** Lines without a token cannot be requested again after their values are gone. */
  protected override get idleMs(): number {
    return TYPED_IDLE_MS;
  }

  forget(): void {
    this.cancel();
    if (this.#values.size === 0) return;
    for (const index of this.#values.keys())
      this.change(index, { state: 'wrong', issue: { code: 'forgotten' } });
    this.#values.clear();
    scheduleGc();
  }
}

/** Returns why a response is not a token, or null. A response that contains the value is never shown. */
function returnedTokenProblem(token: string, value: string): TaxIdIssue | null {
  const digits = value.replace(/\D/g, '');
  if (digits !== '' && token.replace(/\D/g, '').includes(digits)) return { code: 'echoed' };
  const problem = tokenProblem(token);
  if (problem?.code === 'plain-tax-id') return { code: 'echoed' };
  return problem && { code: 'bad-token' };
}

const lineOf = ({ number, checked }: CheckedLine): SessionLine => ({
  number,
  who: null,
  token: null,
  state: checked.ok ? 'waiting' : 'wrong',
  type: checked.ok ? checked.type : null,
  otherType: null,
  issue: checked.ok ? checked.warning : checked.problem,
});
