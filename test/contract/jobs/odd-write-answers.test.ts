import { afterEach, describe, expect, it } from 'vitest';
import { Jobs } from '#engine/jobs/jobs';
import { Service } from '#engine/service/client';
import { createCodesJob, deleteCodesJob } from '#engine/features/advisor-codes/code-jobs';
import { openTestWorkspace } from '#test/support/saved-work';
import {
  json,
  listBody,
  rawResponse,
  startMisbehaving,
  type Behavior,
  type MisbehavingService,
} from '../../support/misbehaving-service';
import { WORKSPACE_KEY, tempWorkspaceFile } from '../../unit/workspace/temp-workspace';

const services: MisbehavingService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const code = (index: number) => ({ id: 800 + index, code: `C${index}`, source: 'PER', firm_id: 39 });
const CODES = [code(1), code(2), code(3)];

/**
 * Creates or deletes codes in a service that responds to writes with `answer`, and carried out all of them or none.
 */
async function outcome(
  kind: 'create' | 'remove',
  rows: number,
  answer: Behavior,
  { carriedOut }: { carriedOut: boolean },
) {
  const areMapped = (kind === 'create') === carriedOut;
  const mapping = [{ ...code(9), id: 1 }, ...(areMapped ? CODES : [])];
  const server = await startMisbehaving((response, request, count) =>
    (request.method === 'GET' ? json(listBody(mapping, request)) : answer)(response, request, count),
  );
  services.push(server);
  const service = new Service({
    ...server,
    fetch: globalThis.fetch,
    credential: { kind: 'api-key', key: 'a-key-for-the-test' },
  });
  const workspace = openTestWorkspace(tempWorkspaceFile(), WORKSPACE_KEY);
  const jobs = new Jobs({ store: workspace.jobs, closed: new AbortController().signal });
  const nothing = () => Promise.resolve();
  const context = {
    service,
    lists: { put: nothing, remove: nothing, existingKeys: () => new Set<string>() },
  };
  const kinds = { create: createCodesJob(context), remove: deleteCodesJob(context) };
  for (const definition of Object.values(kinds)) jobs.register(definition);
  const lines = CODES.slice(0, rows).map((mapped) => ({
    input: {
      number: null,
      custodian: mapped.source,
      code: mapped.code,
      firmId: '39',
      accounts: null,
      record: String(mapped.id),
    },
    state: 'planned' as const,
    issue: null,
  }));
  const { id } = jobs.plan(kinds[kind], lines, { accounts: null, custodian: 'PER', custodians: 1 });
  jobs.start(id, rows);
  await jobs.settled(id);
  const jobRows = jobs.rows(id, { offset: 0, limit: 500 }).rows;
  const [entry] = workspace.activity.list({}, 0, 1).entries;
  const writes = server.requests.filter(({ method }) => method !== 'GET').length;
  workspace.close();
  return {
    states: jobRows.map(({ state }) => state),
    issues: jobRows.map(({ issue }) => issue),
    entry,
    writes,
  };
}

/** Successful answers that do not confirm the request. */
const ODD_ANSWERS: readonly (readonly [string, Behavior])[] = [
  ['a message', json({ message: 'The codes could not be changed.' })],
  ['an enveloped message', json({ object: 'list', data: { message: 'could not' }, total_items: 1 })],
  ['another record', json({ id: 5, code: 'OTHER', source: 'SWB', firm_id: 41 })],
  ['other records', json([{ id: 5, code: 'OTHER', source: 'SWB', firm_id: 41 }])],
  ['a count of none', json({ n: 0 })],
  ['an empty list', json([])],
  ['an empty object', json({})],
  ['no content', (response) => response.writeHead(204).end()],
  ['plain OK', rawResponse('OK')],
];

describe.each(ODD_ANSWERS)('a write answered with %s', (_, response) => {
  it.each([
    ['create', 1],
    ['create', 3],
    ['remove', 1],
    ['remove', 3],
  ] as const)('is not reported as done if nothing happened (%s %i)', async (kind, rows) => {
    const { states, entry, writes } = await outcome(kind, rows, response, { carriedOut: false });
    for (const state of states) expect(['refused', 'unknown']).toContain(state);
    expect(['refused', 'unknown']).toContain(entry?.outcome);
    expect(entry?.count).toBe(0);
    expect(writes).toBe(1);
  });

  it.each([
    ['create', 3],
    ['remove', 3],
  ] as const)('is confirmed by reading if it happened (%s %i)', async (kind, rows) => {
    const { states, issues, entry, writes } = await outcome(kind, rows, response, { carriedOut: true });
    expect(states).toEqual(['done', 'done', 'done']);
    expect(issues).toEqual(Array(3).fill({ code: 'found' }));
    expect(entry).toMatchObject({ outcome: 'done', count: 3 });
    expect(writes).toBe(1);
  });
});

it('reports a message that came instead of a record as a refusal', async () => {
  const response = json({ message: 'The mapping is locked.' });
  const { states, issues } = await outcome('create', 2, response, { carriedOut: false });
  expect(states).toEqual(['refused', 'refused']);
  expect(issues[0]).toEqual({ code: 'message', reasons: ['The mapping is locked.'] });
});

it('accepts a bare count only if it is the full number of rows', async () => {
  const all = await outcome('remove', 3, json({ n: 3 }), { carriedOut: true });
  expect(all.issues).toEqual([null, null, null]);
  const partial = await outcome('remove', 3, json({ n: 2 }), { carriedOut: false });
  expect(partial.states).toEqual(['unknown', 'unknown', 'unknown']);
});
