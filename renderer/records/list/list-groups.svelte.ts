import type { Cell, CollapsedGroups } from '#contract/query';

const NONE: CollapsedGroups = { kind: 'these', values: [] };
const ALL: CollapsedGroups = { kind: 'all-but', values: [] };
/** Maximum number of exceptions, as in the contract. Further ones are ignored. */
const MAX_EXCEPTIONS = 20_000;

/** The collapsed groups of a list. */
export class ListGroups {
  /** The collapsed groups as the contract defines them. */
  collapsed = $state.raw<CollapsedGroups>(NONE);
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Expands all groups for another column, without an event, because the rows are reloaded anyway. */
  reset(): void {
    this.collapsed = NONE;
  }

  setCollapsed(value: Cell, isCollapsed: boolean): void {
    const { kind, values } = this.collapsed;
    const otherValues = values.filter((each) => each !== value);
    const isException = isCollapsed === (kind === 'these');
    if (isException && otherValues.length >= MAX_EXCEPTIONS) return;
    this.#set({ kind, values: isException ? [...otherValues, value] : otherValues });
  }

  collapseAll(): void {
    this.#set(ALL);
  }
  expandAll(): void {
    this.#set(NONE);
  }

  #set(collapsed: CollapsedGroups): void {
    this.collapsed = collapsed;
    this.#onChange();
  }
}
