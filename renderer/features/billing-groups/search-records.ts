import type { Filter } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { searchWordsOf } from '#contract/text';
import type { EngineClient } from '../../bridge';

/** A record found by a search. */
export interface RecordMatch {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
}

/** Maximum number of words that a name is compared with. */
const MAX_WORDS = 10;

/**
 * Returns the first matching records of a list, with a column that distinguishes them: those with the number, then
 * those with the words in their name, then those that match in another field.
 */
export async function searchRecords(
  engine: EngineClient,
  resource: ResourceName,
  search: string,
  detail: string,
  limit = 8,
): Promise<RecordMatch[]> {
  const { sort, title } = resourceNamed(resource);
  const field = title[0] ?? 'id';
  const text = (cell: unknown) => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '');
  async function find(filters: Filter[]): Promise<RecordMatch[]> {
    const { rows } = await engine.records.window({
      query: { resource, search, filters, sort },
      columns: [field, detail],
      offset: 0,
      limit,
    });
    return rows.map(({ key, cells }) => ({ key, title: text(cells[0]), detail: text(cells[1]) }));
  }
  const words = searchWordsOf(search).slice(0, MAX_WORDS);
  const [named, all] = await Promise.all([
    words.length === 0 ? [] : find(words.map((word) => ({ op: 'contains', field, text: word }))),
    find([]),
  ]);
  // The list shows records with the searched number first.
  const numbered = all.filter((match) => isNumbered(match, search));
  return [...new Map([...numbered, ...named, ...all].map((match) => [match.key, match])).values()].slice(
    0,
    limit,
  );
}

/** True if the number in the detail, or the ID, equals, begins or ends with the search, which has a digit. */
function isNumbered({ key, detail }: RecordMatch, search: string): boolean {
  const bare = (value: string) => value.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const wanted = bare(search);
  return (
    /\d/.test(wanted) &&
    [key, detail].some((value) => bare(value).startsWith(wanted) || bare(value).endsWith(wanted))
  );
}
