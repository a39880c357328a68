import type { Component } from 'svelte';
import type { Live } from '#contract/calls/live';
import type { Connection } from '#contract/connection';
import type { Field } from '#contract/fields';
import type { Cell, CollapsedGroups, Query } from '#contract/query';
import type { Resource } from '#contract/resource';
import type { DesktopClient, EngineClient } from '../../bridge';
import type { GridRow, GridSource } from '../../grid/types';
import type { Icon } from '../../ui/icon';
import type { MenuItem } from '../../ui/menu-items';
import type { Go } from '../../routes';
import type { FacetSource } from './facets.svelte';
import type { ListGroups } from './list-groups.svelte';
import type { ResourceQuery } from './query.svelte';
import type { ResourceName } from '#contract/resources';
import type { GridModel } from '../../grid/grid.svelte';

/** The parts of a list that its view can use. */
export interface ViewedList {
  readonly resource: ResourceName;
  readonly descriptor: Resource;
  readonly grid: GridModel;
  readonly query: ResourceQuery;
  readonly groups: ListGroups;
  readonly view: ListView;
  /** True after layout and view are loaded. */
  readonly ready: boolean;
  /** True after the user has left the list's screen. */
  readonly isClosed: boolean;
  /** The view's rows from outside the cache. */
  readonly rows: ListRows | undefined;
  /** Returns the keys of the selection, up to a limit. */
  selectedKeys(limit: number): Promise<readonly string[]>;
  /** Returns a cell of a row as the service sent it: null if an unconfirmed value is shown in its place. */
  receivedCell(row: GridRow, field: string): Cell | undefined;
}

/** The context of the actions, columns and components of a list's view. */
export interface ListContext {
  readonly engine: EngineClient;
  readonly desktop: DesktopClient;
  readonly connection: Connection;
  readonly live: Live;
  readonly go: Go;
  readonly list: ViewedList;
}

/** An action for a list or its selection. */
export interface ListAction {
  readonly name: string;
  /**
   * `list`: a button next to the search. `selected`: in the status line, while something is selected. `row`:
   * in the menu of the row under the cursor.
   */
  readonly placement: 'list' | 'selected' | 'row';
  /** Used less often: in the status line's “More” menu. */
  readonly inMenu?: 'plain' | 'danger';
  /** Null if not offered now. */
  readonly label: (context: ListContext) => string | null;
  readonly icon?: Icon;
  /** True if it is the most likely next action. */
  readonly primary?: boolean | ((context: ListContext) => boolean);
  /** Returns why the button can't be used, shown as its tip; null if it can. */
  readonly disabledReason?: (context: ListContext) => string | null;
  /** Runs the action; shows a message if it rejects. */
  readonly run?: (context: ListContext) => unknown;
  /** Opens a dialog instead of `run`. */
  readonly dialog?: Component<ActionDialogProps>;
  /** Variants, offered as a menu; null if there is only one. */
  readonly menuItems?: (context: ListContext) => readonly MenuItem[] | null;
}

/** A column of the list: a field of the descriptor, or an additional one. */
export interface ListField extends Field {
  /**
   * Returns its cell by record key, if neither the cache nor `rows` has it. Such a column cannot be sorted.
   */
  readonly cell?: (key: string, context: ListContext) => Cell;
  /** The optional list that its cells come from; the column is offered only while that list has records. */
  readonly neededList?: ResourceName;
  /** Formats its cells, if the field alone cannot. */
  readonly text?: (cell: Cell, context: ListContext, row: GridRow['cells']) => string;
}

/** Rows from outside the cache, which are searched, filtered, sorted and counted there. */
export interface ListRows {
  /** `collapsed` are the collapsed groups; none by default. */
  source(query: Query, collapsed?: CollapsedGroups): GridSource;
  readonly facets: FacetSource;
  /** Returns the values of a list that no row has in a field. */
  unmatchedValues(field: string, values: readonly string[]): Promise<readonly string[]>;
  /**
   * Returns the text after the number of records: "mapped · 6 not mapped". Null if all rows are records.
   */
  nonRecordText(): string | null;
}

/** Props of an action's dialog. */
export interface ActionDialogProps {
  readonly context: ListContext;
  readonly onclose: () => void;
}

export interface PanelProps {
  readonly key: string;
  readonly context: ListContext;
  readonly onclose: () => void;
}

/** A list's view in addition to its descriptor, as data for the common list screen. */
export interface ListView {
  readonly actions?: readonly ListAction[];
  /** All columns in order, instead of the descriptor's. */
  readonly columns?: Readonly<Record<string, ListField>>;
  /** Read to detect changes of cells or rows. */
  readonly changes?: (context: ListContext) => unknown;
  readonly rows?: (context: ListContext) => ListRows;
  /**
   * Returns how many selected rows the search and filters hide. With it, rows selected one by one stay selected when
   * the query changes, and the view's actions include the hidden ones.
   */
  readonly hiddenSelectedCount?: (context: ListContext) => number;
  /** The panel for rows that are not records. */
  readonly panel?: {
    readonly appliesTo: (key: string, context: ListContext) => boolean;
    readonly view: Component<PanelProps>;
  };
  /** Fields with one-click filters above the list. */
  readonly quickFilterFields?: readonly string[];
  /** Notices above the rows. */
  readonly notes?: Component<{ context: ListContext }>;
}
