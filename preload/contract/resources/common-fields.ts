import { dateTime, id, text } from '../fields';

/** What most lists of named records have in common. */
export const named = {
  section: 'wire',
  key: ['id'],
  title: ['name'],
  subtitle: ['id'],
  sort: { field: 'name', descending: false },
} as const;

/** Filterable, editable, and part of the create body. */
export const editableInCreate = { filter: true, editable: true, create: true } as const;

export const editableName = text('Name', {
  ...editableInCreate,
  column: 240,
  shown: true,
  search: true,
  index: true,
  required: true,
});

export const firmInCreate = id('Firm', {
  names: 'firms',
  column: 180,
  shown: true,
  filter: true,
  create: true,
  required: true,
});

export const stamps = {
  created_at_utc: dateTime('Created', { column: 165 }),
  updated_at_utc: dateTime('Updated', { column: 165, nightly: true }),
};

export const internalStamps = {
  created_at_utc: dateTime('Created', { internal: true, column: 165 }),
  updated_at_utc: dateTime('Updated', { internal: true, column: 165, nightly: true }),
};
