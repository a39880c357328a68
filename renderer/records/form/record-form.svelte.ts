import type { Draft, DraftField, DraftRow } from '#contract/edit';
import { fieldText, isEmptyText } from '#contract/exact-json/field-text';
import { unlessInvalidJson } from '#contract/exact-json/scan';
import { failureOf, type Failure } from '#contract/failure';
import type { RowIssue } from '#contract/job';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { EngineClient } from '../../bridge';
import { callAfterDelay, Debounce, type CallAfterDelay } from '../../ui/debounce';
import { formGroups, SLUG } from './form-fields';
import type { FormValues } from './form-view';
import { reasonsByField, type Reasons } from './reasons';
import type { FormTarget } from './targets';
import { isNone, type InputJson } from './input-values';

/** Idle time before a change is stored. */
const DEBOUNCE_MS = 300;

type Edits = Readonly<Record<string, string>>;
const NO_EDITS: Edits = {};
const without = (record: Edits, name: string): Edits =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
/** Returns true for an empty required field of a new record: no edit, and reported only when sending. */
const isMissingValue = ({ after, issue }: DraftField): boolean => issue?.code === 'required' && isNone(after);

/**
 * One record being edited or created: the user's input over the record's values. Every change is stored in a
 * draft, one after the other, and checked there; the service is not used.
 */
export class RecordForm {
  draft = $state.raw<Draft | null>(null);
  row = $state.raw<DraftRow | null>(null);
  /** The cached record; null for a new one, or if it is no longer cached. */
  raw = $state.raw<string | null>(null);
  /** The user's input by field, as exact JSON text. */
  edits = $state.raw<Edits>(NO_EDITS);
  /** Values derived by the engine, such as a slug from the name. */
  derivedEdits = $state.raw<Edits>(NO_EDITS);
  /** Errors from specialized editors. */
  inputErrors = $state.raw<Readonly<Record<string, string>>>({});
  /** Why the service refused the record when it was last sent. */
  refusalReasons = $state.raw<Reasons | null>(null);
  /** True if all input is stored. */
  isSaved = $state(true);
  /** Why the last call failed. Unless `hasSaveFailed`, it only read, which affects no input. */
  failure = $state.raw<Failure | null>(null);
  /** True if the last attempt to store input failed. */
  hasSaveFailed = $state(false);
  /** True while the draft is checked or sent, when it cannot be changed. */
  locked = $state(false);
  /** True after Send was pressed; missing fields are reported from then on. */
  wasSubmitted = $state(false);

  readonly resource = $derived<ResourceName | null>(this.draft?.resource ?? null);
  readonly descriptor = $derived(this.resource && resourceNamed(this.resource));
  readonly groups = $derived(
    this.descriptor && this.draft ? formGroups(this.descriptor, this.draft.kind) : [],
  );
  readonly values = $derived.by((): FormValues => {
    const values: Record<string, string | undefined> = {};
    for (const name of Object.keys(this.descriptor?.fields ?? {})) values[name] = this.value(name);
    return values;
  });
  readonly changeCount = $derived(Object.keys(this.edits).length);
  /** Empty required fields of a new record. */
  readonly missingFields = $derived(
    this.groups
      .flatMap(({ fields }) => fields)
      .filter(({ name, required }) => required && (isNone(this.value(name)) || this.value(name) === '""'))
      .map(({ name }) => name),
  );
  /** True if an error prevents sending. */
  readonly hasErrors = $derived(
    Object.keys(this.inputErrors).length > 0 ||
      this.missingFields.length > 0 ||
      (this.row?.fields.some(({ issue }) => issue !== null) ?? false),
  );

  readonly #engine: () => EngineClient;
  readonly #saveLater: Debounce;
  #saving: Promise<void> = Promise.resolve();
  #hasEnded = false;
  /** Number of times that the form was closed. */
  #leaveCount = 0;

  constructor(engine: () => EngineClient, callLater: CallAfterDelay = callAfterDelay) {
    this.#engine = engine;
    this.#saveLater = new Debounce(DEBOUNCE_MS, callLater);
  }

  /** Opens the target; resumes an earlier draft of the record. Returns true unless it failed or the form was closed. */
  async open(target: FormTarget): Promise<boolean> {
    const { edits } = this.#engine();
    const leaveCount = this.#leaveCount;
    const hasLeft = () => leaveCount !== this.#leaveCount;
    try {
      const draft = await (target.kind === 'edit'
        ? edits.open({ resource: target.resource, key: target.key })
        : target.kind === 'create'
          ? edits.create({ resource: target.resource, like: target.like })
          : edits.get({ draft: target.draft }));
      if (!hasLeft()) await this.loadDraft(draft);
      if (!hasLeft()) return true;
      // The form was closed while it opened: the user has typed nothing into the new draft.
      if (target.kind === 'create') await edits.discard({ draft: draft.id });
      return false;
    } catch (error) {
      this.failure = failureOf(error);
      return false;
    }
  }

  /** Shows a stored draft. */
  async loadDraft(draft: Draft): Promise<void> {
    const row = await this.#rowOf(draft);
    const raw = await this.#rawOf(draft.resource, row.key);
    this.draft = draft;
    this.raw = raw;
    this.#show(row);
    this.inputErrors = {};
    this.isSaved = true;
    this.failure = null;
    this.hasSaveFailed = false;
    this.#hasEnded = false;
  }

  /** Reloads the cached record, which a refresh or a lookup may have changed. */
  async reloadRecord(): Promise<void> {
    const { draft, row } = this;
    if (!draft || !row || this.#hasEnded) return;
    try {
      this.raw = await this.#rawOf(draft.resource, row.key);
      if (!this.hasSaveFailed) this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  /** Returns the record's value at the time the user changed the field, or its current one if unchanged. */
  before(name: string): InputJson {
    const edit = this.#field(name);
    if (edit) return edit.before;
    const field = this.descriptor?.fields[name];
    const { raw } = this;
    return field && raw !== null ? unlessInvalidJson(() => fieldText(raw, name, field)) : undefined;
  }
  value(name: string): InputJson {
    return this.edits[name] ?? this.derivedEdits[name] ?? this.before(name);
  }
  isChanged(name: string): boolean {
    return this.edits[name] !== undefined;
  }
  /** Returns the draft check's issue on the field's current value. */
  issue(name: string): RowIssue | null {
    const edit = this.#field(name);
    return edit && edit.after === this.value(name) && !isMissingValue(edit) ? edit.issue : null;
  }

  set(name: string, json: string): void {
    if (this.locked || this.value(name) === json) return;
    const others = without(this.edits, name);
    const before = this.before(name);
    const isOriginal = json === before || (before === undefined && json === 'null');
    this.#change(isOriginal ? others : { ...others, [name]: json });
  }
  /**
   * Clears the value. In a field that may be missing from responses this is a change even if nothing is shown.
   */
  clear(name: string): void {
    if (this.locked) return;
    this.setInputError(name, null);
    const mayHideValue =
      this.descriptor?.fields[name]?.mayBeAbsent === true && isEmptyText(this.before(name));
    if (!mayHideValue) this.set(name, 'null');
    else this.#change({ ...this.edits, [name]: 'null' });
  }
  /** Restores the record's value. */
  reset(name: string): void {
    if (this.locked || !this.isChanged(name)) return;
    const others = without(this.edits, name);
    this.setInputError(name, null);
    this.#change(others);
  }
  setInputError(name: string, inputError: string | null): void {
    const others = without(this.inputErrors, name);
    this.inputErrors = inputError === null ? others : { ...others, [name]: inputError };
  }

  /** Stores pending input; resolves when done or failed. */
  flush(): Promise<void> {
    this.#saveLater.cancel();
    this.#saving = this.#saving.then(() => this.#save());
    return this.#saving;
  }

  /** Discards the draft. Throws if the call fails; the draft remains then, and gets the input that is not stored. */
  async discard(): Promise<void> {
    const { draft } = this;
    this.stopSaving();
    await this.#saving;
    try {
      if (draft) await this.#engine().edits.discard({ draft: draft.id });
    } catch (error) {
      this.#hasEnded = false;
      this.#saveLater.call(() => void this.flush());
      throw error;
    }
  }

  /** Called when the form closes: stores the input, but discards an empty draft of a new record. */
  async leave(): Promise<void> {
    this.#leaveCount += 1;
    await this.flush();
    if (this.draft?.kind === 'create' && this.changeCount === 0) await this.discard();
  }

  /** Stops saving, because the draft was sent or discarded. */
  stopSaving(): void {
    this.#hasEnded = true;
    this.#saveLater.cancel();
  }

  /** Reloads the draft after it was changed elsewhere: checked, conflicts resolved, or replaced. */
  async reloadDraft(draft: Draft): Promise<void> {
    const row = await this.#rowOf(draft);
    this.draft = draft;
    this.#show(row);
    await this.reloadRecord();
  }

  /** Shows the service's reasons at the fields that they name. */
  showReasons(reasons: readonly string[]): void {
    const formFields = this.groups.flatMap(({ fields }) => fields);
    this.refusalReasons = reasonsByField(
      Object.fromEntries(formFields.map(({ name, field }) => [name, field])),
      reasons,
    );
  }

  #change(edits: Edits): void {
    this.edits = edits;
    this.refusalReasons = null;
    this.isSaved = false;
    this.#saveLater.call(() => void this.flush());
  }

  #show(row: DraftRow): void {
    this.row = row;
    const writtenFields = row.fields.filter((edit) => !isMissingValue(edit));
    const entries = (fields: readonly DraftField[]) =>
      Object.fromEntries(fields.map(({ field, after }) => [field, after]));
    this.edits = entries(writtenFields.filter(({ field }) => field !== SLUG));
    this.derivedEdits = entries(writtenFields.filter(({ field }) => field === SLUG));
  }

  #field(name: string): DraftField | undefined {
    return this.row?.fields.find(({ field }) => field === name);
  }

  async #rowOf(draft: Draft): Promise<DraftRow> {
    const { rows } = await this.#engine().edits.rows({ draft: draft.id, offset: 0, limit: 1 });
    const [row] = rows;
    if (!row) throw new Error('the draft has no rows');
    return row;
  }

  async #rawOf(resource: ResourceName, key: string | null): Promise<string | null> {
    if (key === null) return null;
    return (await this.#engine().records.get({ resource, key }))?.raw ?? null;
  }

  async #save(): Promise<void> {
    const { draft, row, edits } = this;
    if (this.isSaved || this.#hasEnded || !draft || !row) return;
    try {
      const saved = await this.#engine().edits.saveRow({
        draft: draft.id,
        index: row.index,
        edits: Object.entries(edits).map(([field, json]) => ({ op: 'set' as const, field, json })),
      });
      const checked = await this.#rowOf(saved);
      this.failure = null;
      this.hasSaveFailed = false;
      this.draft = saved;
      if (this.edits === edits) {
        this.#show(checked);
        this.isSaved = true;
        return;
      }
      this.row = checked;
    } catch (error) {
      this.failure = failureOf(error);
      this.hasSaveFailed = true;
      return;
    }
    await this.#save(); // input typed in between
  }
}
