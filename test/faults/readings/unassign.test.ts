import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldText } from '#contract/exact-json/field-text';
import { sampleOrAll } from '../trial-report';
import { expectCacheComplete, withHarness, reportOutcome } from './cells';
import { OddStores } from './odd-stores';
import { changeRecords, ok, type ServedResponse } from './odd-service';
import { ODD_BODIES } from './oddities';
import { editableTexts, TARGETS, without } from './records';

/**
 * Removing an assignment from a group with its separate call: odd responses, then correct and partial reads.
 * `npm test` runs every seventh cell.
 */
const SAMPLE_STEP = sampleOrAll(7, 1);
const [GROUP] = TARGETS;
const ASSIGNMENT = '9007199254740997';

let stores: OddStores;
beforeAll(() => {
  stores = new OddStores();
});
afterAll(() => stores.close());

const READINGS: readonly {
  readonly name: string;
  readonly change: (correct: ServedResponse) => ServedResponse;
}[] = [
  { name: 'correct', change: (correct) => correct },
  {
    name: 'without the assignments',
    change: (correct) => changeRecords(correct, (raw) => without('billingGroups', raw, ['assignments'])),
  },
  {
    name: 'without name and household',
    change: (correct) =>
      changeRecords(correct, (raw) => without('billingGroups', raw, ['name', 'household_id'])),
  },
  { name: 'empty', change: () => ok('') },
];

const CELLS = [true, false].flatMap((isApplied) =>
  ODD_BODIES.flatMap(([name, response]) =>
    READINGS.map((reading) => ({
      fault: `${isApplied ? 'applied' : 'not applied'}, answered with ${name}, read ${reading.name}`,
      isApplied,
      response,
      reading,
    })),
  ),
);

describe('removing an assignment from a group', () => {
  it.each(CELLS.filter((_, index) => index % SAMPLE_STEP === 0))(
    '$fault: shows the real outcome',
    async ({ fault, isApplied, response, reading }) => {
      await withHarness(stores, ['billingGroups'], async (harness) => {
        const { service, groups, jobs } = harness;
        // The call is offered after a PUT that did not remove the assignment.
        service.override = ({ operation, body }, carryOut) =>
          operation === 'put' ? ok(service.records('billingGroups').get(GROUP) ?? body) : carryOut();
        const edits = new Map([[GROUP, [{ op: 'set' as const, field: 'assignments', json: '[]' }]]]);
        const edit = await harness.send(harness.edits.draftPlannedEdits('billingGroups', edits).id);
        expect(edit?.rows, fault).toMatchObject([{ state: 'not-taken' }]);

        const before = service.records('billingGroups').get(GROUP) ?? '{}';
        service.receivedRequests.length = 0;
        service.override = ({ operation }, carryOut) => {
          if (operation === 'unassign') {
            if (isApplied) carryOut();
            return response;
          }
          return reading.change(carryOut());
        };
        const { id } = await groups.planRemoval(edit?.job.id ?? '');
        jobs.start(id, 1);
        const { job, rows } = await harness.settled(id);
        service.override = (_, carryOut) => carryOut();

        const after = service.records('billingGroups').get(GROUP) ?? '{}';
        const remaining = fieldText(after, 'assignments', {}) ?? '';
        const isRemoved = !remaining.includes(ASSIGNMENT);
        expect(isRemoved, fault).toBe(isApplied);
        const [row] = rows;
        const context = `${fault}: ${row?.state} ${row?.issue?.code ?? ''}`;
        if (row?.state === 'done') expect(isRemoved, context).toBe(true);
        else if (row?.state !== 'unknown') expect(isRemoved, context).toBe(false);
        if (reading.name === 'correct' && isApplied) expect(row?.state, context).toBe('done');
        expect(service.writes.length, context).toBe(1);
        const [oldTexts, newTexts] = [
          editableTexts('billingGroups', before),
          editableTexts('billingGroups', after),
        ];
        for (const [name, text] of oldTexts)
          if (name !== 'assignments') expect(newTexts.get(name), context).toBe(text);
        expectCacheComplete(fault, 'billingGroups', harness, service.records('billingGroups'));
        reportOutcome(fault, 'removing an assignment from billingGroups', rows, {
          stored: isRemoved ? 'as requested' : 'unchanged',
          sent: service.writes.length,
          job,
        });
      });
    },
  );

  it.each([
    [true, 'done', 'found'],
    [false, 'refused', 'none-deleted'],
  ])(
    'reads the group after the answer that none was removed (removed: %s)',
    async (isApplied, state, code) => {
      await withHarness(stores, ['billingGroups'], async (harness) => {
        const { service } = harness;
        service.override = ({ operation, body }, carryOut) =>
          operation === 'put' ? ok(service.records('billingGroups').get(GROUP) ?? body) : carryOut();
        const edits = new Map([[GROUP, [{ op: 'set' as const, field: 'assignments', json: '[]' }]]]);
        const edit = await harness.send(harness.edits.draftPlannedEdits('billingGroups', edits).id);
        service.override = ({ operation }, carryOut) => {
          if (operation !== 'unassign') return carryOut();
          if (isApplied) carryOut();
          return ok('{"n":0,"ids":[]}');
        };
        const { id } = await harness.groups.planRemoval(edit?.job.id ?? '');
        harness.jobs.start(id, 1);
        expect((await harness.settled(id)).rows).toMatchObject([{ state, issue: { code } }]);
      });
    },
  );

  it('sends the IDs of assignment and group above 2^53 with all digits', async () => {
    await withHarness(stores, ['billingGroups'], async (harness) => {
      const { service } = harness;
      service.override = ({ operation, body }, carryOut) =>
        operation === 'put' ? ok(service.records('billingGroups').get(GROUP) ?? body) : carryOut();
      const edits = new Map([[GROUP, [{ op: 'set' as const, field: 'assignments', json: '[]' }]]]);
      const edit = await harness.send(harness.edits.draftPlannedEdits('billingGroups', edits).id);
      service.receivedRequests.length = 0;
      const { id } = await harness.groups.planRemoval(edit?.job.id ?? '');
      harness.jobs.start(id, 1);
      expect((await harness.settled(id)).rows).toMatchObject([{ state: 'done' }]);
      expect(service.writes.map(({ body }) => body)).toEqual([`{"id":${ASSIGNMENT},"group_id":${GROUP}}`]);
    });
  });
});
