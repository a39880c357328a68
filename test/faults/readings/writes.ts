import type { FieldEdit } from '#contract/edit';
import type { Query, Selection } from '#contract/query';
import { resourceNamed } from '#contract/resources';
import type { OddDesk, Sent } from './odd-stores';
import { EDITED, EDITS, TARGETS, type EditedName } from './records';

/** A way to write records; each ends in whole-object PUTs. */
export interface WriteKind {
  readonly name: string;
  readonly resources: readonly EditedName[];
  /** The records that it writes. */
  readonly keys: readonly string[];
  /** The values that the fields become, as JSON text. */
  readonly wanted: (resource: EditedName) => Readonly<Record<string, string>>;
  /** Other resources whose records it needs. */
  readonly reads?: readonly EditedName[];
  /** Writes to make before, with a correct service. */
  readonly before?: (desk: OddDesk, resource: EditedName) => Promise<unknown>;
  /** `before` is the result of the function `before`. Undefined if nothing was ready to be sent. */
  readonly send: (desk: OddDesk, resource: EditedName, before: unknown) => Promise<Sent | undefined>;
}

const editsOf = (resource: EditedName): FieldEdit[] =>
  Object.entries(EDITS[resource]).map(([field, json]) => ({ op: 'set', field, json }));
const selectionOf = (resource: EditedName, keys: readonly string[]): [Query, Selection] => [
  { resource, search: '', filters: [], sort: resourceNamed(resource).sort },
  { kind: 'keys', keys: [...keys] },
];

const sendMany = (desk: OddDesk, resource: EditedName): Promise<Sent | undefined> =>
  desk.send(desk.edits.draftMany(...selectionOf(resource, TARGETS), editsOf(resource)).id);

const NEW_ASSIGNMENT = '{"account_id":9007199254740993,"fee_location":0,"fee_location_option":"S"}';

export const WRITES: readonly WriteKind[] = [
  {
    name: 'edit',
    resources: EDITED,
    keys: [TARGETS[0]],
    wanted: (resource) => EDITS[resource],
    send: (desk, resource) => {
      const { id } = desk.edits.open(resource, TARGETS[0]);
      desk.edits.saveRow(id, 0, editsOf(resource));
      return desk.send(id);
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
    send: async (desk, resource) => {
      const { id } = desk.edits.draftMany(...selectionOf(resource, TARGETS), editsOf(resource));
      await desk.edits.check(id);
      return desk.send(id);
    },
  },
  {
    name: 'undo',
    resources: EDITED,
    keys: TARGETS,
    wanted: () => ({}), // as it was before
    before: sendMany,
    send: (desk, _, before) => desk.send(desk.edits.undo((before as Sent).job.id).id),
  },
  {
    name: 'replacement of a fee structure',
    resources: ['accounts'],
    keys: TARGETS,
    wanted: () => ({ fee_structures_ids: '[5,9007199254740999]' }),
    send: (desk, resource) =>
      desk.send(
        desk.edits.draftMany(...selectionOf(resource, TARGETS), [
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
    send: (desk) => {
      const [query, selection] = selectionOf('accounts', [TARGETS[0]]);
      const target = { kind: 'group' as const, group: TARGETS[0] };
      return desk.send(desk.groups.draftPut({ query, selection, target, payer: '0', move: false }).id);
    },
  },
];
