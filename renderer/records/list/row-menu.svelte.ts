import Filter from '@lucide/svelte/icons/list-filter';
import House from '@lucide/svelte/icons/house';
import Link from '@lucide/svelte/icons/link';
import CollapseAll from '@lucide/svelte/icons/chevrons-down-up';
import ExpandAll from '@lucide/svelte/icons/chevrons-up-down';
import Rows3 from '@lucide/svelte/icons/rows-3';
import Star from '@lucide/svelte/icons/star';
import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import type { LinkGroup } from '#contract/calls/engine-core';
import type { Cell } from '#contract/query';
import { holdsMany } from '#contract/fields';
import { columnsOf, type Column } from '#contract/resource';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import type { MenuItem } from '../../ui/menu-items';
import { count, midSentence } from '../../ui/format';
import { showFailure } from '../../ui/toast';
import { bookmarks } from '../bookmarks/bookmarks.svelte';
import { hasTokens, taxIdRequestFor, type TaxIdRequest } from '../record/secret';
import { isFilterable } from './columns';
import { filterValueText } from './filters';
import type { ListActions } from './list-actions.svelte';
import type { ListContext } from './list-view';

/** Maximum length of a value in the menu; the cell itself shows it in full. */
const MAX_VALUE_LENGTH = 28;

/** Actions for the row under the cursor, besides opening and copying it. */
export class RowMenuItems {
  readonly #context: () => ListContext;
  readonly #requestTaxIds: () => ((request: TaxIdRequest) => void) | undefined;
  readonly #actions: Pick<ListActions, 'placedAt' | 'act'>;
  #links = $state.raw<readonly LinkGroup[]>([]);

  constructor(
    context: () => ListContext,
    requestTaxIds: () => ((request: TaxIdRequest) => void) | undefined,
    actions: Pick<ListActions, 'placedAt' | 'act'>,
  ) {
    this.#context = context;
    this.#actions = actions;
    this.#requestTaxIds = requestTaxIds;
  }

  /** Loads links of the row and adds them to the menu, usually before the user sees it. */
  async loadLinks(): Promise<void> {
    const { engine, list } = this.#context();
    const key = list.grid.active?.key;
    this.#links = [];
    if (key === undefined) return;
    try {
      const links = await engine.records.links({ resource: list.resource, key, limit: 1 });
      if (list.grid.active?.key === key) this.#links = links;
    } catch (error) {
      showFailure(error);
    }
  }

  get items(): readonly MenuItem[] {
    if (this.#context().list.grid.groups.active) return this.#groupItems();
    return [
      ...this.#ownItems(),
      ...this.#favoriteItems(),
      ...this.#filterItems(),
      ...this.#screenItems(),
      ...this.#linkItems(),
      ...this.#taxIdItems(),
    ];
  }

  /** Returns the actions of a group heading. */
  #groupItems(): readonly MenuItem[] {
    const { list } = this.#context();
    const { active } = list.grid.groups;
    const column = columnsOf(list.descriptor).find(({ name }) => name === list.query.group?.field);
    if (!active || !column) return [];
    return [
      'separator',
      ...this.#filterBy(column, active.value),
      { label: 'Collapse all groups', icon: CollapseAll, onSelect: () => list.groups.collapseAll() },
      { label: 'Expand all groups', icon: ExpandAll, onSelect: () => list.groups.expandAll() },
      { label: 'Remove grouping', icon: Rows3, onSelect: () => (list.query.group = null) },
    ];
  }

  /** The list's actions for one of its records. */
  #ownItems(): readonly MenuItem[] {
    const context = this.#context();
    const key = context.list.grid.active?.key;
    if (key === undefined || (context.list.view.panel?.appliesTo(key, context) ?? false)) return [];
    const items = this.#actions.placedAt('row').flatMap((action): MenuItem[] => {
      const label = action.label(context);
      return label === null ? [] : [{ label, icon: action.icon, onSelect: () => this.#actions.act(action) }];
    });
    return items.length > 0 ? ['separator', ...items] : [];
  }

  #favoriteItems(): readonly MenuItem[] {
    const { list } = this.#context();
    const key = list.grid.active?.key;
    if (key === undefined || (list.view.panel?.appliesTo(key, this.#context()) ?? false)) return [];
    const record = { resource: list.resource, key };
    return [
      'separator',
      {
        label: bookmarks.isFavorite(record) ? 'Remove from favorites' : 'Add to favorites',
        icon: Star,
        onSelect: () => void bookmarks.toggle(record),
      },
    ];
  }

  #filterItems(): readonly MenuItem[] {
    const { list } = this.#context();
    const { grid } = list;
    const name = grid.arrangement.names[grid.cursor.column - 1];
    const column = columnsOf(list.descriptor).find((each) => each.name === name);
    const cell = grid.active && list.receivedCell(grid.active, column?.name ?? '');
    return column && cell !== undefined ? ['separator', ...this.#filterBy(column, cell)] : [];
  }

  #filterBy(column: Column, cell: Cell): readonly MenuItem[] {
    const { query } = this.#context().list;
    if (column.secret || !isFilterable(column)) return [];
    const value = cell === null ? null : String(cell);
    const isList = holdsMany(column.kind); // its cells are texts with all values, joined by commas
    const values = isList && value !== null ? value.split(', ') : [value];
    const valueText = filterValueText(column, value);
    const shortText =
      valueText.length > MAX_VALUE_LENGTH ? `${valueText.slice(0, MAX_VALUE_LENGTH)}…` : valueText;
    return [
      {
        label: `Filter by ${midSentence(column.label)}: ${shortText}`,
        icon: Filter,
        onSelect: () => query.setFilter(column.name, { op: 'in', field: column.name, values }),
      },
    ];
  }

  #linkItems(): readonly MenuItem[] {
    const { go } = this.#context();
    const links = this.#links.filter(({ total }) => total > 0);
    if (links.length === 0) return [];
    return [
      'separator',
      ...links.map(({ label, resource, total, items, filters }): MenuItem => {
        const [only] = items;
        return total === 1 && only
          ? {
              label: `Open ${resourceNamed(resource).singular}: ${only.title}`,
              icon: Link,
              onSelect: () => go({ screen: 'resource', resource, record: only.key }),
            }
          : {
              label: `Show ${midSentence(label)} (${count(total)})`,
              icon: Link,
              onSelect: () => go({ screen: 'resource', resource, filters }),
            };
      }),
    ];
  }

  /** The screens of the record and of the records it references. */
  #screenItems(): readonly MenuItem[] {
    const { list, go } = this.#context();
    const { active } = list.grid;
    const { fields } = list.descriptor;
    const items = [
      { name: list.resource, id: active?.key },
      ...Object.keys(fields).map((field) => ({
        name: fields[field]?.names,
        id: active && list.receivedCell(active, field),
      })),
    ].flatMap(({ name, id }): MenuItem[] => {
      const to = RESOURCE_NAMES.find((each) => each === name);
      const { screen, singular } = resourceNamed(to ?? list.resource);
      if (!to || !screen || id === undefined || id === null) return [];
      return [{ label: `Open ${singular}`, icon: House, onSelect: () => go({ screen, id: String(id) }) }];
    });
    return items.length > 0 ? ['separator', ...items] : [];
  }

  #taxIdItems(): readonly MenuItem[] {
    const { list } = this.#context();
    const requestTaxIds = this.#requestTaxIds();
    const key = list.grid.active?.key;
    if (!requestTaxIds || key === undefined || !hasTokens(list.descriptor)) return [];
    return [
      'separator',
      {
        label: 'Show tax ID…',
        icon: Fingerprint,
        onSelect: () => requestTaxIds(taxIdRequestFor(list.descriptor, list.resource, key)),
      },
    ];
  }
}
