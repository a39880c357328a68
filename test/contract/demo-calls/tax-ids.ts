import { expect } from 'vitest';
import type { CallChecks } from './call-check';

/** 4.3 Tax IDs */
export const taxIdChecks = {
  'taxIds.tokenizeOne': async (service) => {
    expect(await service.call('taxIds.tokenizeOne', { path: { taxid: '123-45-6789' } })).toMatch(/\w+/);
  },
  'taxIds.tokenize': async (service) => {
    const tokens = await service.call('taxIds.tokenize', { body: ['123-45-6789', '12-3456789'] });
    expect(new Set(tokens).size).toBe(2);
  },
  'taxIds.exchangeOne': async (service) => {
    const [token = ''] = await service.call('taxIds.tokenize', { body: ['123-45-6789'] });
    const response = await service.call('taxIds.exchangeOne', { path: { tax_id_token: token } });
    expect(response).toMatchObject({ tax_id_token: token, original_value: '123-45-6789', type: 'ssn' });
  },
  'taxIds.exchange': async (service) => {
    const tokens = await service.call('taxIds.tokenize', { body: ['123-45-6789', '12-3456789'] });
    const response = await service.call('taxIds.exchange', { body: { tax_id_tokens: tokens } });
    expect(response.map(({ original_value }) => original_value)).toEqual(['123-45-6789', '12-3456789']);
  },
} satisfies CallChecks;
