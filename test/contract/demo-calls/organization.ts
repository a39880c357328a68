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

const code = (name: string) => ({ firm_id: 39, code: name, source: 'PER' as const });

/** 4.5 Legacy mappings, advisor codes, release of information */
export const organizationChecks = {
  'legacyMappings.list': async (service) => {
    expect((await service.call('legacyMappings.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  },
  'legacyMappings.filter': async (service) => {
    const mapping = await firstRecord(service, 'legacyMappings.list');
    const { records } = await service.call('legacyMappings.filter', {
      body: { legacy_account_numbers: [String(mapping['legacy_account_number'])] },
    });
    expect(distinctValues(records, 'legacy_account_number')).toEqual([mapping['legacy_account_number']]);
  },

  'advisorCodes.list': async (service) => {
    expect((await service.call('advisorCodes.list', FIRST_TWO_RECORDS)).records).toHaveLength(2);
  },
  'advisorCodes.create': async (service) => {
    expect(await responseRecord(service.call('advisorCodes.create', { body: code('NEW-1') }))).toMatchObject(
      code('NEW-1'),
    );
  },
  'advisorCodes.createMany': async (service) => {
    const { records } = await service.call('advisorCodes.createMany', {
      body: [code('NEW-2'), code('NEW-3')],
    });
    expect(records).toHaveLength(2);
  },
  'advisorCodes.remove': async (service) => {
    const record = await responseRecord(service.call('advisorCodes.create', { body: code('GO-1') }));
    const { ids, n } = await service.call('advisorCodes.remove', idPath(record));
    expect({ ids, n }).toEqual({ ids: [String(record['id'])], n: 1 });
  },
  'advisorCodes.removeMany': async (service) => {
    const record = await responseRecord(service.call('advisorCodes.create', { body: code('GO-2') }));
    const removed = await service.call('advisorCodes.removeMany', { body: { ids: [numericIdOf(record)] } });
    expect(removed).toMatchObject({ ids: [String(record['id'])], n: 1 });
  },
  'roiRequests.send': async (service) => {
    const [response] = await service.call('roiRequests.send', {
      body: {
        custodian: 'PER',
        advisor_codes: ['AB1'],
        owner_name: 'Violet Juns',
        firm_name: 'Demo Firm',
        sender_name: 'Ada Ops',
        cc_emails: ['ops@example.invalid'],
        reply_to_emails: ['reply@example.invalid'],
      },
    });
    expect(response?.status).toBe('Sent');
  },
} satisfies CallChecks;
