import { choice, id, ids, integer, moment, text } from '../fields';
import { resource } from '../resource';

export const ADJUSTMENT_TYPE = { i: 'Inclusion', e: 'Exclusion' } as const;
export const ADJUSTMENT_LEVEL = { f: 'Firm-wide', a: 'Account level' } as const;

/** Spec 2.7. */
export const assetAdjustments = resource({
  name: 'assetAdjustments',
  one: 'asset adjustment',
  many: 'asset adjustments',
  section: '2.7',
  key: ['id'],
  title: ['name'],
  subtitle: ['id'],
  sort: { field: 'name', descending: false },
  fields: {
    name: text('Name', { column: 240, shown: true, search: true, filter: true, editable: true, index: true }),
    adjustment_type: choice('Type', ADJUSTMENT_TYPE, {
      column: 110,
      shown: true,
      filter: true,
      editable: true,
    }),
    level: choice('Level', ADJUSTMENT_LEVEL, { column: 120, shown: true, filter: true, editable: true }),
    weight: integer('Weight', { column: 90, shown: true, editable: true }),
    security_ids: ids('Securities', { column: 160, shown: true, filter: true, editable: true }),
    firm_id: id('Firm', { column: 80, filter: true }),
    id: id('Adjustment id', { column: 110, shown: true, filter: true }),
    slug: text('Slug', { column: 180, filter: true }),
    created_at_utc: moment('Created', { column: 165 }),
    updated_at_utc: moment('Updated', { column: 165, dataDate: true }),
  },
  links: [],
});
