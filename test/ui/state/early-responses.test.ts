import { describe, expect, it, vi } from 'vitest';
import type { EngineClient } from '../../../renderer/bridge';
import { EarlyResponses } from '../../../renderer/state/early-responses';

const query = {
  resource: 'accounts' as const,
  search: '',
  filters: [],
  sort: { field: 'name', descending: false },
};
const request = { query, columns: ['name', 'number'], offset: 0, limit: 100 };

function createEngine() {
  const window = vi.fn(() => Promise.resolve('rows'));
  const getLayout = vi.fn(() => Promise.resolve('layout'));
  const getView = vi.fn(() => Promise.resolve('view'));
  const client = { records: { window }, layout: { get: getLayout }, views: { get: getView } };
  return { window, getLayout, getView, client: client as unknown as EngineClient };
}

describe('first request of a list', () => {
  it('is sent at the next start as soon as an engine exists, and its answer is used once', async () => {
    localStorage.clear();
    new EarlyResponses(localStorage).store('firm', request);
    const early = new EarlyResponses(localStorage);
    const { window, client } = createEngine();
    early.prefetch(client, 'firm', 'accounts');
    expect(window).toHaveBeenCalledWith(request);
    const fetchNow = vi.fn(() => Promise.resolve('later'));
    expect(await early.takeResponse('rows', request, fetchNow)).toBe('rows');
    expect(await early.takeResponse('layout', 'accounts', fetchNow)).toBe('layout');
    expect(await early.takeResponse('view', 'accounts', fetchNow)).toBe('view');
    expect(fetchNow).not.toHaveBeenCalled();
    expect(await early.takeResponse('rows', request, fetchNow)).toBe('later');
  });

  it('is not sent early for another connection or list, and answers no other request', async () => {
    localStorage.clear();
    new EarlyResponses(localStorage).store('firm', request);
    const early = new EarlyResponses(localStorage);
    const { window, client } = createEngine();
    early.prefetch(client, 'other', 'accounts');
    early.prefetch(client, 'firm', 'households');
    expect(window).not.toHaveBeenCalled();
    early.prefetch(client, 'firm', 'accounts');
    const fetchNow = vi.fn(() => Promise.resolve('later'));
    expect(await early.takeResponse('rows', { ...request, columns: ['name'] }, fetchNow)).toBe('later');
    early.forget();
    expect(await early.takeResponse('rows', request, fetchNow)).toBe('later');
  });

  it('is sent again if the early answer failed', async () => {
    localStorage.clear();
    new EarlyResponses(localStorage).store('firm', request);
    const early = new EarlyResponses(localStorage);
    const { window, client } = createEngine();
    window.mockRejectedValue(new Error('not open yet'));
    early.prefetch(client, 'firm', 'accounts');
    expect(await early.takeResponse('rows', request, () => Promise.resolve('later'))).toBe('later');
  });

  it('stores no search or filter and is deleted with its connection', () => {
    localStorage.clear();
    const early = new EarlyResponses(localStorage);
    early.store('firm', { ...request, query: { ...query, search: 'garcia' } });
    early.store('firm', {
      ...request,
      query: { ...query, filters: [{ op: 'in', field: 'name', values: ['x'] }] },
    });
    expect(localStorage).toHaveLength(0);
    early.store('firm', request);
    expect(localStorage).toHaveLength(1);
    early.retainOnly(['firm']);
    expect(localStorage).toHaveLength(1);
    early.retainOnly(['other']);
    expect(localStorage).toHaveLength(0);
  });
});
