import type { Cell, CollapsedGroups } from '#contract/query';

const NONE: CollapsedGroups = { kind: 'these', values: [] };
const ALL: CollapsedGroups = { kind: 'all-but', values: [] };
/** Maximum number of exceptions, as in the contract. */
const MAX_EXCEPTIONS = 20_000;

/** The collapsed groups of a list. */
export class ListGroups {
  /** The collapsed groups in the contract's form. */
  collapsed = $state.raw<CollapsedGroups>(NONE);
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Expands all groups for another column, without an event, because the rows are reloaded anyway. */
  reset(): void {
    this.collapsed = NONE;
  }

  setCollapsed(value: Cell, isCollapsed: boolean): void {
    const { kind, values } = this.collapsed;
    const rest = values.filter((one) => one !== value);
    const isException = isCollapsed === (kind === 'these');
    if (isException && rest.length >= MAX_EXCEPTIONS) return;
    this.#set({ kind, values: isException ? [...rest, value] : rest });
  }

  collapseAll(): void {
    this.#set(ALL);
  }
  expandAll(): void {
    this.#set(NONE);
  }

  #set(collapsed: CollapsedGroups): void {
    this.collapsed = collapsed;
    this.#changed();
  }
}
