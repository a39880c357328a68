import type {
  Bearing,
  KnownValue,
  ValueRow,
  WantedCells,
  WantedRow,
} from '../../../../../preload/contract/calls/values';
import { saveChosen } from '../../../files/chosen-file';
import { csvText } from '../../../files/tables/csv';
import type { Result } from '../../../service/calls';
import { answersOf, type Plain } from './answers';
import { exportTable } from './export-rows';

export interface HolderParts {
  readonly exchange: (
    as: Bearing,
    tokens: readonly string[],
    signal?: AbortSignal,
  ) => Promise<Result<'taxIds.exchange'>>;
  /** Resolves when the clipboard has it. */
  readonly copy: (text: string) => Promise<void>;
}

/** Plain values of tokens, in the one place where they live: a process that ends with them. */
export class Holder {
  readonly #parts: HolderParts;
  readonly #values = new Map<string, Plain>();
  #shown: readonly WantedRow[] = [];

  constructor(parts: HolderParts) {
    this.#parts = parts;
  }

  /** Of each token what is known, without its value; null for one that the service does not know. */
  async ask(
    as: Bearing,
    tokens: readonly string[],
    keep: readonly string[],
    signal?: AbortSignal,
  ): Promise<(KnownValue | null)[]> {
    const kept = new Set(keep);
    const answers = answersOf(await this.#parts.exchange(as, tokens, signal), tokens);
    return tokens.map((token, at) => {
      const given = answers[at] ?? null;
      if (given === null || 'problem' in given) return given;
      if (kept.has(token)) this.#values.set(token, given);
      return { type: given.type, otherType: given.otherType, kept: kept.has(token) };
    });
  }

  release(tokens: readonly string[]): void {
    for (const token of tokens) this.#values.delete(token);
  }

  show(rows: readonly WantedRow[]): void {
    this.#shown = rows;
  }

  /** What the page shows. */
  rows(): ValueRow[] {
    return this.#shown.flatMap(({ token, ...row }) => {
      const value = this.#valueOf(token);
      return value === null ? [] : [{ ...row, value }];
    });
  }

  async copy(tokens: readonly (string | null)[]): Promise<void> {
    await this.#parts.copy(tokens.map((token) => this.#valueOf(token) ?? '').join('\n'));
  }

  /** The one way plain values reach a disk: a file that the person named after a warning. */
  async write(file: string, rows: readonly WantedCells[]): Promise<void> {
    const filled = rows.map((row) => ({ ...row, value: this.#valueOf(row.line.token) }));
    await saveChosen(file, csvText(exportTable(filled)));
  }

  /** How many plain values are held, for those who must prove that none is. */
  get held(): number {
    return this.#values.size;
  }

  #valueOf(token: string | null): string | null {
    return token === null ? null : (this.#values.get(token)?.value ?? null);
  }
}
