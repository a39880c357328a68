import type { ConflictChoices, Draft, DraftField, DraftRow } from '#contract/edit';
import { getOrCompute } from '#contract/maps';
import type { Cell } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import { extractor } from '../../cache/schema/extract';
import { pairsColumn } from '../../cache/schema/pairs';
import { tableNamed } from '../../cache/schema/schema';
import { idInCell, type Id } from '../../records/id-key';

/** Row numbers of records to create; the cache numbers its rows from 1. */
export const FIRST_NEW_ROW = 2 ** 30;

/** Fields of a record as rules read them: cells by column, and nested fields as JSON text by name. */
export interface RecordPatch {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly texts: ReadonlyMap<string, string | null>;
}

/** A record to create. It has no ID yet: the key is made up, and is never a service ID. */
export interface ProposedRecord extends RecordPatch {
  readonly n: number;
  readonly key: string;
  readonly title: string;
  readonly subtitle: string;
  /** Index of its draft row. */
  readonly index: number;
}

/** The changes that sending a draft makes to one list. */
export interface ProposedChanges {
  readonly resource: ResourceName;
  readonly patches: ReadonlyMap<Id, RecordPatch>;
  readonly removed: ReadonlySet<Id>;
  readonly created: readonly ProposedRecord[];
  /** Fields that change. */
  readonly fields: ReadonlySet<string>;
  /** Number of rows that cannot be sent as they are: with an invalid value or an undecided conflict. */
  readonly unsendable: number;
}

const newKey = (index: number): string => `new:${index}`;

/**
 * Collects what a draft would change, without rows that change nothing or cannot be sent now (invalid, in an
 * undecided conflict, or of deleted records).
 */
export function proposedChanges(
  { resource, kind }: Pick<Draft, 'resource' | 'kind'>,
  rows: readonly DraftRow[],
  choices: ConflictChoices = {},
): ProposedChanges {
  const patchOf = patchReader(resource);
  const patches = new Map<Id, RecordPatch>();
  const removed = new Set<Id>();
  const created: ProposedRecord[] = [];
  const fields = new Set<string>();
  let unsendable = 0;
  for (const row of rows) {
    if (row.state === 'wrong' || (row.state === 'conflict' && !isDecided(row, choices))) unsendable += 1;
    else if (row.state === 'ready' || row.state === 'conflict') applyRow(row);
  }
  return { resource, patches, removed, created, fields, unsendable };

  function applyRow(row: DraftRow): void {
    const id = idInCell(row.key);
    if (kind === 'remove') {
      if (id !== null) removed.add(id);
      return;
    }
    const sent = row.fields.filter(({ theirs, field }) => theirs === undefined || choices[field] === 'mine');
    for (const { field } of sent) fields.add(field);
    if (id !== null) patches.set(id, patchOf(sent));
    else if (kind === 'create')
      created.push({
        ...patchOf(sent),
        n: FIRST_NEW_ROW + row.index,
        key: newKey(row.index),
        title: row.title,
        subtitle: row.subtitle,
        index: row.index,
      });
  }
}

function isDecided({ fields }: DraftRow, choices: ConflictChoices): boolean {
  const conflicts = fields.filter(({ theirs }) => theirs !== undefined);
  return conflicts.length > 0 && conflicts.every(({ field }) => choices[field] !== undefined);
}

/**
 * Creates the reader of a row's fields. Most rows of a bulk edit have the same texts, so patches are memoized
 * by text.
 */
function patchReader(resource: ResourceName): (fields: readonly DraftField[]) => RecordPatch {
  const table = tableNamed(resource);
  const extract = extractor(table);
  const known = new Map<string, RecordPatch>();
  return (fields) => {
    const raw = `{${fields.map(({ field, after }) => `${JSON.stringify(field)}:${after}`).join(',')}}`;
    return getOrCompute(known, raw, () => {
      const { cells } = extract(raw);
      const cellAt = (column: string): Cell => cells[table.stored.indexOf(column)] ?? null;
      const columns = fields.flatMap(({ field: name }) => {
        const field = table.resource.fields[name];
        return field?.itemValue === undefined ? [name] : [name, pairsColumn(name, field)];
      });
      return {
        cells: new Map(columns.map((column) => [column, cellAt(column)])),
        texts: new Map(fields.map(({ field, after }) => [field, after === 'null' ? null : after])),
      };
    });
  };
}
