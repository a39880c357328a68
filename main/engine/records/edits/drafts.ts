import type { Draft, DraftRow, FieldEdit, Overwrite } from '#contract/edit';
import { fail, failureOf, type Failure } from '#contract/failure';
import { Observable } from '#common/observable';
import { losesValue, overwritesIn } from './overwrites';
import type {
  DraftRowsRequest,
  DraftStore,
  NewDraft,
  NewDraftRow,
  StoredDraft,
} from '../../workspace/drafts/drafts';

/** Minimum time between two updates. */
const THROTTLE_MS = 100;

/** The drafts of one connection and their followers. Does not use the service. */
export class Drafts {
  readonly #store: DraftStore;
  readonly #closed: AbortSignal;
  readonly #followed: Observable<Draft[]>;
  /** Drafts whose records are being read. */
  readonly #checking = new Set<string>();
  /** Failures of the last checks. */
  readonly #failures = new Map<string, Failure>();

  /** After `closed` aborts, the workspace is no longer used. */
  constructor(store: DraftStore, closed: AbortSignal) {
    this.#store = store;
    this.#closed = closed;
    this.#followed = new Observable(this.#list());
  }

  /** Yields all drafts, latest first, and again after every change. */
  follow(signal: AbortSignal | undefined): AsyncGenerator<Draft[], void, void> {
    return this.#followed.follow(signal, THROTTLE_MS);
  }

  /** Fails with `not-found` if the draft was sent or discarded. */
  get(id: string): Draft {
    return this.#view(this.#store.get(id));
  }

  /**
   * Returns a range of a draft's rows, and the total: of all rows, of those in a state, or with `isOverwriting` of
   * the ready ones whose edits lose a value.
   */
  rows(
    id: string,
    request: DraftRowsRequest & { readonly isOverwriting?: boolean | undefined },
  ): { rows: DraftRow[]; total: number } {
    const { state, offset, limit, isOverwriting } = request;
    if (isOverwriting) {
      const overwritingRows = this.#store.allRows(id).filter(losesValue);
      return { rows: overwritingRows.slice(offset, offset + limit), total: overwritingRows.length };
    }
    const { counts, total } = this.#store.get(id);
    return { rows: this.#store.rows(id, request), total: state === undefined ? total : counts[state] };
  }

  /** Counts, by field, how its edits affect the values of its records; none for a draft that creates or deletes. */
  overwrites(id: string): Overwrite[] {
    return this.#store.get(id).kind === 'edit' ? overwritesIn(this.#store.allRows(id)) : [];
  }

  row(id: string, index: number): DraftRow {
    return this.#store.row(id, index);
  }

  allRows(id: string): DraftRow[] {
    return this.#store.allRows(id);
  }

  /** Returns the ID of the draft of a record's form; null if there is none. */
  ofForm(resource: Draft['resource'], key: string): string | null {
    return this.#store.ofForm(resource, key);
  }

  /** Returns the ID of the draft that collects edited cells of a list; null if there is none. */
  ofCells(resource: Draft['resource']): string | null {
    return this.#store.ofCells(resource);
  }

  create(draft: NewDraft, rows: readonly NewDraftRow[]): Draft {
    const id = this.#store.create(draft, rows);
    this.#publishList();
    return this.get(id);
  }

  /** Replaces rows by index. */
  put(id: string, rows: readonly DraftRow[]): Draft {
    this.#store.put(id, rows);
    this.#publishList();
    return this.get(id);
  }

  /** Replaces the shared edits and all rows, which must be checked again. */
  change(id: string, edits: readonly FieldEdit[], rows: readonly DraftRow[]): Draft {
    this.#store.change(id, edits, rows);
    this.#failures.delete(id);
    this.#publishList();
    return this.get(id);
  }

  /** Replaces all rows, renumbered; they must be checked again. */
  replaceRows(id: string, rows: readonly NewDraftRow[]): Draft {
    this.#store.replaceRows(id, rows);
    this.#failures.delete(id);
    this.#publishList();
    return this.get(id);
  }

  /** Removes a draft that was discarded, or whose last edit was undone. A missing draft is not an error. */
  remove(id: string): void {
    this.#store.remove(id);
    this.#failures.delete(id);
    this.#publishList();
  }

  /** Stores a draft received from a colleague, replacing an earlier one with its ID. */
  receive(draft: NewDraft & { readonly id: string }, rows: readonly NewDraftRow[]): void {
    this.#store.release(draft.id);
    this.#store.create(draft, rows);
    this.#publishList();
  }

  /** Removes a draft that a colleague has taken. */
  release(id: string): void {
    this.#store.release(id);
    this.#failures.delete(id);
    this.#publishList();
  }

  /** Returns the IDs of all drafts. */
  ids(): string[] {
    return this.#store.list().map(({ id }) => id);
  }

  /** Makes drafts with any of these records count as unchecked. */
  expireChecks(resource: Draft['resource'], keys: readonly string[]): void {
    if (this.#store.expireChecks(resource, keys)) this.#publishList();
  }

  /** Publishes the list after the team changed what may be done with drafts. */
  publishAgain(): void {
    this.#publishList();
  }

  /**
   * Converts a draft to something else: `make` calls `remove` in the transaction that stores the result. Fails with
   * `changed-since` for a draft from a backup that was not compared with the service since.
   */
  become<T>(id: string, make: (remove: () => void) => T): T {
    const { restored, checkedAt } = this.#store.get(id);
    if (restored && checkedAt === null)
      throw fail('changed-since', { cause: 'a restored draft has not been compared with the service' });
    const result = make(() => this.#store.remove(id));
    this.#failures.delete(id);
    this.#publishList();
    return result;
  }

  /**
   * Checks a draft's records and stores the row states; a failure is shown with the draft. Rows that the user edits
   * during the check keep the user's edits.
   */
  async check(id: string, read: (rows: readonly DraftRow[]) => Promise<readonly DraftRow[]>): Promise<Draft> {
    if (this.#checking.has(id)) return this.get(id);
    const rowsBefore = this.#store.allRows(id);
    this.#checking.add(id);
    this.#publishList();
    try {
      const checkedRows = await read(rowsBefore);
      if (this.#closed.aborted) throw new DOMException('closed', 'AbortError');
      const current = this.#store.allRows(id).map((row) => JSON.stringify(row));
      const unedited = checkedRows.filter(
        ({ index }) => current[index] === JSON.stringify(rowsBefore[index]),
      );
      // Rows edited during the check keep their state; if all were edited, the draft does not count as checked.
      this.#store.put(id, unedited, { checked: unedited.length > 0 || checkedRows.length === 0 });
      this.#failures.delete(id);
    } catch (error) {
      if (this.#closed.aborted) throw error;
      this.#failures.set(id, failureOf(error));
    } finally {
      this.#checking.delete(id);
      this.#publishList();
    }
    return this.get(id);
  }

  #publishList(): void {
    if (!this.#closed.aborted) this.#followed.set(this.#list());
  }

  #list(): Draft[] {
    return this.#store.list().map((draft) => this.#view(draft));
  }

  #view(draft: StoredDraft): Draft {
    return {
      ...draft,
      isChecking: this.#checking.has(draft.id),
      checkFailure: this.#failures.get(draft.id) ?? null,
    };
  }
}
