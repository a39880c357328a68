import path from 'node:path';
import { MOST_TEXT, type TokenSource } from '../../../../preload/contract/calls/tax-ids';
import { valueAt } from '../../../../preload/contract/exact-json/patch';
import { Verbatim } from '../../../../preload/contract/exact-json/read';
import { fail } from '../../../../preload/contract/failure';
import type { Query, Selection } from '../../../../preload/contract/query';
import { resourceNamed } from '../../../../preload/contract/resources';
import { holdsTaxId, MOST_TAX_IDS, tokenLines } from '../../../../preload/contract/domain/tax-id-text';
import type { CacheReader } from '../../cache/reader';
import { readChosen } from '../../files/chosen-file';
import type { Line } from './session';

/** The text of a list and where it came from, in words for the activity log. */
export async function listOf(
  source: { kind: 'text'; text: string } | { kind: 'file'; grant: string },
  pathOf: (grant: string) => string,
): Promise<{ text: string; from: string }> {
  if (source.kind === 'text') return { text: source.text, from: 'a typed or pasted list' };
  const file = pathOf(source.grant);
  const name = path.basename(file);
  return {
    text: await readChosen(file, MOST_TEXT),
    from: holdsTaxId(name) ? 'a file' : `the file ${name}`,
  };
}

/** Refuses lists that are empty or too long. */
export function within<T>(lines: readonly T[]): readonly T[] {
  if (lines.length === 0) throw fail('refused', { reasons: ['There is nothing in the list.'] });
  if (lines.length > MOST_TAX_IDS)
    throw fail('refused', {
      reasons: [`The list has ${lines.length} lines; at most ${MOST_TAX_IDS} are taken at a time.`],
    });
  return lines;
}

/** The tokens of a source as lines still to be asked for. */
export async function tokensOf(
  source: TokenSource,
  reader: Pick<CacheReader, 'selectedRecords'>,
  pathOf: (grant: string) => string,
): Promise<{ lines: Line[]; from: string }> {
  if (source.kind === 'records')
    return {
      lines: [...within(recordLines(reader, source))],
      from: resourceNamed(source.query.resource).many,
    };
  const { text, from } = await listOf(source, pathOf);
  const lines = within(tokenLines(text)).map(({ number, text: token, problem }): Line => ({
    number,
    who: null,
    // A plain tax id among the tokens goes no further than here.
    token: problem === null || !holdsTaxId(token) ? token || null : null,
    state: problem === null ? 'waiting' : 'wrong',
    type: null,
    remark: problem,
  }));
  return { lines, from };
}

function recordLines(
  reader: Pick<CacheReader, 'selectedRecords'>,
  request: { query: Query; selection: Selection },
): Line[] {
  const lines: Line[] = [];
  for (const { raw, title } of reader.selectedRecords(request, MOST_TAX_IDS + 1)) {
    const token = valueAt(raw, ['tax_id_token']);
    const isText = typeof token === 'string' || typeof token === 'number' || token instanceof Verbatim;
    const text = isText ? String(token) : '';
    lines.push({
      number: null,
      who: title,
      token: text || null,
      state: text ? 'waiting' : 'wrong',
      type: null,
      remark: text ? null : 'has no tax id token',
    });
  }
  return lines;
}
