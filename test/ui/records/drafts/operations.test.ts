import { expect, it } from 'vitest';
import { boolean, choice, id, ids, money, text } from '#contract/fields';
import { resourceNamed } from '#contract/resources';
import {
  bulkFields,
  editOf,
  lineErrorOf,
  editRowOf,
  operationsOf,
  valueErrorsOf,
  type FieldEditRow,
} from '../../../../renderer/records/drafts/operations';

const line = (overrides: Partial<FieldEditRow> = {}): FieldEditRow => ({
  field: 'household_id',
  operation: 'set',
  value: '7',
  from: undefined,
  ...overrides,
});

it('offers every editable field of accounts, but not the read-only name', () => {
  const names = bulkFields(resourceNamed('accounts')).map(({ name }) => name);
  expect(names).toHaveLength(18);
  expect(names).toContain('do_not_sell_securities_ids');
  expect(names).not.toContain('name');
});

it('leaves out nested objects, which differ by record', () => {
  expect(bulkFields(resourceNamed('billingGroups')).map(({ name }) => name)).toEqual([
    'name',
    'household_id',
    'minimum_ids',
  ]);
  expect(resourceNamed('billingGroups').fields['assignments']).toMatchObject({
    kind: 'objects',
    editable: true,
  });
});

it("offers the operations of a field's kind", () => {
  expect(operationsOf(ids('Benchmarks', { nullable: true }))).toEqual([
    'add',
    'remove',
    'replace',
    'set',
    'empty',
    'none',
  ]);
  expect(operationsOf(ids('Fee structures', { usuallyOne: true }))).toEqual([
    'set',
    'replace',
    'add',
    'remove',
    'empty',
  ]);
  expect(operationsOf(id('Household', { nullable: true }))).toEqual(['set', 'replace', 'none']);
  expect(operationsOf(text('Notes', { nullable: true }))).toEqual(['set', 'append', 'empty', 'none']);
  expect(operationsOf(text('Nickname', { mayBeAbsent: true }))).toEqual(['set', 'empty']);
  expect(operationsOf(text('Name', { required: true }))).toEqual(['set', 'append']);
  expect(operationsOf(money('Cash'))).toEqual(['set']);
  expect(operationsOf(boolean('Taxable'))).toEqual(['set']);
  expect(operationsOf(choice('Billed', { C: 'x' }, { nullable: true }))).toEqual(['set', 'none']);
});

it('offers to set the fee structures of accounts first, and to add to their other lists', () => {
  const firstOperations = bulkFields(resourceNamed('accounts'))
    .filter(({ kind }) => kind === 'ids')
    .map((field) => [field.name, operationsOf(field)[0]]);
  expect(Object.fromEntries(firstOperations)).toMatchObject({
    fee_structures_ids: 'set',
    do_not_buy_securities_ids: 'add',
  });
  expect(firstOperations.filter(([, operation]) => operation === 'set')).toEqual([
    ['fee_structures_ids', 'set'],
  ]);
});

it('writes edits as exact JSON text, including IDs above 2^53 and digits of money', () => {
  expect(editOf(line({ value: '9007199254740993' }), 'id')).toEqual({
    op: 'set',
    field: 'household_id',
    json: '9007199254740993',
  });
  expect(editOf(line({ value: '0.10' }), 'money')).toMatchObject({ json: '0.10' });
  expect(editOf(line({ operation: 'none' }), 'ids')).toMatchObject({ op: 'set', json: 'null' });
  expect(editOf(line({ operation: 'empty' }), 'ids')).toMatchObject({ op: 'set', json: '[]' });
  expect(editOf(line({ operation: 'empty' }), 'text')).toMatchObject({ op: 'set', json: '""' });
  expect(editOf(line({ operation: 'add', value: '[9007199254740993,2]' }), 'ids')).toEqual({
    op: 'add',
    field: 'household_id',
    items: ['9007199254740993', '2'],
  });
  expect(editOf(line({ operation: 'replace', from: '1', value: '2' }), 'ids')).toEqual({
    op: 'replace',
    field: 'household_id',
    from: '1',
    to: '2',
  });
});

it('reports what is missing in a line', () => {
  expect(lineErrorOf(line(), [])).toBeNull();
  expect(lineErrorOf(line({ value: undefined }), [])).toBe('value');
  expect(lineErrorOf(line({ value: '[]' }), [])).toBe('value');
  expect(lineErrorOf(line({ operation: 'none', value: undefined }), [])).toBeNull();
  expect(lineErrorOf(line({ operation: 'replace' }), [])).toBe('from');
  expect(lineErrorOf(line({ operation: 'replace', from: '7' }), [])).toBe('same');
});

it('allows adding to and removing from a list together, but sets a field only once', () => {
  const add = line({ operation: 'add', value: '[1]' });
  const remove = line({ operation: 'remove', value: '[2]' });
  expect(lineErrorOf(remove, [add])).toBeNull();
  expect(lineErrorOf(add, [add])).toBe('twice');
  expect(lineErrorOf(line(), [line()])).toBe('twice');
  expect(lineErrorOf(line({ operation: 'none' }), [add])).toBe('twice');
  expect(lineErrorOf(line({ field: 'notes' }), [line()])).toBeNull();
});

it('reports wrong values with the issue codes of a checked draft', () => {
  const fields = bulkFields(resourceNamed('accounts'));
  const issues = (name: string, overrides: Partial<FieldEditRow>) => {
    const field = fields.find((each) => each.name === name);
    if (!field) throw new Error(`There is no field ${name}.`);
    return valueErrorsOf(line({ field: name, ...overrides }), field);
  };
  expect(issues('required_cash', { value: '"twelve"' })).toEqual({
    value: { code: 'not-money' },
    from: null,
  });
  expect(issues('required_cash', { value: '2500.00' })).toEqual({ value: null, from: null });
  expect(issues('fee_structures_ids', { operation: 'replace', from: '"x"', value: '12' })).toEqual({
    value: null,
    from: { code: 'not-ids' },
  });
  expect(issues('required_cash_frequency', { value: '""' }).value).toBeNull();
});

it('converts an earlier edit back into its line', () => {
  const edits = [
    { op: 'set', field: 'notes', json: '"Call first"' },
    { op: 'set', field: 'notes', json: 'null' },
    { op: 'set', field: 'notes', json: '""' },
    { op: 'set', field: 'benchmarks_ids', json: '[]' },
    { op: 'add', field: 'benchmarks_ids', items: ['9007199254740993', '12'] },
    { op: 'remove', field: 'benchmarks_ids', items: ['12'] },
    { op: 'replace', field: 'household_id', from: '1', to: '2' },
  ] as const;
  for (const edit of edits) {
    const { kind } = resourceNamed('accounts').fields[edit.field] ?? { kind: 'text' };
    const mutableEdit = 'items' in edit ? { ...edit, items: [...edit.items] } : edit;
    expect(editOf(editRowOf(mutableEdit, kind), kind)).toEqual(mutableEdit);
  }
});

it('converts an earlier edit only to an operation that the form offers for the field', () => {
  const edit = { op: 'set', field: 'required_cash_frequency', json: '""' } as const;
  const field = bulkFields(resourceNamed('accounts')).find(({ name }) => name === edit.field);
  if (!field) throw new Error('The frequency is not editable.');
  const editRow = editRowOf(edit, field.kind);
  expect(editRow).toEqual(line({ field: edit.field, operation: 'set', value: '""' }));
  expect(operationsOf(field)).toContain(editRow.operation);
});

it('appends a text with a separate edit, and reads that edit back', () => {
  const edit = editOf(line({ field: 'notes', operation: 'append', value: '"Moved"' }), 'text');
  expect(edit).toEqual({ op: 'append', field: 'notes', json: '"Moved"' });
  expect(editRowOf(edit, 'text')).toEqual(line({ field: 'notes', operation: 'append', value: '"Moved"' }));
  expect(lineErrorOf(line({ field: 'notes', operation: 'append', value: undefined }), [])).toBe('value');
});
