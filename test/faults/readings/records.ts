import { fieldText, spellingsOf } from '#contract/exact-json/field-text';
import { RecordText } from '#contract/exact-json/record-text';
import type { Field } from '#contract/fields';
import { resourceNamed, type ResourceName } from '#contract/resources';

/** Resources whose records can be edited. */
export const EDITED = [
  'accounts',
  'billingGroups',
  'assetAdjustments',
  'feeStructures',
  'billingMinimums',
  'billingSplits',
] as const;
export type EditedName = (typeof EDITED)[number];

/** The records that are edited, and a neighbor whose ID rounds to the same double as the first one's. */
export const TARGETS = ['9007199254740993', '9007199254740995', '103'] as const;
export const NEIGHBOR = '9007199254740992';
const KEYS = [...TARGETS, NEIGHBOR];

/** Two fields of each resource, with the values that the edits give them. */
export const EDITS: Readonly<Record<EditedName, Readonly<Record<string, string>>>> = {
  accounts: { notes: '"Call first"', required_cash: '12.50' },
  billingGroups: { household_id: '8', minimum_ids: '[2]' },
  assetAdjustments: { weight: '20', level: '"a"' },
  feeStructures: { flat_rate: '0.20', annual_cycle: '2' },
  billingMinimums: { value: '300.10', value_type: '"P"' },
  billingSplits: { percentage: '0.10', splitter_name: '"Planning Team"' },
};

/** Returns a value for the field; not empty, except for lists of objects other than assignments. */
function valueOf(name: string, field: Field, key: string): string {
  switch (field.kind) {
    case 'id':
      return name === 'id' ? key : '7';
    case 'choice':
      return JSON.stringify(field.writes?.[0] ?? Object.keys(field.labels ?? {}).find(Boolean) ?? 'x');
    case 'integer':
      return '1';
    case 'number':
    case 'money':
    case 'percent':
      return '1.50';
    case 'boolean':
      return 'true';
    case 'date':
      return '"2020-02-03"';
    case 'dateTime':
      return '"2026-01-01T00:00:00Z"';
    case 'ids':
      return '[5,6]';
    case 'texts':
      return '["A"]';
    case 'objects':
      return name === 'assignments'
        ? `[{"id":9007199254740997,"account_id":103,"group_id":${key},"fee_location":0,"fee_location_option":"S"}]`
        : '[]';
    case 'text':
      return JSON.stringify(`${name} of ${key}`);
  }
}

/** Returns a record with a value in every field, as JSON text. */
const recordOf = (resource: ResourceName, key: string): string => {
  const members = Object.entries(resourceNamed(resource).fields).map(([name, field]) => {
    const text = name === 'status' ? '"funded"' : name === 'annual_cycle' ? '1' : valueOf(name, field, key);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
};

export const recordsOf = (resource: ResourceName): string[] => KEYS.map((key) => recordOf(resource, key));

/** Returns the editable fields that every record has and that EDITS does not change, in the descriptor's order. */
export function untouched(resource: EditedName): string[] {
  const edited = new Set(Object.keys(EDITS[resource]));
  return Object.entries(resourceNamed(resource).fields)
    .filter(([name, { editable, mayBeAbsent }]) => editable && !mayBeAbsent && !edited.has(name))
    .map(([name]) => name);
}

/** Returns the editable fields of a record with their texts. */
export const editableTexts = (resource: ResourceName, raw: string): Map<string, string | undefined> =>
  new Map(
    Object.entries(resourceNamed(resource).fields).flatMap(([name, field]) =>
      field.editable ? [[name, fieldText(raw, name, field)] as const] : [],
    ),
  );

/** Returns a record without some fields, under any spelling. */
export function without(resource: ResourceName, raw: string, names: readonly string[]): string {
  const { fields } = resourceNamed(resource);
  const removed = new Set(names.flatMap((name) => spellingsOf(name, fields[name] ?? {})));
  return rebuilt(raw, (name, text) => (removed.has(name) ? undefined : text));
}

/** Returns a record with changed texts; undefined leaves the member out. */
export function rebuilt(raw: string, change: (name: string, text: string) => string | undefined): string {
  const members = membersOf(raw).flatMap(([name, text]) => {
    const next = change(name, text);
    return next === undefined ? [] : [`${JSON.stringify(name)}:${next}`];
  });
  return `{${members.join(',')}}`;
}

function membersOf(raw: string): [string, string][] {
  const record = new RecordText(raw);
  return [...record.names()].map((name) => [name, record.text(name) ?? 'null']);
}
