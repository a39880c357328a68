import { expect, it } from 'vitest';
import { Grants } from '#common/grants';
import { choiceRequest } from '#contract/calls/choose';
import { fail } from '#contract/failure';

const catchRefusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { failure: { kind: string } }).failure.kind;
  }
};

it('allows a path only for the purpose it was chosen for', () => {
  const grants = new Grants(() => undefined);
  grants.give({ id: 'a', path: '/home/ann/changes.csv', purpose: 'changes-export' });
  expect(catchRefusal(() => grants.path('a', 'tax-ids-export'))).toBe('not-found');
  expect(grants.path('a', 'changes-export')).toBe('/home/ann/changes.csv');
});

it('allows one write to a chosen file, and repeated reads of a chosen list', () => {
  const grants = new Grants(() => undefined);
  grants.give({ id: 'out', path: '/out.csv', purpose: 'records-export' });
  grants.give({ id: 'in', path: '/in.csv', purpose: 'import-table' });
  expect([
    grants.path('out', 'records-export'),
    catchRefusal(() => grants.path('out', 'records-export')),
  ]).toEqual(['/out.csv', 'not-found']);
  expect([grants.path('in', 'import-table'), grants.path('in', 'import-table')]).toEqual([
    '/in.csv',
    '/in.csv',
  ]);
});

it('revokes a path when the connection it was chosen in closes', () => {
  const grants = new Grants(() => undefined);
  grants.give({ id: 'in', path: '/in.csv', purpose: 'import-table' });
  grants.end();
  expect(catchRefusal(() => grants.path('in', 'import-table'))).toBe('not-found');
});

it('gives no path that a policy forbids, even if it was granted earlier', () => {
  const forbidden: string[] = [];
  const grants = new Grants((purpose) => {
    if (forbidden.includes(purpose)) throw fail('by-policy');
  });
  grants.give({ id: 'out', path: '/out.csv', purpose: 'records-export' });
  grants.give({ id: 'in', path: '/in.csv', purpose: 'import-table' });
  forbidden.push('records-export');
  expect(catchRefusal(() => grants.path('out', 'records-export'))).toBe('by-policy');
  expect(catchRefusal(() => grants.path('made up', 'records-export'))).toBe('by-policy');
  expect(grants.path('in', 'import-table')).toBe('/in.csv');
});

it('rejects a write purpose for an Open dialog, so that no opened file is overwritten', () => {
  const open = { what: 'open', title: 'Open', extensions: ['csv'], allowsMultiple: false };
  expect(choiceRequest.safeParse({ ...open, purpose: 'import-table' }).success).toBe(true);
  expect(choiceRequest.safeParse({ ...open, purpose: 'records-export' }).success).toBe(false);
});
