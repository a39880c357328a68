import { IDENTIFYING_FIELDS, DISAMBIGUATING_FIELDS } from '#contract/import-fields';
import type { RowIssue } from '#contract/job';
import { appendTo, getOrCompute } from '#contract/maps';
import { allRecordsQuery } from '#contract/query';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { holdsSeparatedTaxId, holdsTaxId } from '#contract/tax-id';
import type { CacheReader } from '../../cache/query/reader';
import { readCell } from './cell';

/** The identifying cells of a line, by field. */
export type KeyCells = ReadonlyMap<string, string>;
export type LocatedRecord = { readonly key: string } | { readonly issue: RowIssue };

interface Candidate {
  readonly key: string;
  readonly cells: readonly string[];
}

const MAX_RECORDS = 1_000_000;
const wrong = (code: string, facts: RowIssue['facts']): LocatedRecord => ({ issue: { code, facts } });
/**
 * Returns whether an identifying cell could be a tax ID in the wrong column, which is not stored. Numbers, slugs and IDs
 * may have nine digits.
 */
export const isTaxIdInKey = (field: string, cell: string): boolean =>
  (DISAMBIGUATING_FIELDS.includes(field) ? holdsTaxId : holdsSeparatedTaxId)(cell);
/** Returns the issue of a cell that no record has. */
const unknownValue = (issue: RowIssue, field: string, cell: string): RowIssue =>
  isTaxIdInKey(field, cell) ? { code: 'tax-id' } : issue;
const noSuchRecord = (field: string, value: string): LocatedRecord => ({
  issue: unknownValue({ code: 'no-such-record', facts: { field, value } }, field, value),
});

/** Removes what spreadsheets and users change in a number: case, leading zeros, and all but letters and digits. */
const foldNumberText = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');

/**
 * Finds the records of lines by key, by number and custodian, or by slug, exactly. A merely similar record,
 * such as a number without its zeros, is mentioned in the issue but never used.
 */
export function recordLocator(reader: Pick<CacheReader, 'window'>, resource: ResourceName) {
  const descriptor = resourceNamed(resource);
  const [keyField = ''] = descriptor.key;
  const columns = [...IDENTIFYING_FIELDS, ...DISAMBIGUATING_FIELDS].filter(
    (name) => name in descriptor.fields,
  );
  const all = reader
    .window({ query: allRecordsQuery(resource), columns, offset: 0, limit: MAX_RECORDS })
    .rows.map(({ key, cells }): Candidate => ({ key, cells: cells.map((cell) => String(cell ?? '')) }));
  const keys = new Set(all.map(({ key }) => key));
  const indexes = new Map<string, Map<string, Candidate[]>>();

  function index(name: string, field: string, normalize: (text: string) => string): Map<string, Candidate[]> {
    return getOrCompute(indexes, name, () => {
      const column = columns.indexOf(field);
      const candidatesByText = new Map<string, Candidate[]>();
      for (const candidate of all) {
        const text = normalize(candidate.cells[column] ?? '');
        if (text !== '') appendTo(candidatesByText, text, candidate);
      }
      return candidatesByText;
    });
  }

  /** Returns the candidates that match the line's custodian, if given. */
  function matchingCustodian(candidates: readonly Candidate[], cells: KeyCells): Candidate[] | RowIssue {
    let remaining = [...candidates];
    for (const name of DISAMBIGUATING_FIELDS) {
      const cell = cells.get(name) ?? '';
      const field = descriptor.fields[name];
      if (cell === '' || !field) continue;
      const parsed = readCell(field, cell);
      if (parsed.json === undefined)
        return unknownValue(parsed.issue ?? { code: 'not-choice', facts: { value: cell } }, name, cell);
      const code = JSON.parse(parsed.json) as unknown;
      remaining = remaining.filter((candidate) => candidate.cells[columns.indexOf(name)] === code);
    }
    return remaining;
  }

  function byField(field: string, value: string, cells: KeyCells): LocatedRecord {
    const exact = matchingCustodian(index(field, field, (text) => text).get(value) ?? [], cells);
    if (!Array.isArray(exact)) return { issue: exact };
    const [match, ...otherMatches] = exact;
    if (match && otherMatches.length === 0) return { key: match.key };
    if (match) return wrong('ambiguous-key', { field, value, count: exact.length });
    const similar = matchingCustodian(
      index(`${field} folded`, field, foldNumberText).get(foldNumberText(value)) ?? [],
      cells,
    );
    const [similarRecord, ...otherSimilar] = Array.isArray(similar) ? similar : [];
    if (similarRecord && otherSimilar.length === 0)
      return wrong('key-written-otherwise', {
        field,
        value,
        instead: similarRecord.cells[columns.indexOf(field)] ?? '',
      });
    return noSuchRecord(field, value);
  }

  return (cells: KeyCells): LocatedRecord => {
    const results = [keyField, ...IDENTIFYING_FIELDS].flatMap((field): LocatedRecord[] => {
      const value = cells.get(field) ?? '';
      if (value === '') return [];
      if (field !== keyField) return [byField(field, value, cells)];
      return [keys.has(value) ? { key: value } : noSuchRecord(field, value)];
    });
    const [first, ...others] = results;
    if (!first) return { issue: { code: 'no-key' } };
    const failed = results.find((result) => 'issue' in result);
    if (failed) return failed;
    const isSame = others.every((other) => 'key' in other && 'key' in first && other.key === first.key);
    return isSame ? first : { issue: { code: 'keys-disagree' } };
  };
}
