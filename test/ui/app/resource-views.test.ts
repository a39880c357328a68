import { expect, it } from 'vitest';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { FORM_VIEWS, RECORD_VIEWS } from '../../../renderer/app/feature-views';
import { resourceView } from '../../../renderer/app/resource-views';
import type { ListView } from '../../../renderer/records/list/list-view';

const views: readonly (readonly [string, ListView])[] = RESOURCE_NAMES.map((name) => [
  name,
  resourceView(name),
]);

it.each(views)('%s: every action of the list has a unique name', (_name, { actions = [] }) => {
  expect(new Set(actions.map(({ name }) => name)).size).toBe(actions.length);
});

it.each(RESOURCE_NAMES)(
  '%s: has all columns of the descriptor, and quick filters that can filter',
  (name) => {
    const { columns, quickFilterFields = [] } = resourceView(name);
    const listColumns = columns ?? resourceNamed(name).fields;
    const cached = Object.entries(resourceNamed(name).fields).filter(
      ([, { column }]) => column !== undefined,
    );
    for (const [field] of cached) expect(Object.keys(listColumns)).toContain(field);
    for (const field of quickFilterFields) expect(listColumns[field]?.filter).toBe(true);
  },
);

it.each(['billingMinimums', 'billingSplits'] as const)(
  '%s: has a view with only an icon, and no custom form, record section or action',
  (name) => {
    expect(Object.keys(resourceView(name))).toEqual(['icon']);
    expect([FORM_VIEWS[name], RECORD_VIEWS[name]]).toEqual([undefined, undefined]);
  },
);
