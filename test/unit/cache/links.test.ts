import { describe, expect, it } from 'vitest';
import { accountsWithCodes } from '#contract/filter-values';
import type { ResourceName } from '#contract/resources';
import type { CacheReader } from '#engine/cache/query/reader';
import { readerWith, queriedKeys } from './temp-cache';

const BIG = '9007199254740993';
/** IDs are numbers and texts, and the fields of codes and fee structures have both names, as in the service. */
const firm = () =>
  readerWith({
    accounts: [
      {
        id: 1,
        name: 'One',
        household_id: 10,
        custodian: 'SWB',
        advisor_code: 'DEMO2',
        fee_structures_ids: [4, 5],
      },
      {
        id: 2,
        name: 'Two',
        household_id: '10',
        custodian: 'SWB',
        advisor_codes: ['X9', 'DEMO2'],
        fee_structure_ids: [5],
      },
      { id: '007', name: 'Seven', household_id: 11 },
      { id: 7, name: 'Bare seven', household_id: 12 },
      `{"id":${BIG},"name":"Big"}`,
    ],
    relatedPersons: [
      { id: 1, first_name: 'Violet', last_name: 'Juns', account_id: 1 },
      { id: 2, first_name: 'Hugo', last_name: 'Juns', account_id: '1' },
      { id: 3, last_name: 'Bond', account_id: '007' },
      `{"id":4,"last_name":"Large","account_id":${BIG}}`,
      // The same number as BIG, if it is read as a double.
      '{"id":5,"last_name":"Near","account_id":9007199254740992}',
    ],
    billingGroups: [
      { id: 8, name: 'Group', household_id: 10, assignments: [{ account_id: 1 }, { account_id: 7 }] },
      { id: 9, name: 'Single', assignments: { account_id: '007' } },
    ],
    feeStructures: [
      { id: 4, name: 'Flat' },
      { id: 5, name: 'Tiered' },
    ],
    advisorCodes: [
      { id: 3, code: 'DEMO2', source: 'SWB' },
      { id: 4, code: 'X9', source: 'SWB' },
    ],
  });
const links = (reader: CacheReader, resource: ResourceName, key: string) =>
  Object.fromEntries(
    reader.links({ resource, key, limit: 10 }).map(({ label, items, total }) => {
      expect(total).toBe(items.length);
      return [label, items.map((item) => item.key)];
    }),
  );

describe('the links of a record', () => {
  it('lead from an account to all of its related records', () => {
    expect(links(firm(), 'accounts', '1')).toEqual({
      'Household accounts': ['2'],
      'Related people': ['1', '2'],
      'Billing groups of the household': ['8'],
      'Billing groups it is assigned to': ['8'],
      'Fee structures': ['4', '5'],
      'Advisor codes': ['3'],
      'Latest balance': [],
      Invoices: [],
      'Legacy mappings': [],
    });
  });

  it('lead back to the account', () => {
    const reader = firm();
    expect(links(reader, 'relatedPersons', '1')).toEqual({
      Account: ['1'],
      'Other people on this account': ['2'],
    });
    expect(links(reader, 'billingGroups', '8')).toEqual({
      'Assigned accounts': ['1', '7'],
      'Accounts of the household': ['1', '2'],
    });
    expect(links(reader, 'feeStructures', '5')).toEqual({ 'Accounts with this fee structure': ['1', '2'] });
    expect(links(reader, 'advisorCodes', '3')).toEqual({ 'Accounts with this code': ['1', '2'] });
  });

  it('include every code of an account, from any field', () => {
    const reader = firm();
    expect(links(reader, 'accounts', '2')).toMatchObject({ 'Advisor codes': ['3', '4'] });
    expect(links(reader, 'advisorCodes', '4')).toEqual({ 'Accounts with this code': ['2'] });
  });

  it('match a code within its custodian, as counts and lists of accounts do', () => {
    const reader = readerWith({
      accounts: [
        { id: 1, custodian: 'SWB', advisor_codes: ['123'] },
        { id: 2, custodian: 'PER', advisor_codes: ['123'] },
        { id: 3, advisor_codes: ['123'] },
      ],
      advisorCodes: [
        { id: 3, code: '123', source: 'SWB' },
        { id: 4, code: '123', source: 'PER' },
        { id: 5, code: '123', source: 'PER', firm_id: 41 },
      ],
    });
    expect(links(reader, 'advisorCodes', '3')).toEqual({ 'Accounts with this code': ['1'] });
    expect(links(reader, 'accounts', '2')).toMatchObject({ 'Advisor codes': ['4', '5'] });
    expect(links(reader, 'accounts', '3')).toMatchObject({ 'Advisor codes': [] });
    const [group] = reader.links({ resource: 'advisorCodes', key: '4', limit: 1 });
    expect(group?.filters).toEqual(accountsWithCodes([{ custodian: 'PER', code: '123' }]));
  });

  it('distinguish "007" from 7', () => {
    const reader = firm();
    expect(links(reader, 'relatedPersons', '3')).toMatchObject({ Account: ['007'] });
    expect(links(reader, 'accounts', '007')).toMatchObject({
      'Related people': ['3'],
      'Billing groups it is assigned to': ['9'],
    });
    expect(links(reader, 'accounts', '7')).toMatchObject({
      'Related people': [],
      'Billing groups it is assigned to': ['8'],
    });
  });

  it('compare every digit of an ID beyond 2^53', () => {
    const reader = firm();
    expect(links(reader, 'accounts', BIG)).toMatchObject({ 'Related people': ['4'] });
    expect(links(reader, 'relatedPersons', '4')).toMatchObject({ Account: [BIG] });
  });

  it('include the filter that shows all of them', () => {
    const reader = firm();
    const group = reader.links({ resource: 'accounts', key: '1', limit: 1 })[1];
    expect(group).toMatchObject({
      label: 'Related people',
      total: 2,
      items: [{ key: '1', title: 'Violet Juns' }],
    });
    const sort = { field: 'last_name', descending: false };
    expect(queriedKeys(reader, { resource: 'relatedPersons', sort, filters: group?.filters ?? [] })).toEqual([
      '1',
      '2',
    ]);
  });

  it('are empty for a record that does not exist', () => {
    expect(firm().links({ resource: 'accounts', key: 'none', limit: 10 })).toEqual([]);
  });
});

describe('a search over all lists', () => {
  it('returns the matches, their lists and the number of matches', () => {
    const reader = firm();
    expect(reader.find({ text: 'jun', limit: 10 })).toEqual([
      {
        resource: 'relatedPersons',
        total: 2,
        best: 'word',
        items: [
          { key: '1', title: 'Violet Juns', subtitle: '' },
          { key: '2', title: 'Hugo Juns', subtitle: '' },
        ],
      },
    ]);
    const found = reader.find({ text: 'demo2', limit: 1 });
    expect(found.map(({ resource, total, items }) => [resource, total, items.length])).toEqual([
      ['accounts', 2, 1],
      ['advisorCodes', 1, 1],
    ]);
    expect(reader.find({ text: ' — ', limit: 10 })).toEqual([]);
  });

  it('ranks number matches first, then favorites, then name prefixes', () => {
    const reader = readerWith({
      accounts: [
        { id: 1, name: 'Adams and Lee', number: '5550001' },
        { id: 2, name: 'Baker for Lee', number: '5550002' },
        { id: 3, name: 'Lee Trust', number: '5551234' },
        { id: 4, name: '1234 Main LLC', number: '5550003' },
      ],
    });
    const keys = (text: string, ...liked: string[]) =>
      reader
        .find({ text, limit: 9, favorites: liked.map((key) => ({ resource: 'accounts', key })) })
        .map(({ best, items }) => [best, ...items.map(({ key }) => key)]);
    expect(keys('lee')).toEqual([['title', '3', '1', '2']]);
    expect(keys('lee', '2', '4')).toEqual([['favorite', '2', '3', '1']]);
    expect(keys('1234', '4')).toEqual([['number', '3', '4']]);
  });

  it('ranks a name with letters that a US keyboard lacks as one without them', () => {
    const accounts = [
      { id: 1, name: 'Ada Lukasz' },
      { id: 2, name: 'Łukasz Trust' },
    ];
    const [hits] = readerWith({ accounts }).find({ text: 'lukasz', limit: 9 });
    expect(hits?.best).toBe('title');
    expect(hits?.items.map(({ key }) => key)).toEqual(['2', '1']);
  });
});
