import type { Component } from 'svelte';
import type { Live } from '../../../preload/contract/calls/live';
import type { Connection } from '../../../preload/contract/connection';
import type { Field } from '../../../preload/contract/fields';
import type { Cell, Folded, Query } from '../../../preload/contract/query';
import type { Resource } from '../../../preload/contract/resource';
import type { DesktopClient, EngineClient } from '../../bridge';
import type { GridRow, GridSource } from '../../grid/types';
import type { Icon } from '../../kit/icon';
import type { MenuItem } from '../../kit/menu-items';
import type { Go } from '../../routes';
import type { FacetSource } from './facets.svelte';
import type { ResourceList } from './list.svelte';

/** What the parts of a list's view may use. */
export interface ListMeans {
  readonly engine: EngineClient;
  readonly desktop: DesktopClient;
  readonly connection: Connection;
  readonly live: Live;
  readonly go: Go;
  readonly list: ResourceList;
}

/** What can be done with a list, or with what is selected in it. */
export interface ListAction {
  readonly name: string;
  /** `list`: a button beside the search. `selected`: at the foot, while something is selected. */
  readonly at: 'list' | 'selected';
  /** Needed less often: at the foot it stands in the menu “More”. */
  readonly rare?: 'plain' | 'danger';
  /** Null: not offered now. */
  readonly label: (means: ListMeans) => string | null;
  readonly icon?: Icon;
  /** It is what people do next. */
  readonly primary?: boolean | ((means: ListMeans) => boolean);
  /** What it lacks, as a hint on the button, which cannot be pressed meanwhile; null: nothing. */
  readonly missing?: (means: ListMeans) => string | null;
  readonly run?: (means: ListMeans) => unknown;
  /** Opened by it instead of `run`: it asks what is to be done before anything is. */
  readonly dialog?: Component<ActionDialogProps>;
  /** Ways to do it, offered as a menu; null: pressing it is the only one. */
  readonly ways?: (means: ListMeans) => readonly MenuItem[] | null;
}

/** A column of the list: a field of the descriptor, or one that the records do not have. */
export interface ListField extends Field {
  /** Its cell by the record's key, where neither the cache nor `rows` has it. Such a column is not sorted by. */
  readonly cell?: (key: string, means: ListMeans) => Cell;
  /** Its cells in words, where the field alone does not know them. */
  readonly text?: (cell: Cell, means: ListMeans, row: GridRow['cells']) => string;
}

/** Rows that come from elsewhere than the cache: they are searched, filtered, sorted and counted there. */
export interface ListRows {
  /** `folded`: groups whose rows are put away; none without. */
  source(query: Query, folded?: Folded): GridSource;
  readonly facets: FacetSource;
  /** Which values of a list no row has in a field. */
  unlisted(field: string, values: readonly string[]): Promise<readonly string[]>;
  /** How many rows are no records of the resource, in words: "6 on accounts only". Null: all are. */
  beyond(): string | null;
}

/** What the dialog of an action gets. */
export interface ActionDialogProps {
  readonly means: ListMeans;
  readonly onclose: () => void;
}

export interface PanelProps {
  readonly key: string;
  readonly means: ListMeans;
  readonly onclose: () => void;
}

/** How a list is shown beyond what its descriptor says, as data. The common list screen carries it out. */
export interface ListView {
  readonly actions?: readonly ListAction[];
  /** All columns in their order, instead of the descriptor's. */
  readonly columns?: Readonly<Record<string, ListField>>;
  /** Read to know when cells or rows have changed. */
  readonly changes?: (means: ListMeans) => unknown;
  readonly rows?: (means: ListMeans) => ListRows;
  /** The panel of rows that are no records. */
  readonly panel?: {
    readonly takes: (key: string, means: ListMeans) => boolean;
    readonly view: Component<PanelProps>;
  };
  /** Fields that are filtered by above the list, with one click. */
  readonly quick?: readonly string[];
  /** What is to be known before the rows. */
  readonly notes?: Component<{ means: ListMeans }>;
}

/** The descriptor with the columns of a view. */
export const viewed = (descriptor: Resource, { columns }: ListView): Resource =>
  columns ? { ...descriptor, fields: columns } : descriptor;
