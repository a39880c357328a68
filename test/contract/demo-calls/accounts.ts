import { expect } from 'vitest';
import { JsonText } from '#engine/service/calls';
import {
  distinctValues,
  firstRecord,
  numericIdOf,
  responseRecord,
  idPath,
  FIRST_TWO_RECORDS,
  type CallChecks,
} from './call-check';

/** 4.2 Accounts and 4.4 Related persons */
export const accountChecks = {
  'accounts.list': async (service) => {
    const { meta, records } = await service.call('accounts.list', FIRST_TWO_RECORDS);
    expect(meta).toMatchObject({ hasNext: true, currentPage: 1, pageSize: 2 });
    expect(records).toHaveLength(2);
    expect(records.every(({ fits }) => fits)).toBe(true);
  },
  'accounts.get': async (service) => {
    const account = await firstRecord(service, 'accounts.list');
    const response = await service.call('accounts.get', idPath(account));
    expect(JSON.parse(response.raw)).toEqual(account);
  },
  'accounts.filter': async (service) => {
    const { records } = await service.call('accounts.filter', {
      body: { status: 'closed' },
      ...FIRST_TWO_RECORDS,
    });
    expect(records.map(({ record }) => (record as { status: string }).status)).toEqual(['closed', 'closed']);
    const some = await service.call('accounts.filter', {
      body: { custodian: { any_or_all: 'any', conditions: [{ value: 'SWB', op: 'eq' }] } },
      ...FIRST_TWO_RECORDS,
    });
    expect(some.records).toHaveLength(2);
    expect(distinctValues(some.records, 'custodian')).toEqual(['SWB']);
  },
  'accounts.put': async (service) => {
    const account = await firstRecord(service, 'accounts.list');
    const { raw } = await service.call('accounts.get', idPath(account));
    // The text is sent as it came, with one field changed.
    const text = raw.replace(/"notes":(null|"[^"]*")/, '"notes":"by text"');
    const response = await responseRecord(
      service.call('accounts.put', { ...idPath(account), body: new JsonText(text) }),
    );
    expect(response).toMatchObject({ id: account['id'], notes: 'by text' });
  },
  'accounts.putMany': async (service) => {
    const account = await firstRecord(service, 'accounts.list');
    const body = [{ ...account, id: numericIdOf(account), notes: 'by object' }];
    const { records } = await service.call('accounts.putMany', { body });
    expect(records[0]?.record).toMatchObject({ notes: 'by object' });
  },

  'relatedPersons.list': async (service) => {
    const { records } = await service.call('relatedPersons.list', FIRST_TWO_RECORDS);
    expect(records.map(({ fits }) => fits)).toEqual([true, true]);
  },
  'relatedPersons.filter': async (service) => {
    const person = await firstRecord(service, 'relatedPersons.list');
    const { records } = await service.call('relatedPersons.filter', {
      body: { account_ids: [Number(person['account_id'])] },
    });
    expect(distinctValues(records, 'account_id')).toEqual([person['account_id']]);
    expect(distinctValues(records, 'id')).toContain(person['id']);
  },
} satisfies CallChecks;
