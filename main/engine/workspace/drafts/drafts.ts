import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { zeroCounts } from '#contract/counts';
import {
  draft,
  draftRow,
  draftRowState,
  type Draft,
  type DraftRow,
  type DraftRowState,
  type FieldEdit,
} from '#contract/edit';
import { DAY_MS } from '#contract/dates';
import { fail } from '#contract/failure';
import type { JobKind } from '#contract/job';
import type { ResourceName } from '#contract/resources';
import type { Db } from '../../sqlite/open-database';

/** A draft as stored: without the state of a check, which only exists in memory. */
const storedDraft = draft.omit({ isChecking: true, checkFailure: true });
export type StoredDraft = z.output<typeof storedDraft>;
export type NewDraft = Pick<Draft, 'resource' | 'kind' | 'origin'> &
  Partial<Pick<Draft, 'id' | 'title' | 'edits' | 'sourceJob' | 'file' | 'restored'>>;
export type NewDraftRow = Omit<DraftRow, 'index'>;
/** Selects rows, in draft order. */
export interface DraftRowsRequest {
  readonly state?: DraftRowState | undefined;
  readonly offset: number;
  readonly limit: number;
}

interface DraftLine {
  id: string;
  resource: string;
  kind: string;
  origin: string;
  title: string | null;
  edits: string;
  of: string | null;
  file: string | null;
  created: string;
  updated: string;
  checked: string | null;
  restored: string | null;
}
interface RowLine {
  /** The row's index. */
  at: number;
  key: string | null;
  title: string;
  subtitle: string;
  line: number | null;
  state: string;
  fields: string;
  issue: string | null;
}

/** More rows than any draft has: reads all. */
const MAX_ROWS = 1_000_000;
/** Stamps may run ahead of the clock by up to this long. If the clock is further behind, it was set back. */
const SAME_MOMENT_MS = 1_000;
/** Unchanged forms are deleted after this long: a younger one may still be open, if only the engine was restarted. */
const MAX_UNCHANGED_FORM_AGE_MS = DAY_MS;
/** SQL condition: the draft of a form, without any change. */
const EMPTY_FORM = `kind = 'edit' AND origin = 'form'
  AND NOT EXISTS (SELECT 1 FROM draft_row WHERE draft = draft.id AND fields <> '[]')`;

/** SQL condition: the draft is offered to a colleague, or held by one. */
const HANDED_OVER = `EXISTS (SELECT 1 FROM team_hand_over h JOIN team_self s
  WHERE h.draft = draft.id AND (h.state = 'offered' OR h.holder <> s.member))`;

const COLUMNS = 'at, key, title, subtitle, line, state, fields, issue';

/** Prepares the statements about drafts. */
const draftStatements = (db: Db) => ({
  selectDraft: db.prepare<[string], DraftLine>('SELECT * FROM draft WHERE id = ?'),
  selectList: db.prepare<[], DraftLine>(
    `SELECT * FROM draft WHERE NOT (${EMPTY_FORM}) ORDER BY updated DESC, rowid DESC`,
  ),
  ofForm: db
    .prepare<[string, string], string>(
      `SELECT draft.id FROM draft_row JOIN draft ON draft.id = draft_row.draft
     WHERE draft_row.key = ? AND draft.resource = ? AND draft.kind = 'edit' AND draft.origin = 'form'
       AND NOT ${HANDED_OVER} ORDER BY ${EMPTY_FORM}, draft.updated DESC, draft.rowid DESC LIMIT 1`,
    )
    .pluck(),
  ofCells: db
    .prepare<[string], string>(
      `SELECT id FROM draft WHERE resource = ? AND kind = 'edit' AND origin = 'cells' AND NOT ${HANDED_OVER}
       ORDER BY rowid LIMIT 1`,
    )
    .pluck(),
  countByState: db.prepare<[string], { state: DraftRowState; n: number }>(
    'SELECT state, count(*) n FROM draft_row WHERE draft = ? GROUP BY state',
  ),
  selectKey: db.prepare<[string], string | null>('SELECT key FROM draft_row WHERE draft = ?').pluck(),
  countToComplete: db
    .prepare<[string], number>(
      "SELECT count(*) FROM draft_row WHERE draft = ? AND state = 'ready' AND key IS NOT NULL",
    )
    .pluck(),
  allRows: db.prepare<[string, number, number], RowLine>(
    `SELECT ${COLUMNS} FROM draft_row WHERE draft = ? ORDER BY at LIMIT ? OFFSET ?`,
  ),
  selectRowsInState: db.prepare<[string, string, number, number], RowLine>(
    `SELECT ${COLUMNS} FROM draft_row WHERE draft = ? AND state = ? ORDER BY at LIMIT ? OFFSET ?`,
  ),
  selectRow: db.prepare<[string, number], RowLine>(
    `SELECT ${COLUMNS} FROM draft_row WHERE draft = ? AND at = ?`,
  ),
  putRow: db.prepare(
    `INSERT OR REPLACE INTO draft_row (draft, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  isHandedOver: db.prepare<[string], number>(`SELECT 1 FROM draft WHERE id = ? AND ${HANDED_OVER}`).pluck(),
  expireChecks: db.prepare<[string, string]>(
    `UPDATE draft SET checked = NULL WHERE resource = ? AND checked IS NOT NULL AND NOT ${HANDED_OVER}
       AND id IN (SELECT draft FROM draft_row WHERE key IN (SELECT value FROM json_each(?)))`,
  ),
  touch: db.prepare<[string, string]>('UPDATE draft SET updated = ? WHERE id = ?'),
});

/**
 * Unsent edits, creations and deletions, row by row. A change to a draft that is handed over fails with `not-allowed`
 * (`handed-over`).
 */
export class DraftStore {
  readonly #db: Db;
  readonly #now;
  readonly #needsSecondPerson;
  readonly #sql;
  #lastStamp = 0;

  /**
   * `needsSecondPerson` returns whether the team's rules require approval for this number of records of a kind of
   * job.
   */
  constructor(
    db: Db,
    now: () => Date = () => new Date(),
    needsSecondPerson: (kind: JobKind, count: number) => boolean = () => false,
  ) {
    this.#needsSecondPerson = needsSecondPerson;
    this.#db = db;
    this.#now = now;
    const oldest = new Date(now().getTime() - MAX_UNCHANGED_FORM_AGE_MS).toISOString();
    db.prepare<[string]>(`DELETE FROM draft WHERE updated < ? AND ${EMPTY_FORM}`).run(oldest);
    this.#sql = draftStatements(db);
  }

  /** Fails with `not-found` if it was sent or discarded. */
  get(id: string): StoredDraft {
    const line = this.#sql.selectDraft.get(id);
    if (!line) throw fail('not-found', { where: 'draft' });
    return this.#storedOf(line);
  }

  /** Returns drafts, latest first, without unchanged forms. */
  list(): StoredDraft[] {
    return this.#sql.selectList.all().map((line) => this.#storedOf(line));
  }

  rows(id: string, { state, offset, limit }: DraftRowsRequest): DraftRow[] {
    return (
      state === undefined
        ? this.#sql.allRows.all(id, limit, offset)
        : this.#sql.selectRowsInState.all(id, state, limit, offset)
    ).map(rowOf);
  }

  allRows(id: string): DraftRow[] {
    return this.#sql.allRows.all(id, MAX_ROWS, 0).map(rowOf);
  }

  /** Fails with `not-found`. */
  row(id: string, index: number): DraftRow {
    const line = this.#sql.selectRow.get(id, index);
    if (!line) throw fail('not-found', { where: 'draft' });
    return rowOf(line);
  }

  /** Returns the draft of a record's form, if any. A hand-over may leave two: then the last changed one. */
  ofForm(resource: ResourceName, key: string): string | null {
    return this.#sql.ofForm.get(key, resource) ?? null;
  }

  /** Returns the draft that collects edited cells of a list, if any. */
  ofCells(resource: ResourceName): string | null {
    return this.#sql.ofCells.get(resource) ?? null;
  }

  /** Creates a draft and returns its ID. Rows are numbered 0, 1, … in order. */
  create(draft: NewDraft, rows: readonly NewDraftRow[]): string {
    const { id = randomUUID() } = draft;
    const { resource, kind, origin, title = null, edits = [], sourceJob = null } = draft;
    const { file = null, restored = null } = draft;
    this.#db
      .transaction(() => {
        const createdAt = this.#stamp();
        this.#db
          .prepare('INSERT INTO draft VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)')
          .run(
            id,
            resource,
            kind,
            origin,
            title,
            JSON.stringify(edits),
            sourceJob,
            file,
            createdAt,
            createdAt,
            restored,
          );
        for (const [index, row] of rows.entries()) this.#put(id, index, row);
      })
      .immediate();
    return id;
  }

  /** Replaces rows by index. Fails with `not-found` if the draft is gone; never creates it again. */
  put(id: string, rows: readonly DraftRow[], { checked = false }: { checked?: boolean } = {}): void {
    this.#db
      .transaction(() => {
        this.#expectOwn(id);
        if (this.#sql.touch.run(this.#stamp(), id).changes === 0) throw fail('not-found', { where: 'draft' });
        for (const { index, ...row } of rows) this.#put(id, index, row);
        if (checked) this.#db.prepare('UPDATE draft SET checked = ? WHERE id = ?').run(this.#stamp(), id);
      })
      .immediate();
  }

  /** Replaces the shared edits and the resulting rows; the draft counts as unchecked again. */
  change(id: string, edits: readonly FieldEdit[], rows: readonly DraftRow[]): void {
    this.#db
      .transaction(() => {
        this.#expectOwn(id);
        const updateDraft = this.#db.prepare(
          'UPDATE draft SET edits = ?, updated = ?, checked = NULL WHERE id = ?',
        );
        if (updateDraft.run(JSON.stringify(edits), this.#stamp(), id).changes === 0)
          throw fail('not-found', { where: 'draft' });
        for (const { index, ...row } of rows) this.#put(id, index, row);
      })
      .immediate();
  }

  /** Replaces all rows, renumbered; the draft counts as unchecked again. Fails with `not-found`. */
  replaceRows(id: string, rows: readonly NewDraftRow[]): void {
    const title = rows.length === 1 ? (rows[0]?.title ?? null) : null;
    this.#db
      .transaction(() => {
        this.#expectOwn(id);
        const updateDraft = this.#db.prepare(
          'UPDATE draft SET title = ?, updated = ?, checked = NULL WHERE id = ?',
        );
        if (updateDraft.run(title, this.#stamp(), id).changes === 0)
          throw fail('not-found', { where: 'draft' });
        this.#db.prepare('DELETE FROM draft_row WHERE draft = ?').run(id);
        for (const [index, row] of rows.entries()) this.#put(id, index, row);
      })
      .immediate();
  }

  /**
   * Makes drafts that edit or delete any of these records count as unchecked, except those that are handed over. Returns
   * true if there were any.
   */
  expireChecks(resource: ResourceName, keys: readonly string[]): boolean {
    return this.#sql.expireChecks.run(resource, JSON.stringify(keys)).changes > 0;
  }

  remove(id: string): void {
    this.#expectOwn(id);
    this.release(id);
  }

  /** Removes a draft, even one that is handed over; a missing one is not an error. */
  release(id: string): void {
    this.#db.prepare('DELETE FROM draft WHERE id = ?').run(id);
  }

  /** Whether it is offered to a colleague, or held by one. */
  isHandedOver(id: string): boolean {
    return this.#sql.isHandedOver.get(id) !== undefined;
  }

  #expectOwn(id: string): void {
    if (this.isHandedOver(id)) throw fail('not-allowed', { detail: { code: 'handed-over' } });
  }

  #put(id: string, index: number, { key, title, subtitle, line, state, fields, issue }: NewDraftRow) {
    return this.#sql.putRow.run(
      id,
      index,
      key,
      title,
      subtitle,
      line,
      state,
      JSON.stringify(fields),
      issue && JSON.stringify(issue),
    );
  }

  /**
   * Returns the time, or the millisecond after the previous stamp if that is not earlier, because `updatedAt`
   * identifies a version. After the clock was set back, returns the earlier time.
   */
  #stamp(): string {
    const now = this.#now().getTime();
    const isSameMoment = now <= this.#lastStamp && now > this.#lastStamp - SAME_MOMENT_MS;
    this.#lastStamp = isSameMoment ? this.#lastStamp + 1 : now;
    return new Date(this.#lastStamp).toISOString();
  }

  #storedOf(line: DraftLine): StoredDraft {
    const counts = zeroCounts(draftRowState.options);
    let total = 0;
    for (const { state, n } of this.#sql.countByState.all(line.id)) {
      counts[state] = n;
      total += n;
    }
    const toComplete = line.kind === 'create' ? (this.#sql.countToComplete.get(line.id) ?? 0) : 0;
    const stored = storedDraft.parse({
      ...line,
      edits: JSON.parse(line.edits) as unknown,
      total,
      counts,
      ...(toComplete > 0 ? { toComplete } : {}),
      ...(this.isHandedOver(line.id) ? { isHandedOver: true } : {}),
      key: total === 1 ? (this.#sql.selectKey.get(line.id) ?? null) : null,
      sourceJob: line.of,
      createdAt: line.created,
      updatedAt: line.updated,
      checkedAt: line.checked,
    });
    const { resource, kind: operation } = stored;
    return this.#needsSecondPerson({ resource, operation }, counts.ready)
      ? { ...stored, needsSecondPerson: true }
      : stored;
  }
}

const rowOf = ({ at, fields, issue, ...line }: RowLine): DraftRow =>
  draftRow.parse({
    ...line,
    index: at,
    fields: JSON.parse(fields) as unknown,
    issue: issue === null ? null : (JSON.parse(issue) as unknown),
  });
