import { expect } from 'vitest';
import {
  distinctValues,
  firstRecord,
  numericIdOf,
  responseRecord,
  idPath,
  FIRST_TWO_RECORDS,
  type CallChecks,
} from './call-check';

const fee = (name: string) => ({
  name,
  firm_id: 39,
  calculation_type: 'T' as const,
  collection_type: 'R' as const,
  frequency: 'Q' as const,
  quarter_cycle: 1,
  balance_type: 'E' as const,
  flat_rate: 0.25,
  tiers: [{ min_balance: 0, max_balance: null, rate: 0.9 }],
});

/** 4.6 Fee upload files and fee structures */
export const feeChecks = {
  'feeUploadFiles.list': async (service) => {
    expect((await service.call('feeUploadFiles.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  },
  'feeUploadFiles.get': async (service) => {
    const record = await firstRecord(service, 'feeUploadFiles.list');
    expect(JSON.parse((await service.call('feeUploadFiles.get', idPath(record))).raw)).toEqual(record);
  },
  'feeUploadFiles.filter': async (service) => {
    const record = await firstRecord(service, 'feeUploadFiles.list');
    // The specification's type of `end_date` is a date-time (2.8); users filter by its day.
    for (const end_date of [String(record['end_date']), String(record['end_date']).slice(0, 10)]) {
      const { records } = await service.call('feeUploadFiles.filter', {
        body: { id: numericIdOf(record), end_date },
      });
      expect(records).toHaveLength(1);
    }
  },
  'feeUploadFiles.download': async (service) => {
    const record = await firstRecord(service, 'feeUploadFiles.list');
    const response = await service.download('feeUploadFiles.download', idPath(record));
    expect(response.headers.get('content-type')).toContain('application/zip');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(String.fromCharCode(...bytes.subarray(0, 2))).toBe('PK');
  },

  'feeStructures.list': async (service) => {
    expect((await service.call('feeStructures.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  },
  'feeStructures.get': async (service) => {
    const record = await firstRecord(service, 'feeStructures.list');
    expect(JSON.parse((await service.call('feeStructures.get', idPath(record))).raw)).toEqual(record);
  },
  'feeStructures.filter': async (service) => {
    const { records } = await service.call('feeStructures.filter', { body: { calculation_type: 'T' } });
    expect(distinctValues(records, 'calculation_type')).toEqual(['T']);
    const withoutCreator = await service.call('feeStructures.filter', { body: { created_by_user_id: null } });
    expect(distinctValues(withoutCreator.records, 'created_by_user_id')).toEqual([null]);
  },
  'feeStructures.create': async (service) => {
    const record = await responseRecord(service.call('feeStructures.create', { body: fee('Created') }));
    expect(record['name']).toBe('Created');
  },
  'feeStructures.createMany': async (service) => {
    const body = [fee('One'), fee('Two')];
    expect((await service.call('feeStructures.createMany', { body })).records).toHaveLength(2);
  },
  'feeStructures.put': async (service) => {
    const record = await firstRecord(service, 'feeStructures.list');
    const body = { ...record, id: numericIdOf(record), name: 'Renamed' };
    const response = await responseRecord(service.call('feeStructures.put', { ...idPath(record), body }));
    expect(response['name']).toBe('Renamed');
  },
  'feeStructures.putMany': async (service) => {
    const record = await firstRecord(service, 'feeStructures.list');
    const body = [{ ...record, id: numericIdOf(record), name: 'Renamed again' }];
    const { records } = await service.call('feeStructures.putMany', { body });
    expect(records[0]?.record).toMatchObject({ name: 'Renamed again' });
  },
  'feeStructures.remove': async (service) => {
    const record = await responseRecord(service.call('feeStructures.create', { body: fee('To delete') }));
    expect((await service.call('feeStructures.remove', idPath(record))).ids).toEqual([String(record['id'])]);
  },
  'feeStructures.removeMany': async (service) => {
    const record = await responseRecord(
      service.call('feeStructures.create', { body: fee('To delete as well') }),
    );
    const removed = await service.call('feeStructures.removeMany', { body: { ids: [numericIdOf(record)] } });
    expect(removed.n).toBe(1);
  },
} satisfies CallChecks;
