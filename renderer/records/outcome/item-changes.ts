import { isList, readExact, Verbatim, type Exact } from '#contract/exact-json/read';
import { appendTo } from '#contract/maps';
import type { Field } from '#contract/fields';
import { count, EMPTY, formatValue, midSentence, listText } from '../../ui/format';
import { names } from '../names/names.svelte';
import { displayText } from '../record/record';

type Item = Readonly<Record<string, Exact>>;
/** Returns the name for an ID in a field, or the ID if it has none. */
const nameOfId = ({ names: list }: Pick<Field, 'names'>, id: string): string =>
  list === undefined ? id : names.textOf(list, id);
/**
 * Maximum number of added items named; more are counted. Removed and changed items are always named. ID lists up to
 * this length are shown in full, longer ones by their changes.
 */
const MAX_NAMED_ITEMS = 6;

const isKeyed = (field: Field | undefined): field is Field & { itemKey: string } =>
  field?.kind === 'objects' && field.itemKey !== undefined;

/** Returns nested items by their identifying field; a single object counts as a list of one. */
function itemsOf(key: string, json: string | undefined): Map<string, Item> {
  const value = json === undefined ? null : readExact(json);
  const list = value === null ? [] : isList(value) ? value : [value];
  return new Map(
    list.flatMap((entry) => {
      const item =
        typeof entry === 'object' && entry !== null && !(entry instanceof Verbatim) ? (entry as Item) : {};
      const name = item[key];
      return name === undefined || name === null ? [] : [[displayText(name), item] as const];
    }),
  );
}

/** Looks up the names of displayed items only. */
const namesOf = (ids: readonly string[], nameOf: (id: string) => string): string =>
  ids.length > MAX_NAMED_ITEMS
    ? listText(ids.slice(0, MAX_NAMED_ITEMS).map(nameOf), ids.length - MAX_NAMED_ITEMS)
    : ids.map(nameOf).join(', ');

/** Returns added items by value, such as who pays for an account: ", paid by itself". */
function addedByValue(
  field: Field,
  added: readonly string[],
  items: ReadonlyMap<string, Item>,
): [string, string[]][] {
  const itemField = field.items?.[field.itemValue ?? ''];
  const groups = new Map<string, string[]>();
  for (const name of added) {
    const value = itemField && items.get(name)?.[field.itemValue ?? ''];
    const text = itemField ? `, ${valueDescription(itemField, value)}` : '';
    appendTo(groups, text, name);
  }
  return [...groups];
}

/** "paid by itself", in the middle of a sentence. */
function valueDescription(itemField: Field, value: Exact | undefined): string {
  if (value === undefined || value === null) return `“${itemField.label}” not specified`;
  const text = displayText(value);
  const label = itemField.labels?.[text];
  const valueText = itemField.names ? nameOfId(itemField, text) : formatValue(itemField, text);
  return `${midSentence(itemField.label)} ${label === undefined ? valueText : midSentence(label)}`;
}

/** Returns the differences in an item's required fields; the service sets the others, such as its ID. */
function differences(field: Field, before: Item, after: Item): string[] {
  return Object.entries(field.items ?? {}).flatMap(([name, itemField]) => {
    if (!itemField.required || name === field.itemKey) return [];
    const [oldText, newText] = [before[name], after[name]].map((value) => {
      const text = value === undefined || value === null ? EMPTY : displayText(value);
      return (
        itemField.labels?.[text] ??
        (itemField.names ? nameOfId(itemField, text) : formatValue(itemField, text))
      );
    });
    return oldText === newText ? [] : [`${itemField.label}: ${oldText ?? ''} → ${newText ?? ''}`];
  });
}

/**
 * Returns the IDs added to and removed from a long list. Null, so that the caller shows both lists in full, if both are
 * short, one is empty, or they have the same IDs; null also for a field of another kind.
 */
export function idChanges(
  field: Field | undefined,
  before: string | undefined,
  after: string,
): string | null {
  if (field?.kind !== 'ids') return null;
  const [oldIds, newIds] = [before, after].map((json) => {
    const value = json === undefined ? null : readExact(json);
    return isList(value) ? value.map(displayText) : [];
  });
  const added = newIds?.filter((id) => !oldIds?.includes(id)) ?? [];
  const removed = oldIds?.filter((id) => !newIds?.includes(id)) ?? [];
  if (!oldIds?.length || !newIds?.length || added.length + removed.length === 0) return null;
  if (Math.max(oldIds.length, newIds.length) <= MAX_NAMED_ITEMS) return null;
  const nameOf = (id: string): string => nameOfId(field, id);
  const unchanged = newIds.length - added.length;
  return [
    added.length > 0 ? `${count(added.length)} added: ${namesOf(added, nameOf)}` : '',
    removed.length > 0 ? `${count(removed.length)} removed: ${removed.map(nameOf).join(', ')}` : '',
    unchanged > 0 ? `${count(unchanged)} kept` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

/**
 * Returns the differences of named nested items, such as the accounts of a billing group: which were added,
 * removed and changed, instead of their JSON. Null for all other fields.
 */
export function itemChanges(
  field: Field | undefined,
  before: string | undefined,
  after: string | undefined,
): string | null {
  if (!isKeyed(field)) return null;
  const oldItems = itemsOf(field.itemKey, before);
  const newItems = itemsOf(field.itemKey, after);
  const nameOf = (id: string): string => nameOfId(field.items?.[field.itemKey] ?? {}, id);
  const added = [...newItems.keys()].filter((name) => !oldItems.has(name));
  const removed = [...oldItems.keys()].filter((name) => !newItems.has(name));
  const changed = [...newItems].flatMap(([name, item]) => {
    const old = oldItems.get(name);
    const itemDifferences = old ? differences(field, old, item) : [];
    return itemDifferences.length > 0 ? [`${nameOf(name)} (${itemDifferences.join(', ')})`] : [];
  });
  const parts = [
    ...addedByValue(field, added, newItems).map(
      ([value, ids]) => `${count(ids.length)} added${value}: ${namesOf(ids, nameOf)}`,
    ),
    removed.length > 0 ? `${count(removed.length)} removed: ${removed.map(nameOf).join(', ')}` : '',
    changed.length > 0 ? `${count(changed.length)} changed: ${changed.join(', ')}` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join('; ') : 'no difference';
}
