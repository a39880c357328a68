import { choice, id, ids, integer, text } from '../fields';
import { resource } from '../resource';
import { editableName, named, stamps } from './common-fields';

const ADJUSTMENT_TYPE = { i: 'Inclusion', e: 'Exclusion' } as const;
const ADJUSTMENT_LEVEL = { f: 'Firm-wide', a: 'Account level' } as const;

/** Editable, and part of the create body (spec 2.7, 4.6). */
const requiredEditable = { editable: true, create: true, required: true } as const;

/** Spec 2.7. */
export const assetAdjustments = resource({
  name: 'assetAdjustments',
  singular: 'asset adjustment',
  plural: 'asset adjustments',
  ...named,
  section: '2.7',
  service: {
    path: '/billing/asset-adjustments',
    section: '4.6',
    operations: ['list', 'filter', 'get', 'put', 'putMany', 'create', 'createMany', 'remove', 'removeMany'],
  },
  fields: {
    name: editableName,
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
    ...stamps,
  },
  links: [],
});
