import type { Field } from '#contract/fields';
import { appendTo, getOrCompute } from '#contract/maps';
import { RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { cellNumberJson, type ParsedCell } from './cell';

export type TitlesReader = Pick<CacheReader, 'titles'>;

const TITLES_PER_STEP = 10_000;
const fold = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Finds IDs by the exact names of records on this computer, ignoring case; digits are an ID. Returns null if the field
 * has no names, or its list is not on this computer.
 */
export function idsByName(reader: TitlesReader): (field: Field, text: string) => ParsedCell | null {
  const lists = new Map<ResourceName, ReadonlyMap<string, readonly string[]>>();

  function readList(resource: ResourceName): ReadonlyMap<string, readonly string[]> {
    const idsByTitle = new Map<string, string[]>();
    let rows = reader.titles(resource, 0, TITLES_PER_STEP);
    while (rows.length > 0) {
      for (const [, key, title] of rows) appendTo(idsByTitle, fold(title), key);
      rows = reader.titles(resource, rows.at(-1)?.[0] ?? 0, TITLES_PER_STEP);
    }
    return idsByTitle;
  }

  return ({ kind, names }, text) => {
    const resource = RESOURCE_NAMES.find((name) => name === names);
    if (resource === undefined || (kind !== 'id' && kind !== 'ids')) return null;
    const list = getOrCompute(lists, resource, readList);
    if (list.size === 0) return null;
    const parts = kind === 'ids' ? text.split(';') : [text];
    const ids: string[] = [];
    for (const part of parts.map((part) => part.trim()).filter(Boolean)) {
      const matchingIds = /^\d+$/.test(part) ? [cellNumberJson(part)] : (list.get(fold(part)) ?? []);
      const [id] = matchingIds;
      if (id === undefined || !/^\d+$/.test(id))
        return { issue: { code: 'unknown-name', facts: { value: part, of: resource } } };
      if (matchingIds.length > 1)
        return {
          issue: { code: 'ambiguous-name', facts: { value: part, of: resource, count: matchingIds.length } },
        };
      ids.push(id);
    }
    return { json: kind === 'ids' ? `[${[...new Set(ids)].join(',')}]` : (ids[0] ?? 'null') };
  };
}
