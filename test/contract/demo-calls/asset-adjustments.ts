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

const adjustment = (name: string) => ({
  name,
  firm_id: 39,
  adjustment_type: 'e' as const,
  level: 'a' as const,
  weight: 100,
  security_ids: [62],
});

/** 4.6 Asset adjustments */
export const assetAdjustmentChecks = {
  'assetAdjustments.list': async (service) => {
    expect((await service.call('assetAdjustments.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  },
  'assetAdjustments.get': async (service) => {
    const record = await firstRecord(service, 'assetAdjustments.list');
    expect(JSON.parse((await service.call('assetAdjustments.get', idPath(record))).raw)).toEqual(record);
  },
  'assetAdjustments.filter': async (service) => {
    const { records } = await service.call('assetAdjustments.filter', { body: { level: 'a' } });
    expect(distinctValues(records, 'level')).toEqual(['a']);
  },
  'assetAdjustments.create': async (service) => {
    const body = adjustment('Exclude Apple');
    expect(await responseRecord(service.call('assetAdjustments.create', { body }))).toMatchObject(body);
  },
  'assetAdjustments.createMany': async (service) => {
    const body = [adjustment('A'), adjustment('B')];
    expect((await service.call('assetAdjustments.createMany', { body })).records).toHaveLength(2);
  },
  'assetAdjustments.put': async (service) => {
    const record = await firstRecord(service, 'assetAdjustments.list');
    const body = { ...record, id: numericIdOf(record), weight: 50 };
    const response = await responseRecord(service.call('assetAdjustments.put', { ...idPath(record), body }));
    expect(response['weight']).toBe(50);
  },
  'assetAdjustments.putMany': async (service) => {
    const record = await firstRecord(service, 'assetAdjustments.list');
    const body = [{ ...record, id: numericIdOf(record), weight: 40 }];
    const { records } = await service.call('assetAdjustments.putMany', { body });
    expect(records[0]?.record).toMatchObject({ weight: 40 });
  },
  'assetAdjustments.remove': async (service) => {
    const record = await responseRecord(
      service.call('assetAdjustments.create', { body: adjustment('To delete') }),
    );
    expect((await service.call('assetAdjustments.remove', idPath(record))).ids).toEqual([
      String(record['id']),
    ]);
  },
  'assetAdjustments.removeMany': async (service) => {
    const record = await responseRecord(
      service.call('assetAdjustments.create', { body: adjustment('To delete as well') }),
    );
    const removed = await service.call('assetAdjustments.removeMany', {
      body: { ids: [numericIdOf(record)] },
    });
    expect(removed.n).toBe(1);
  },
} satisfies CallChecks;
