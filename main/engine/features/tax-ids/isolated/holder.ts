import type {
  ExchangeAccess,
  KnownValue,
  ValueRow,
  ExportLine,
  ShownRow,
} from '#contract/features/tax-ids/values-page';
import { saveChosenFile } from '#engine/files/chosen-file';
import { csvText } from '#engine/files/tables/csv';
import type { CallResult } from '#engine/service/calls';
import { tokenResults, type PlainValue } from './parse-response';
import { exportTable } from './export-rows';

export interface HolderDeps {
  readonly exchange: (
    access: ExchangeAccess,
    tokens: readonly string[],
    signal?: AbortSignal,
  ) => Promise<CallResult<'taxIds.exchange'>>;
  /** Resolves after the clipboard has the text. */
  readonly copy: (text: string) => Promise<void>;
}

/** Holds the plain values of tokens. They exist only in this process and end with it. */
export class ValueHolder {
  readonly #deps: HolderDeps;
  readonly #values = new Map<string, PlainValue>();
  #displayedRows: readonly ShownRow[] = [];

  constructor(deps: HolderDeps) {
    this.#deps = deps;
  }

  /** Returns what is known of each token, without its value; null for a token unknown to the service. */
  async exchange(
    access: ExchangeAccess,
    tokens: readonly string[],
    keep: readonly string[],
    signal?: AbortSignal,
  ): Promise<(KnownValue | null)[]> {
    const tokensToHold = new Set(keep);
    const responses = tokenResults(await this.#deps.exchange(access, tokens, signal), tokens);
    return tokens.map((token, index) => {
      const response = responses[index] ?? null;
      if (response === null || 'problem' in response) return response;
      const isHeld = tokensToHold.has(token);
      if (isHeld) this.#values.set(token, response);
      return { type: response.type, otherType: response.otherType, isHeld };
    });
  }

  release(tokens: readonly string[]): void {
    for (const token of tokens) this.#values.delete(token);
  }

  show(rows: readonly ShownRow[]): void {
    this.#displayedRows = rows;
  }

  /** The rows that the page shows. */
  rows(): ValueRow[] {
    return this.#displayedRows.flatMap(({ token, ...row }) => {
      const value = this.#valueOf(token);
      return value === null ? [] : [{ ...row, value }];
    });
  }

  async copy(tokens: readonly (string | null)[]): Promise<void> {
    await this.#deps.copy(tokens.map((token) => this.#valueOf(token) ?? '').join('\n'));
  }

  /** Writes plain values to a file that the user named after a warning: the only way they reach a disk. */
  async write(file: string, rows: readonly ExportLine[]): Promise<void> {
    const filled = rows.map((row) => ({ ...row, value: this.#valueOf(row.line.token) }));
    await saveChosenFile(file, csvText(exportTable(filled)));
  }

  /** Number of plain values held, so that tests can prove there are none. */
  get heldCount(): number {
    return this.#values.size;
  }

  #valueOf(token: string | null): string | null {
    return token === null ? null : (this.#values.get(token)?.value ?? null);
  }
}
