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
import { TAX_ID_LABELS, type TaxIdIssue } from '#contract/tax-id';
import type { LineState } from '#contract/features/tax-ids/schemas';
import { tokenResults, type PlainValue } from './parse-response';
import type { SessionLine } from '../session';

/** Headings of the exported file, the only document of this task. */
const HEADINGS = ['Line', 'Name', 'Account', 'Token', 'Type', 'Tax ID', 'Result'] as const;

const RESULTS: Readonly<Record<LineState, string>> = {
  known: 'Found',
  unknown: 'Not found',
  rejected: 'Rejected',
  doubtful: 'Not reliable',
  wrong: 'Error',
  failed: 'No response',
  waiting: 'Not looked up',
};

/** Reasons why a line has no tax ID. */
const REASONS: Partial<Readonly<Record<TaxIdIssue['code'], string>>> = {
  'plain-tax-id': 'a tax ID, not a token',
  empty: 'empty',
  spaces: 'contains spaces',
  'no-token-form': 'not a token',
  'no-token': 'no tax ID token on record',
  'answer-characters': 'the value from the service is not a tax ID',
  'answer-digits': 'the value from the service does not have nine digits',
  'answer-without-token': 'the service returned values without their tokens',
  'answers-differ': 'the service returned two different values',
};

interface ExportRow {
  readonly line: SessionLine;
  /** Line number in the list from 1, counting empty lines; for a selection, its position. */
  readonly position: number;
  readonly account: string | null;
  readonly value: string | null;
}

/** Returns the rows of the file, including failed lines. */
function exportTable(rows: readonly ExportRow[]): (string | number | null)[][] {
  return [
    [...HEADINGS],
    ...rows.map(({ line, position, account, value }) => [
      position,
      line.who,
      account,
      line.token,
      line.type ? TAX_ID_LABELS[line.type] : line.otherType && `Unknown (${line.otherType})`,
      value,
      resultOf(line),
    ]),
  ];
}

function resultOf({ state, issue }: SessionLine): string {
  const reason = issue && REASONS[issue.code];
  return reason ? `${RESULTS[state]}: ${reason}` : RESULTS[state];
}

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
