import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MissingOperations } from '#engine/records/missing-operations';
import { MAX_RETRIES } from '#engine/service/retry';
import { selectByKeys, RecordFirm } from '../../support/record-firm';
import type { Verdict } from '../../support/gate';

let firm: RecordFirm;
let now = 0;
let missing: MissingOperations;
beforeEach(async () => {
  firm = await RecordFirm.start('feeStructures');
  now = 0;
  missing = new MissingOperations(
    { service: firm.service, closed: new AbortController().signal },
    { now: () => now },
  );
});
afterEach(() => firm.close());

/** Makes the service answer these paths with 404, or with another response. */
const answerMissing = (
  what: RegExp,
  response: Verdict = { status: 404, body: '<html>Not Found</html>', type: 'text/html' },
) => (firm.gate.judge = ({ path }) => (what.test(path) ? response : 'pass'));
const BELOW = /^\/billing\/fee-structures\/./;

describe('detection of calls that the service lacks', () => {
  it('finds none if the service answers, by reading alone, once a day', async () => {
    expect(await missing.missingFor('feeStructures')).toEqual([]);
    const requestsBefore = firm.gate.requests.length;
    expect(firm.gate.requests.map((request) => request.replace(/(\d+|\?.*)$/, ''))).toEqual([
      'GET /v2/billing/fee-structures',
      'GET /v2/billing/fee-structures/',
      'POST /v2/billing/fee-structures/filter',
    ]);
    now += 23 * 3_600_000;
    await missing.missingFor('feeStructures');
    expect(firm.gate.requests).toHaveLength(requestsBefore);
    now += 3_600_001;
    await missing.missingFor('feeStructures');
    expect(firm.gate.requests).toHaveLength(2 * requestsBefore);
    expect(firm.gate.requests.some((request) => /^(PUT|DELETE)|-many/.test(request))).toBe(false);
  });

  it('finds all missing if nothing below the list exists, or only those by ID', async () => {
    answerMissing(BELOW);
    expect([...(await missing.missingFor('feeStructures'))].sort()).toEqual([
      'createMany',
      'filter',
      'get',
      'put',
      'remove',
      'removeMany',
    ]);
    now += 25 * 3_600_000;
    answerMissing(/^\/billing\/fee-structures\/\d+$/, {
      status: 405,
      body: '{"message":"Method Not Allowed"}',
    });
    expect([...(await missing.missingFor('feeStructures'))].sort()).toEqual(['get', 'put', 'remove']);
  });

  it('finds none while the service is unreachable, and checks again after a minute', async () => {
    firm.gate.judge = () => ({ status: 503, body: '{"message":"down"}' });
    const operations = missing.missingFor('feeStructures');
    for (let again = 0; again < MAX_RETRIES; again += 1) await firm.clock.advanceToTimer();
    expect(await operations).toEqual([]);
    answerMissing(BELOW);
    expect(await missing.missingFor('feeStructures')).toEqual([]);
    now += 60_001;
    expect(await missing.missingFor('feeStructures')).toContain('remove');
  });

  it('does not check calls of the specification', async () => {
    expect(await missing.missingFor('billingGroups')).toEqual([]);
    expect(firm.gate.requests).toEqual([]);
  });

  it('deletes one record by the bulk call if the single call is missing', async () => {
    answerMissing(/^\/billing\/fee-structures\/\d+$/);
    expect(await firm.draftService.missingOperations('feeStructures')).toContain('remove');
    const [structure = {}] = await firm.listed('feeStructures');
    const { query, selection } = selectByKeys('feeStructures', [structure['id']]);
    const { rows } = await firm.send(firm.draftService.draftRemoval(query, selection));
    expect(rows).toMatchObject([{ state: 'done' }]);
    expect((await firm.listed('feeStructures')).some(({ id }) => id === structure['id'])).toBe(false);
  });
});
