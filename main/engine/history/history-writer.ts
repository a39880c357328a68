import { z } from 'zod';
import { fieldChange, type FieldChange } from '#contract/features/changes/schemas';
import type { ChangeKind } from '#contract/features/changes/calls';
import { fail } from '#contract/failure';
import { MAIN_LIST, RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import { parseJson } from '#common/parse-json';
import { buildOrClose, type Db } from '../sqlite/open-database';
import { indexedText } from '../sqlite/search-text';
import { openHistory } from './open-history';

/** A change found by a refresh, as the cache records it. */
export interface FoundChange {
  /** Its ascending number in the cache's outbox. */
  readonly seq: number;
  readonly run: number;
  /** ISO, UTC. */
  readonly at: string;
  readonly resource: ResourceName;
  readonly key: string;
  readonly title: string;
  /** Number of the account it concerns, if any. */
  readonly number: string | null;
  readonly custodian: string | null;
  readonly kind: ChangeKind;
  /** JSON of FieldChange[]. */
  readonly fields: string;
}

/** A refresh as the cache stores it; `report` is JSON of a Run. */
export interface FoundRun {
  readonly id: number;
  readonly started: string;
  readonly state: string;
  readonly ended: string | null;
  readonly report: string | null;
}

const changedFields = z.array(fieldChange);

/** File name, in the folder of cache.db. */
export const HISTORY_FILE = 'history.db';

/** About 2 million changes. */
export const MAX_HISTORY_BYTES = 500_000_000;
const MAX_RUNS = 10_000;
/** Share of changes dropped at a time when space is needed. */
const SHARE_DROPPED = 0.1;

export type HistoryWriter = ReturnType<typeof writerOn>;

/** Opens the writing side of the change history, which outlives the cache. `trim` enforces the limits. */
export function openHistoryWriter(
  file: string,
  keyHex: string,
  { maxBytes = MAX_HISTORY_BYTES, maxRuns = MAX_RUNS }: { maxBytes?: number; maxRuns?: number } = {},
): HistoryWriter {
  const { db, wasReplaced } = openHistory(file, keyHex);
  return buildOrClose(db, () => writerOn(db, wasReplaced, maxBytes, maxRuns));
}

function writerOn(db: Db, wasReplaced: boolean, maxBytes: number, maxRuns: number) {
  const storedPosition = db.prepare<[string], number>('SELECT seq FROM taken WHERE cache = ?').pluck();
  const setPosition = db.prepare('INSERT OR REPLACE INTO taken VALUES (?, ?)');
  const put = db.prepare<[Omit<FoundChange, 'seq'>]>(`INSERT INTO change VALUES
    (NULL, @run, @at, @resource, @key, @title, @number, @custodian, @kind, @fields)`);
  const putField = db.prepare('INSERT OR IGNORE INTO change_field VALUES (?, ?)');
  const putWords = db.prepare('INSERT INTO change_words (rowid, words) VALUES (?, ?)');
  const selectStart = db.prepare<[number], string>('SELECT started FROM run WHERE id = ?').pluck();
  const putRun = db.prepare<[FoundRun]>(
    `INSERT INTO run VALUES (@id, @started, @state, @ended, @report)
     ON CONFLICT (id) DO UPDATE SET started = excluded.started, state = excluded.state, ended = excluded.ended,
       report = excluded.report
     WHERE state IS NOT excluded.state OR ended IS NOT excluded.ended`,
  );

  return {
    /** True if the existing file was unreadable and was quarantined. */
    wasReplaced,

    /** Returns the highest number of a refresh; a rebuilt cache continues from it. */
    lastRun: (): number => db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM run').pluck().get() ?? 0,

    /** Returns when a refresh started (ISO, UTC), if the history has it. */
    startOfRun: (run: number): string | undefined => selectStart.get(run),

    /** Returns the position reached in a cache's outbox. */
    outboxPosition: (cache: string): number => storedPosition.get(cache) ?? 0,

    /**
     * Stores runs and changes of a cache in one transaction, skipping those stored before. Returns the new
     * position.
     */
    storeChanges: db.transaction(
      (cache: string, runs: readonly FoundRun[], foundChanges: readonly FoundChange[]): number => {
        for (const run of runs) putRun.run(run);
        const previousPosition = storedPosition.get(cache) ?? 0;
        let last = previousPosition;
        for (const change of foundChanges) {
          if (change.seq <= previousPosition) continue;
          const { lastInsertRowid: id } = put.run(change);
          const fields = JSON.parse(change.fields) as FieldChange[];
          if (change.kind === 'changed') for (const { field } of fields) putField.run(field, id);
          putWords.run(id, indexedText(searchTextOf(change, fields)));
          last = change.seq;
        }
        if (last > previousPosition) setPosition.run(cache, last);
        return last;
      },
    ),

    /**
     * Drops all but the newest runs, and the oldest changes until the bytes in use are within `maxBytes`. Records how
     * many changes were dropped.
     */
    trim(): void {
      db.prepare('DELETE FROM run WHERE id <= (SELECT max(id) FROM run) - ?').run(maxRuns);
      while (usedBytes(db) > maxBytes && dropOldestChanges(db));
    },

    close(): void {
      db.close();
    },
  };
}

/**
 * Fills the empty word index of changes that were copied from a backup; those of an unknown list are dropped. Fails
 * with `backup-unreadable` for a change in an unexpected format.
 */
export function indexChanges(db: Db): void {
  const lists = JSON.stringify(RESOURCE_NAMES);
  db.prepare('DELETE FROM change WHERE resource NOT IN (SELECT value FROM json_each(?))').run(lists);
  const putWords = db.prepare('INSERT INTO change_words (rowid, words) VALUES (?, ?)');
  const selectAfter = db.prepare<[number], FoundChange & { id: number }>(
    'SELECT *, 0 seq FROM change WHERE id > ? ORDER BY id LIMIT 1000',
  );
  for (let last = 0; ;) {
    const changes = selectAfter.all(last);
    for (const change of changes) {
      const { success, data } = changedFields.safeParse(parseJson(change.fields));
      if (!success) throw fail('backup-unreadable', { cause: 'a change has an unexpected format' });
      putWords.run(change.id, indexedText(searchTextOf(change, data)));
      last = change.id;
    }
    if (changes.length === 0) return;
  }
}

/** Returns the bytes in use, without free pages. */
export function usedBytes(db: Db): number {
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

/** Drops the oldest share of the changes; returns false if there are none. */
function dropOldestChanges(db: Db): boolean {
  const count = db.prepare<[], number>('SELECT count(*) FROM change').pluck().get() ?? 0;
  if (count === 0) return false;
  const share = Math.ceil(count * SHARE_DROPPED);
  db.transaction(() => {
    const { id, at } = db
      .prepare<[number], { id: number; at: string }>('SELECT id, at FROM change ORDER BY id LIMIT 1 OFFSET ?')
      .get(share - 1) ?? { id: 0, at: '' };
    db.prepare('DELETE FROM change_words WHERE rowid <= ?').run(id);
    db.prepare('DELETE FROM change_field WHERE change <= ?').run(id);
    db.prepare('DELETE FROM change WHERE id <= ?').run(id);
    db.prepare(
      `INSERT INTO dropped VALUES (1, ?, ?)
       ON CONFLICT (one) DO UPDATE SET changes = changes + excluded.changes, until = excluded.until`,
    ).run(share, at);
  })();
  return true;
}

/** Returns the searchable text of a change: its record, and its values as sent and as labels. */
function searchTextOf(change: FoundChange, fields: readonly FieldChange[]): string {
  const describedFields = resourceNamed(change.resource).fields;
  const words = [change.title, change.key, change.number ?? '', change.custodian ?? ''];
  const custodian = describedFields['custodian'] ?? resourceNamed(MAIN_LIST).fields['custodian'];
  words.push(custodian?.labels?.[change.custodian ?? ''] ?? '');
  for (const { field, before, after } of fields)
    for (const text of [before, after]) {
      if (text === null) continue;
      const value: unknown = text.startsWith('"') ? JSON.parse(text) : text;
      words.push(String(value), describedFields[field]?.labels?.[String(value)] ?? '');
    }
  return words.join(' ');
}
