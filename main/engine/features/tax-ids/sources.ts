import path from 'node:path';
import { MAX_TAX_ID_TEXT } from '#contract/features/tax-ids/schemas';
import type { TokenSource } from '#contract/features/tax-ids/calls';
import { valueAt } from '#contract/exact-json/patch';
import { Verbatim } from '#contract/exact-json/read';
import { fail } from '#contract/failure';
import { allRecordsQuery, type Cell, type Query, type Selection } from '#contract/query';
import { resourceNamed } from '#contract/resources';
import { holdsTaxId, MAX_TAX_IDS, tokenLines, tokenProblem } from '#contract/tax-id';
import type { CacheReader } from '../../cache/query/reader';
import { readChosenList } from '../../files/chosen-file';
import type { SessionLine } from './session';

/** Returns the text of a list and its source, described for the activity log. */
export async function taxIdsOfSource(
  source: { kind: 'text'; text: string } | { kind: 'file'; grant: string },
  pathOf: (grant: string) => string,
  signal?: AbortSignal,
): Promise<{ text: string; from: string }> {
  if (source.kind === 'text') return { text: source.text, from: 'a typed or pasted list' };
  const file = pathOf(source.grant);
  const name = path.basename(file);
  return {
    text: await readChosenList(file, MAX_TAX_ID_TEXT, signal),
    from: holdsTaxId(name) ? 'a file' : `the file ${name}`,
  };
}

/** Fails for lists that are empty or too long. */
export function checkListLength<T>(lines: readonly T[]): readonly T[] {
  if (lines.length === 0) throw fail('refused', { detail: { code: 'empty-list' } });
  if (lines.length > MAX_TAX_IDS)
    throw fail('refused', {
      detail: { code: 'long-list', facts: { lines: lines.length, maximum: MAX_TAX_IDS } },
    });
  return lines;
}

/** The owner of a token, if known. */
interface Owner {
  /** ID of the record. */
  readonly record: string | null;
  /** Number of the account. */
  readonly account: string | null;
}

/** The tokens of a source as lines to request, and their owners, by line. */
export interface TokenList {
  readonly lines: readonly SessionLine[];
  readonly owners: readonly Owner[];
  /** The source, described for the activity log. */
  readonly from: string;
  /** The resource of the records, for the activity log; null for a text or a file. */
  readonly resource: string | null;
}

type Records = Pick<CacheReader, 'selected' | 'selectedRecords'>;

/** Returns the tokens of a source, with their owners if known. Fails with `refused` for none, or too many. */
export async function tokensOf(
  source: TokenSource,
  reader: Records,
  pathOf: (grant: string) => string,
  signal?: AbortSignal,
): Promise<TokenList> {
  if (source.kind === 'records') {
    const { plural } = resourceNamed(source.query.resource);
    return { ...recordLines(reader, source), from: plural, resource: plural };
  }
  const { text, from } = await taxIdsOfSource(source, pathOf, signal);
  const lines = checkListLength(tokenLines(text)).map(({ number, text: token }) =>
    lineOf(number, null, token),
  );
  return { lines, owners: [], from, resource: null };
}

function lineOf(number: number | null, who: string | null, token: string): SessionLine {
  const problem = tokenProblem(token);
  return {
    number,
    who,
    // A plain tax ID among the tokens is dropped here.
    token: holdsTaxId(token) ? null : token || null,
    state: problem === null ? 'waiting' : 'wrong',
    type: null,
    otherType: null,
    issue: problem?.code === 'empty' && number === null ? { code: 'no-token' } : problem,
  };
}

/**
 * Returns the lines and owners of records. Both come from one read of each record: a refresh may remove others in
 * between. The account is an account's own number, or that of a related person's account.
 */
function recordLines(
  reader: Records,
  request: { query: Query; selection: Selection },
): Pick<TokenList, 'lines' | 'owners'> {
  const isAccount = request.query.resource === 'accounts';
  const lines: SessionLine[] = [];
  const cells: { record: string | null; other: string | null }[] = [];
  // One more than allowed, so that a longer selection is refused.
  for (const { raw, title } of reader.selectedRecords(request, MAX_TAX_IDS + 1)) {
    lines.push(lineOf(null, title, textIn(raw, 'tax_id_token') ?? ''));
    cells.push({ record: textIn(raw, 'id'), other: textIn(raw, isAccount ? 'number' : 'account_id') });
  }
  checkListLength(lines);
  if (isAccount) return { lines, owners: cells.map(({ record, other }) => ({ record, account: other })) };
  const numbers = accountNumbers(
    reader,
    cells.map(({ other }) => other).filter((id) => id !== null),
  );
  const owners = cells.map(({ record, other }) => ({
    record,
    account: other === null ? null : (numbers.get(other) ?? null),
  }));
  return { lines, owners };
}

/** Returns a text or number of a record as text; null for other values and an empty text. */
function textIn(raw: string, field: string): string | null {
  const value = valueAt(raw, [field]);
  const isText = typeof value === 'string' || typeof value === 'number' || value instanceof Verbatim;
  return isText ? String(value) || null : null;
}

function accountNumbers(reader: Records, ids: readonly string[]): Map<string, string | null> {
  const query: Query = { ...allRecordsQuery('accounts'), sort: { field: 'id', descending: false } };
  const selection: Selection = { kind: 'keys', keys: [...new Set(ids)] };
  const rows = reader.selected({ query, selection, columns: ['id', 'number'] }, MAX_TAX_IDS);
  return new Map([...rows].map(([id, number]) => [filledText(id) ?? '', filledText(number)]));
}

const filledText = (value: Cell | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
