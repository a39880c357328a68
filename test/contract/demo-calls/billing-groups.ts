import { expect } from 'vitest';
import { MAIN_FIRM } from '#main/demo/data/firms';
import type { Service } from '#engine/service/client';
import {
  firstRecord,
  numericIdOf,
  responseRecord,
  idPath,
  FIRST_TWO_RECORDS,
  type CallChecks,
} from './call-check';

/** Returns the body of a new group. */
const newGroup = async (service: Service, name: string) => ({
  name,
  firm_id: MAIN_FIRM,
  household_id: Number((await firstRecord(service, 'billingGroups.list'))['household_id']),
});

/** 4.6 Billing groups */
export const billingGroupChecks = {
  'billingGroups.list': async (service) => {
    expect((await service.call('billingGroups.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  },
  'billingGroups.get': async (service) => {
    const record = await firstRecord(service, 'billingGroups.list');
    expect(JSON.parse((await service.call('billingGroups.get', idPath(record))).raw)).toEqual(record);
  },
  'billingGroups.filter': async (service) => {
    const record = await firstRecord(service, 'billingGroups.list');
    const { records } = await service.call('billingGroups.filter', { body: { id: numericIdOf(record) } });
    expect(records).toHaveLength(1);
  },
  'billingGroups.create': async (service) => {
    const record = await responseRecord(
      service.call('billingGroups.create', { body: await newGroup(service, 'Created') }),
    );
    expect(record['name']).toBe('Created');
  },
  'billingGroups.createMany': async (service) => {
    const body = [await newGroup(service, 'One of two'), await newGroup(service, 'Two of two')];
    expect((await service.call('billingGroups.createMany', { body })).records).toHaveLength(2);
  },
  'billingGroups.put': async (service) => {
    const record = await firstRecord(service, 'billingGroups.list');
    const body = { ...record, id: numericIdOf(record), name: 'Renamed' };
    expect(
      await responseRecord(service.call('billingGroups.put', { ...idPath(record), body })),
    ).toMatchObject({
      name: 'Renamed',
    });
  },
  'billingGroups.putMany': async (service) => {
    const record = await firstRecord(service, 'billingGroups.list');
    const body = [{ ...record, id: numericIdOf(record), name: 'Renamed again' }];
    const { records } = await service.call('billingGroups.putMany', { body });
    expect(records[0]?.record).toMatchObject({ name: 'Renamed again' });
  },
  'billingGroups.remove': async (service) => {
    const record = await responseRecord(
      service.call('billingGroups.create', { body: await newGroup(service, 'To delete') }),
    );
    expect((await service.call('billingGroups.remove', idPath(record))).ids).toEqual([String(record['id'])]);
  },
  'billingGroups.removeMany': async (service) => {
    const record = await responseRecord(
      service.call('billingGroups.create', { body: await newGroup(service, 'To delete as well') }),
    );
    expect(
      await service.call('billingGroups.removeMany', { body: { ids: [numericIdOf(record)] } }),
    ).toMatchObject({
      ids: [String(record['id'])],
      n: 1,
    });
  },
  'billingGroups.removeAssignment': async (service) => {
    const { records } = await service.call('billingGroups.list', { pager: { limit: 200 } });
    const assigned = records
      .map(({ raw }) => JSON.parse(raw) as { id: number; assignments: { id: number }[] | null })
      .find(({ assignments }) => assignments && assignments.length > 0);
    const id = assigned?.assignments?.[0]?.id ?? 0;
    const removed = await service.call('billingGroups.removeAssignment', {
      body: { id, group_id: assigned?.id ?? 0 },
    });
    expect(removed.ids).toEqual([String(id)]);
  },
  'billingGroups.createFromHouseholds': async (service) => {
    expect((await service.call('billingGroups.createFromHouseholds')).records.length).toBeGreaterThan(0);
  },
} satisfies CallChecks;
