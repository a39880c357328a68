import type { CodeRow, CodeState, Firm } from '../../../preload/contract/calls/advisor-codes';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { Cell, Filter } from '../../../preload/contract/query';
import type { EngineClient } from '../../bridge';
import { GridModel } from '../../grid/grid.svelte';
import { foundRows, memorySource, sortedRows } from '../../grid/memory-source';
import type { GridSort } from '../../grid/types';
import { showFailure } from '../../kit/toast';
import { copyText } from '../../resource/list/clipboard';
import { OpenedRecord } from '../../resource/record/opened.svelte';
import type { ResourceRoute } from '../../routes';
import { codeCells, codeColumns } from './columns';
import { capital } from './words';

export type StateChoice = CodeState | 'all';
const STATES: readonly CodeState[] = ['mapped', 'carried', 'idle'];
const RESOURCE = 'advisorCodes';

/** The list of codes: all of them are here, so searching, filtering and sorting ask nobody. */
export class CodesList {
  rows = $state.raw<readonly CodeRow[] | null>(null);
  accountsAsOf = $state.raw<string | null>(null);
  firms = $state.raw<readonly Firm[]>([]);
  failure = $state.raw<Failure | null>(null);
  search = $state('');
  state = $state<StateChoice>('all');
  /** A custodian's code, or "all". */
  custodian = $state('all');
  /** What else was asked for by a link, such as the codes of one account. */
  filters = $state.raw<readonly Filter[]>([]);
  sort = $state.raw<GridSort>({ field: 'code', descending: false });
  /** The code beside the list that has no record, because only accounts know it. */
  carried = $state.raw<CodeRow | null>(null);
  readonly record = new OpenedRecord();
  readonly grid: GridModel;

  readonly #columns = $derived(codeColumns(this.firms));
  readonly #all = $derived((this.rows ?? []).map(codeCells));
  /** What search and custodian leave, in any state. */
  readonly #around = $derived(
    foundRows(this.#all, this.search, this.#columns).filter(
      ({ row, cells }) =>
        (this.custodian === 'all' || row.custodian === this.custodian) &&
        this.filters.every((filter) => passes(filter, cells[filter.field] ?? null)),
    ),
  );
  readonly counts = $derived.by(() => {
    const counts = { all: this.#around.length, mapped: 0, carried: 0, idle: 0 };
    for (const { row } of this.#around) counts[row.state] += 1;
    return counts;
  });
  readonly found = $derived(
    sortedRows(
      this.#around.filter(({ row }) => this.state === 'all' || row.state === this.state),
      this.sort,
      this.#columns.find(({ name }) => name === this.sort.field),
    ),
  );
  readonly custodians = $derived([...new Set((this.rows ?? []).flatMap(({ custodian }) => custodian ?? []))]);
  readonly narrowed = $derived(
    this.filters.length > 0 || this.search.trim() !== '' || this.state !== 'all' || this.custodian !== 'all',
  );
  /** What is picked; it may reach beyond what is in sight. */
  readonly picked: CodeRow[] = $derived.by(() => {
    const { value } = this.grid.selection;
    const named = new Set(value.kind === 'keys' ? value.keys : value.except);
    return this.found.flatMap(({ key, row }) => (named.has(key) === (value.kind === 'keys') ? [row] : []));
  });
  readonly #source = memorySource(
    () => this.found,
    () => this.#columns,
    copyText,
  );
  #asked = '';

  constructor(private engine: EngineClient) {
    this.grid = new GridModel({
      onsort: (sort) => (this.sort = sort),
      onlayout: (columns) => void this.engine.layout.set({ resource: RESOURCE, columns }).catch(showFailure),
      onopen: (key) => this.open(key),
      onescape: () => this.close(),
    });
    this.grid.arrangement.use(this.#columns, null);
  }

  /** Reads the columns as they were left, and the firms. */
  async prepare(): Promise<void> {
    const [layout, firms] = await Promise.all([
      this.engine.layout.get({ resource: RESOURCE }).catch(() => null),
      this.engine.advisorCodes.firms().catch(() => ({ firms: [] })),
    ]);
    this.firms = firms.firms;
    this.grid.arrangement.use(this.#columns, layout);
  }

  /** Reads the codes; those shown stay until the others are here. */
  async load(engine: EngineClient): Promise<void> {
    this.engine = engine;
    try {
      const { rows, accountsAsOf } = await engine.advisorCodes.overview();
      this.rows = rows;
      this.accountsAsOf = accountsAsOf;
      this.failure = null;
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  /** Shows what is asked now: from the top when the question is another one, else in place. */
  show(): void {
    const { search, state, custodian, sort } = this;
    const asked = JSON.stringify([search, state, custodian]);
    const before = this.grid.sort;
    this.grid.sort = sort;
    if (asked !== this.#asked) this.grid.ask(this.#source);
    else if (before !== sort) this.grid.reorder(this.#source);
    else this.grid.refresh();
    this.#asked = asked;
  }

  /** Goes where a route to records leads. */
  take({ filters = [], search = '', record }: ResourceRoute): void {
    this.clear();
    this.filters = filters;
    this.search = search;
    this.close();
    if (record !== undefined) this.record.show({ resource: RESOURCE, key: record });
  }

  clear(): void {
    this.filters = [];
    this.search = '';
    this.state = this.custodian = 'all';
  }

  open(key: string): void {
    const row = this.found.find((one) => one.key === key)?.row;
    if (!row) return;
    this.carried = row.record === null ? row : null;
    if (row.record === null) this.record.close();
    else this.record.show({ resource: RESOURCE, key: row.record });
  }

  /** The panel follows the cursor while it is open. */
  follow(key: string | undefined): void {
    if (key !== undefined && (this.record.open || this.carried)) this.open(key);
  }

  /** Whether there was anything to close. */
  close(): boolean {
    const open = this.record.open || this.carried !== null;
    this.record.close();
    this.carried = null;
    return open;
  }

  step(step: -1 | 1): void {
    this.grid.moveTo(this.grid.cursor.row + step);
  }
}

/** Links ask for values of a field; whatever else a route may hold does not narrow this list. */
function passes(filter: Filter, cell: Cell): boolean {
  if (filter.op === 'in') return filter.values.includes(cell === null ? null : String(cell));
  if (filter.op === 'contains') return String(cell).toLowerCase().includes(filter.text.toLowerCase());
  return true;
}

/** "Code 7AB, 7AC". */
export const filterText = (filter: Filter): string =>
  `${capital(filter.field === 'source' ? 'custodian' : filter.field.replace(/_id$/, ''))} ${
    filter.op === 'in'
      ? filter.values.map((value) => value ?? 'none').join(', ')
      : filter.op === 'contains'
        ? filter.text
        : ''
  }`;

export const stateChoices = (counts: CodesList['counts']) =>
  (['all', ...STATES] as const).map((value) => ({ value, count: counts[value] }));
