import { choice, id, ids, integer, dateTime, text } from '../fields';
import { resource } from '../resource';

const ADJUSTMENT_TYPE = { i: 'Inclusion', e: 'Exclusion' } as const;
const ADJUSTMENT_LEVEL = { f: 'Firm-wide', a: 'Account level' } as const;

/** Editable, and part of the create body (spec 2.7, 4.6). */
const requiredEditable = { editable: true, create: true, required: true } as const;

/** Spec 2.7. */
export const assetAdjustments = resource({
  name: 'assetAdjustments',
  singular: 'asset adjustment',
  plural: 'asset adjustments',
  section: '2.7',
  key: ['id'],
  title: ['name'],
  subtitle: ['id'],
  sort: { field: 'name', descending: false },
  service: {
    path: '/billing/asset-adjustments',
    section: '4.6',
    operations: ['list', 'filter', 'get', 'put', 'putMany', 'create', 'createMany', 'remove', 'removeMany'],
  },
  fields: {
    name: text('Name', {
      ...requiredEditable,
      column: 240,
      shown: true,
      search: true,
      filter: true,
      index: true,
    }),
    adjustment_type: choice('Type', ADJUSTMENT_TYPE, {
      ...requiredEditable,
      column: 110,
      shown: true,
      filter: true,
    }),
    level: choice('Level', ADJUSTMENT_LEVEL, { ...requiredEditable, column: 120, shown: true, filter: true }),
    weight: integer('Weight', { ...requiredEditable, column: 90, shown: true }),
    // Not in the documented create body (4.6), but in the wire facts' example.
    security_ids: ids('Securities', {
      names: 'securities',
      column: 160,
      shown: true,
      filter: true,
      editable: true,
      create: true,
    }),
    firm_id: id('Firm', { names: 'firms', column: 180, filter: true, create: true, required: true }),
    id: id('Adjustment ID', { column: 110, shown: true, filter: true }),
    slug: text('Short ID', { column: 180, filter: true, create: true }),
    created_at_utc: dateTime('Created', { column: 165 }),
    updated_at_utc: dateTime('Updated', { column: 165, nightly: true }),
  },
  links: [],
});
