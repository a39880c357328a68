import { describe, expect, it } from 'vitest';
import { addressOf } from '#engine/service/address';

describe('addressOf', () => {
  const root = 'https://service.example/api/v2/';

  it('joins root, path and query, and describes the endpoint without values', () => {
    const { url, where } = addressOf(root, '/tax-id/{taxid}', { taxid: '12-345/6' }, { 'pager.limit': 5 });
    expect(url.href).toBe('https://service.example/api/v2/tax-id/12-345%2F6?pager.limit=5');
    expect(where).toBe('service.example/api/v2/tax-id/{taxid}');
  });

  it('refuses values that would change the path, and a missing value', () => {
    for (const taxid of ['..', '.', ''])
      expect(() => addressOf(root, '/tax-id/{taxid}', { taxid })).toThrow();
    expect(() => addressOf(root, '/tax-id/{taxid}')).toThrow();
  });
});
