import { describe, expect, it } from 'vitest';
import { wholeRecord } from '#engine/service/bodies';
import { endpoints } from '#engine/service/endpoints';

describe('request bodies', () => {
  it('a filter accepts the documented fields, exact or with conditions, and no others', () => {
    const accepts = (body: unknown): boolean => endpoints['accounts.filter'].body.safeParse(body).success;
    expect(accepts({})).toBe(true);
    expect(accepts({ status: 'closed', household_id: null, is_taxable: true })).toBe(true);
    expect(accepts({ number: { conditions: [{ value: '00', op: 'contains' }] } })).toBe(true);
    expect(accepts({ status: 'open' })).toBe(false);
    expect(accepts({ nickname: 'x' })).toBe(false);
    expect(endpoints['relatedPersons.filter'].body.safeParse({ account_ids: [1, 2] }).success).toBe(true);
  });

  it('a complete record keeps unknown fields, and requires an ID', () => {
    const record = { id: '7', payment_source: 'X', surprise: { a: null } };
    expect(wholeRecord.parse(record)).toEqual(record);
    for (const id of [undefined, null, 7.5])
      expect(wholeRecord.safeParse({ ...record, id }).success).toBe(false);
  });
});
