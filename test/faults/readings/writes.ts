import type { FieldEdit } from '#contract/edit';
import type { Query, Selection } from '#contract/query';
import { resourceNamed } from '#contract/resources';
import type { OddServiceHarness, SentJob } from './odd-stores';
import { EDITED, EDITS, TARGETS, type EditedName } from './records';

/** A way to write records; each ends in whole-object PUTs. */
export interface WriteKind {
  readonly name: string;
  readonly resources: readonly EditedName[];
  /** The records that it writes. */
  readonly keys: readonly string[];
  /** The values that the fields become, as JSON text; empty: those before `sendFirst`. */
  readonly wanted: (resource: EditedName) => Readonly<Record<string, string>>;
  /** Other resources whose records it needs. */
  readonly reads?: readonly EditedName[];
  /** Sent first, while the service responds correctly. */
  readonly sendFirst?: (harness: OddServiceHarness, resource: EditedName) => Promise<unknown>;
  /** `first` is the result of `sendFirst`. Resolves to undefined if nothing was ready to be sent. */
  readonly send: (
    harness: OddServiceHarness,
    resource: EditedName,
    first: unknown,
  ) => Promise<SentJob | undefined>;
}

const editsOf = (resource: EditedName): FieldEdit[] =>
  Object.entries(EDITS[resource]).map(([field, json]) => ({ op: 'set', field, json }));
const selectionOf = (resource: EditedName, keys: readonly string[]): [Query, Selection] => [
  { resource, search: '', filters: [], sort: resourceNamed(resource).sort },
  { kind: 'keys', keys: [...keys] },
];

const sendMany = (harness: OddServiceHarness, resource: EditedName): Promise<SentJob | undefined> =>
  harness.send(harness.edits.draftMany(...selectionOf(resource, TARGETS), editsOf(resource)).id);

const NEW_ASSIGNMENT = '{"account_id":9007199254740993,"fee_location":0,"fee_location_option":"S"}';

export const WRITES: readonly WriteKind[] = [
  {
    name: 'edit',
    resources: EDITED,
    keys: [TARGETS[0]],
    wanted: (resource) => EDITS[resource],
    send: (harness, resource) => {
      const { id } = harness.edits.open(resource, TARGETS[0]);
      harness.edits.saveRow(id, 0, editsOf(resource));
      return harness.send(id);
    },
  },
  {
    name: 'bulk edit',
    resources: EDITED,
    keys: TARGETS,
    wanted: (resource) => EDITS[resource],
    send: sendMany,
  },
  {
    name: 'checked bulk edit',
    resources: EDITED,
    keys: TARGETS,
    wanted: (resource) => EDITS[resource],
    send: async (harness, resource) => {
      const { id } = harness.edits.draftMany(...selectionOf(resource, TARGETS), editsOf(resource));
      await harness.edits.check(id);
      return harness.send(id);
    },
  },
  {
    name: 'undo',
    resources: EDITED,
    keys: TARGETS,
    wanted: () => ({}), // as it was before
    sendFirst: sendMany,
    send: (harness, _, first) => harness.send(harness.edits.undo((first as SentJob).job.id).id),
  },
  {
    name: 'replacement of a fee structure',
    resources: ['accounts'],
    keys: TARGETS,
    wanted: () => ({ fee_structures_ids: '[5,9007199254740999]' }),
    send: (harness, resource) =>
      harness.send(
        harness.edits.draftMany(...selectionOf(resource, TARGETS), [
          { op: 'replace', field: 'fee_structures_ids', from: '6', to: '9007199254740999' },
        ]).id,
      ),
  },
  {
    name: 'addition of accounts to a group',
    resources: ['billingGroups'],
    reads: ['accounts'],
    keys: [TARGETS[0]],
    wanted: () => ({
      assignments: `[{"id":9007199254740997,"account_id":103,"group_id":${TARGETS[0]},"fee_location":0,"fee_location_option":"S"},${NEW_ASSIGNMENT}]`,
    }),
    send: (harness) => {
      const [query, selection] = selectionOf('accounts', [TARGETS[0]]);
      const target = { kind: 'group' as const, group: TARGETS[0] };
      return harness.send(
        harness.groups.draftAddToGroup({ query, selection, target, payer: '0', move: false }).id,
      );
    },
  },
];
